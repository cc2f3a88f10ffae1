/** Rows of `_file`: what is known of each stored file. Who may see it follows from the rows that show it, which stand in `_ref`. */
import type { Executor, RawRow } from '../../engine/connect.ts';
import { padded, raw, table } from '../../engine/table.ts';

/** `_ref.to_obj` of a reference to a stored file; `to_id` is its name. */
export const fileTarget = '_file';
/** `_ref.obj` where a row in the trash shows it; `row_id` is its id there. */
export const trashHolder = '_trash';

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

/**
 * The row of a file that is about to be stored, without its hash: no sweep of any process takes the file for a left-over, and nobody sees it. `insertFile`
 * completes it.
 */
export async function announceFile(db: Executor, file: FileRow): Promise<void> {
  await insertRow(db, { ...file, sha256: '' });
}

/** The row of a file that lies in the store; one that was announced becomes whole. */
export async function insertFile(tx: Executor, file: FileRow): Promise<void> {
  const whole = await table(tx, '_file').where({ name: file.name }).update({ sha256: file.sha256 });
  if (!whole) await insertRow(tx, file);
}

/** Size and hash of what was uploaded, where the stored file is another: a picture that was encoded anew. */
export interface ReceivedBytes {
  size: number;
  sha256: string;
}

export async function noteReceived(db: Executor, name: string, { size, sha256 }: ReceivedBytes): Promise<void> {
  await table(db, '_received').insert({ name, size, sha256 });
}

/** undefined where the file is stored as it was uploaded, or was uploaded before this was recorded */
export async function receivedBytes(db: Executor, name: string): Promise<ReceivedBytes | undefined> {
  const row = await table(db, '_received').where({ name }).first();
  return row && { size: Number(row.size), sha256: String(row.sha256) };
}

/** Takes an announced row away; false where the file has become whole, or was not announced. */
export async function dropAnnounced(db: Executor, name: string): Promise<boolean> {
  const isDropped = (await table(db, '_file').where({ name, sha256: '' }).del()) > 0;
  if (isDropped) await table(db, '_received').where({ name }).del();
  return isDropped;
}

/** Names that were announced before `until` and never became whole: their process was killed. */
export async function namesOfAnnounced(db: Executor, until: number, limit: number): Promise<string[]> {
  return table(db, '_file').where({ sha256: '' }).where('at', '<', until).limit(limit).pluck('name');
}

async function insertRow(tx: Executor, file: FileRow): Promise<void> {
  const { rowId, fileName, public: isPublic, ...named } = file;
  await table(tx, '_file').insert({ id: file.name.slice(0, 26), ...named, row_id: rowId, file_name: fileName, public: isPublic ? 1 : 0 });
}

export async function findFile(db: Executor, name: string): Promise<FileRow | undefined> {
  const row = await table(db, '_file').where({ name }).first();
  return row && fileOf(row);
}

export async function findFiles(db: Executor, names: readonly string[]): Promise<FileRow[]> {
  if (!names.length) return [];
  return (await table(db, '_file').whereIn('name', padded(names))).map(fileOf);
}

export async function deleteFile(tx: Executor, name: string): Promise<void> {
  for (const of of ['_received', '_file']) await table(tx, of).where({ name }).del();
  await table(tx, '_video')
    .where({ id: name.slice(0, 26) })
    .del();
}

/** Own uploads for a field of a row that no saved row shows yet. */
export async function findLooseUploads(db: Executor, owner: string, place: { object: string; rowId: string; field: string }): Promise<FileRow[]> {
  const { object, rowId, field } = place;
  return (await table(db, '_file').where({ owner, object, row_id: rowId, field }).whereNot({ sha256: '' }).whereNotExists(shown(db))).map(fileOf);
}

/** Where saved rows show a file, the first 200 places. */
export async function placesOfFile(db: Executor, name: string): Promise<{ object: string; rowId: string; field: string }[]> {
  const rows = await table(db, '_ref').where({ to_obj: fileTarget, to_id: name }).whereNot({ obj: trashHolder }).limit(200);
  return rows.map((row) => ({ object: String(row.obj), rowId: String(row.row_id), field: String(row.field) }));
}

/** Whether some row shows it, one in the trash too. */
export async function isHeldFile(db: Executor, name: string): Promise<boolean> {
  return (await table(db, '_ref').where({ to_obj: fileTarget, to_id: name }).limit(1)).length > 0;
}

/** The places where rows show the file of the statement that this is put into. */
function shown(db: Executor) {
  return table(db, '_ref').where({ to_obj: fileTarget }).whereRaw('to_id = ??', '_file.name').select(raw(db, '1'));
}

/** Notes since when no row shows a file, and forgets it where one does again. */
export async function markLooseFiles(db: Executor, now: number): Promise<void> {
  await table(db, '_file').whereNull('loose_at').whereNot({ sha256: '' }).whereNotExists(shown(db)).update({ loose_at: now });
  await table(db, '_file').whereNotNull('loose_at').whereExists(shown(db)).update({ loose_at: null });
}

/** Names of files that no row has shown since before `until`. */
export async function namesOfLooseFiles(db: Executor, until: number, limit: number): Promise<string[]> {
  return table(db, '_file').where('loose_at', '<', until).whereNotExists(shown(db)).limit(limit).pluck('name');
}

/** Which of these 26-sign beginnings belong to a row, of a file or of a piece of one that is on its way in. */
export async function existingBases(db: Executor, bases: readonly string[]): Promise<Set<string>> {
  if (!bases.length) return new Set();
  const pieces: string[] = await table(db, '_upload_piece')
    .whereIn('name', padded(bases.map((base) => `${base}.part`)))
    .pluck('name');
  return new Set([...(await table(db, '_file').whereIn('id', padded(bases)).pluck('id')), ...pieces.map((name) => name.slice(0, -'.part'.length))]);
}

/** The stored names behind `after`, in order; for comparing rows with files. What is just being stored is left out. */
export async function namesOfFiles(db: Executor, after: string, limit: number): Promise<string[]> {
  return table(db, '_file').where('name', '>', after).whereNot({ sha256: '' }).orderBy('name').limit(limit).pluck('name');
}

/** How many files there are and how many bytes they hold, thumbnails aside. */
export async function sumOfFiles(db: Executor): Promise<{ count: number; size: number }> {
  const row: RawRow | undefined = await table(db, '_file').count({ n: '*' }).sum({ s: 'size' }).first();
  return { count: Number(row?.n ?? 0), size: Number(row?.s ?? 0) };
}

export function fileOf(row: Record<string, unknown>): FileRow {
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
