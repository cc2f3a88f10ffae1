/** Values between the API and the table, by the kind of column and nothing else: docs/decisions/002. */
import type { ColumnModel, FieldModel, JsonValue, ObjectModel, Row, RowOf } from '#codegen/model.ts';
import { emptyOf } from '#rules/records/record.ts';
import type { DatabaseKind, RawRow, SqlValue } from '../engine/connect.ts';

/** A value of the API as the driver takes it. The value has passed the validator. */
export function encode(column: ColumnModel, value: JsonValue | undefined, kind: DatabaseKind): SqlValue {
  switch (column.type) {
    case 'string':
    case 'text':
      if (value === null || value === undefined || value === '') return column.nullable ? null : '';
      return String(value);
    case 'date':
    case 'time':
    case 'datetime':
      return value === '' || value === undefined ? null : (value as string | null); // the validator saw to it
    case 'boolean':
      return value === true || value === 1 ? 1 : value === null && column.nullable ? null : 0;
    case 'decimal':
      return typeof value === 'number' ? encodeDecimal(value, column.scale ?? 0, kind) : null;
    case 'integer':
    case 'bigint':
    case 'double':
      return typeof value === 'number' ? value : null;
    case 'json':
      return value === null || value === undefined ? null : JSON.stringify(value);
  }
}

/** What the driver gave as a value of the API. A json column that is null gives null: see `decodeRow` for the field's own empty value. */
export function decode(column: ColumnModel, raw: unknown, _kind: DatabaseKind): JsonValue {
  return decoders[column.type](raw, column, _kind);
}

/** The columns of those fields that stand in `row` (all of a new record, the changed ones of an update). */
export function encodeRow(model: ObjectModel, row: Row, kind: DatabaseKind): Record<string, SqlValue> {
  return encodeFields(model.fields, row, kind);
}

/** The same for the fields of a child table's row. */
export function encodeFields(fields: readonly FieldModel[], row: Row, kind: DatabaseKind): Record<string, SqlValue> {
  const columns: Record<string, SqlValue> = {};
  for (const { name, column } of fields) {
    if (column && row[name] !== undefined) columns[column.name] = encode(column, row[name], kind);
  }
  return columns;
}

/** The fields whose columns were selected; columns that no field has (`_q`, archived ones) are left out. */
export function decodeRow<O extends string>(model: ObjectModel<O>, raw: RawRow, kind: DatabaseKind): RowOf<O> {
  return decodeFields(model.fields, raw, kind) as RowOf<O>; // made of the same schema, where every column was selected
}

/** The same for the fields of a child table's row. */
export function decodeFields(fields: readonly FieldModel[], raw: RawRow, kind: DatabaseKind): Row {
  const row: Row = {};
  for (const field of fields) {
    const { column } = field;
    if (!column) continue;
    const value = raw[column.name];
    if (value === undefined) continue;
    const decoded = decoders[column.type](value, column, kind);
    row[field.name] = decoded === null && column.type === 'json' ? emptyOf(field) : decoded;
  }
  return row;
}

/**
 * The same upon the driver's own object, for the hot path of lists: most values are right as they come, and no second object is made. Only for a row that was
 * selected by these fields' columns, each named like its field, and that no other code reads.
 */
export function decodeInPlace(fields: readonly FieldModel[], raw: RawRow, kind: DatabaseKind): Row {
  for (const field of fields) {
    const { column, name } = field;
    if (!column) continue;
    const value = raw[name];
    if (typeof value === 'string' ? asIs.has(column.type) : typeof value === 'number' && column.type === 'integer') continue;
    if (value === undefined) continue;
    const decoded = decoders[column.type](value, column, kind);
    raw[name] = decoded === null && column.type === 'json' ? emptyOf(field) : decoded;
  }
  return raw as Row; // every column that was selected has been looked at
}

/** Types whose strings are the values themselves. */
const asIs: ReadonlySet<ColumnModel['type']> = new Set(['string', 'text', 'date', 'time', 'datetime']);

type Decoder = (raw: unknown, column: ColumnModel, kind: DatabaseKind) => JsonValue;

// The driver returns for each type of column what `encode` put there; the assertions below say which.
const text: Decoder = (raw) => (raw === null || raw === undefined ? '' : typeof raw === 'string' ? raw : String(raw));
const number: Decoder = (raw) => (raw === null || raw === undefined ? null : Number(raw));
const decoders: Record<ColumnModel['type'], Decoder> = {
  string: text,
  text,
  date: text,
  time: text,
  datetime: text,
  boolean: (raw, column) => (raw === null && column.nullable ? null : raw === 1 || raw === true || raw === '1' || raw === 1n),
  integer: number,
  bigint: number,
  double: number,
  decimal: (raw, column, kind) => {
    if (raw === null || raw === undefined) return null;
    // Units are exact integers, and a division rounds to the double nearest to the decimal: the number that was written.
    return kind === 'sqlite' ? Number(raw) / 10 ** (column.scale ?? 0) : Number(raw);
  },
  json: (raw) => {
    if (raw === null || raw === undefined) return null;
    if (typeof raw !== 'string') return raw as JsonValue;
    if (raw === '[]') return [];
    return raw === '{}' ? {} : (JSON.parse(raw) as JsonValue);
  },
};

/** Exact for the 15 digits that the validator admits: the decimal text of the number, never binary arithmetic on it. */
function encodeDecimal(value: number, scale: number, kind: DatabaseKind): SqlValue {
  const fixed = value.toFixed(scale);
  if (kind === 'mariadb') return fixed;
  const units = Number(fixed.replace('.', ''));
  return units === 0 ? 0 : units; // no minus zero
}
