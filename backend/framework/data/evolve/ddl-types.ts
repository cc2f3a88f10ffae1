/** Columns in the database: their SQL in both databases, and reading them back from an existing table. What each type is declared as stands in the file of its kind. */
import type { ColumnModel, FieldModel } from '#codegen/model.ts';
import type { Laid, Store } from '#kinds/column.ts';
import { faceOf, stores } from '#kinds/columns.ts';
import { kinds } from '#kinds/index.ts';
import { type Database, ident, type SqlValue } from '../engine/connect.ts';

export interface ColumnLayout extends Laid {
  name: string;
  /** compared byte by byte */
  binary: boolean;
  notNull: boolean;
  /** for rows that stand when the column is added; already encoded. Not compared. */
  fallback?: SqlValue;
  /** The field that the layout was made of; absent on system columns and on what is read from an existing table. */
  field?: FieldModel;
}

export interface Collations {
  exact: string;
  text: string;
  tokens: string;
  json: string;
}

/**
 * Ids, codes and e-mails are compared by bytes, without padding. Other text by the Unicode order of the newest collation the server
 * has, case and accents aside; the older one equates all characters beyond the basic plane, which only sorting may show.
 */
export function collationsOf(db: Pick<Database, 'kind'> & { version?: string }): Collations {
  const charset = (name: string) => `CHARACTER SET utf8mb4 COLLATE ${name}`;
  const common = { tokens: 'CHARACTER SET ascii COLLATE ascii_bin', json: charset('utf8mb4_bin') };
  const version = db.version ?? '';
  if (!/mariadb/i.test(version)) return { ...common, exact: charset('utf8mb4_0900_bin'), text: charset('utf8mb4_0900_ai_ci') };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const uca1400 = major > 10 || (major === 10 && minor >= 10);
  return { ...common, exact: charset('utf8mb4_nopad_bin'), text: charset(uca1400 ? 'utf8mb4_uca1400_nopad_ai_ci' : 'utf8mb4_unicode_nopad_ci') };
}

/** The column of a field, before the table's row size is looked at. */
export function columnLayout(column: ColumnModel, field?: FieldModel): ColumnLayout {
  const laid = faceOf(column.type).lay(column, field, field && kinds[field.kind].stored);
  const isText = isTextStore(laid.store);
  return { name: column.name, ...laid, binary: isText && column.binary, notNull: (isText || laid.store === 'bool') && !column.nullable, field };
}

export function isTextStore(store: Store | undefined): boolean {
  return store !== undefined && stores[store].collation === 'text';
}

/** `name TYPE …` for CREATE TABLE, ADD COLUMN and MODIFY COLUMN. */
export function columnSql(db: Pick<Database, 'kind'> & { version?: string }, column: ColumnLayout): string {
  const type = db.kind === 'sqlite' ? sqliteType(column) : mariadbType(column, collationsOf(db));
  return `${ident(column.name)} ${type}${column.notNull ? ' NOT NULL' : ''}${defaultSql(db.kind, column)}`;
}

function defaultSql(kind: Database['kind'], column: ColumnLayout): string {
  const value = column.fallback ?? (column.notNull ? (column.store === 'bool' ? 0 : '') : null);
  if (value === null) return kind === 'mariadb' && !column.notNull ? ' NULL' : '';
  const literal = typeof value === 'string' ? `'${value.replaceAll("'", "''").replaceAll('\\', kind === 'mariadb' ? '\\\\' : '\\')}'` : String(Number(value));
  // MySQL 8 takes a default of a TEXT only as an expression, MariaDB both, and SQLite no expression in a column that is added.
  return kind === 'mariadb' && ['text', 'mediumtext', 'json'].includes(column.store) ? ` DEFAULT (${literal})` : ` DEFAULT ${literal}`;
}

/** TEXT(40) is compared by bytes, TEXT_CI(40) without case (ASCII). */
function sqliteType(column: ColumnLayout): string {
  const noCase = isTextStore(column.store) && !column.binary;
  return `${stores[column.store].sqlite}${noCase ? '_CI' : ''}${sizeOf(column)}${noCase ? ' COLLATE NOCASE' : ''}`;
}

function mariadbType(column: ColumnLayout, collations: Collations): string {
  const { mariadb, collation } = stores[column.store];
  const how = collation === 'text' && column.binary ? 'exact' : collation;
  return `${mariadb}${sizeOf(column)}${how ? ` ${collations[how]}` : ''}`;
}

function sizeOf({ store, length, scale }: ColumnLayout): string {
  const { sized } = stores[store];
  return sized === 'digits' ? `(${length}, ${scale})` : sized ? `(${length})` : '';
}

type ReadBack = Pick<ColumnLayout, 'store' | 'length' | 'scale' | 'binary'>;

/** Reads a declared type back; undefined for one that Reelbase never creates. */
export function readSqliteType(declared: string): ReadBack | undefined {
  const match = /^([A-Z_]+?)(_CI)?(?:\((\d+)(?:,\s*(\d+))?\))?$/.exec(declared.toUpperCase());
  if (!match) return undefined;
  const [, name, noCase, first, second] = match;
  // A text and a text of so many characters have one name.
  const store = storeNames.find((known) => stores[known].sqlite === name && (!isTextStore(known) || Boolean(stores[known].sized) === (first !== undefined)));
  return store && { store, length: Number(first ?? 0), scale: Number(second ?? 0), binary: isTextStore(store) && !noCase };
}

/** The same from information_schema's COLUMN_TYPE and COLLATION_NAME. */
export function readMariadbType(type: string, collation: string | null): ReadBack | undefined {
  const [, name, first = '0', second = '0'] = /^([a-z]+)(?:\((\d+)(?:,(\d+))?\))?/.exec(type.toLowerCase()) ?? [];
  const isTokens = (known: Store) => stores[known].collation === 'tokens';
  const ascii = collation?.startsWith('ascii') ?? false;
  const store = storeNames.find(
    (known) => /^[a-z]+/i.exec(stores[known].mariadb)?.[0].toLowerCase() === name && (name !== 'mediumtext' || isTokens(known) === ascii),
  );
  if (!store) return undefined;
  const { sized } = stores[store];
  return { store, length: sized ? Number(first) : 0, scale: sized ? Number(second) : 0, binary: isTextStore(store) && /_bin$/.test(collation ?? '') };
}

const storeNames = Object.keys(stores) as Store[]; // the registry's own keys
