/** A backup into the empty place that the settings name. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { type Config, ConfigError } from '#backend/config.ts';
import { cutOffRestore, endRestore, restoreDatabase } from '#framework/data/backup/backup.ts';
import { dataFormat, halfRestored } from '#framework/data/engine/format.ts';
import type { Erased } from '#framework/data/system/accounts/erased.ts';
import { openStorage } from '#framework/files/open-storage.ts';
import { readArchive } from './archive.ts';
import { backupStore, backupsIn, isBackup, sumOf } from './backup-store.ts';
import { erasuresBeside, erasuresIn, noteDue } from './erasures.ts';
import type { Manifest } from './make-backup.ts';

/** A file in the data folder until a restore has ended; the database has a mark of its own, for servers that reach it from another folder. */
const mark = 'restoring';

/** @throws ConfigError where a restore into the data folder was cut off */
export async function demandWhole({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const marked = await readFile(join(dataDir, mark)).catch(() => undefined);
  if (marked) throw new ConfigError(halfRestored(dataDir));
}

/** An archive, wherever it lies. */
export interface Archive {
  /** for what is said */
  name: string;
  open: () => Promise<Readable>;
  /** that stands beside it; undefined where none does */
  sha256: string | undefined;
  /** what the list of erasures beside it says */
  erasures: () => Promise<Erased[]>;
}

/**
 * The archive that somebody names: a file, one of the store of backups (BACKUP_URL) by its name, or the `newest` of them.
 * @throws Error with a sentence for the person at the command line
 */
export async function findArchive(config: Config, named: string): Promise<Archive> {
  const path = resolve(named);
  if (existsSync(path)) {
    const sum = await readFile(`${path}.sha256`, 'utf8').catch(() => undefined);
    return { name: path, open: async () => createReadStream(path), sha256: sum?.slice(0, 64), erasures: () => erasuresBeside(dirname(path)) };
  }
  const store = await backupStore(config)();
  const name = named === 'newest' ? (await backupsIn(store))[0]?.name : basename(named);
  if (name === undefined || !isBackup(name) || !(await store.stat(name)))
    throw new Error(`there is no backup ${named}, neither as a file nor at ${store.address}`);
  return { name, open: () => store.open(name), sha256: await sumOf(store, name), erasures: async () => [] };
}

/**
 * Unpacks the entries that `isWanted` into the folder and compares all of them with the manifest's hashes.
 * @throws Error with a sentence: no backup, damaged, or of a newer server
 */
export async function unpack(archive: Omit<Archive, 'erasures'>, folder: string, isWanted: (name: string) => boolean, signal?: AbortSignal): Promise<Manifest> {
  const take = async (name: string, stream: Readable) => {
    if (!isWanted(name)) return void (await finished(stream.resume()));
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await pipeline(stream, createWriteStream(path));
  };
  const { entries, manifest: read, sha256: whole } = await readArchive(await archive.open(), take, signal);
  if (archive.sha256 !== undefined && whole !== archive.sha256) throw new Error(`${archive.name} does not have the checksum that stands beside it`);
  const manifest = read as Manifest; // looked at in the next lines
  if (manifest?.format !== 'reelbase-backup' || manifest.version !== 1) throw new Error('this is no backup of Reelbase, or its end is missing');
  if ((manifest.data ?? 0) > dataFormat)
    throw new Error(
      `this backup is of format ${manifest.data}, made by a newer Reelbase; this one knows formats up to ${dataFormat}: restore it with the newer version`,
    );
  const found = new Map(entries.map((entry) => [entry.name, entry]));
  for (const { name, size, sha256 } of manifest.entries) {
    const entry = found.get(name);
    if (entry?.sha256 !== sha256 || entry.size !== size) throw new Error(`${name} in the archive is damaged`);
  }
  return manifest;
}

/**
 * Restores a backup into the empty database and files folder that the settings name. Everything is unpacked and compared with its hashes first, so that a
 * damaged archive leaves nothing behind. Both are marked from the first byte to the last: after an interruption no server starts, and the next restore
 * empties them and begins again.
 * @throws Error with a sentence for the person at the command line
 */
export async function restoreBackup(config: Config, named: string, say: (line: string) => void): Promise<Manifest> {
  const archive = await findArchive(config, named);
  await mkdir(config.dataDir, { recursive: true });
  const storage = await openStorage(config.storageUrl, config.dataDir);
  const before = await cutOffRestore(config.databaseUrl);
  // Only what a restore into this very store has left may be taken away.
  const isOurs = before === storage.address;
  if (!isOurs) for await (const _ of storage.list()) throw new Error(`there are files already at ${storage.address}: restore into an empty place`);
  await demandAlone(config.dataDir);
  await writeFile(join(config.dataDir, mark), `${process.pid}\n`);
  for (const left of await readdir(config.dataDir)) if (left.startsWith('.restoring-')) await rm(join(config.dataDir, left), { recursive: true, force: true });
  const work = await mkdtemp(join(config.dataDir, '.restoring-'));
  try {
    say(`Reading ${archive.name}`);
    const listed = await listedErasures(config, archive, say);
    const manifest = await unpack(archive, work, () => true);
    const files = manifest.entries.filter(({ name }) => name.startsWith('files/'));
    say(`Restoring the database (${manifest.database.kind}, as of ${manifest.at})`);
    await restoreDatabase(config.databaseUrl, join(work, 'database'), { ...manifest.database, store: storage.address });
    say(`Restoring ${files.length} files`);
    if (isOurs) for await (const { name } of storage.list()) await storage.remove(name);
    for (const { name } of files) await storage.put(basename(name), join(work, name));
    const due = await noteDue(config.databaseUrl, listed, manifest.at);
    if (due) say(`Records that were erased since, and are erased again before the server serves: ${due}`);
    // The database's mark goes last: without it the next restore would find a place that is taken.
    await rm(join(config.dataDir, mark));
    await endRestore(config.databaseUrl);
    return manifest;
  } catch (error) {
    const isTouched = await cutOffRestore(config.databaseUrl).then(
      (store) => store !== undefined,
      () => true,
    );
    if (!isTouched) await rm(join(config.dataDir, mark), { force: true });
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * What was erased, by the lists beside the archive and in the store of backups. Data are not lost for a store that is away: that is said, and the restore can
 * be run once more.
 */
async function listedErasures(config: Config, archive: Archive, say: (line: string) => void): Promise<Erased[]> {
  const listed = await archive.erasures();
  try {
    listed.push(...(await erasuresIn(await backupStore(config)())));
  } catch (error) {
    say(`Attention: the list of erasures at BACKUP_URL cannot be read (${error instanceof Error ? error.message : String(error)}): who was erased may be back`);
  }
  if (!listed.length) say('There is no list of erasures beside the backup or at BACKUP_URL');
  return listed;
}

/** @throws Error where another restore into this folder is under way */
async function demandAlone(dataDir: string): Promise<void> {
  const pid = Number(await readFile(join(dataDir, mark), 'utf8').catch(() => 'NaN'));
  if (!(pid > 0) || pid === process.pid) return;
  try {
    process.kill(pid, 0); // signal 0 asks only
  } catch {
    return;
  }
  throw new Error(`another restore into ${dataDir} is under way (process ${pid}); where that is none, delete ${join(dataDir, mark)} first`);
}
