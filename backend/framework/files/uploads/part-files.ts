/**
 * What has come of an upload. In a store that is a folder it is a growing file in the store's incoming folder, whose length is how much has come; several
 * servers share it with the folder. In an S3 store each piece is an object of its own with a row that says where it begins, so that any server goes on with
 * the next (its multipart uploads take no part below 5 MiB, and a telephone sends less); the server that has them all joins them on its disk, where the file
 * is looked into anyway. What it has received itself it does not fetch again.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { link, open, stat, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { deletePieces, insertPiece, piecesOf } from '#framework/data/system/files/uploads.ts';
import type { Tools } from '#framework/tools.ts';
import { discard, makeName } from '../storage.ts';

type PartTools = Pick<Tools, 'db' | 'storage'>;

const ending = '.part';

export function partPath({ storage }: Pick<Tools, 'storage'>, id: string): string {
  return join(storage.incoming, `${id}${ending}`);
}

/** The upload's id in a name of the incoming folder; undefined for other things on their way in. */
export function idOfPart(name: string): string | undefined {
  return name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
}

/** Bytes that have come, and when the last of them did; of an upload that has nothing yet, none. */
export async function partLength(tools: PartTools, id: string): Promise<{ length: number; at: number | undefined }> {
  if (tools.storage.kind === 's3') {
    const last = (await piecesOf(tools.db, id)).at(-1);
    return { length: last ? last.start + last.size : 0, at: last?.at };
  }
  return { length: await lengthOf(partPath(tools, id)), at: (await stat(partPath(tools, id)).catch(() => undefined))?.mtimeMs };
}

/** Where a piece that comes in is written, and at which byte of that file: at the end of the growing one, or into one of its own. */
export function placeOfPiece(tools: Pick<Tools, 'storage'>, id: string, start: number): { path: string; at: number } {
  return tools.storage.kind === 's3' ? { path: join(tools.storage.incoming, `${id}.piece`), at: 0 } : { path: partPath(tools, id), at: start };
}

/** The piece of `size` bytes has come, and is on the disk: in an S3 store it is stored now, and known to all servers. */
export async function keepPiece(tools: PartTools, id: string, start: number, size: number): Promise<void> {
  if (tools.storage.kind !== 's3' || !size) return;
  const { path } = placeOfPiece(tools, id, start);
  await truncate(path, size);
  const name = makeName('part');
  await tools.storage.put(name, path);
  await insertPiece(tools.db, { upload: id, start, size, name, at: Date.now() });
  if ((await lengthOf(partPath(tools, id))) === start)
    await pipeline(createReadStream(path), createWriteStream(partPath(tools, id), { flags: 'a', mode: 0o600 }));
  await discard(path);
}

/** Of an upload that is whole: what other servers have received is fetched, so that the growing file has all of it. */
export async function completePart(tools: PartTools, id: string): Promise<void> {
  if (tools.storage.kind !== 's3') return;
  const handle = await open(partPath(tools, id), 'a', 0o600);
  await handle.close();
  for (const { start, size, name } of await piecesOf(tools.db, id)) {
    const own = await lengthOf(partPath(tools, id));
    if (own >= start + size) continue;
    // What was cut off while it was added is added anew.
    await truncate(partPath(tools, id), start);
    await pipeline(await tools.storage.open(name), createWriteStream(partPath(tools, id), { flags: 'a', mode: 0o600 }));
  }
}

async function lengthOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Bytes of the disk that an upload leaves to the database and everybody else. */
const reserve = 256 * 1_048_576;

/** Whether the upload folder's disk has so many bytes free. A file system that does not report its free space is assumed to have it. */
export async function hasRoom({ storage }: Pick<Tools, 'storage'>, bytes: number): Promise<boolean> {
  const found = await statfs(storage.incoming).catch(() => undefined);
  return !found || found.bavail * found.bsize >= bytes + reserve;
}

/** The rows of pieces first: an object without one is swept, where it cannot be removed now. */
export async function dropPart(tools: PartTools, id: string): Promise<void> {
  await discard(partPath(tools, id));
  if (tools.storage.kind !== 's3') return;
  await discard(placeOfPiece(tools, id, 0).path);
  const pieces = await piecesOf(tools.db, id);
  await deletePieces(tools.db, id);
  for (const { name } of pieces) await tools.storage.remove(name).catch(() => undefined);
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
