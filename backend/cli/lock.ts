import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Longer than any build takes, ms. */
const patience = 300_000;

/** Takes a lock that is a folder, waiting for whoever holds it; one whose holder is gone is taken over. Gives the way to let it go. @throws Error where the folder cannot be made */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const holder = join(path, 'pid');
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const taken = await mkdir(path).then(
      () => true,
      (error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? false : Promise.reject(error)),
    );
    if (taken) {
      await writeFile(holder, String(process.pid));
      return () => rm(path, { recursive: true, force: true });
    }
    const pid = Number(await readFile(holder, 'utf8').catch(() => 'NaN'));
    if (await isLeftBehind(path, pid)) await rm(path, { recursive: true, force: true });
    else await wait(100);
  }
  throw new Error(`another build has held ${path} for ${patience / 60_000} minutes; delete that folder if none runs`);
}

/** Its holder is gone; or was this process's number in another life, as in a container; or was killed before it wrote its number. */
async function isLeftBehind(path: string, pid: number): Promise<boolean> {
  if (pid > 0) return pid === process.pid || !isRunning(pid);
  const made = await stat(path).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > 5_000;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 asks only
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
