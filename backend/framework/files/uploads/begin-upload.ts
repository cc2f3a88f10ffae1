import type { Transaction } from '#framework/data/engine/connect.ts';
import { deleteUpload, insertUpload, openUploads } from '#framework/data/system/files/uploads.ts';
import { sortableId } from '#framework/records/create-record.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { baseName, checkUpload, sizeText } from '#rules/records/upload.ts';
import { Refusal } from '#rules/words/problem.ts';
import { dropPart, hasRoom, partLength } from './part-files.ts';
import type { UploadTarget, WantedPlace } from './target.ts';

export const longestPiece = 8 * 1_048_576;
/** Uploads of one account that run at the same time. */
export const mostOpen = 12;
/** An upload without progress for this long, ms, gives way to another. */
const idleAfter = 15 * 60_000;

/** From here on the free space on the disk is checked. */
const bigFile = 8 * 1_048_576;

export interface WantedUpload extends WantedPlace {
  fileName: string;
  /** bytes */
  size: number;
}

/**
 * Begins an upload: everything that can be known before a byte is sent is refused here (V18, V19, V22, V43: count, size, name, kind by its ending).
 * @throws Refusal file.…, upload.open, upload.full, and what the target refuses
 */
export async function beginUpload(
  tools: Tools,
  actor: Actor,
  target: UploadTarget,
  { fileName: given, size, ...wanted }: WantedUpload,
): Promise<{ id: string; offset: number; chunk: number }> {
  const now = tools.now();
  const id = sortableId(now);
  const fileName = baseName(given);
  await tools.db.transaction(async (tx) => {
    await target.lockOwner(tools, tx, actor);
    const { place, existing } = await target.open(tools, tx, actor, wanted);
    const { object, rowId, field } = place;
    const [problem] = checkUpload([{ name: fileName, size }], place.rule, existing);
    if (problem) throw new Refusal(problem.code, { values: { object, field, ...problem.values } });
    if (size > bigFile && !(await hasRoom(tools, size))) throw new Refusal('upload.full', { values: { name: fileName, size: sizeText(size) } });
    await makeRoom(tools, tx, actor);
    await insertUpload(tx, { id, realm: actor.realm, owner: actor.id, object, rowId, field, name: fileName, size, at: now.getTime(), stored: '' });
  });
  return { id, offset: 0, chunk: target.piece };
}

/** Ends the upload that has been idle longest, if there is one. */
async function makeRoom(tools: Tools, tx: Transaction, actor: Actor): Promise<void> {
  const open = await openUploads(tx, actor.realm, actor.id);
  if (open.length < mostOpen) return;
  const now = tools.now().getTime();
  for (const { id, at } of open) {
    if (now - Math.max(at, (await partLength(tools, id)).at ?? 0) < idleAfter) continue;
    await deleteUpload(tx, id);
    await dropPart(tools, id);
    return;
  }
  throw new Refusal('upload.open');
}
