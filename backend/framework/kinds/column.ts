/**
 * How values lie in a column, in both databases: the fourth face of a kind, in the file of the kind that the column is made for. By the type of column and not by
 * the kind, for a table is read back from a database that knows no kinds, and several kinds lie in one type (docs/decisions/042). Pure.
 */
import type { ColumnModel, ColumnType, FieldModel, JsonValue } from '#codegen/model.ts';

export type Store = 'varchar' | 'text' | 'mediumtext' | 'int' | 'bigint' | 'decimal' | 'double' | 'bool' | 'date' | 'time' | 'datetime' | 'json' | 'tokens';

/** What a column of the type is declared as. */
export interface StoreFace {
  /** whose values are the same, whatever their size */
  family: string;
  /** SQLite keeps the declaration as text and takes only its affinity from it: so it tells later what the column holds */
  sqlite: string;
  mariadb: string;
  /** stands in the declaration: TEXT(40), DECIMAL(15, 2) */
  sized?: 'length' | 'digits';
  /** a text's own goes by whether the column is compared byte by byte */
  collation?: 'text' | 'json' | 'tokens';
}

export interface Laid {
  store: Store;
  /** characters of a varchar, digits of a decimal; 0 elsewhere */
  length: number;
  /** digits after the point of a decimal; 0 elsewhere */
  scale: number;
}

export type Base = 'sqlite' | 'mariadb';
export type Stored = string | number | null;

export interface ColumnFace<T extends ColumnType = ColumnType, S extends Store = Store> {
  type: T;
  stores: { [K in S]: StoreFace };
  /** which store a field has; `stored`: what its kind says of its characters */
  lay(column: ColumnModel, field: FieldModel | undefined, stored: number | undefined): Laid;
  /** as the driver takes it; the value has passed the validator */
  encode(value: JsonValue | undefined, column: ColumnModel, base: Base): Stored;
  /** what the driver gave as a value of the API */
  decode(raw: unknown, column: ColumnModel, base: Base): JsonValue;
  /** what the driver gives of this type is the value itself */
  asIs?: 'string' | 'number';
  /** the JSON text of what the driver gave, that of `JSON.stringify(decode(…))`; `empty` is that of the field's empty value */
  written(column: ColumnModel, base: Base, empty: string): (raw: unknown) => string;
  /** digits after the point of which the column keeps whole units */
  units?(column: Pick<ColumnModel, 'scale'>, base: Base): number;
  /** what says nothing in it */
  blank: JsonValue;
  /** a value of another type of column, neither null nor ''; undefined where it has no equal here */
  convert(value: JsonValue, to: ColumnModel): JsonValue | undefined;
}

export const plain = (store: Store): Laid => ({ store, length: 0, scale: 0 });

type Shared<F extends keyof ColumnFace> = Pick<ColumnFace, F>;

export const columnOfText: Shared<'encode' | 'decode' | 'asIs' | 'written' | 'blank'> = {
  encode: (value, column) => (value === null || value === undefined || value === '' ? (column.nullable ? null : '') : String(value)),
  decode: (raw) => (raw === null || raw === undefined ? '' : typeof raw === 'string' ? raw : String(raw)),
  asIs: 'string',
  written: () => quoted,
  blank: '',
};

/** What JSON has to escape, and lone surrogates, which no row holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON escapes
const special = /["\\\u0000-\u001f\ud800-\udfff]/;

function quoted(raw: unknown): string {
  if (raw === null || raw === undefined || raw === '') return '""';
  const text = typeof raw === 'string' ? raw : String(raw);
  return special.test(text) ? JSON.stringify(text) : `"${text}"`;
}

export const columnOfNumber: Shared<'encode' | 'decode' | 'asIs' | 'written' | 'blank' | 'convert'> = {
  encode: (value) => (typeof value === 'number' ? value : null),
  decode: (raw) => (raw === null || raw === undefined ? null : Number(raw)),
  asIs: 'number',
  written: () => (raw) => (raw === null || raw === undefined ? 'null' : String(Number(raw))),
  blank: null,
  convert: numberIn,
};

/** '1,234.5' of a text; a flag is 1 or 0. */
export function numberIn(value: JsonValue): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'object' || !/^\s*[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?\s*$/i.test(String(value))) return undefined;
  const number = Number(String(value).replaceAll(',', ''));
  return Number.isFinite(number) ? number : undefined;
}

/** A text of at most so many characters; a list of one is that one. */
export function textIn(value: JsonValue, length: number): string | undefined {
  const only = Array.isArray(value) && value.length <= 1 ? (value[0] ?? '') : value;
  const text = typeof only === 'object' && only !== null ? JSON.stringify(only) : String(only ?? '');
  return [...text].length <= length ? text : undefined;
}

/** How a value of a column of several types lies there; '-' was what nothing chosen was stored as before there were such columns. */
export function mixedText(value: string | number | boolean): string {
  return typeof value === 'string' && mixedValue(value) === value ? value : JSON.stringify(value);
}

export function mixedValue(raw: unknown): JsonValue {
  const text = typeof raw === 'string' ? raw : String(raw ?? '');
  if (text === '' || text === '-') return null;
  if (!/^(true|false|null|"|-?\d)/.test(text)) return text;
  try {
    return JSON.parse(text) as JsonValue; // a text, number or flag, as asked
  } catch {
    return text;
  }
}
