import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Config, ConfigError } from '#backend/config.ts';
import { cutOffRestore, endRestore, restoreDatabase } from '#framework/data/backup/backup.ts';
import { dataFormat, halfRestored } from '#framework/data/engine/format.ts';
import { openStorage } from '#framework/files/open-storage.ts';
import { readArchive } from './archive.ts';
import type { Manifest } from './make-backup.ts';

/** A file in the data folder until a restore has ended; the database has a mark of its own, for servers that reach it from another folder. */
const mark = 'restoring';

/** @throws ConfigError where a restore into the data folder was cut off */
export async function demandWhole({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const marked = await readFile(join(dataDir, mark)).catch(() => undefined);
  if (marked) throw new ConfigError(halfRestored(dataDir));
}

/**
 * Restores a backup into the empty database and files folder that the settings name. Everything is unpacked and compared with its hashes first, so that a
 * damaged archive leaves nothing behind. Both are marked from the first byte to the last: after an interruption no server starts, and the next restore
 * empties them and begins again.
 * @throws Error with a sentence for the person at the command line
 */
export async function restoreBackup(config: Config, archive: string, say: (line: string) => void): Promise<Manifest> {
  await compareSum(archive);
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
    say(`Reading ${archive}`);
    const { entries, manifest: read } = await readArchive(archive, async (name, stream) => {
      const path = join(work, name);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(stream, createWriteStream(path));
    });
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
    const files = manifest.entries.filter(({ name }) => name.startsWith('files/'));
    say(`Restoring the database (${manifest.database.kind}, as of ${manifest.at})`);
    await restoreDatabase(config.databaseUrl, join(work, 'database'), { ...manifest.database, store: storage.address });
    say(`Restoring ${files.length} files`);
    if (isOurs) for await (const { name } of storage.list()) await storage.remove(name);
    for (const { name } of files) await storage.put(basename(name), join(work, name));
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

/** Against the `.sha256` that lies beside it, where it does. */
async function compareSum(archive: string): Promise<void> {
  const line = await readFile(`${archive}.sha256`, 'utf8').catch(() => undefined);
  if (line === undefined) return;
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  if (hash.digest('hex') !== line.slice(0, 64)) throw new Error(`${archive} does not have the checksum that stands in ${basename(archive)}.sha256`);
}
