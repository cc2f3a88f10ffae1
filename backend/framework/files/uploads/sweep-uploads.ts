import { readdir, stat } from 'node:fs/promises';
import { forgetTurns } from '#framework/data/system/files/upload-turns.ts';
import { deleteUpload, existingUploads, forgetPieces, staleUploads } from '#framework/data/system/files/uploads.ts';
import type { Tools } from '#framework/tools.ts';
import { dropPart, idOfPart, partPath } from './part-files.ts';

/** An upload that has not ended after this long, ms, is given up; a finished one is forgotten. */
export const uploadLife = 24 * 3_600_000;
const batch = 500;

/** Gives up what is too old, and takes away pieces that no row knows; `before`: only files older than this instant. */
export async function sweepUploads(tools: Pick<Tools, 'db' | 'storage' | 'now'>, before: number): Promise<number> {
  let removed = 0;
  for (const id of await staleUploads(tools.db, tools.now().getTime() - uploadLife, batch)) {
    await deleteUpload(tools.db, id);
    await dropPart(tools, id);
    removed += 1;
  }
  await forgetTurns(tools.db);
  await forgetPieces(tools.db);
  // The folder first: an upload begun in between has its row before its file.
  const parts = (await readdir(tools.storage.incoming)).map(idOfPart).filter((id) => id !== undefined);
  const existing = parts.length ? await existingUploads(tools.db) : new Set();
  for (const id of parts) {
    const found = existing.has(id) ? undefined : await stat(partPath(tools, id)).catch(() => undefined);
    if (!found || found.mtimeMs >= before) continue;
    await dropPart(tools, id);
    removed += 1;
  }
  return removed;
}
