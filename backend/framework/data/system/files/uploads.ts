/** Rows of `_upload`: files on their way in, piece by piece. How much has come says the growing file, or in an S3 store the rows of its pieces. */
import type { Executor } from '../../engine/connect.ts';
import { table } from '../../engine/table.ts';

export interface UploadRow {
  id: string;
  /** who sends it */
  realm: string;
  owner: string;
  /** where it shall stand; `field` with dots */
  object: string;
  rowId: string;
  field: string;
  /** what the person calls it */
  name: string;
  /** bytes it was announced with */
  size: number;
  /** begun, ms since 1970 */
  at: number;
  /** name in the store, '' until it is whole and stored */
  stored: string;
}

export async function insertUpload(tx: Executor, upload: UploadRow): Promise<void> {
  const { rowId, ...named } = upload;
  await table(tx, '_upload').insert({ ...named, row_id: rowId });
}

export async function findUpload(db: Executor, id: string): Promise<UploadRow | undefined> {
  const row = await table(db, '_upload').where({ id }).first();
  return row && uploadOf(row);
}

/** A person's uploads that are not finished, oldest first. */
export async function openUploads(db: Executor, realm: string, owner: string): Promise<UploadRow[]> {
  return (await table(db, '_upload').where({ realm, owner, stored: '' }).orderBy(['at', 'id'])).map(uploadOf);
}

/** Records that it is whole, and its name in the store; false where that was done already, or it no longer exists. */
export async function finishUpload(tx: Executor, id: string, stored: string): Promise<boolean> {
  return (await table(tx, '_upload').where({ id, stored: '' }).update({ stored })) > 0;
}

export async function deleteUpload(db: Executor, id: string): Promise<void> {
  await table(db, '_upload').where({ id }).del();
}

/** Ids of uploads begun before an instant. */
export async function staleUploads(db: Executor, before: number, limit: number): Promise<string[]> {
  return table(db, '_upload').where('at', '<', before).limit(limit).pluck('id');
}

/** Every id that has a row. */
export async function existingUploads(db: Executor): Promise<Set<string>> {
  return new Set(await table(db, '_upload').pluck('id'));
}

/** A piece that lies in an S3 store as an object of its own. */
export interface PieceRow {
  upload: string;
  /** the byte of the file at which it begins */
  start: number;
  size: number;
  /** in the store */
  name: string;
  /** ms since 1970 */
  at: number;
}

export async function insertPiece(db: Executor, piece: PieceRow): Promise<void> {
  await table(db, '_upload_piece').insert({ ...piece });
}

/** In their order. */
export async function piecesOf(db: Executor, upload: string): Promise<PieceRow[]> {
  const rows = await table(db, '_upload_piece').where({ upload }).orderBy('start');
  return rows.map(({ start, size, name, at }) => ({ upload, start: Number(start), size: Number(size), name: String(name), at: Number(at) }));
}

export async function deletePieces(db: Executor, upload: string): Promise<void> {
  await table(db, '_upload_piece').where({ upload }).del();
}

/** Rows of pieces whose upload no longer exists. */
export async function forgetPieces(db: Executor): Promise<void> {
  await table(db, '_upload_piece').whereNotIn('upload', table(db, '_upload').select('id')).del();
}

function uploadOf(row: Record<string, unknown>): UploadRow {
  const text = (name: string): string => String(row[name] ?? '');
  return {
    id: text('id'),
    realm: text('realm'),
    owner: text('owner'),
    object: text('object'),
    rowId: text('row_id'),
    field: text('field'),
    name: text('name'),
    size: Number(row.size),
    at: Number(row.at),
    stored: text('stored'),
  };
}
