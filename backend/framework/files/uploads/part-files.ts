/** The growing files of uploads: they lie in the store's incoming folder, and their length is how much has come. */
import { link, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tools } from '#framework/tools.ts';
import { discard } from '../storage.ts';

const ending = '.part';

export function partPath({ storage }: Pick<Tools, 'storage'>, id: string): string {
  return join(storage.incoming, `${id}${ending}`);
}

/** The upload's id in a name of the incoming folder; undefined for other things on their way in. */
export function idOfPart(name: string): string | undefined {
  return name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
}

/** Bytes that have come, and when the last of them did; of a file that is not there yet, none. */
export async function partLength(tools: Pick<Tools, 'storage'>, id: string): Promise<{ length: number; at: number | undefined }> {
  const found = await stat(partPath(tools, id)).catch(() => undefined);
  return { length: found?.size ?? 0, at: found?.mtimeMs };
}

/** Bytes of the disk that an upload leaves to the database and everybody else. */
const reserve = 256 * 1_048_576;

/** Whether the upload folder's disk has so many bytes free. A file system that does not report its free space is assumed to have it. */
export async function hasRoom({ storage }: Pick<Tools, 'storage'>, bytes: number): Promise<boolean> {
  const found = await statfs(storage.incoming).catch(() => undefined);
  return !found || found.bavail * found.bsize >= bytes + reserve;
}

export function dropPart(tools: Pick<Tools, 'storage'>, id: string): Promise<void> {
  return discard(partPath(tools, id));
}

/** A second name for the whole file, which the store may take away: what has come is lost only once the row is written. */
export async function secondName(tools: Pick<Tools, 'storage'>, id: string): Promise<string> {
  const [path, other] = [partPath(tools, id), join(tools.storage.incoming, `${id}.whole`)];
  await discard(other); // of a try that was cut off
  // A folder without hard links gives the file itself.
  return link(path, other).then(
    () => other,
    () => path,
  );
}
