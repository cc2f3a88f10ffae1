/** Where backups lie (BACKUP_URL): each archive with its checksum and what its last check came to, under names by the moment at which it was made. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '#backend/config.ts';
import { openStorage } from '#framework/files/open-storage.ts';
import { NotStored, type Putting, type Storage, type StoredNames } from '#framework/files/storage.ts';
import type { BackupCheck, ShownBackup } from '#framework/system/wire.ts';
import { stampOf } from '#framework/time.ts';
import { isObject } from '#rules/records/record.ts';

/** Those of the schedule are marked: they go when there are enough newer ones. */
const scheduled = '.auto';
const archive = /^reelbase-\d{8}-\d{6}(-\d+)?(\.auto)?\.tar\.gz$/;
const erasures = /^reelbase-erased-\d{8}-\d{6}-[0-9a-f]{12}\.jsonl$/;
const notes = { sum: '.sha256', check: '.check.json' };
const work = '.making-';
/** What another machine left behind may still be in use; ms. */
const longest = 86_400_000;

const backupNames: StoredNames = {
  isOurs: (name) =>
    erasures.test(name) || archive.test(Object.values(notes).reduce((left, end) => (left.endsWith(end) ? left.slice(0, -end.length) : left), name)),
  folderOf: () => '',
  isFolder: (folder) => folder === '',
  setting: 'BACKUP_URL',
};

export function isBackup(name: string): boolean {
  return archive.test(name);
}

/** Part of the list of what was erased. */
export function isErasures(name: string): boolean {
  return erasures.test(name);
}

/** 'reelbase-erased-20260131-093000-0123456789ab.jsonl'. */
export function erasuresName(at: number, random: string): string {
  return `reelbase-erased-${compact(at)}-${random}.jsonl`;
}

export function isScheduled(name: string): boolean {
  return name.includes(scheduled);
}

/** Opened at its first use, and again after it could not be. */
export function backupStore(config: Pick<Config, 'backupUrl' | 'dataDir'>): () => Promise<Storage> {
  let opened: Promise<Storage> | undefined;
  return () => {
    opened ??= openStorage(config.backupUrl, join(config.dataDir, 'backups'), backupNames).catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

/** Newest first. */
export async function backupsIn(store: Storage): Promise<ShownBackup[]> {
  const stored = new Map<string, { size: number; at: number }>();
  for await (const { name, ...rest } of store.list()) stored.set(name, rest);
  const names = [...stored.keys()].filter(isBackup).sort().reverse();
  return Promise.all(
    names.map(async (name) => {
      const { size, at } = stored.get(name) ?? { size: 0, at: 0 }; // a key of it
      const [sum, check] = await Promise.all(
        Object.values(notes).map((end) => (stored.has(name + end) ? readText(store, name + end) : undefined)), // one after the other would take their time from a store elsewhere
      );
      return { name, size, at: stampOf(at), sha256: sum?.slice(0, 64) ?? '', check: checkOf(check) };
    }),
  );
}

/** Undefined where there is none. */
export async function sumOf(store: Storage, name: string): Promise<string | undefined> {
  return (await readText(store, name + notes.sum))?.slice(0, 64);
}

/** Puts the archive at `path` into the store, its checksum first; gives the name. */
export async function keepBackup(store: Storage, path: string, made: { at: Date; sha256: string; isScheduled: boolean }, how: Putting): Promise<string> {
  const name = await freeName(store, made.at, made.isScheduled ? scheduled : '');
  await keepNote(store, name + notes.sum, `${made.sha256}  ${name}\n`);
  try {
    await store.put(name, path, how);
  } catch (error) {
    await store.remove(name + notes.sum).catch(() => undefined); // the store is away
    throw error;
  }
  return name;
}

export async function keepCheck(store: Storage, name: string, check: BackupCheck): Promise<void> {
  await store.remove(name + notes.check);
  await keepNote(store, name + notes.check, JSON.stringify(check));
}

/** With what is noted beside it; the archive first, for without it the rest is nothing. */
export async function forgetBackup(store: Storage, name: string): Promise<void> {
  for (const end of ['', ...Object.values(notes)]) await store.remove(name + end);
}

/** Runs `task` with a folder beside the store for what is under way, which goes when it has ended; what a killed process left there goes first. */
export async function withFolder<T>(store: Storage, task: (folder: string) => Promise<T>): Promise<T> {
  await removeUnfinished(store.incoming);
  const folder = await mkdtemp(join(store.incoming, `${work}${hostname()}-${process.pid}-`));
  own.add(folder);
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    own.delete(folder);
  }
}

/** Of this process, in use. */
const own = new Set<string>();

/** A folder says whose it is, for the store may be of several machines. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    const [, host, pid] = /^\.making-(.+)-(\d+)-\w+$/.exec(entry) ?? [];
    const path = join(folder, entry);
    const isOver = host === hostname() ? !own.has(path) && !isRunning(Number(pid)) : host !== undefined && (await stat(path)).mtimeMs < Date.now() - longest;
    if (isOver) await rm(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false; // in use are its own alone, which `own` has
  try {
    process.kill(pid, 0); // signal 0 asks only
    return true;
  } catch {
    return false;
  }
}

export async function keepNote(store: Storage, name: string, content: string): Promise<void> {
  const path = join(store.incoming, `note-${randomBytes(9).toString('hex')}`);
  await writeFile(path, content, { mode: 0o600 });
  await store.put(name, path).finally(() => rm(path, { force: true }));
}

async function readText(store: Storage, name: string): Promise<string | undefined> {
  try {
    return await text(await store.open(name));
  } catch (error) {
    if (error instanceof NotStored) return undefined;
    throw error;
  }
}

function checkOf(json: string | undefined): BackupCheck | null {
  if (json === undefined) return null;
  try {
    const found: unknown = JSON.parse(json);
    return isObject(found) ? (found as unknown as BackupCheck) : null; // written by keepCheck
  } catch {
    return null; // cut off while it was written
  }
}

/** 'reelbase-20260131-093000.tar.gz', UTC. */
async function freeName(store: Storage, at: Date, mark: string): Promise<string> {
  const stamp = compact(at);
  for (let count = 1; ; count += 1) {
    const name = `reelbase-${stamp}${count === 1 ? '' : `-${count}`}${mark}.tar.gz`;
    if (!(await store.stat(name))) return name;
  }
}

/** '20260131-093000', UTC. */
function compact(at: Date | number): string {
  return stampOf(at).replace(/[-:]/g, '').replace(' ', '-');
}
