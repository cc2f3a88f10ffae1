/** How a standing column differs from the wanted one, and which of its values would not fit. */

import type { FieldModel } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import { type DatabaseKind, ident } from '../engine/connect.ts';
import type { ColumnLayout, Store } from './ddl-types.ts';
import type { StandingColumn } from './inspect.ts';
import type { Examination } from './step.ts';

export type Difference =
  | 'same'
  /** holds all that it held, and more */
  | 'widen'
  /** the same kind of value, fewer of them */
  | 'narrow'
  /** another kind of value */
  | 'convert';

const families: Record<Store, string> = {
  varchar: 'text',
  text: 'text',
  mediumtext: 'text',
  int: 'integer',
  bigint: 'integer',
  decimal: 'decimal',
  double: 'double',
  bool: 'bool',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  json: 'json',
  tokens: 'tokens',
};

export function sameFamily(standing: Pick<StandingColumn, 'store'>, wanted: Pick<ColumnLayout, 'store'>): boolean {
  return standing.store !== undefined && families[standing.store] === families[wanted.store];
}

/**
 * `whole`: an index needs all of the column, so that a TEXT will not do for a VARCHAR (MariaDB). `old`: what the field was, where that is
 * known: a list and an object lie in the same kind of column.
 */
export function differenceOf(kind: DatabaseKind, standing: StandingColumn, wanted: ColumnLayout, whole: boolean, old?: FieldModel): Difference {
  if (standing.store === undefined || !sameFamily(standing, wanted)) return 'convert';
  if (old && wanted.field && wanted.store === 'json' && isReshaped(old, wanted.field)) return 'convert';
  const size = sizeDifference(kind, { ...standing, store: standing.store }, wanted, whole);
  if (size !== 'same') return size;
  return standing.binary !== wanted.binary || standing.notNull !== wanted.notNull ? 'widen' : 'same';
}

/** Is a nested value of another shape than it was? What takes any value takes it as it is. */
function isReshaped(old: FieldModel, wanted: FieldModel): boolean {
  return shapeOf(wanted) !== 'any' && shapeOf(old) !== shapeOf(wanted);
}

/** Rows that a conversion takes something from that their new value cannot say: it stays in the archived column only. */
export function losses(
  kind: DatabaseKind,
  table: string,
  standing: Pick<StandingColumn, 'name' | 'store'>,
  wanted: ColumnLayout,
  old: FieldModel | undefined,
): Examination[] {
  const column = ident(standing.name);
  const field = wanted.field?.name ?? wanted.name;
  const of = (condition: string, code: Examination['code'], values?: Examination['values']): Examination[] => [
    { sql: `SELECT \`id\` FROM ${ident(table)} WHERE ${condition}`, params: [], code, ...(values && { values }), field },
  ];
  if (standing.store === 'datetime' && wanted.store === 'date') return of(`SUBSTR(${column}, 12, 8) <> '00:00:00'`, 'field.type');
  if (standing.store === 'datetime' && wanted.store === 'time') return of(`${column} IS NOT NULL`, 'field.type');
  if (standing.store === 'json' && wanted.field && shapeOf(wanted.field) === 'object' && old && shapeOf(old) === 'entries')
    return of(`${kind === 'sqlite' ? 'json_array_length' : 'JSON_LENGTH'}(${column}) > 1`, 'field.toomany', { limit: 1 });
  return [];
}

/** Does a text become a column in which blank is no value (a reference)? */
export function isBlankNull(standing: Pick<StandingColumn, 'store' | 'notNull'>, wanted: ColumnLayout): boolean {
  return standing.notNull && !wanted.notNull && standing.store !== undefined && families[standing.store] === 'text' && families[wanted.store] === 'text';
}

function sizeDifference(kind: DatabaseKind, standing: ColumnLayout, wanted: ColumnLayout, whole: boolean): Difference {
  switch (families[wanted.store]) {
    case 'text': {
      const [has, needs] = [capacity(standing), capacity(wanted)];
      if (needs > has) return 'widen';
      if (needs === has) return 'same';
      // On MariaDB a wide table's columns may be roomier than their fields, see `fitRow`: that is no reason to change them.
      if (kind === 'mariadb' && !whole && (standing.store !== 'varchar' || (standing.length === 64 && wanted.length < 64))) return 'same';
      return 'narrow';
    }
    case 'integer':
      return standing.store === wanted.store ? 'same' : wanted.store === 'bigint' ? 'widen' : 'narrow';
    case 'decimal': {
      if (standing.length === wanted.length && standing.scale === wanted.scale) return 'same';
      return wanted.scale >= standing.scale && wanted.length - wanted.scale >= standing.length - standing.scale ? 'widen' : 'narrow';
    }
    default:
      return 'same';
  }
}

function capacity({ store, length }: ColumnLayout): number {
  return store === 'varchar' ? length : store === 'text' ? 16_000 : 4_000_000;
}

/** Units of a decimal change with its scale on SQLite: until the column is rebuilt, the codec would misread them. */
export function isRescaled(kind: DatabaseKind, standing: Pick<StandingColumn, 'store' | 'scale'>, wanted: ColumnLayout): boolean {
  return kind === 'sqlite' && standing.store === 'decimal' && wanted.store === 'decimal' && standing.scale !== wanted.scale;
}

/** The old column as an expression of the new one's values (SQLite's rebuild). */
export function carriedOver(standing: Pick<StandingColumn, 'name' | 'store' | 'scale' | 'notNull'>, wanted: ColumnLayout): string {
  const name = ident(standing.name);
  if (isBlankNull(standing, wanted)) return `NULLIF(${name}, '')`;
  if (isRescaled('sqlite', standing, wanted)) {
    const shift = wanted.scale - standing.scale;
    return shift > 0 ? `${name} * ${10 ** shift}` : `${name} / ${10 ** -shift}`;
  }
  const empty = wanted.store === 'bool' ? '0' : "''";
  return wanted.notNull ? `COALESCE(${name}, ${empty})` : name;
}

/** Rows whose values do not fit a narrower column. */
export function misfits(kind: DatabaseKind, table: string, standing: Pick<StandingColumn, 'name' | 'store' | 'scale'>, wanted: ColumnLayout): Examination {
  const column = ident(standing.name);
  const of = (condition: string, code: Examination['code'], values?: Examination['values']): Examination => ({
    sql: `SELECT \`id\` FROM ${ident(table)} WHERE ${condition}`,
    params: [],
    code,
    ...(values && { values }),
    field: wanted.field?.name ?? wanted.name,
  });
  switch (families[wanted.store]) {
    case 'text':
      return of(`${kind === 'sqlite' ? 'LENGTH' : 'CHAR_LENGTH'}(${column}) > ${capacity(wanted)}`, 'field.long', { limit: capacity(wanted) });
    case 'integer':
      return of(`${column} NOT BETWEEN -2147483648 AND 2147483647`, 'field.range');
    default: {
      const whole = 10 ** (wanted.length - wanted.scale);
      if (kind === 'mariadb') return of(`ROUND(${column}, ${wanted.scale}) <> ${column} OR ABS(${column}) >= ${whole}`, 'field.range');
      const lost = 10 ** Math.max(0, standing.scale - wanted.scale);
      return of(`${column} % ${lost} <> 0 OR ABS(${column}) >= ${whole * 10 ** standing.scale}`, 'field.range');
    }
  }
}
