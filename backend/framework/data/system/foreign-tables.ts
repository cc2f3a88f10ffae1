/** Tables of the database that belong to no object: somebody else's, whose rows an object can be started from. They are read only; how far a copy is stands in `_copy`. */
import type { Database, Executor, RawRow, SqlValue } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import { type ExistingTable, inspect } from '../evolve/inspect.ts';

export interface ForeignTable extends ExistingTable {
  /** columns of the primary key */
  key: string[];
  /** columns that tell its rows apart and are never empty, by which it is read in portions; none where there are no such */
  order: string[];
}

/** The row after which the next portion begins: of `order` its values, of a table without one how many rows are behind. */
export type Position = { after: SqlValue[] } | { offset: number };

/** How far a copy into an object is. */
export interface StoredCopy {
  table: string;
  object: string;
  /** whose it is, and the language in which the faults are told */
  by: string;
  lang: string;
  changeset: string;
  job: string;
  /** somebody ended it: it goes on when they ask */
  isPaused: boolean;
  position: Position | undefined;
  /** JSON of what became of the rows up to there */
  report: string;
}

/** All that neither the framework nor an object has made, by name. `more`: names of objects beside those that were ever applied. */
export async function foreignTables(db: Database, more: readonly string[]): Promise<ForeignTable[]> {
  const applied: unknown[] = await table(db, '_object').pluck('name');
  const objects = new Set([...more, ...applied.map(String)]);
  const [keys, rowids] = [await primaryKeys(db), await namesOfRowids(db)];
  const isOurs = (name: string) => name.startsWith('_') || name.startsWith('sqlite_') || objects.has(name.split('__')[0] ?? name);
  return [...(await inspect(db)).values()]
    .filter(({ name }) => !isOurs(name))
    .map((found) => {
      const key = keys.get(found.name) ?? [];
      const rowid = rowids.get(found.name)?.find((name) => !found.columns.some((column) => column.name.toLowerCase() === name));
      return { ...found, key, order: rowid ? [rowid] : key.length ? key : uniqueOf(found) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function uniqueOf({ indexes, columns }: ExistingTable): string[] {
  const isFilled = (name: string) => columns.some((column) => column.name === name && column.notNull);
  return indexes.find((index) => index.unique && !index.partial && index.prefix === undefined && index.columns.every(isFilled))?.columns ?? [];
}

/** Exact: whoever asks is about to copy them. */
export async function countForeign(db: Executor, name: string): Promise<number> {
  const row = await table(db, name).count({ n: '*' }).first();
  return Number(row?.n ?? 0);
}

/** The rows behind a position, and where they end. Without an order of its own it is that of all columns: rows that are alike in all may stand for one another. */
export async function readForeign(
  db: Executor,
  { name, order, columns: all }: ForeignTable,
  columns: readonly string[],
  limit: number,
  from?: Position,
): Promise<{ rows: RawRow[]; position: Position }> {
  const rows = table(db, name).limit(limit);
  if (!order.length) {
    const offset = from && 'offset' in from ? from.offset : 0;
    const found = await rows
      .select(...columns)
      .orderBy(all.map((column) => column.name))
      .offset(offset);
    return { rows: found, position: { offset: offset + found.length } };
  }
  rows.select(...columns, ...order.map((column, at) => ({ [`${marked}${at}`]: column }))).orderBy([...order]);
  const after = from && 'after' in from ? from.after : undefined;
  if (after)
    rows.where((any) => {
      for (const [at, column] of order.entries())
        any.orWhere((all) => {
          for (const [before, same] of order.slice(0, at).entries()) all.where(same, after[before] ?? null);
          all.where(column, '>', after[at] ?? null);
        });
    });
  const found = await rows;
  const last = found.at(-1);
  const behind = last ? order.map((_, at) => last[`${marked}${at}`] as SqlValue) : (after ?? []); // as the driver gives it, so it takes it
  return { rows: found, position: { after: behind } };
}
/** Before what the order's columns are called in a portion: no column of theirs is. */
const marked = '_at ';

/** The copy of that table into that object, where one was begun and has not come to its end. */
export async function findCopy(db: Executor, of: Pick<StoredCopy, 'table' | 'object'>): Promise<StoredCopy | undefined> {
  const row = await table(db, '_copy').where({ tbl: of.table, obj: of.object }).first();
  return row && readCopy(row);
}

/** Those that nobody has ended. */
export async function openCopies(db: Executor): Promise<StoredCopy[]> {
  return (await table(db, '_copy').where({ paused: 0 }).orderBy(['tbl', 'obj'])).map(readCopy);
}

export async function storeCopy(tx: Executor, { table: tbl, object: obj, by, lang, changeset, job, isPaused, position, report }: StoredCopy): Promise<void> {
  const row = { by, lang, changeset, job, paused: isPaused ? 1 : 0, position: position ? written(position) : '', report };
  await table(tx, '_copy')
    .insert({ tbl, obj, ...row })
    .onConflict(['tbl', 'obj'])
    .merge(row);
}

export async function dropCopy(db: Executor, of: Pick<StoredCopy, 'table' | 'object'>): Promise<void> {
  await table(db, '_copy').where({ tbl: of.table, obj: of.object }).del();
}

function readCopy(row: RawRow): StoredCopy {
  return {
    table: String(row.tbl),
    object: String(row.obj),
    by: String(row.by),
    lang: String(row.lang),
    changeset: String(row.changeset),
    job: String(row.job),
    isPaused: Number(row.paused) === 1,
    position: row.position ? read(String(row.position)) : undefined,
    report: String(row.report),
  };
}

/** JSON has neither bytes nor large whole numbers. */
function written(position: Position): string {
  if ('offset' in position) return JSON.stringify(position);
  const after = position.after.map((value) =>
    typeof value === 'bigint' ? { whole: String(value) } : value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value,
  );
  return JSON.stringify({ after });
}

function read(text: string): Position {
  const position = JSON.parse(text) as { offset: number } | { after: (string | number | null | { whole?: string; bytes?: string })[] }; // as `written` wrote it
  if ('offset' in position) return position;
  return {
    after: position.after.map((value) =>
      value === null || typeof value !== 'object' ? value : value.whole !== undefined ? BigInt(value.whole) : Buffer.from(value.bytes ?? '', 'base64'),
    ),
  };
}

/** Of each table on SQLite that numbers its rows by itself, what that number may be called; a column of the same name hides it. */
async function namesOfRowids(db: Database): Promise<Map<string, string[]>> {
  if (db.kind !== 'sqlite') return new Map();
  const found = await db.query<{ name: string }>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND wr = 0");
  return new Map(found.map(({ name }) => [name, ['_rowid_', 'rowid', 'oid']]));
}

async function primaryKeys(db: Database): Promise<Map<string, string[]>> {
  const sql =
    db.kind === 'sqlite'
      ? `SELECT m.name AS tbl, x.name AS col FROM sqlite_master m, pragma_table_info(m.name) x WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND x.pk > 0 ORDER BY x.pk`
      : "SELECT table_name AS tbl, column_name AS col FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND constraint_name = 'PRIMARY' ORDER BY ordinal_position";
  const found = new Map<string, string[]>();
  for (const { tbl, col } of await db.query<{ tbl: string; col: string }>(sql)) found.set(tbl, [...(found.get(tbl) ?? []), col]);
  return found;
}
