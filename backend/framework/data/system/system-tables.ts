/** Tables of the framework and of the application; their names begin with an underscore, which no object's may. Made at start where missing. */
import { Slot } from '#rules/slot.ts';
import type { Database, DatabaseKind, Executor } from '../engine/connect.ts';
import { collationsOf } from '../evolve/ddl-types.ts';
import { frameworkTables } from './framework-tables.ts';
import type { SystemTable } from './system-table.ts';

/** The application's tables, beside those of its objects. */
export const moreTables = new Slot<(kind: DatabaseKind, exact: string) => SystemTable[]>(() => []);

/** Makes the missing system tables; one query when none is missing. */
export async function ensureSystemTables(db: Database): Promise<void> {
  const { exact } = collationsOf(db);
  const existing = await tableNames(db);
  const missing = [...frameworkTables(db.kind, exact), ...moreTables.value(db.kind, exact)].filter((table) => !existing.has(table.name));
  if (!missing.length) return;
  await db.session(async (session) => {
    for (const table of missing) await createSystemTable(session, table);
  });
}

async function createSystemTable(session: Executor, table: SystemTable): Promise<void> {
  const maria = session.kind === 'mariadb';
  const indexes = Object.entries(table.indexes);
  const inline = maria ? indexes.map(([name, columns]) => `KEY \`${name}\` (${columns})`) : [];
  // One statement on MariaDB, so that a table never exists without its indexes; on SQLite the indexes first fail, then exist.
  await session.exec(
    `CREATE TABLE IF NOT EXISTS \`${table.name}\` (${[...table.columns, ...inline].join(', ')})${maria ? ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4' : ''}`,
  );
  if (!maria) for (const [name, columns] of indexes) await addIndex(session, table.name, name, columns);
}

/** Indexes that this version makes, and an earlier one that made their tables did not. */
export async function ensureSystemIndexes(db: Database, existing: ReadonlySet<string>): Promise<void> {
  const { exact } = collationsOf(db);
  const tables = [...frameworkTables(db.kind, exact), ...moreTables.value(db.kind, exact)];
  const all = tables.flatMap(({ name: table, indexes }) => Object.entries(indexes).map(([name, columns]) => ({ table, name, columns })));
  const missing = all.filter(({ name }) => !existing.has(name));
  if (!missing.length) return;
  await db.session(async (session) => {
    for (const { table, name, columns } of missing) await addIndex(session, table, name, columns);
  });
}

async function addIndex(session: Executor, table: string, name: string, columns: string): Promise<void> {
  await session.exec(`CREATE INDEX IF NOT EXISTS \`${name}\` ON \`${table}\` (${columns})`);
}

/** Names of all tables that stand. */
export async function tableNames(db: Executor): Promise<Set<string>> {
  const sql =
    db.kind === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table'"
      : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'";
  return new Set((await db.query<{ name: string }>(sql)).map((row) => row.name));
}
