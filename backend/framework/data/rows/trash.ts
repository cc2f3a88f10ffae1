/** The trash: rows that were deleted, whole, apart from their tables. What they were unique by is free again, and no list has to look past them. */
import type { JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import type { Executor, RawRow } from '../engine/connect.ts';
import { padded, raw, table } from '../engine/table.ts';
import { fileTarget, trashHolder } from '../system/files/files.ts';
import { filesOf } from './references.ts';

/** A reference that a deletion emptied in a row that stayed: the whole field, before and after. */
export interface Released {
  object: string;
  id: string;
  field: string;
  before: JsonValue;
  after: JsonValue;
}

/** Which deletion a row belongs to. */
export interface Deletion {
  /** the same for all rows that went together */
  id: string;
  /** the row that was asked for, not one that it took along */
  isRoot: boolean;
  released: readonly Released[];
}

export interface TrashedRow {
  id: number;
  deletion: string;
  isRoot: boolean;
  object: string;
  rowId: string;
  /** ms */
  at: number;
  by: string;
  /** under the names that its fields had then */
  data: Row;
  released: Released[];
}

/** Which rows of the trash: of an object, a person, deleted before or since an instant (ms); `below`: ids under it, for the next page. */
export interface TrashFilter {
  objects?: readonly string[];
  object?: string;
  /** its key */
  row?: string;
  by?: string;
  since?: number;
  before?: number;
  below?: number;
  deletion?: string;
}

/** Puts a whole row into the trash, with its hold on the files that it shows. */
export async function putInTrash(tx: Executor, model: ObjectModel, row: Row, { id, isRoot, released }: Deletion, by: string, at: Date): Promise<void> {
  const [trashId] = await table(tx, '_trash').insert({
    deletion: id,
    root: isRoot ? 1 : 0,
    obj: model.name,
    row_id: String(row[model.entity.key]),
    at: at.getTime(),
    by,
    data: JSON.stringify(row),
    released: JSON.stringify(released),
  });
  for (const name of filesOf(model, row))
    await table(tx, '_ref').insert({ obj: trashHolder, row_id: String(trashId), field: '', to_obj: fileTarget, to_id: name });
}

/** Rows that somebody asked to delete, newest first. */
export async function listTrash(db: Executor, filter: TrashFilter, limit: number): Promise<TrashedRow[]> {
  return (await among(db, filter).where({ root: 1 }).orderBy('id', 'desc').limit(limit)).map(readTrashed);
}

/** The newest row of that key in the trash. */
export async function findTrashed(db: Executor, object: string, rowId: string): Promise<TrashedRow | undefined> {
  const row = await table(db, '_trash').where({ obj: object, row_id: rowId }).orderBy('id', 'desc').first();
  return row && readTrashed(row);
}

export async function loadTrashed(db: Executor, id: number): Promise<TrashedRow | undefined> {
  const row = await table(db, '_trash').where({ id }).first();
  return row && readTrashed(row);
}

/** All rows that went together, the last one first: as rows go before what they point at, that is the order in which they come back. */
export async function loadDeletion(tx: Executor, deletion: string): Promise<TrashedRow[]> {
  return (await table(tx, '_trash').where({ deletion }).orderBy('id', 'desc').forUpdate()).map(readTrashed);
}

/** How many rows each deletion took along, by object. */
export async function countTaken(db: Executor, deletions: readonly string[]): Promise<{ deletion: string; object: string; count: number }[]> {
  if (!deletions.length) return [];
  const taken = table(db, '_trash').where({ root: 0 }).whereIn('deletion', padded(deletions));
  const rows = await taken.groupBy('deletion', 'obj').select('deletion', 'obj').count({ n: '*' });
  return rows.map((row) => ({ deletion: String(row.deletion), object: String(row.obj), count: Number(row.n) }));
}

/** Who has deleted something that is in the trash. */
export async function peopleOfTrash(db: Executor, objects: readonly string[]): Promise<string[]> {
  return (await among(db, { objects }).where({ root: 1 }).distinct('by').orderBy('by').pluck('by')).map(String);
}

/** Of each object, rows that somebody asked to delete. */
export async function countTrash(db: Executor): Promise<Map<string, number>> {
  const rows = await table(db, '_trash').where({ root: 1 }).groupBy('obj').orderBy('obj').select('obj').count({ n: '*' });
  return new Map(rows.map((row) => [String(row.obj), Number(row.n)]));
}

/** Takes rows out of the trash, for good or because they are back. Their files have no hold there any more. Gives how many they were. */
export async function takeFromTrash(tx: Executor, filter: TrashFilter): Promise<number> {
  const ids = among(tx, filter).select(raw(tx, 'CAST(?? AS CHAR)', ['id']));
  await table(tx, '_ref').where({ obj: trashHolder }).whereIn('row_id', ids).del();
  return among(tx, filter).del();
}

/** What deletions emptied in rows of a renamed object is theirs under its present name. */
export async function renameReleased(tx: Executor, from: string, to: string): Promise<void> {
  const said = `"object":${JSON.stringify(from)}`; // as putInTrash writes it
  const rows = table(tx, '_trash').where(raw(tx, 'INSTR(??, ?) > 0', ['released', said]));
  for (const { id, released } of (await rows.select()).map(readTrashed)) {
    const renamed = released.map((one) => (one.object === from ? { ...one, object: to } : one));
    await table(tx, '_trash')
      .where({ id })
      .update({ released: JSON.stringify(renamed) });
  }
}

function among(db: Executor, { objects, object, row, by, since, before, below, deletion }: TrashFilter) {
  const found = table(db, '_trash');
  if (objects) found.whereIn('obj', padded(objects));
  if (object !== undefined) found.where({ obj: object });
  if (row !== undefined) found.where({ row_id: row });
  if (by !== undefined) found.where({ by });
  if (since !== undefined) found.where('at', '>=', since);
  if (before !== undefined) found.where('at', '<', before);
  if (below !== undefined) found.where('id', '<', below);
  if (deletion !== undefined) found.where({ deletion });
  return found;
}

function readTrashed(raw: RawRow): TrashedRow {
  return {
    id: Number(raw.id),
    deletion: String(raw.deletion),
    isRoot: Number(raw.root) === 1,
    object: String(raw.obj),
    rowId: String(raw.row_id),
    at: Number(raw.at),
    by: String(raw.by),
    data: JSON.parse(String(raw.data)) as Row, // written by putInTrash, as is what follows
    released: JSON.parse(String(raw.released)) as Released[],
  };
}
