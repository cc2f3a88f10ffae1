/** Reading rows: pages by position or by cursor, single rows, rows by id. The number of statements never depends on the number of rows. */
import type { FieldModel, ObjectModel, Row, Sort } from '#codegen/model.ts';
import { type Executor, ident, type RawRow } from '../engine/connect.ts';
import { type Cursor, rangesBehind } from '../queries/cursor.ts';
import { both, col, type Fragment, inList } from '../queries/fragment.ts';
import type { PageQuery } from '../queries/page-query.ts';
import { fromSql, isIndexed, orderSql } from '../queries/query.ts';
import { walkedKeys } from '../queries/walked-page.ts';
import { claimRows } from './claims.ts';
import { decodeFields } from './codec.ts';
import { type Reader, readEntry, readRow, visible } from './reader.ts';
import { rowsText } from './row-text.ts';

/** Rows of one page; a longer range is cut to it. */
export const pageLimit = 1_000;
/** From this position on the index is walked alone and the rows are fetched last: fetching rows only to skip them costs most of a deep page. */
const deep = 200;

/** One page in the order asked for, as the driver gives it. */
export async function loadRawPage(db: Executor, reader: Reader, given: PageQuery): Promise<RawRow[]> {
  const query = { ...given, sort: effectiveSort(given, reader.model) };
  return query.cursor ? pageBehind(db, reader, query, query.cursor) : pageAt(db, reader, query);
}

/** One page in the order asked for, with the child rows. */
export async function loadPage<T>(db: Executor, reader: Reader<T>, query: PageQuery): Promise<T[]> {
  return rowsOf(db, reader, await loadRawPage(db, reader, query));
}

/** Raw rows as JSON text, with the child rows. */
export async function textOf(db: Executor, reader: Reader, raws: RawRow[]): Promise<string> {
  return reader.children.length ? JSON.stringify(await rowsOf(db, reader, raws)) : rowsText(reader, raws);
}

/** Rows that a filter holds to one value of the sort field lie in the order of their keys; said so, MariaDB reads them off the index too. */
function effectiveSort({ filter, sort }: PageQuery, model: ObjectModel): Sort {
  const parts = filter.kind === 'and' ? filter.of : [filter];
  const isFixed = parts.some((part) => part.kind === 'compare' && part.op === 'eq' && part.field === sort.field);
  return isFixed ? { field: model.entity.key, order: sort.order } : sort;
}

/** The page's condition. Words may be looked for in the list's order where that is an index. */
function whereOf(reader: Reader, { filter, sort, limit, offset, words, except = [] }: PageQuery): Fragment {
  const where = visible(reader, filter, words && isIndexed(reader.model, sort) ? { words, wanted: offset + limit } : undefined);
  if (!except.length) return where;
  const list = inList(except);
  return both(where, { sql: `${col(reader.model.entity.key)} NOT IN ${list.sql}`, params: list.params });
}

async function pageAt(db: Executor, reader: Reader, query: PageQuery): Promise<RawRow[]> {
  const { sort, limit, offset, total } = query;
  const walked = await walkedKeys(db, reader, query);
  if (walked) return loadInOrder(db, reader, walked.slice(offset, offset + limit));
  const where = whereOf(reader, query);
  if (offset < deep) return select(db, reader, where, orderSql(reader.model, sort, reader.kind), limit, offset);
  if (total === undefined || offset <= total / 2) return selectDeep(db, reader, where, sort, false, limit, offset);
  const count = Math.min(limit, total - offset);
  if (count <= 0) return [];
  return (await selectDeep(db, reader, where, sort, true, count, total - offset - count)).reverse();
}

async function pageBehind(db: Executor, reader: Reader, query: PageQuery, cursor: { at: Cursor; backwards: boolean }): Promise<RawRow[]> {
  const { sort, limit } = query;
  const where = whereOf(reader, { ...query, offset: 0 });
  const order = orderSql(reader.model, sort, reader.kind, cursor.backwards);
  const found: RawRow[] = [];
  for (const range of rangesBehind(cursor.at, reader.model, sort, cursor.backwards, reader.kind)) {
    if (found.length < limit) found.push(...(await select(db, reader, both(where, range), order, limit - found.length, 0)));
  }
  return cursor.backwards ? found.reverse() : found;
}

function select(db: Executor, reader: Reader, where: Fragment, order: string, limit: number, offset: number): Promise<RawRow[]> {
  const sql = `SELECT ${reader.columns} ${fromSql(reader.model)} WHERE ${where.sql} ${order} LIMIT ? OFFSET ?`;
  return db.query(sql, [...where.params, limit, offset]);
}

/** Deferred join: the inner query walks the index, the outer one fetches `limit` rows by their key. */
function selectDeep(db: Executor, reader: Reader, where: Fragment, sort: Sort, reversed: boolean, limit: number, offset: number): Promise<RawRow[]> {
  const { model } = reader;
  const order = orderSql(model, sort, reader.kind, reversed);
  const keys = `SELECT ${col(model.entity.key)} AS k ${fromSql(model)} WHERE ${where.sql} ${order} LIMIT ? OFFSET ?`;
  const sql = `SELECT ${reader.columns} FROM (${keys}) j JOIN ${ident(model.name)} t ON ${col(model.entity.key)} = j.k ${order}`;
  return db.query(sql, [...where.params, limit, offset]);
}

/**
 * One row as the reader may see it; undefined where there is none, or none for them. `lock` keeps it from other writers until the end of the transaction,
 * at whichever node of a cluster: a rule that counts what belongs to a row locks it here first.
 */
export async function loadRow<T>(db: Executor, reader: Reader<T>, id: string, lock = false): Promise<T | undefined> {
  const raw = await loadRawRow(db, reader, id, lock);
  const [row] = raw ? await rowsOf(db, reader, [raw]) : [];
  return row;
}

/** The same as the driver gives it, without the child rows. */
export async function loadRawRow(db: Executor, reader: Reader, id: string, lock = false): Promise<RawRow | undefined> {
  if (lock) await claimRows(db, reader.model.name, [id]);
  const where = both({ sql: `${col(reader.model.entity.key)} = ?`, params: [id] }, reader.rows);
  const [raw] = await db.query(`SELECT ${reader.columns} ${fromSql(reader.model)} WHERE ${where.sql}${lock ? db.forUpdate : ''}`, where.params);
  return raw;
}

/** The rows of these ids that the reader may see, with their child rows, in no particular order. `lock` as with one row. */
export async function loadRows<T>(db: Executor, reader: Reader<T>, ids: readonly string[], lock = false): Promise<T[]> {
  return rowsOf(db, reader, await selectByKey(db, reader, reader.columns, ids, lock));
}

/** Keys of the rows in the order asked for: what stands in a list at this moment. */
export async function loadKeys(db: Executor, reader: Reader, { filter, sort, limit }: Pick<PageQuery, 'filter' | 'sort' | 'limit'>): Promise<string[]> {
  const where = visible(reader, filter);
  const { key } = reader.model.entity;
  const sql = `SELECT ${col(key)} AS k ${fromSql(reader.model)} WHERE ${where.sql} ${orderSql(reader.model, sort, reader.kind)} LIMIT ?`;
  return (await db.query<{ k: unknown }>(sql, [...where.params, limit])).map(({ k }) => String(k));
}

/** The rows of these ids that the reader may see, in no particular order. */
export function loadRawRows(db: Executor, reader: Reader, ids: readonly string[]): Promise<RawRow[]> {
  return selectByKey(db, reader, reader.columns, ids);
}

/** The rows of these ids that the reader may see, in the ids' order. */
export async function loadInOrder(db: Executor, reader: Reader, ids: readonly string[]): Promise<RawRow[]> {
  const { key } = reader.model.entity;
  const column = reader.model.fields.find(({ name }) => name === key)?.column?.name ?? key;
  const rows = new Map<string, RawRow>((await loadRawRows(db, reader, ids)).map((raw) => [String(raw[column]), raw]));
  return ids.map((id) => rows.get(id)).filter((raw) => raw !== undefined);
}

/** The same with the title's fields only. */
export async function loadTitleRows(db: Executor, reader: Reader, ids: readonly string[]): Promise<Row[]> {
  return (await selectByKey(db, reader, reader.titleColumns, ids)).map((raw) => readRow(reader, raw));
}

async function selectByKey(db: Executor, reader: Reader, columns: string, ids: readonly string[], lock = false): Promise<RawRow[]> {
  if (!ids.length) return [];
  if (lock) await claimRows(db, reader.model.name, ids);
  const list = inList(ids);
  const where = both({ sql: `${col(reader.model.entity.key)} IN ${list.sql}`, params: list.params }, reader.rows);
  return db.query(`SELECT ${columns} ${fromSql(reader.model)} WHERE ${where.sql}${lock ? db.forUpdate : ''}`, where.params);
}

/** Raw rows as the reader may see them, with the child rows. */
export async function rowsOf<T>(db: Executor, reader: Reader<T>, raws: RawRow[]): Promise<T[]> {
  const rows = raws.map((raw) => readRow(reader, raw));
  if (rows.length) for (const field of reader.children) await addChildren(db, reader, field, rows);
  return rows as T[]; // as the reader's fields are
}

/** x-child rows of all parents at once, in their order. */
async function addChildren(db: Executor, reader: Reader, field: FieldModel, rows: Row[]): Promise<void> {
  const { model } = reader;
  const columns = (field.fields ?? []).filter((inner) => inner.column);
  const list = inList(rows.map((row) => String(row[model.entity.key])));
  const named = columns.map((inner) => col(inner.column?.name ?? inner.name)).join(', ');
  const sql = `SELECT t.\`parent\` AS \`__parent\`${named ? `, ${named}` : ''} FROM ${ident(field.child?.table ?? '')} t WHERE t.\`parent\` IN ${list.sql} ORDER BY t.\`parent\`, t.\`pos\``;
  const byParent = new Map<string, Row[]>(rows.map((row) => [String(row[model.entity.key]), []]));
  for (const raw of await db.query(sql, list.params)) byParent.get(String(raw.__parent))?.push(readEntry(reader, field, decodeFields(columns, raw, db.kind)));
  for (const row of rows) row[field.name] = byParent.get(String(row[model.entity.key])) ?? [];
}
