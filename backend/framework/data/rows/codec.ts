/** Values between the API and the table, by the type of column and nothing else: docs/decisions/002. What each does stands in the file of its kind. */
import type { ColumnModel, ColumnType, FieldModel, JsonValue, ObjectModel, Row, RowOf } from '#codegen/model.ts';
import type { ColumnFace } from '#kinds/column.ts';
import { columns, faceOf } from '#kinds/columns.ts';
import { emptyOf } from '#rules/records/record.ts';
import type { DatabaseKind, RawRow, SqlValue } from '../engine/connect.ts';

/** A value of the API as the driver takes it. The value has passed the validator. */
export function encode(column: ColumnModel, value: JsonValue | undefined, kind: DatabaseKind): SqlValue {
  return faceOf(column.type).encode(value, column, kind);
}

/** What the driver gave as a value of the API. A json column that is null gives null: see `decodeRow` for the field's own empty value. */
export function decode(column: ColumnModel, raw: unknown, kind: DatabaseKind): JsonValue {
  return decoders[column.type](raw, column, kind);
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
    if (value === undefined || typeof value === asIs[column.type]) continue;
    const decoded = decoders[column.type](value, column, kind);
    raw[name] = decoded === null && column.type === 'json' ? emptyOf(field) : decoded;
  }
  return raw as Row; // every column that was selected has been looked at
}

// By type and not through the face, for what is looked up for every value of a list.
type OfEach<V> = Record<ColumnType, V>;
const eachFace = <V>(of: (face: ColumnFace<ColumnType, never>) => V): OfEach<V> =>
  Object.fromEntries(Object.values(columns).map((face) => [face.type, of(face)])) as OfEach<V>; // of the registry's own keys
const decoders = eachFace(({ decode }) => decode);
const asIs = eachFace(({ asIs }) => asIs);
