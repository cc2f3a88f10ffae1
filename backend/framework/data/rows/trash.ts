/** The trash: rows that were deleted, whole, apart from their tables. What they were unique by is free again, and no list has to look past them. */
import type { JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import type { Executor, RawRow, SqlValue } from '../engine/connect.ts';
import { fileTarget, trashHolder } from '../system/files.ts';
import { inList } from './query.ts';
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
  by?: string;
  since?: number;
  before?: number;
  below?: number;
}

const columns = '`id`, `deletion`, `root`, `obj`, `row_id`, `at`, `by`, `data`, `released`';

/** Puts a whole row into the trash, with its hold on the files that it shows. */
export async function putInTrash(tx: Executor, model: ObjectModel, row: Row, { id, isRoot, released }: Deletion, by: string, at: Date): Promise<void> {
  const key = String(row[model.entity.key]);
  const { lastId } = await tx.run(
    'INSERT INTO `_trash` (`deletion`, `root`, `obj`, `row_id`, `at`, `by`, `data`, `released`) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    [id, isRoot ? 1 : 0, model.name, key, at.getTime(), by, JSON.stringify(row), JSON.stringify(released)],
  );
  for (const name of filesOf(model, row))
    await tx.run('INSERT INTO `_ref` (obj, row_id, field, to_obj, to_id) VALUES (?, ?, ?, ?, ?)', [trashHolder, String(lastId), '', fileTarget, name]);
}

/** Rows that somebody asked to delete, newest first. */
export async function listTrash(db: Executor, filter: TrashFilter, limit: number): Promise<TrashedRow[]> {
  const { sql, params } = where(filter);
  const raws = await db.query(`SELECT ${columns} FROM \`_trash\` WHERE \`root\` = 1 AND ${sql} ORDER BY \`id\` DESC LIMIT ${limit}`, params);
  return raws.map(readTrashed);
}

/** The newest row of that key in the trash. */
export async function findTrashed(db: Executor, object: string, rowId: string): Promise<TrashedRow | undefined> {
  const sql = `SELECT ${columns} FROM \`_trash\` WHERE \`obj\` = ? AND \`row_id\` = ? ORDER BY \`id\` DESC LIMIT 1`;
  return (await db.query(sql, [object, rowId])).map(readTrashed)[0];
}

export async function loadTrashed(db: Executor, id: number): Promise<TrashedRow | undefined> {
  return (await db.query(`SELECT ${columns} FROM \`_trash\` WHERE \`id\` = ?`, [id])).map(readTrashed)[0];
}

/** All rows that went together, the last one first: as rows go before what they point at, that is the order in which they come back. */
export async function loadDeletion(tx: Executor, deletion: string): Promise<TrashedRow[]> {
  const raws = await tx.query(`SELECT ${columns} FROM \`_trash\` WHERE \`deletion\` = ? ORDER BY \`id\` DESC${tx.forUpdate}`, [deletion]);
  return raws.map(readTrashed);
}

/** How many rows each deletion took along, by object. */
export async function countTaken(db: Executor, deletions: readonly string[]): Promise<{ deletion: string; object: string; count: number }[]> {
  if (!deletions.length) return [];
  const list = inList([...deletions]);
  const sql = `SELECT \`deletion\`, \`obj\`, COUNT(*) AS n FROM \`_trash\` WHERE \`root\` = 0 AND \`deletion\` IN ${list.sql} GROUP BY \`deletion\`, \`obj\``;
  return (await db.query(sql, list.params)).map((row) => ({ deletion: String(row.deletion), object: String(row.obj), count: Number(row.n) }));
}

/** Who has deleted something that is in the trash. */
export async function peopleOfTrash(db: Executor, objects: readonly string[]): Promise<string[]> {
  const { sql, params } = where({ objects });
  return (await db.query(`SELECT DISTINCT \`by\` FROM \`_trash\` WHERE \`root\` = 1 AND ${sql} ORDER BY \`by\``, params)).map((row) => String(row.by));
}

/** Of each object, rows that somebody asked to delete. */
export async function countTrash(db: Executor): Promise<Map<string, number>> {
  const rows = await db.query('SELECT `obj`, COUNT(*) AS n FROM `_trash` WHERE `root` = 1 GROUP BY `obj` ORDER BY `obj`');
  return new Map(rows.map((row) => [String(row.obj), Number(row.n)]));
}

/** Takes rows out of the trash, for good or because they are back. Their files have no hold there any more. Gives how many they were. */
export async function takeFromTrash(tx: Executor, filter: TrashFilter & { deletion?: string }): Promise<number> {
  const { sql, params } = where(filter);
  await tx.run(`DELETE FROM \`_ref\` WHERE obj = '${trashHolder}' AND row_id IN (SELECT CAST(\`id\` AS CHAR) FROM \`_trash\` WHERE ${sql})`, params);
  return (await tx.run(`DELETE FROM \`_trash\` WHERE ${sql}`, params)).changes;
}

function where({ objects, object, by, since, before, below, deletion }: TrashFilter & { deletion?: string }): { sql: string; params: SqlValue[] } {
  const [parts, params]: [string[], SqlValue[]] = [['1 = 1'], []];
  const add = (sql: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    parts.push(sql);
    params.push(value);
  };
  const list = objects && inList([...objects]);
  if (list) {
    parts.push(`\`obj\` IN ${list.sql}`);
    params.push(...list.params);
  }
  add('`obj` = ?', object);
  add('`by` = ?', by);
  add('`at` >= ?', since);
  add('`at` < ?', before);
  add('`id` < ?', below);
  add('`deletion` = ?', deletion);
  return { sql: parts.join(' AND '), params };
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
