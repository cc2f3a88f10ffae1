/** SQL that makes tables, columns, indexes and keys from layouts, for both databases. */
import { type Database, ident } from '../engine/connect.ts';
import { collationsOf, columnSql, isTextStore } from './ddl-types.ts';
import { type ForeignKey, type IndexLayout, idLength, type TableLayout } from './layout.ts';

/** What the SQL depends on: which database, and on MariaDB which version of it. */
export type Flavour = Pick<Database, 'kind'> & { version?: string };

/** Name of the FTS5 table that holds an object's search tokens on SQLite (`rowid` = the row's `_rid`, column `q`). */
export function searchTable(object: string): string {
  return `${object}__q`;
}

/**
 * The statements that make one table with all that belongs to it. The table itself comes last, on MariaDB in one statement, so that it never exists by
 * halves. `exists` says which tables there are: foreign keys to others come later (SQLite refuses every insert into a table whose foreign key leads to none).
 */
export function createTableSql(db: Flavour, table: TableLayout, exists: (table: string) => boolean): string[] {
  if (db.kind === 'mariadb') return [createMariadb(db, table, exists)];
  const statements = [createSqlite(db, table, exists), ...table.indexes.map((index) => addIndexSql(db, table, index))];
  if (table.search) statements.push(createSearchSql(table.name));
  return statements;
}

function createSqlite(db: Flavour, table: TableLayout, exists: (table: string) => boolean): string {
  // `_rid` is named, for an unnamed rowid may change on VACUUM, and the search table points at it.
  const key = table.kind === 'object' ? '`_rid` INTEGER PRIMARY KEY' : '`id` INTEGER PRIMARY KEY AUTOINCREMENT';
  const columns = table.columns.map((column) => columnSql(db, column) + (column.name === 'id' ? ' UNIQUE' : ''));
  const foreignKeys = table.foreignKeys.filter((foreign) => foreign.to === table.name || exists(foreign.to));
  const keys = foreignKeys.map((foreign) => `FOREIGN KEY (${ident(foreign.column)}) REFERENCES ${ident(foreign.to)} (\`id\`) ON DELETE ${foreign.onDelete}`);
  return `CREATE TABLE IF NOT EXISTS ${ident(table.name)} (${[key, ...columns, ...keys].join(', ')})`;
}

function createMariadb(db: Flavour, table: TableLayout, exists: (table: string) => boolean): string {
  const columns = table.columns.map((column) => columnSql(db, column));
  if (table.kind === 'child') columns.unshift('`id` BIGINT NOT NULL AUTO_INCREMENT');
  const keys = table.foreignKeys.filter((key) => key.to === table.name || exists(key.to)).map((key) => foreignKeySql(key));
  const indexes = table.indexes.flatMap((index) => indexParts(db, table, index));
  const search = table.search ? [searchIndexSql(table.name)] : [];
  const parts = [...columns, 'PRIMARY KEY (`id`)', ...indexes, ...search, ...keys];
  return `CREATE TABLE IF NOT EXISTS ${ident(table.name)} (${parts.join(', ')}) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4`;
}

export function createSearchSql(object: string): string {
  return `CREATE VIRTUAL TABLE IF NOT EXISTS ${ident(searchTable(object))} USING fts5(q, content='', contentless_delete=1, tokenize='ascii')`;
}

function searchIndexSql(table: string): string {
  return `FULLTEXT KEY ${ident(searchIndexName(table))} (\`_q\`)`;
}

export function searchIndexName(table: string): string {
  return `ft_${table}`.slice(0, 64);
}

/** The part of a CREATE or ALTER TABLE. */
export function foreignKeySql(key: ForeignKey): string {
  return `CONSTRAINT ${ident(key.name)} FOREIGN KEY (${ident(key.column)}) REFERENCES ${ident(key.to)} (\`id\`) ON DELETE ${key.onDelete}`;
}

export function addIndexSql(db: Flavour, table: TableLayout, index: IndexLayout): string {
  if (db.kind === 'mariadb') {
    const parts = indexParts(db, table, index).map((part) => `ADD ${part.startsWith('`') ? `COLUMN IF NOT EXISTS ${part}` : part}`);
    return `ALTER TABLE ${ident(table.name)} ${parts.join(', ')}`;
  }
  const where = index.exceptEmpty ? ` WHERE ${ident(index.columns[0] ?? '')} <> ''` : '';
  return `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${ident(index.name)} ON ${ident(table.name)} (${index.columns.map(ident).join(', ')}${index.anyCase ? ' COLLATE NOCASE' : ''})${where}`;
}

export function dropIndexSql(db: Flavour, table: string, name: string): string {
  return db.kind === 'mariadb' ? `DROP INDEX IF EXISTS ${ident(name)} ON ${ident(table)}` : `DROP INDEX IF EXISTS ${ident(name)}`;
}

/**
 * An index as parts of CREATE or ALTER TABLE. MariaDB has no partial index: a unique one that leaves empty texts alone is made on a virtual column that is
 * null for them, one for letters of either case on a column in lower case.
 */
function indexParts(db: Flavour, table: TableLayout, index: IndexLayout): string[] {
  const [first = ''] = index.columns;
  const column = table.columns.find((candidate) => candidate.name === first);
  if (index.unique && (index.exceptEmpty || index.anyCase) && column && isTextStore(column.store)) {
    const virtual = ident(virtualColumn(first));
    const { exact, text } = collationsOf(db);
    const length = column.store === 'varchar' ? column.length : idLength;
    return [
      `${virtual} VARCHAR(${length}) ${column.binary ? exact : text} AS (${index.anyCase ? `LOWER(${ident(first)})` : `NULLIF(${ident(first)}, '')`}) VIRTUAL`,
      `UNIQUE KEY ${ident(index.name)} (${virtual})`,
    ];
  }
  const columns = index.columns.map((name) => ident(name) + (index.prefix ? `(${index.prefix})` : ''));
  return [`${index.unique ? 'UNIQUE KEY' : 'KEY'} ${ident(index.name)} (${columns.join(', ')})`];
}

/** The generated column behind a unique index that leaves empty texts alone or takes letters of either case (MariaDB). */
export function virtualColumn(column: string): string {
  return `_u_${column}`;
}
