import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#backend/config.ts';
import { restoreDatabase } from '#backend/data/backup.ts';
import { readArchive } from '#backend/files/archive.ts';
import { openStorage } from '#backend/files/open-storage.ts';
import type { Manifest } from './make-backup.ts';

/**
 * Puts a backup into the empty place that the settings name: database and files. Everything is unpacked and compared with its hashes first, so that
 * a damaged archive leaves nothing behind; the database comes last, for a place with one counts as taken.
 * @throws Error with a sentence for the person at the command line
 */
export async function restoreBackup(config: Config, archive: string, say: (line: string) => void): Promise<Manifest> {
  await compareSum(archive);
  await mkdir(config.dataDir, { recursive: true });
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
    const found = new Map(entries.map((entry) => [entry.name, entry]));
    for (const { name, size, sha256 } of manifest.entries) {
      const entry = found.get(name);
      if (entry?.sha256 !== sha256 || entry.size !== size) throw new Error(`${name} in the archive is damaged`);
    }
    const storage = await openStorage(config.storageUrl, config.dataDir);
    for await (const _ of storage.list()) throw new Error(`there are files already at ${storage.address}: restore into an empty place`);
    const files = manifest.entries.filter(({ name }) => name.startsWith('files/'));
    say(`Restoring the database (${manifest.database.kind}, as of ${manifest.at})`);
    await restoreDatabase(config.databaseUrl, join(work, 'database'), manifest.database);
    say(`Restoring ${files.length} files`);
    for (const { name } of files) await storage.put(basename(name), join(work, name));
    return manifest;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Against the `.sha256` that lies beside it, where it does. */
async function compareSum(archive: string): Promise<void> {
  const line = await readFile(`${archive}.sha256`, 'utf8').catch(() => undefined);
  if (line === undefined) return;
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  if (hash.digest('hex') !== line.slice(0, 64)) throw new Error(`${archive} does not have the checksum that stands in ${basename(archive)}.sha256`);
}
