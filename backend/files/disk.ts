/** Files in a folder: two letters of the name, then the name. A file is there whole or not at all, and on disk when `put` resolves. */
import { constants } from 'node:fs';
import { access, link, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demandName, discard, NotStored, type Storage, type StoredFile } from './storage.ts';

const incomingFolder = '.incoming';
/** Bytes that a reader holds in memory at most: a hundred of them are 25 MB. */
const readAtOnce = 256 * 1024;

/** @param url `file:path`, absolute or relative to where the server was started */
export async function openDisk(url: string): Promise<Storage> {
  const folder = url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
  const incoming = join(folder, incomingFolder);
  await mkdir(incoming, { recursive: true });
  const root = await realpath(folder);

  const pathOf = (name: string): string => {
    demandName(name);
    return join(root, name.slice(0, 2), name);
  };
  /** The real path, which has to lie inside the root: a link planted in the folder leads nowhere. */
  const realPathOf = async (name: string): Promise<string> => {
    const path = await realpath(pathOf(name)).catch(() => undefined);
    if (!path?.startsWith(root + sep)) throw new NotStored(name);
    return path;
  };

  return {
    kind: 'disk',
    address: root,
    incoming,

    async put(name, path) {
      const target = pathOf(name);
      const parent = join(root, name.slice(0, 2));
      await flush(path);
      await mkdir(parent, { recursive: true });
      await linkOrMove(path, target);
      await flush(parent);
      await discard(path);
    },

    async open(name, range) {
      const handle = await open(await realPathOf(name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => undefined);
      if (!handle) throw new NotStored(name);
      return handle.createReadStream({ ...range, highWaterMark: readAtOnce });
    },

    async stat(name) {
      const path = await realPathOf(name).catch(() => undefined);
      const found = path ? await stat(path).catch(() => undefined) : undefined;
      return found?.isFile() ? { name, size: found.size, at: found.mtimeMs } : undefined;
    },

    async remove(name) {
      await rm(pathOf(name), { force: true });
    },

    list: () => listFolder(root),

    async check() {
      await access(incoming, constants.W_OK).catch(() => Promise.reject(new Error(`files cannot be written to ${root}`)));
    },
  };
}

/** A hard link fails where the name is taken; a folder without hard links gets a move, for names are never made twice. */
async function linkOrMove(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EMLINK') throw error;
    await rename(from, to);
  }
}

/** Onto the disk: a file's bytes, or a folder's names. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* listFolder(root: string): AsyncIterable<StoredFile> {
  for (const parent of await readdir(root, { withFileTypes: true })) {
    if (!parent.isDirectory() || parent.name === incomingFolder) continue;
    for (const entry of await readdir(join(root, parent.name), { withFileTypes: true })) {
      const found = entry.isFile() ? await stat(join(root, parent.name, entry.name)).catch(() => undefined) : undefined;
      if (found) yield { name: entry.name, size: found.size, at: found.mtimeMs };
    }
  }
}
