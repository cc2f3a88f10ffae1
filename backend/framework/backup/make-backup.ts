/** Backups: made as a job, listed, sent, removed. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { dumpDatabase } from '#framework/data/backup/backup.ts';
import { readFormat } from '#framework/data/engine/format.ts';
import { NotStored, type StoredFile } from '#framework/files/storage.ts';
import { type JobContext, stopIfAsked } from '#framework/jobs/jobs.ts';
import { dateAt, iso, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { type Entry, type EntryNote, writeArchive } from './archive.ts';
import { keepBackup, withFolder } from './backup-store.ts';
import { demandAdministrator } from './stored-backups.ts';

export interface Manifest {
  format: 'reelbase-backup';
  version: 1;
  /** the data's format; none in backups of the first release */
  data?: number;
  /** ISO instant at which the picture of the database was taken */
  at: string;
  database: { kind: 'sqlite' | 'mariadb'; version: string; rows: Record<string, number> };
  files: number;
  /** files that were in the store's list and gone when it was their turn */
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
    const stored: StoredFile[] = [];
    for await (const file of tools.storage.list()) stored.push(file);
    tell(0, stored.length, 'files');
    let packed = 0;
    const entries = async function* (): AsyncGenerator<Entry> {
      for (const file of dumped.files) {
        const path = join(work, file);
        yield { name: `database/${file}`, size: (await stat(path)).size, open: async () => createReadStream(path) };
      }
      for (const { name } of stored) {
        stopIfAsked(signal);
        const found = await tools.storage.stat(name);
        yield { name: `files/${name}`, size: found?.size ?? 0, open: () => openStored(tools, name, found !== undefined) };
        packed += 1;
        tell(packed, stored.length);
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

async function openStored({ storage }: Tools, name: string, there: boolean): Promise<Readable | undefined> {
  return there ? storage.open(name).catch((error) => (error instanceof NotStored ? undefined : Promise.reject(error))) : undefined;
}
