/** Tables of the database that belong to no object: somebody else's, whose rows an object can be started from. Read only. */
import type { Database, Executor, RawRow } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import { type ExistingTable, inspect } from '../evolve/inspect.ts';

export interface ForeignTable extends ExistingTable {
  /** columns of the primary key */
  key: string[];
}

/** All that neither the framework nor an object has made, by name. `more`: names of objects beside those that were ever applied. */
export async function foreignTables(db: Database, more: readonly string[]): Promise<ForeignTable[]> {
  const applied: unknown[] = await table(db, '_object').pluck('name');
  const objects = new Set([...more, ...applied.map(String)]);
  const keys = await primaryKeys(db);
  const isOurs = (name: string) => name.startsWith('_') || name.startsWith('sqlite_') || objects.has(name.split('__')[0] ?? name);
  return [...(await inspect(db)).values()]
    .filter(({ name }) => !isOurs(name))
    .map((found) => ({ ...found, key: keys.get(found.name) ?? [] }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Exact: whoever asks is about to copy them. */
export async function countForeign(db: Executor, name: string): Promise<number> {
  const row = await table(db, name).count({ n: '*' }).first();
  return Number(row?.n ?? 0);
}

/** Rows in the order of their key, where there is one. */
export async function readForeign(db: Executor, { name, key }: ForeignTable, columns: readonly string[], limit: number, offset: number): Promise<RawRow[]> {
  const rows = table(db, name)
    .select(...columns)
    .limit(limit)
    .offset(offset);
  return key.length ? rows.orderBy([...key]) : rows;
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
