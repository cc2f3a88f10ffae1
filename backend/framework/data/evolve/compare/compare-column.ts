/** How an existing column differs from the wanted one, and which of its values would not fit. */

import type { FieldModel } from '#codegen/model.ts';
import type { Store } from '#kinds/column.ts';
import { faceOf, stores, typeOfStore } from '#kinds/columns.ts';
import { shapeOf } from '#kinds/index.ts';
import { type DatabaseKind, ident } from '../../engine/connect.ts';
import { type ColumnLayout, isTextStore } from '../ddl-types.ts';
import type { ExistingColumn } from '../inspect.ts';
import type { Examination } from '../step.ts';

export type Difference =
  | 'same'
  /** holds all that it held, and more */
  | 'widen'
  /** the same kind of value, fewer of them */
  | 'narrow'
  /** another kind of value */
  | 'convert';

const familyOf = (store: Store): string => stores[store].family;

export function sameFamily(existing: Pick<ExistingColumn, 'store'>, wanted: Pick<ColumnLayout, 'store'>): boolean {
  return existing.store !== undefined && familyOf(existing.store) === familyOf(wanted.store);
}

/**
 * `whole`: an index needs all of the column, so that a TEXT will not do for a VARCHAR (MariaDB). `old`: what the field was, where that is
 * known: a list and an object lie in the same kind of column.
 */
export function differenceOf(kind: DatabaseKind, existing: ExistingColumn, wanted: ColumnLayout, whole: boolean, old?: FieldModel): Difference {
  if (existing.store === undefined || !sameFamily(existing, wanted)) return 'convert';
  if (old && wanted.field && wanted.store === 'json' && isReshaped(old, wanted.field)) return 'convert';
  const size = sizeDifference(kind, { ...existing, store: existing.store }, wanted, whole);
  if (size !== 'same') return size;
  return existing.binary !== wanted.binary || existing.notNull !== wanted.notNull ? 'widen' : 'same';
}

/** Is a nested value of another shape than it was? What takes any value takes it as it is. */
function isReshaped(old: FieldModel, wanted: FieldModel): boolean {
  return shapeOf(wanted) !== 'any' && shapeOf(old) !== shapeOf(wanted);
}

/** Rows that a conversion takes something from that their new value cannot say: it stays in the archived column only. */
export function losses(
  kind: DatabaseKind,
  table: string,
  existing: Pick<ExistingColumn, 'name' | 'store'>,
  wanted: ColumnLayout,
  old: FieldModel | undefined,
): Examination[] {
  const column = ident(existing.name);
  const field = wanted.field?.name ?? wanted.name;
  const of = (condition: string, code: Examination['code'], values?: Examination['values']): Examination[] => [
    { sql: `SELECT \`id\` FROM ${ident(table)} WHERE ${condition}`, params: [], code, ...(values && { values }), field },
  ];
  if (existing.store === 'datetime' && wanted.store === 'date') return of(`SUBSTR(${column}, 12, 8) <> '00:00:00'`, 'field.type');
  if (existing.store === 'datetime' && wanted.store === 'time') return of(`${column} IS NOT NULL`, 'field.type');
  if (existing.store === 'json' && wanted.field && shapeOf(wanted.field) === 'object' && old && shapeOf(old) === 'entries')
    return of(`${kind === 'sqlite' ? 'json_array_length' : 'JSON_LENGTH'}(${column}) > 1`, 'field.toomany', { limit: 1 });
  return [];
}

/** Does a text become a column in which blank is no value (a reference)? */
export function isBlankNull(existing: Pick<ExistingColumn, 'store' | 'notNull'>, wanted: ColumnLayout): boolean {
  return existing.notNull && !wanted.notNull && existing.store !== undefined && isTextStore(existing.store) && isTextStore(wanted.store);
}

function sizeDifference(kind: DatabaseKind, existing: ColumnLayout, wanted: ColumnLayout, whole: boolean): Difference {
  if (isTextStore(wanted.store)) {
    const [has, needs] = [capacity(existing), capacity(wanted)];
    if (needs > has) return 'widen';
    if (needs === has) return 'same';
    // On MariaDB a wide table's columns may be roomier than their fields, see `fitRow`: that is no reason to change them.
    if (kind === 'mariadb' && !whole && (existing.store !== 'varchar' || (existing.length === 64 && wanted.length < 64))) return 'same';
    return 'narrow';
  }
  if (stores[wanted.store].sized === 'digits') {
    if (existing.length === wanted.length && existing.scale === wanted.scale) return 'same';
    return wanted.scale >= existing.scale && wanted.length - wanted.scale >= existing.length - existing.scale ? 'widen' : 'narrow';
  }
  return existing.store === wanted.store ? 'same' : wanted.store === 'bigint' ? 'widen' : 'narrow';
}

function capacity({ store, length }: ColumnLayout): number {
  return store === 'varchar' ? length : store === 'text' ? 16_000 : 4_000_000;
}

/** Whole units change with the scale (SQLite): until the column is rebuilt, the codec would misread them. */
export function isRescaled(kind: DatabaseKind, existing: Pick<ExistingColumn, 'store' | 'scale'>, wanted: ColumnLayout): boolean {
  const unitsOf = ({ store, scale }: Pick<ColumnLayout, 'store' | 'scale'>) => faceOf(typeOfStore(store)).units?.({ scale }, kind);
  return existing.store !== undefined && sameFamily(existing, wanted) && unitsOf({ ...existing, store: existing.store }) !== unitsOf(wanted);
}

/** The old column as an expression of the new one's values (SQLite's rebuild). */
export function copyExpression(existing: Pick<ExistingColumn, 'name' | 'store' | 'scale' | 'notNull'>, wanted: ColumnLayout): string {
  const name = ident(existing.name);
  if (isBlankNull(existing, wanted)) return `NULLIF(${name}, '')`;
  if (isRescaled('sqlite', existing, wanted)) {
    const shift = wanted.scale - existing.scale;
    return shift > 0 ? `${name} * ${10 ** shift}` : `${name} / ${10 ** -shift}`;
  }
  const empty = wanted.store === 'bool' ? '0' : "''";
  return wanted.notNull ? `COALESCE(${name}, ${empty})` : name;
}

/** Rows whose values do not fit a narrower column. */
export function misfits(kind: DatabaseKind, table: string, existing: Pick<ExistingColumn, 'name' | 'store' | 'scale'>, wanted: ColumnLayout): Examination {
  const column = ident(existing.name);
  const of = (condition: string, code: Examination['code'], values?: Examination['values']): Examination => ({
    sql: `SELECT \`id\` FROM ${ident(table)} WHERE ${condition}`,
    params: [],
    code,
    ...(values && { values }),
    field: wanted.field?.name ?? wanted.name,
  });
  if (isTextStore(wanted.store))
    return of(`${kind === 'sqlite' ? 'LENGTH' : 'CHAR_LENGTH'}(${column}) > ${capacity(wanted)}`, 'field.long', { limit: capacity(wanted) });
  if (stores[wanted.store].sized !== 'digits') return of(`${column} NOT BETWEEN -2147483648 AND 2147483647`, 'field.range');
  const whole = 10 ** (wanted.length - wanted.scale);
  if (kind === 'mariadb') return of(`ROUND(${column}, ${wanted.scale}) <> ${column} OR ABS(${column}) >= ${whole}`, 'field.range');
  const lost = 10 ** Math.max(0, existing.scale - wanted.scale);
  return of(`${column} % ${lost} <> 0 OR ABS(${column}) >= ${whole * 10 ** existing.scale}`, 'field.range');
}
