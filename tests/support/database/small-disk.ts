/** A place that is really full soon: a small file system, or a limit of the process that no file of its may outgrow. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  folder: string;
  /** what is said in the shell before the server that lives on it */
  shell: string;
  /** leaves so many bytes */
  fill(left: number): void;
  /** frees space; false where the limit cannot be lifted */
  clear(): boolean;
  remove(): void;
}

const mount = (folder: string, bytes: number) =>
  process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]).status === 0;
const unmount = (folder: string) => spawnSync('umount', ['-l', folder]);

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const may = mount(folder, 4096);
  if (may) unmount(folder);
  rmSync(folder, { recursive: true, force: true });
  return may;
}

/** The ways there are here to be full: a machine where nobody may mount has the limit only, every other is asked both. */
export const waysToBeFull: readonly ('mount' | 'limit')[] = mayMount() ? ['mount', 'limit'] : ['limit'];

/** @param limit bytes of a file, where it is the process that is limited */
export function smallDisk(way: 'mount' | 'limit', bytes: number, limit: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const isMounted = way === 'mount';
  if (isMounted && !mount(folder, bytes)) throw new Error('a file system that could be mounted a moment ago cannot be now');
  const filler = join(folder, 'filler');
  return {
    folder,
    shell: isMounted ? ':' : `ulimit -f ${Math.ceil(limit / 512)}`,
    fill: (left) => {
      if (!isMounted) return;
      rmSync(filler, { force: true });
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
    },
    clear: () => {
      rmSync(filler, { force: true });
      return isMounted;
    },
    remove: () => {
      if (isMounted) unmount(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
