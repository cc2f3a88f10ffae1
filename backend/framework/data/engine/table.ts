/**
 * Statements that knex builds, run through an executor: `await table(tx, '_job').where({ id }).first()`. Knex makes text and bindings only; connections,
 * prepared statements, waiting and retries are the executor's. A statement costs some 40 µs to build, so lists of rows keep their own text (decision 052).
 */
import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import type { DatabaseKind, Executor, RawRow, RunResult, SqlValue } from './database.ts';

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

interface Insert {
  sql: string;
  order: string[];
}
const inserts = new Map<string, Insert>();
/** Shapes remembered; an object's rows have one, and a few more while its schema changes. */
const mostInserts = 500;

/** Inserts a row; knex makes the text once for a table and its columns. For what is written with every save: 37 µs became 3 for a row of 58 columns. */
export async function insertInto(db: Executor, name: string, row: Record<string, SqlValue>): Promise<void> {
  await db.run(...insertion(db, name, row));
}

/** The same with the COMMIT, where the database takes both together: for what nobody reads or waits for in the transaction. */
export async function insertLast(db: Executor, name: string, row: Record<string, SqlValue>): Promise<void> {
  if (db.runLast) db.runLast(...insertion(db, name, row));
  else await insertInto(db, name, row);
}

function insertion(db: Executor, name: string, row: Record<string, SqlValue>): [sql: string, params: SqlValue[]] {
  const columns = Object.keys(row);
  const shape = `${db.kind} ${name} ${columns.join(' ')}`;
  const known = inserts.get(shape) ?? insertOf(db, name, columns);
  if (inserts.size >= mostInserts) inserts.clear();
  inserts.set(shape, known);
  return [known.sql, known.order.map((column) => row[column] ?? null)];
}

/** Inserts rows of the same columns in one statement; its text is made once for so many of them. */
export async function insertAll(db: Executor, name: string, rows: readonly Record<string, SqlValue>[]): Promise<void> {
  if (rows.length) await table(db, name).insert([...rows]);
}

/** Each column's value is its name, so that the bindings tell the order. */
function insertOf(db: Executor, name: string, columns: string[]): Insert {
  const { sql, bindings } = table(db, name)
    .insert(Object.fromEntries(columns.map((column) => [column, column])))
    .toSQL()
    .toNative();
  return { sql, order: bindings.map(String) };
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
