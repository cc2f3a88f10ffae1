/** Files in a folder, or in folders of it by their names. A file is there whole or not at all, and on disk when `put` resolves. */
import { constants } from 'node:fs';
import { access, link, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demandName, discard, NotStored, type Storage, StoreAway, type StoredFile, type StoredNames } from './storage.ts';

const incomingFolder = '.incoming';
/** Bytes that a reader holds in memory at most: a hundred of them are 25 MB. */
const readAtOnce = 256 * 1024;

/** @param url `file:path`, absolute or relative to where the server was started */
export async function openDisk(url: string, names: StoredNames): Promise<Storage> {
  const folder = url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
  const incoming = join(folder, incomingFolder);
  try {
    await mkdir(incoming, { recursive: true });
    await access(incoming, constants.W_OK);
  } catch (error) {
    throw new Error(`${names.setting}: files cannot be written to ${folder} (${codeOf(error)})`);
  }
  const root = await realpath(folder);

  const pathOf = (name: string): string => {
    demandName(name, names);
    return join(root, names.folderOf(name), name);
  };
  /** The real path, which has to lie inside the root: a link planted in the folder leads nowhere. */
  const realPathOf = async (name: string): Promise<string> => {
    const wanted = pathOf(name);
    const path = await realpath(wanted).catch((error) => away(name, error));
    if (!path.startsWith(root + sep)) throw new NotStored(name);
    return path;
  };
  /** Not there, or nothing is there at all: a folder that was taken away, a disk that cannot be read. @throws NotStored, StoreAway */
  const away = async (name: string, error: unknown): Promise<never> => {
    const stands = await access(incoming).then(
      () => true,
      () => false,
    );
    throw stands && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error)) ? new NotStored(name) : new StoreAway(root, error);
  };

  return {
    kind: 'disk',
    address: root,
    direct: undefined,
    incoming,

    async put(name, path) {
      const target = pathOf(name);
      const parent = dirname(target);
      try {
        await flush(path);
        await mkdir(parent, { recursive: true });
        await linkOrMove(path, target);
        await flush(parent);
        await discard(path);
      } catch (error) {
        // The caller tells a name that is taken from a disk that is full.
        throw ['EEXIST', 'ENOSPC', 'EDQUOT'].includes(codeOf(error)) ? error : new StoreAway(root, error);
      }
    },

    async open(name, range) {
      const handle = await open(await realPathOf(name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((error) => away(name, error));
      return handle.createReadStream({ ...range, highWaterMark: readAtOnce });
    },

    async stat(name) {
      const found = await realPathOf(name)
        .then((path) => stat(path).catch((error) => away(name, error)))
        .catch((error) => (error instanceof NotStored ? undefined : Promise.reject(error)));
      return found?.isFile() ? { name, size: found.size, at: found.mtimeMs } : undefined;
    },

    async remove(name) {
      await rm(pathOf(name), { force: true });
    },

    list: () => listFolder(root, names),

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
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error;
    await rename(from, to);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
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

async function* listFolder(root: string, { isOurs, isFolder, folderOf }: StoredNames): AsyncIterable<StoredFile> {
  // Only the folders that `put` makes: a disk's own (lost+found) may not even be readable.
  const folders = (await readdir(root, { withFileTypes: true })).filter((one) => one.isDirectory() && isFolder(one.name)).map(({ name }) => name);
  for (const folder of [...(isFolder('') ? [''] : []), ...folders]) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const isStored = entry.isFile() && isOurs(entry.name) && folderOf(entry.name) === folder;
      const found = isStored ? await stat(join(root, folder, entry.name)).catch(() => undefined) : undefined;
      if (found) yield { name: entry.name, size: found.size, at: found.mtimeMs };
    }
  }
}
