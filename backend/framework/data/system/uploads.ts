/** Rows of `_upload`: files on their way in, piece by piece. How much has come is not written here; the growing file says it. */
import type { Executor } from '../engine/connect.ts';

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

const columns = '`id`, `realm`, `owner`, `object`, `row_id`, `field`, `name`, `size`, `at`, `stored`';

export async function insertUpload(tx: Executor, upload: UploadRow): Promise<void> {
  const { id, realm, owner, object, rowId, field, name, size, at, stored } = upload;
  await tx.run(`INSERT INTO \`_upload\` (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [id, realm, owner, object, rowId, field, name, size, at, stored]);
}

export async function findUpload(db: Executor, id: string): Promise<UploadRow | undefined> {
  return (await db.query(`SELECT ${columns} FROM \`_upload\` WHERE \`id\` = ?`, [id])).map(uploadOf)[0];
}

/** A person's uploads that are not finished, oldest first. */
export async function openUploads(db: Executor, realm: string, owner: string): Promise<UploadRow[]> {
  const sql = `SELECT ${columns} FROM \`_upload\` WHERE \`realm\` = ? AND \`owner\` = ? AND \`stored\` = '' ORDER BY \`at\`, \`id\``;
  return (await db.query(sql, [realm, owner])).map(uploadOf);
}

/** Records that it is whole, and its name in the store; false where that was done already, or it no longer exists. */
export async function finishUpload(tx: Executor, id: string, stored: string): Promise<boolean> {
  return (await tx.run("UPDATE `_upload` SET `stored` = ? WHERE `id` = ? AND `stored` = ''", [stored, id])).changes > 0;
}

export async function deleteUpload(db: Executor, id: string): Promise<void> {
  await db.run('DELETE FROM `_upload` WHERE `id` = ?', [id]);
}

/** Ids of uploads begun before an instant. */
export async function staleUploads(db: Executor, before: number, limit: number): Promise<string[]> {
  return (await db.query(`SELECT \`id\` FROM \`_upload\` WHERE \`at\` < ? LIMIT ${limit}`, [before])).map((row) => String(row.id));
}

/** Every id that has a row. */
export async function existingUploads(db: Executor): Promise<Set<string>> {
  return new Set((await db.query('SELECT `id` FROM `_upload`')).map((row) => String(row.id)));
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
