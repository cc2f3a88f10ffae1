import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileRule, Row } from '#codegen/model.ts';
import { announceFile, dropAnnounced, type FileRow, noteReceived } from '#framework/data/system/files/files.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isRaster, isStoredName, linkOf, type OfferedFile, subtitleType, typesOf } from '#rules/records/upload.ts';
import { checkCaptions } from '#rules/values/captions.ts';
import { Refusal } from '#rules/words/problem.ts';
import { reencode } from './images.ts';
import { typeOfFile } from './sniff.ts';
import { discard, isFull, makeName, StoreAway } from './storage.ts';

/** One file on its way in: what the person calls it, and where it lies until it is checked. */
export interface IncomingFile extends OfferedFile {
  path: string;
}

/** What a file is for; `rowId` is '' where the row is still to be made, `field` has dots. */
export interface FilePlace {
  object: string;
  rowId: string;
  field: string;
  rule: FileRule;
}

/**
 * The one way of a file into the store, however it came: looks into it, encodes a picture anew, stores it under a name of the server's own. The caller
 * completes the announced row (`insertFile`), and gives the file up where that fails.
 * @throws Refusal file.kind for what it holds, captions.… for captions that cannot be shown; the disk's own error where it is full
 */
export async function keepFile(tools: Pick<Tools, 'db' | 'storage' | 'now'>, actor: Actor, place: FilePlace, file: IncomingFile): Promise<FileRow> {
  const refused = () => new Refusal('file.kind', { values: { name: file.name } });
  const { type, extension } = (await typeOfFile(file.path, file.name)) ?? { type: '', extension: '' };
  const name = makeName(extension);
  if (!typesOf(place.rule).has(type) || !isStoredName(name)) throw refused();
  if (type === subtitleType) refuseCaptions(await readFile(file.path, 'utf8'), file.name);
  const clean = isRaster(type) ? join(tools.storage.incoming, `${randomUUID()}.clean`) : undefined;
  try {
    const picture = clean
      ? await reencode(file.path, clean, type, place.rule.maxSize).catch((error) => Promise.reject(isFull(error) ? error : refused()))
      : undefined;
    const path = clean ?? file.path;
    const { size } = await stat(path);
    const sha256 = await hashOf(path);
    const row: FileRow = {
      name,
      purpose: place.rule.purpose,
      object: place.object,
      rowId: place.rowId,
      field: place.field,
      fileName: file.name,
      size,
      type,
      sha256,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      public: place.rule.public,
      owner: actor.id,
      at: tools.now().getTime(),
    };
    await storeFile(tools, row, path);
    if (clean) await noteReceived(tools.db, name, { size: (await stat(file.path)).size, sha256: await hashOf(file.path) });
    return row;
  } finally {
    if (clean) await discard(clean);
  }
}

/** What no player shows as it is meant is told by its lines, the first of them as the answer's own. */
function refuseCaptions(text: string, name: string): void {
  const { errors } = checkCaptions(text, name);
  const [first] = errors;
  if (first) throw new Refusal(first.code, { ...(first.values && { values: first.values }), fields: errors.length > 1 ? errors.slice(0, 20) : [] });
}

/** Announces the row, then stores the file: a sweep in any process knows its owner. */
export async function storeFile(tools: Pick<Tools, 'db' | 'storage'>, row: FileRow, path: string): Promise<void> {
  await announceFile(tools.db, row);
  try {
    await tools.storage.put(row.name, path);
  } catch (error) {
    // A store that is away is not asked again; what it took all the same has no row, and is swept.
    if (error instanceof StoreAway) await dropAnnounced(tools.db, row.name).catch(() => false);
    else await giveUpFile(tools, row.name);
    throw error;
  }
}

/** Takes back what was stored and announced only. What cannot be taken back now, the sweep finds; a row that did become whole keeps its file. */
export async function giveUpFile(tools: Pick<Tools, 'db' | 'storage'>, name: string): Promise<void> {
  const isGivenUp = await dropAnnounced(tools.db, name).catch(() => false);
  if (isGivenUp) await tools.storage.remove(name).catch(() => undefined);
}

/** A stored file as a row shows it. */
export function attachmentOf(file: Pick<FileRow, 'name' | 'fileName' | 'size'>): Row {
  const { name, fileName, size } = file;
  return { filepath: `files/${name}`, fileName, size, link: linkOf(name), name: '', desc: '', altLink: '', altName: '', altDesc: '' };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
