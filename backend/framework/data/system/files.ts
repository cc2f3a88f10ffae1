/** Rows of `_file`: what is known of each stored file. Who may see it follows from the rows that show it, which stand in `_ref`. */
import type { Executor } from '../engine/connect.ts';
import { inList } from '../rows/query.ts';

/** `_ref.to_obj` of a reference to a stored file; `to_id` is its name. */
export const fileTarget = '_file';

export interface FileRow {
  /** the stored name */
  name: string;
  purpose: string;
  /** the row and field it was uploaded for; `rowId` is '' where the row was still to be made */
  object: string;
  rowId: string;
  field: string;
  /** what the person called it */
  fileName: string;
  /** bytes */
  size: number;
  type: string;
  sha256: string;
  width: number | null;
  height: number | null;
  public: boolean;
  /** who uploaded it */
  owner: string;
  /** ms since 1970 */
  at: number;
}

const columns = 'name, purpose, object, row_id, field, file_name, size, type, sha256, width, height, public, owner, at';

/**
 * The row of a file that is about to be stored, without its hash: no sweep of any process takes the file for a left-over, and nobody sees it. `insertFile`
 * completes it.
 */
export async function announceFile(db: Executor, file: FileRow): Promise<void> {
  await insertRow(db, { ...file, sha256: '' });
}

/** The row of a file that lies in the store; one that was announced becomes whole. */
export async function insertFile(tx: Executor, file: FileRow): Promise<void> {
  const { changes } = await tx.run('UPDATE `_file` SET sha256 = ? WHERE name = ?', [file.sha256, file.name]);
  if (!changes) await insertRow(tx, file);
}

/** Size and hash of what was uploaded, where the stored file is another: a picture that was encoded anew. */
export interface ReceivedBytes {
  size: number;
  sha256: string;
}

export async function noteReceived(db: Executor, name: string, { size, sha256 }: ReceivedBytes): Promise<void> {
  await db.run('INSERT INTO `_received` (name, size, sha256) VALUES (?, ?, ?)', [name, size, sha256]);
}

/** undefined where the file is stored as it was uploaded, or was uploaded before this was recorded */
export async function receivedBytes(db: Executor, name: string): Promise<ReceivedBytes | undefined> {
  const [row] = await db.query('SELECT size, sha256 FROM `_received` WHERE name = ?', [name]);
  return row && { size: Number(row.size), sha256: String(row.sha256) };
}

/** Takes an announced row away; false where the file has become whole, or was not announced. */
export async function dropAnnounced(db: Executor, name: string): Promise<boolean> {
  const isDropped = (await db.run("DELETE FROM `_file` WHERE name = ? AND sha256 = ''", [name])).changes > 0;
  if (isDropped) await db.run('DELETE FROM `_received` WHERE name = ?', [name]);
  return isDropped;
}

/** Names that were announced before `until` and never became whole: their process was killed. */
export async function namesOfAnnounced(db: Executor, until: number, limit: number): Promise<string[]> {
  const rows = await db.query(`SELECT name FROM \`_file\` WHERE sha256 = '' AND at < ? LIMIT ${limit}`, [until]);
  return rows.map((row) => String(row.name));
}

async function insertRow(tx: Executor, file: FileRow): Promise<void> {
  await tx.run(`INSERT INTO \`_file\` (id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
    file.name.slice(0, 26),
    file.name,
    file.purpose,
    file.object,
    file.rowId,
    file.field,
    file.fileName,
    file.size,
    file.type,
    file.sha256,
    file.width,
    file.height,
    file.public ? 1 : 0,
    file.owner,
    file.at,
  ]);
}

export async function findFile(db: Executor, name: string): Promise<FileRow | undefined> {
  return (await db.query(`SELECT ${columns} FROM \`_file\` WHERE name = ?`, [name])).map(fileOf)[0];
}

export async function findFiles(db: Executor, names: readonly string[]): Promise<FileRow[]> {
  if (!names.length) return [];
  const list = inList([...names]);
  return (await db.query(`SELECT ${columns} FROM \`_file\` WHERE name IN ${list.sql}`, list.params)).map(fileOf);
}

export async function deleteFile(tx: Executor, name: string): Promise<void> {
  await tx.run('DELETE FROM `_received` WHERE name = ?', [name]);
  await tx.run('DELETE FROM `_file` WHERE name = ?', [name]);
}

/** Own uploads for a field of a row that no saved row shows yet. */
export async function findLooseUploads(db: Executor, owner: string, place: { object: string; rowId: string; field: string }): Promise<FileRow[]> {
  const sql = `SELECT ${columns} FROM \`_file\` WHERE owner = ? AND object = ? AND row_id = ? AND field = ? AND sha256 <> '' AND ${isLoose}`;
  return (await db.query(sql, [owner, place.object, place.rowId, place.field])).map(fileOf);
}

/** Where saved rows show a file, at most `limit` places. */
export async function placesOfFile(db: Executor, name: string, limit = 200): Promise<{ object: string; rowId: string; field: string }[]> {
  const rows = await db.query(`SELECT obj, row_id, field FROM \`_ref\` WHERE to_obj = '${fileTarget}' AND to_id = ? LIMIT ${limit}`, [name]);
  return rows.map((row) => ({ object: String(row.obj), rowId: String(row.row_id), field: String(row.field) }));
}

const isLoose = `NOT EXISTS (SELECT 1 FROM \`_ref\` WHERE to_obj = '${fileTarget}' AND to_id = \`_file\`.name)`;

/** Notes since when no row shows a file, and forgets it where one does again. */
export async function markLooseFiles(db: Executor, now: number): Promise<void> {
  await db.run(`UPDATE \`_file\` SET loose_at = ? WHERE loose_at IS NULL AND sha256 <> '' AND ${isLoose}`, [now]);
  await db.run(`UPDATE \`_file\` SET loose_at = NULL WHERE loose_at IS NOT NULL AND NOT ${isLoose}`);
}

/** Names of files that no row has shown since before `until`. */
export async function namesOfLooseFiles(db: Executor, until: number, limit: number): Promise<string[]> {
  const rows = await db.query(`SELECT name FROM \`_file\` WHERE loose_at < ? AND ${isLoose} LIMIT ${limit}`, [until]);
  return rows.map((row) => String(row.name));
}

/** Which of these 26-sign beginnings belong to a row. */
export async function existingBases(db: Executor, bases: readonly string[]): Promise<Set<string>> {
  if (!bases.length) return new Set();
  const list = inList([...bases]);
  return new Set((await db.query(`SELECT id FROM \`_file\` WHERE id IN ${list.sql}`, list.params)).map((row) => String(row.id)));
}

/** The stored names behind `after`, in order; for comparing rows with files. What is just being stored is left out. */
export async function namesOfFiles(db: Executor, after: string, limit: number): Promise<string[]> {
  return (await db.query(`SELECT name FROM \`_file\` WHERE name > ? AND sha256 <> '' ORDER BY name LIMIT ${limit}`, [after])).map((row) => String(row.name));
}

/** How many files there are and how many bytes they hold, thumbnails aside. */
export async function sumOfFiles(db: Executor): Promise<{ count: number; size: number }> {
  const [row] = await db.query('SELECT COUNT(*) AS n, COALESCE(SUM(size), 0) AS s FROM `_file`');
  return { count: Number(row?.n ?? 0), size: Number(row?.s ?? 0) };
}

function fileOf(row: Record<string, unknown>): FileRow {
  const text = (name: string): string => String(row[name] ?? '');
  const number = (name: string): number | null => (row[name] === null || row[name] === undefined ? null : Number(row[name]));
  return {
    name: text('name'),
    purpose: text('purpose'),
    object: text('object'),
    rowId: text('row_id'),
    field: text('field'),
    fileName: text('file_name'),
    size: Number(row.size),
    type: text('type'),
    sha256: text('sha256'),
    width: number('width'),
    height: number('height'),
    public: Number(row.public) === 1,
    owner: text('owner'),
    at: Number(row.at),
  };
}
