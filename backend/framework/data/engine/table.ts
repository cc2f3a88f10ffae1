/**
 * Statements that knex builds, run through an executor: `await table(tx, '_job').where({ id }).first()`. Knex makes text and bindings only; connections,
 * prepared statements, waiting and retries are the executor's. A statement costs some 40 µs to build, so lists of rows keep their own text (decision 052).
 */
import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import type { DatabaseKind, Executor, Later, RawRow, RunResult, SqlValue } from './database.ts';

interface Statement {
  sql: string;
  bindings?: readonly SqlValue[];
  method?: string;
  pluck?: string;
}
interface Done extends Statement {
  rows: RawRow[];
  result?: RunResult;
}

/** What the executor did is answered alike on both: rows, the first of them, one column, `[lastId]`, or how many rows were matched. */
const writes = ['insert', 'update', 'del', 'counter'];

const builders = new Map<DatabaseKind, Knex>();

function builderOf(kind: DatabaseKind): Knex {
  const known = builders.get(kind);
  if (known) return known;
  const require = createRequire(import.meta.url); // knex is CommonJS, and has no types for its dialect classes
  const knex = require('knex') as (config: object) => Knex;
  const Base = require(`knex/lib/dialects/${kind === 'sqlite' ? 'better-sqlite3' : 'mysql2'}/index.js`) as new (config: object) => object;
  class OnExecutor extends Base {
    async query(executor: Executor, { sql, bindings = [], method, pluck }: Statement): Promise<Done> {
      if (method && writes.includes(method)) return { sql, method, rows: [], result: await executor.run(sql, bindings) };
      return { sql, ...(method && { method }), ...(pluck && { pluck }), rows: await executor.query(sql, bindings) };
    }

    processResponse({ method, pluck, rows, result }: Done): unknown {
      if (result) return method === 'insert' ? [result.lastId] : result.changes;
      if (pluck !== undefined) return rows.map((row) => row[pluck]);
      return method === 'first' ? rows[0] : rows;
    }
  }
  const made = knex({ client: OnExecutor, version: '8.0.0', useNullAsDefault: true });
  builders.set(kind, made);
  return made;
}

/** Statements over a table, or over one with a short name: `{ m: 'mail' }`. Runs when it is awaited. */
export function table(db: Executor, name: string | Record<string, string>): Knex.QueryBuilder<RawRow, RawRow[]> {
  return builderOf(db.kind)<RawRow, RawRow[]>(name).connection(db);
}

/** Part of a statement that knex has no words for; values as `?`, names as `??`. */
export function raw(db: Executor, sql: string, bindings: readonly (SqlValue | Knex.QueryBuilder)[] = []): Knex.Raw {
  return builderOf(db.kind).raw(sql, bindings as Knex.RawBinding[]); // what executors take, knex takes
}

interface Known {
  sql: string;
  order: string[];
}
const texts = new Map<string, Known>();
/** Shapes remembered; an object's new rows have one, its changes one for each set of fields that somebody changed. */
const mostTexts = 500;

/** Inserts a row; knex makes the text once for a table and its columns. For what is written with every save: 37 µs became 3 for a row of 58 columns. */
export async function insertInto(db: Executor, name: string, row: Record<string, SqlValue>): Promise<void> {
  const { sql, params } = insertion(db, name, row);
  await db.run(sql, params);
}

/** The same with the COMMIT, where the database takes both together: for what nobody reads or waits for in the transaction. */
export async function insertLast(db: Executor, name: string, row: Record<string, SqlValue>): Promise<void> {
  if (db.runLast) await db.runLast(insertion(db, name, row));
  else await insertInto(db, name, row);
}

/** Changes the row that has these values, with the COMMIT as well. @throws what `unmatched` gives where there is none: here, or as the transaction ends */
export async function updateLast(
  db: Executor,
  name: string,
  where: Record<string, SqlValue>,
  row: Record<string, SqlValue>,
  unmatched?: () => Error,
): Promise<void> {
  const [sets, keys] = [Object.keys(row), Object.keys(where)];
  const named = (columns: string[], mark: string) => Object.fromEntries(columns.map((column) => [column, `${mark}${column}`]));
  const known = textOf(db, `update ${name} ${sets.join(' ')} = ${keys.join(' ')}`, () => table(db, name).where(named(keys, '=')).update(named(sets, '')));
  const params = known.order.map((column) => (column.startsWith('=') ? where[column.slice(1)] : row[column]) ?? null);
  if (db.runLast) await db.runLast({ sql: known.sql, params, ...(unmatched && { unmatched }) });
  else if (!(await db.run(known.sql, params)).changes && unmatched) throw unmatched();
}

function insertion(db: Executor, name: string, row: Record<string, SqlValue>): Later {
  const columns = Object.keys(row);
  const of = () => table(db, name).insert(Object.fromEntries(columns.map((column) => [column, column])));
  const { sql, order } = textOf(db, `insert ${name} ${columns.join(' ')}`, of);
  return { sql, params: order.map((column) => row[column] ?? null) };
}

/** The text of a statement in which each column's value is its name, so that the bindings tell the order; made once. */
function textOf(db: Executor, shape: string, statement: () => Knex.QueryBuilder): Known {
  const key = `${db.kind} ${shape}`;
  const known = texts.get(key);
  if (known) return known;
  const { sql, bindings } = statement().toSQL().toNative();
  const made = { sql, order: bindings.map(String) };
  if (texts.size >= mostTexts) texts.clear();
  texts.set(key, made);
  return made;
}

/** Inserts rows of the same columns in one statement; its text is made once for so many of them. */
export async function insertAll(db: Executor, name: string, rows: readonly Record<string, SqlValue>[]): Promise<void> {
  if (rows.length) await table(db, name).insert([...rows]);
}

/** Inserts a row unless one with its key stands; false where one does. */
export async function insertNew(db: Executor, name: string, row: Record<string, SqlValue>): Promise<boolean> {
  const { sql, bindings } = table(db, name).insert(row).onConflict().ignore().toSQL().toNative();
  return (await db.run(sql, bindings as SqlValue[])).changes > 0; // the row's values
}

/** A list for `whereIn`, padded to the next power of two by repeating its last value: few statement texts for any length. */
export function padded<T extends SqlValue>(values: readonly T[]): (T | null)[] {
  const size = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1)));
  return [...values, ...Array<T | null>(size - values.length).fill(values.at(-1) ?? null)];
}
