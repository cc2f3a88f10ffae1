/** Backups: made as a job, listed, sent, removed. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { dumpDatabase } from '#framework/data/backup/backup.ts';
import { readFormat } from '#framework/data/engine/format.ts';
import { namesOfFiles } from '#framework/data/system/files/files.ts';
import { NotStored } from '#framework/files/storage.ts';
import { type JobContext, stopIfAsked } from '#framework/jobs/jobs.ts';
import { dateAt, iso, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { type Entry, type EntryNote, writeArchive } from './archive.ts';
import { keepBackup, withFolder } from './backup-store.ts';
import { demandAdministrator } from './stored-backups.ts';

/** Files asked for at one time. */
const page = 1_000;

export interface Manifest {
  format: 'reelbase-backup';
  version: 1;
  /** the data's format; none in backups of the first release */
  data?: number;
  /** ISO instant at which the picture of the database was taken */
  at: string;
  database: { kind: 'sqlite' | 'mariadb'; version: string; rows: Record<string, number> };
  files: number;
  /** files that were in the store's list, or known, and gone when it was their turn */
  missing: string[];
  entries: EntryNote[];
}

/**
 * Starts one consistent archive of database and files: first the picture of the database, then the files, of which none that the picture shows is removed
 * before 30 days are over. Gives the job's id. @throws Refusal msg.admin, msg.running
 */
export async function startBackup(tools: Tools, actor: Actor): Promise<string> {
  demandAdministrator(actor);
  return tools.jobs.start('backup', actor.id, (context) => makeBackup(tools, context), { alone: true });
}

export interface MadeBackup {
  name: string;
  size: number;
  sha256: string;
  files: number;
}

/** Makes one and puts it into the store. */
export async function makeBackup(tools: Tools, { signal, tell }: JobContext, isScheduled = false): Promise<MadeBackup> {
  const store = await tools.backups();
  return withFolder(store, async (work) => {
    const at = dateAt(Date.now());
    tell(0, 0, 'database');
    const dumped = await dumpDatabase(tools.db, work, { signal, tell: (done, total) => tell(done, total) });
    stopIfAsked(signal);
    const stored = await namesToPack(tools);
    tell(0, stored.size, 'files');
    let packed = 0;
    const entries = async function* (): AsyncGenerator<Entry> {
      for (const file of dumped.files) {
        const path = join(work, file);
        yield { name: `database/${file}`, size: (await stat(path)).size, open: async () => createReadStream(path) };
      }
      for (const name of stored) {
        stopIfAsked(signal);
        const found = await tools.storage.stat(name);
        yield { name: `files/${name}`, size: found?.size ?? 0, open: () => openStored(tools, name, found !== undefined) };
        packed += 1;
        tell(packed, stored.size);
      }
    };
    const { kind, version } = tools.db;
    const data = await readFormat(tools.db);
    const manifest = (notes: EntryNote[], missing: string[]): Manifest => ({
      format: 'reelbase-backup',
      version: 1,
      data,
      at: iso(stampOf(at)),
      database: { kind, version, rows: dumped.rows },
      files: notes.filter((note) => note.name.startsWith('files/')).length,
      missing,
      entries: notes,
    });
    const path = join(work, 'archive.tar.gz');
    const { size, sha256, entries: notes } = await writeArchive(path, entries(), manifest, signal);
    tell(0, size, 'storing');
    const name = await keepBackup(store, path, { at, sha256, isScheduled }, { signal, tell });
    tools.log.info({ backup: name, size }, 'backup made');
    return { name, size, sha256, files: notes.filter((note) => note.name.startsWith('files/')).length };
  });
}

/** What the store lists, and what the database knows: a store's list may lag behind what lies there (Swift's does, after a node of it was away). */
async function namesToPack({ db, storage }: Tools): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { name } of storage.list()) names.add(name);
  for (let known = await namesOfFiles(db, '', page); known.length; known = await namesOfFiles(db, known.at(-1) ?? '', page))
    for (const name of known) names.add(name);
  return names;
}

async function openStored({ storage }: Tools, name: string, there: boolean): Promise<Readable | undefined> {
  return there ? storage.open(name).catch((error) => (error instanceof NotStored ? undefined : Promise.reject(error))) : undefined;
}
