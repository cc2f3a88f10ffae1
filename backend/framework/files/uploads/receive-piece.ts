import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { findFile, insertFile } from '#framework/data/system/files/files.ts';
import { deleteUpload, findUpload, finishUpload, type UploadRow } from '#framework/data/system/files/uploads.ts';
import type { UploadState } from '#framework/files/wire.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { sizeText } from '#rules/records/upload.ts';
import { Refusal } from '#rules/words/problem.ts';
import { attachmentOf, giveUpFile, keepFile } from '../keep-file.ts';
import { discard, isFull, StoreAway } from '../storage.ts';
import { completePart, dropPart, keepPiece, partLength, partPath, placeOfPiece, secondName } from './part-files.ts';
import type { UploadTarget } from './target.ts';
import { type Turn, withLease } from './turns.ts';

/** A piece as it comes in: where it begins, how long it says it is (undefined where it does not), and its bytes. */
export interface Piece {
  id: string;
  offset: number;
  announced: number | undefined;
  bytes: Readable;
}

/**
 * Takes the next piece, from `offset` on; one that is longer than the rest of the file is refused before a byte of it is read. What arrives before a
 * connection breaks is stored, and flushed to disk before it is acknowledged. With the last byte the file is checked, stored and shown in its row, in one
 * transaction; asked again at the end, a finished upload answers the same.
 * @throws Refusal msg.notfound, upload.offset with {offset} in values and data, upload.long, upload.full; at the end file.kind and what the target refuses,
 * and then the upload is over
 */
export function receivePiece(tools: Tools, actor: Actor, target: UploadTarget, { id, offset, announced, bytes }: Piece): Promise<UploadState> {
  return inOwnTurn(tools, actor, id, async (upload, turn) => {
    const existing = upload.stored ? upload.size : (await partLength(tools, id)).length;
    if (offset !== existing) throw new Refusal('upload.offset', { values: { offset: existing }, data: { offset: existing } });
    if (announced !== undefined && existing + announced > upload.size) throw new Refusal('upload.long');
    const length = existing < upload.size ? await write(tools, upload, existing, bytes, turn) : existing;
    if (length < upload.size) return { offset: length };
    return upload.stored ? wholeState(tools, actor, target, upload) : turn.holdOn(() => finish(tools, actor, target, upload));
  });
}

/** How far it is; a piece that is just coming in is not waited for. @throws Refusal msg.notfound */
export async function readUpload(tools: Tools, actor: Actor, target: UploadTarget, id: string): Promise<UploadState> {
  const upload = await ownUpload(tools, actor, id);
  return upload.stored ? wholeState(tools, actor, target, upload) : { offset: (await partLength(tools, id)).length, chunk: target.piece };
}

/** Ends an upload; a file that is whole and shown stays in its row. @throws Refusal msg.notfound */
export function dropUpload(tools: Tools, actor: Actor, id: string): Promise<void> {
  return inOwnTurn(tools, actor, id, (upload) => drop(tools, upload));
}

/** Nobody takes the turn of another's upload, or of one that is not there: an id that no row has may be longer than a turn's, and would be waited for without end. */
async function inOwnTurn<T>(tools: Tools, actor: Actor, id: string, work: (upload: UploadRow, turn: Turn) => Promise<T>): Promise<T> {
  await ownUpload(tools, actor, id);
  // Whoever had the turn before may have ended it.
  return withLease(tools.db, id, async (turn) => work(await ownUpload(tools, actor, id), turn));
}

async function ownUpload({ db }: Tools, actor: Actor, id: string): Promise<UploadRow> {
  const upload = await findUpload(db, id);
  if (!upload || upload.owner !== actor.id || upload.realm !== actor.realm) throw new Refusal('msg.notfound', { values: { object: 'upload', id } });
  return upload;
}

async function wholeState(tools: Tools, actor: Actor, target: UploadTarget, upload: UploadRow): Promise<UploadState> {
  const file = await findFile(tools.db, upload.stored);
  return { offset: upload.size, ...(file && { attachment: attachmentOf(file) }), ...(await target.show(tools, actor, upload)) };
}

/** Takes at most what was announced; gives the length then. */
async function write(tools: Tools, { id, name, size }: UploadRow, from: number, bytes: Readable, turn: Turn): Promise<number> {
  const { path, at } = placeOfPiece(tools, id, from);
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  let length = from;
  let isOurs = true;
  turn.cut = () => bytes.destroy(new Error('another connection sends on'));
  const hold = async () => {
    isOurs = false;
    await turn.hold();
    isOurs = true;
  };
  try {
    await hold();
    // What follows a refusal is left unread and the line stays open, for the answer goes out on it.
    for await (const piece of bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      await hold();
      if (length + piece.length > size) {
        await handle.truncate(at);
        length = from;
        throw new Refusal('upload.long');
      }
      let written = 0;
      while (written < piece.length) written += (await handle.write(piece, written, piece.length - written, at + length - from + written)).bytesWritten;
      length += piece.length;
    }
    await handle.datasync();
    await turn.holdOn(() => keepPiece(tools, id, from, length - from));
    return length;
  } catch (error) {
    // What came before the line broke is not sent again.
    if (isOurs && !(error instanceof StoreAway) && !isFull(error)) await keepPiece(tools, id, from, length - from).catch(() => undefined);
    throw isFull(error) ? new Refusal('upload.full', { values: { name, size: sizeText(size) } }) : error;
  } finally {
    turn.cut = undefined;
    await handle.close();
  }
}

async function finish(tools: Tools, actor: Actor, target: UploadTarget, upload: UploadRow): Promise<UploadState> {
  const { id, name, size } = upload;
  await completePart(tools, id);
  const path = await secondName(tools, id);
  try {
    const storedFile = await keepFile(tools, actor, target.placeOf(tools, upload), { name, size, path });
    try {
      await tools.db.transaction(async (tx) => {
        await target.attach(tools, tx, actor, upload, attachmentOf(storedFile), storedFile);
        await insertFile(tx, storedFile);
        if (!(await finishUpload(tx, id, storedFile.name))) throw new Error('another process has finished it');
      });
    } catch (error) {
      await giveUpFile(tools, storedFile.name);
      throw error;
    }
    await dropPart(tools, id);
    if (storedFile.type.startsWith('video/')) tools.videos?.wake();
    return await wholeState(tools, actor, target, { ...upload, stored: storedFile.name });
  } catch (error) {
    if (isFull(error)) throw new Refusal('upload.full', { values: { name, size: sizeText(size) } });
    // What was refused is refused for good; after any other failure the whole file waits for another try.
    if (error instanceof Refusal && error.status < 500) await drop(tools, upload);
    throw error;
  } finally {
    if (path !== partPath(tools, id)) await discard(path);
  }
}

async function drop(tools: Tools, { id }: UploadRow): Promise<void> {
  await deleteUpload(tools.db, id);
  await dropPart(tools, id);
}
