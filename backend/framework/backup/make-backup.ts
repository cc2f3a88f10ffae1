import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { dumpDatabase } from '#framework/data/backup/backup.ts';
import { readFormat } from '#framework/data/engine/format.ts';
import { NotStored, type StoredFile } from '#framework/files/storage.ts';
import { type JobContext, stopIfAsked } from '#framework/jobs/jobs.ts';
import type { ShownBackup } from '#framework/system/wire.ts';
import { dateAt, iso, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Entry, type EntryNote, writeArchive } from './archive.ts';

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

const namePattern = /^reelbase-\d{8}-\d{6}(-\d+)?\.tar\.gz$/;
const unfinished = '.making-';

/**
 * Starts one consistent archive of database and files: first the picture of the database, then the files, of which none that the picture shows is removed
 * before 30 days are over. Gives the job's id. @throws Refusal msg.admin, msg.running
 */
export async function startBackup(tools: Tools, actor: Actor): Promise<string> {
  demandAdministrator(actor);
  return tools.jobs.start('backup', actor.id, (context) => makeBackup(tools, context), { alone: true });
}

async function makeBackup(tools: Tools, { signal, tell }: JobContext): Promise<{ name: string; size: number; sha256: string; files: number }> {
  const folder = backupFolder(tools);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(folder);
  const work = await mkdtemp(join(folder, unfinished));
  try {
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
    const name = await freeName(folder, at);
    await writeFile(join(folder, `${name}.sha256`), `${sha256}  ${name}\n`, { mode: 0o600 });
    await rename(path, join(folder, name));
    tools.log.info({ backup: name, size }, 'backup made');
    return { name, size, sha256, files: notes.filter((note) => note.name.startsWith('files/')).length };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Newest first. @throws Refusal msg.admin */
export async function listBackups(tools: Tools, actor: Actor): Promise<ShownBackup[]> {
  demandAdministrator(actor);
  const folder = backupFolder(tools);
  const names = (await readdir(folder).catch(() => [])).filter((name) => namePattern.test(name));
  const shown = await Promise.all(
    names.map(async (name) => {
      const [found, sum] = await Promise.all([
        stat(join(folder, name)).catch(() => undefined),
        readFile(join(folder, `${name}.sha256`), 'utf8').catch(() => ''),
      ]);
      return found && { name, size: found.size, at: stampOf(found.mtime), sha256: sum.slice(0, 64) };
    }),
  );
  return shown.filter((one) => one !== undefined).sort((a, b) => (a.name < b.name ? 1 : -1));
}

/** The archive to send. Who took it is written down, for it holds everything. @throws Refusal msg.admin, msg.notfound */
export async function openBackup(tools: Tools, actor: Actor, name: string): Promise<{ stream: Readable; size: number }> {
  demandAdministrator(actor);
  const path = join(backupFolder(tools), demandName(name));
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new Refusal('msg.notfound');
  tools.log.warn({ backup: name, user: actor.id }, 'backup downloaded');
  return { stream: createReadStream(path), size: found.size };
}

/** @throws Refusal msg.admin, msg.notfound */
export async function removeBackup(tools: Tools, actor: Actor, name: string): Promise<void> {
  demandAdministrator(actor);
  const path = join(backupFolder(tools), demandName(name));
  await stat(path).catch(() => Promise.reject(new Refusal('msg.notfound')));
  await rm(path, { force: true });
  await rm(`${path}.sha256`, { force: true });
  tools.log.warn({ backup: name, user: actor.id }, 'backup removed');
}

function backupFolder({ config }: Tools): string {
  return join(config.dataDir, 'backups');
}

function demandAdministrator(actor: Actor): void {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
}

function demandName(name: string): string {
  if (!namePattern.test(name)) throw new Refusal('msg.notfound');
  return name;
}

async function openStored({ storage }: Tools, name: string, there: boolean): Promise<Readable | undefined> {
  return there ? storage.open(name).catch((error) => (error instanceof NotStored ? undefined : Promise.reject(error))) : undefined;
}

/** What a killed process left behind; only one backup is made at a time. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) if (entry.startsWith(unfinished)) await rm(join(folder, entry), { recursive: true, force: true });
}

/** 'reelbase-20260131-093000.tar.gz', UTC. */
async function freeName(folder: string, at: Date): Promise<string> {
  const stamp = stampOf(at).replace(/[-:]/g, '').replace(' ', '-');
  const taken = new Set(await readdir(folder));
  for (let count = 1; ; count += 1) {
    const name = `reelbase-${stamp}${count === 1 ? '' : `-${count}`}.tar.gz`;
    if (!taken.has(name)) return name;
  }
}
