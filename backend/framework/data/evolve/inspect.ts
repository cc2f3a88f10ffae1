/** Reads the tables that stand, in the words of the layouts. */
import type { Executor, RawRow } from '../engine/connect.ts';
import { type ColumnLayout, readMariadbType, readSqliteType } from './ddl-types.ts';

export interface ExistingColumn extends Omit<ColumnLayout, 'store'> {
  /** undefined for a type that the layouts never have */
  store: ColumnLayout['store'] | undefined;
  /** the type as the database declares it, and the default as SQL */
  declared: string;
  defaultSql: string | null;
  generated: boolean;
}
export interface ExistingIndex {
  name: string;
  columns: string[];
  unique: boolean;
  /** of the only column, where it does not take all of it */
  prefix?: number;
  /** leaves some rows out */
  partial: boolean;
}
export interface ExistingKey {
  /** '' on SQLite, where foreign keys have no name that could be used */
  name: string;
  column: string;
  to: string;
  onDelete: string;
}
export interface ExistingTable {
  name: string;
  columns: ExistingColumn[];
  indexes: ExistingIndex[];
  foreignKeys: ExistingKey[];
  /** full-text index (MariaDB) or search table (SQLite) */
  search: boolean;
}

/** Every table of the database by its name; `only` restricts it to one object's tables. */
export async function inspect(db: Executor, only?: string): Promise<Map<string, ExistingTable>> {
  const tables = db.kind === 'sqlite' ? await inspectSqlite(db) : await inspectMariadb(db);
  if (only !== undefined) for (const name of tables.keys()) if (name !== only && !name.startsWith(`${only}__`)) tables.delete(name);
  return tables;
}

/** Names of all indexes that stand; those of the objects' tables carry their table's name. */
export async function existingIndexes(db: Executor): Promise<Set<string>> {
  const sql =
    db.kind === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'index'"
      : 'SELECT DISTINCT index_name AS name FROM information_schema.statistics WHERE table_schema = DATABASE()';
  return new Set((await db.query<{ name: string }>(sql)).map(({ name }) => name));
}

async function inspectSqlite(db: Executor): Promise<Map<string, ExistingTable>> {
  const from = "FROM sqlite_master m, %(m.name) x WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'";
  const pragma = (columns: string, name: string) => db.query(`SELECT m.name AS tbl, ${columns} ${from.replace('%', name)}`);
  const columns = await pragma('x.name, x.type, x."notnull" AS required, x.dflt_value AS fallback, x.hidden', 'pragma_table_xinfo');
  const tables = collect(columns, (raw) => {
    const known = readSqliteType(text(raw.type));
    return column(raw, known, { notNull: Number(raw.required) === 1, generated: Number(raw.hidden) > 0 });
  });
  const indexed = await db.query(
    `SELECT m.name AS tbl, x.name AS idx, x."unique" AS uniq, x.partial, c.name AS col ${from.replace('%', 'pragma_index_list').replace(' WHERE', ', pragma_index_info(x.name) c WHERE')} ORDER BY x.name, c.seqno`,
  );
  addIndexes(
    tables,
    indexed.filter((raw) => !text(raw.idx).startsWith('sqlite_autoindex')),
  );
  for (const raw of await pragma('x."from" AS col, x."table" AS target, x.on_delete AS rule', 'pragma_foreign_key_list')) addKey(tables, raw);
  for (const { name } of await db.query<{ name: string }>("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'")) {
    const table = tables.get(name.replace(/__q$/, ''));
    if (table && name.endsWith('__q')) table.search = true;
  }
  return tables;
}

async function inspectMariadb(db: Executor): Promise<Map<string, ExistingTable>> {
  const here = 'table_schema = DATABASE()';
  const columns = await db.query(
    `SELECT table_name AS tbl, column_name AS name, column_type AS type, collation_name AS collation, is_nullable AS nullable, column_default AS fallback, extra FROM information_schema.columns WHERE ${here} ORDER BY table_name, ordinal_position`,
  );
  const tables = collect(columns, (raw) => {
    const known = readMariadbType(text(raw.type), raw.collation === null ? null : text(raw.collation));
    return column(raw, known, { notNull: raw.nullable === 'NO', generated: /GENERATED/i.test(text(raw.extra)) });
  });
  const indexed = await db.query(
    `SELECT table_name AS tbl, index_name AS idx, 1 - non_unique AS uniq, 0 AS partial, column_name AS col, sub_part AS part, index_type AS type FROM information_schema.statistics WHERE ${here} ORDER BY table_name, index_name, seq_in_index`,
  );
  for (const raw of indexed) {
    const table = tables.get(text(raw.tbl));
    if (table && raw.type === 'FULLTEXT') table.search = true;
  }
  addIndexes(
    tables,
    indexed.filter((raw) => raw.type !== 'FULLTEXT' && raw.idx !== 'PRIMARY'),
  );
  const keys = await db.query(
    `SELECT k.table_name AS tbl, k.constraint_name AS name, k.column_name AS col, k.referenced_table_name AS target, r.delete_rule AS rule
     FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
       ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
     WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL`,
  );
  for (const raw of keys) addKey(tables, raw);
  return tables;
}

function column(raw: RawRow, known: ReturnType<typeof readSqliteType>, rest: Pick<ExistingColumn, 'notNull' | 'generated'>): ExistingColumn {
  const fallback = raw.fallback === null || raw.fallback === 'NULL' ? null : text(raw.fallback);
  const base = known ?? { store: undefined, length: 0, scale: 0, binary: false };
  return { name: text(raw.name), ...base, declared: text(raw.type), defaultSql: fallback, ...rest };
}

function collect(rows: RawRow[], read: (raw: RawRow) => ExistingColumn): Map<string, ExistingTable> {
  const tables = new Map<string, ExistingTable>();
  for (const raw of rows) {
    const name = text(raw.tbl);
    const table = tables.get(name) ?? { name, columns: [], indexes: [], foreignKeys: [], search: false };
    table.columns.push(read(raw));
    tables.set(name, table);
  }
  return tables;
}

function addIndexes(tables: Map<string, ExistingTable>, rows: RawRow[]): void {
  for (const raw of rows) {
    const table = tables.get(text(raw.tbl));
    if (!table) continue;
    const name = text(raw.idx);
    let index = table.indexes.find((candidate) => candidate.name === name);
    if (!index) {
      index = { name, columns: [], unique: Number(raw.uniq) === 1, partial: Number(raw.partial) === 1 };
      if (raw.part !== null && raw.part !== undefined) index.prefix = Number(raw.part);
      table.indexes.push(index);
    }
    index.columns.push(text(raw.col));
  }
}

function addKey(tables: Map<string, ExistingTable>, raw: RawRow): void {
  tables
    .get(text(raw.tbl))
    ?.foreignKeys.push({ name: raw.name === undefined ? '' : text(raw.name), column: text(raw.col), to: text(raw.target), onDelete: text(raw.rule) });
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
