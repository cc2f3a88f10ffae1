/** Columns in the database: the storage kinds, their SQL in both databases, and reading them back from an existing table. */
import type { ColumnModel, FieldModel } from '#codegen/model.ts';
import { kinds } from '#kinds/index.ts';
import { type Database, ident, type SqlValue } from '../engine/connect.ts';

export type Store = 'varchar' | 'text' | 'mediumtext' | 'int' | 'bigint' | 'decimal' | 'double' | 'bool' | 'date' | 'time' | 'datetime' | 'json' | 'tokens';

export interface ColumnLayout {
  name: string;
  store: Store;
  /** characters of a varchar, digits of a decimal; 0 elsewhere */
  length: number;
  /** digits after the point of a decimal; 0 elsewhere */
  scale: number;
  /** compared byte by byte */
  binary: boolean;
  notNull: boolean;
  /** for rows that stand when the column is added; already encoded. Not compared. */
  fallback?: SqlValue;
  /** The field that the layout was made of; absent on system columns and on what is read from an existing table. */
  field?: FieldModel;
}

/** Characters above which a text is a MEDIUMTEXT: 16,000 × 4 bytes still fit a TEXT. */
export const textLimit = 16_000;
/** MariaDB's INT */
const int32 = 2 ** 31;

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
  const { store, length, scale } = storeOf(column, field);
  const isText = store === 'varchar' || store === 'text' || store === 'mediumtext';
  return { name: column.name, store, length, scale, binary: isText && column.binary, notNull: (isText || store === 'bool') && !column.nullable, field };
}

function storeOf(column: ColumnModel, field?: FieldModel): Pick<ColumnLayout, 'store' | 'length' | 'scale'> {
  const plain = (store: Store) => ({ store, length: 0, scale: 0 });
  switch (column.type) {
    case 'string':
    case 'text': {
      const length = (field && kinds[field.kind].stored) ?? column.length ?? field?.maxLength;
      if (column.type === 'string' && length !== undefined && length <= textLimit) return { store: 'varchar', length, scale: 0 };
      return plain(length !== undefined && length <= textLimit ? 'text' : 'mediumtext');
    }
    case 'integer': {
      const fits = field?.minimum !== undefined && field.maximum !== undefined && field.minimum >= -int32 && field.maximum < int32;
      return plain(fits ? 'int' : 'bigint');
    }
    case 'decimal':
      return { store: 'decimal', length: column.precision ?? 15, scale: column.scale ?? 0 };
    case 'boolean':
      return plain('bool');
    default:
      return plain(column.type);
  }
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

/**
 * SQLite keeps a declared type as text and takes only its affinity: so the declaration itself tells, later, what the column holds.
 * TEXT(40) is compared by bytes, TEXT_CI(40) without case (ASCII).
 */
function sqliteType({ store, length, scale, binary }: ColumnLayout): string {
  const noCase = binary ? '' : ' COLLATE NOCASE';
  switch (store) {
    case 'varchar':
      return `${binary ? 'TEXT' : 'TEXT_CI'}(${length})${noCase}`;
    case 'text':
      return `${binary ? 'TEXT' : 'TEXT_CI'}${noCase}`;
    case 'mediumtext':
      return `${binary ? 'TEXT_LONG' : 'TEXT_LONG_CI'}${noCase}`;
    case 'int':
      return 'INTEGER';
    case 'bigint':
      return 'BIGINT';
    case 'decimal':
      return `INTEGER_DECIMAL(${length}, ${scale})`;
    case 'double':
      return 'REAL';
    case 'bool':
      return 'INTEGER_BOOL';
    default:
      return `TEXT_${store.toUpperCase()}`;
  }
}

function mariadbType({ store, length, scale, binary }: ColumnLayout, collations: Collations): string {
  const collation = binary ? collations.exact : collations.text;
  switch (store) {
    case 'varchar':
      return `VARCHAR(${length}) ${collation}`;
    case 'text':
      return `TEXT ${collation}`;
    case 'mediumtext':
      return `MEDIUMTEXT ${collation}`;
    case 'decimal':
      return `DECIMAL(${length}, ${scale})`;
    case 'bool':
      return 'TINYINT(1)';
    case 'json':
      // What MariaDB's JSON is an alias of, without the check that the codec makes superfluous.
      return `LONGTEXT ${collations.json}`;
    case 'tokens':
      return `MEDIUMTEXT ${collations.tokens}`;
    default:
      return store.toUpperCase();
  }
}

/** Reads a declared type back; undefined for one that Reelbase never creates. */
export function readSqliteType(declared: string): Pick<ColumnLayout, 'store' | 'length' | 'scale' | 'binary'> | undefined {
  const match = /^([A-Z_]+)(?:\((\d+)(?:,\s*(\d+))?\))?$/.exec(declared.toUpperCase());
  if (!match) return undefined;
  const [, name = '', first = '0', second = '0'] = match;
  const of = (store: Store, binary = false) => ({ store, binary, length: Number(first), scale: Number(second) });
  switch (name) {
    case 'TEXT':
    case 'TEXT_CI':
      return of(match[2] ? 'varchar' : 'text', name === 'TEXT');
    case 'TEXT_LONG':
    case 'TEXT_LONG_CI':
      return of('mediumtext', name === 'TEXT_LONG');
    case 'INTEGER':
      return of('int');
    case 'BIGINT':
      return of('bigint');
    case 'INTEGER_DECIMAL':
      return of('decimal');
    case 'REAL':
      return of('double');
    case 'INTEGER_BOOL':
      return of('bool');
    default: {
      const store = (['date', 'time', 'datetime', 'json'] as const).find((known) => name === `TEXT_${known.toUpperCase()}`);
      return store && of(store);
    }
  }
}

/** The same from information_schema's COLUMN_TYPE and COLLATION_NAME. */
export function readMariadbType(type: string, collation: string | null): Pick<ColumnLayout, 'store' | 'length' | 'scale' | 'binary'> | undefined {
  const match = /^([a-z]+)(?:\((\d+)(?:,(\d+))?\))?/.exec(type.toLowerCase());
  if (!match) return undefined;
  const [, name = '', first = '0', second = '0'] = match;
  const binary = /_bin$/.test(collation ?? '');
  const of = (store: Store, length = 0, scale = 0) => ({ store, length, scale, binary: binary && ['varchar', 'text', 'mediumtext'].includes(store) });
  switch (name) {
    case 'varchar':
      return of('varchar', Number(first));
    case 'decimal':
      return of('decimal', Number(first), Number(second));
    case 'tinyint':
      return of('bool');
    case 'longtext':
      return of('json');
    case 'mediumtext':
      return of(collation?.startsWith('ascii') ? 'tokens' : 'mediumtext');
    case 'int':
    case 'bigint':
    case 'double':
    case 'date':
    case 'time':
    case 'datetime':
    case 'text':
      return of(name);
    default:
      return undefined;
  }
}
