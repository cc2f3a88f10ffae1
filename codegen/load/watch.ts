/** Watching the schema and locale folders: the system's notices where they come, and a look at the files' stamps every two seconds where they do not (containers, network disks). */
import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Folders, readStamps } from './read-files.ts';

/** Editors write a file in several steps; this long after the last one it is read. */
const settleMs = 150;
const pollMs = 2000;

/** Calls `changed` after each change of a JSON file; returns the way to stop. Without `polls` somebody else looks at the stamps. */
export function watchFolders(folders: Folders, changed: () => Promise<unknown>, { polls = true }: { polls?: boolean } = {}): () => void {
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let stamps: string | undefined;

  const soon = (): void => {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void settle(), settleMs);
    timer.unref();
  };
  const settle = async (): Promise<void> => {
    stamps = await readStamps(folders);
    if (stopped) return;
    await changed();
    await arm(); // a folder may be new, or another one under the same name
  };
  const poll = async (): Promise<void> => {
    const now = await readStamps(folders);
    if (stamps !== undefined && now !== stamps) soon();
    stamps ??= now;
  };
  const arm = async (): Promise<void> => {
    const dirs = (await Promise.all([folders.schemasDir, folders.localesDir].map(foldersIn))).flat();
    if (stopped) return;
    for (const watcher of watchers) watcher.close();
    watchers = dirs.flatMap((dir) => {
      try {
        const watcher = watch(dir, { persistent: false }, soon);
        watcher.on('error', () => watcher.close()); // the poll goes on
        return [watcher];
      } catch {
        return [];
      }
    });
  };

  void arm();
  if (polls) void poll();
  const interval = polls ? setInterval(() => void poll(), pollMs).unref() : undefined;
  return () => {
    stopped = true;
    clearTimeout(timer);
    clearInterval(interval);
    for (const watcher of watchers) watcher.close();
  };
}

async function foldersIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  return [dir, ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(dir, name))];
}
