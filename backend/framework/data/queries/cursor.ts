/**
 * Keyset cursors: where a page ended, as the sort column's value and the key of its last row. Opaque to clients, but not secret:
 * it carries nothing that the row it comes from did not show.
 */
import type { FieldModel, JsonValue, ObjectModel, Row, Sort } from '#codegen/model.ts';
import type { DatabaseKind, SqlValue } from '../engine/connect.ts';
import { encode } from '../rows/codec.ts';
import { col, type Fragment, never } from './fragment.ts';
import { inOrder, inOrderSql, isNumericKey } from './query.ts';

export interface Cursor {
  value: JsonValue;
  key: string;
}

/** The cursor of a row in a list with this order. */
export function cursorAt(row: Row, model: ObjectModel, sort: Sort): string {
  return Buffer.from(JSON.stringify([sort.field, sort.order, row[sort.field] ?? null, String(row[model.entity.key])])).toString('base64url');
}

/** Reads a cursor back; undefined where it is none, or one of a list sorted otherwise. */
export function readCursor(text: string, sort: Sort): Cursor | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(parsed) || parsed.length !== 4 || parsed[0] !== sort.field || parsed[1] !== sort.order || typeof parsed[3] !== 'string')
      return undefined;
    const value: unknown = parsed[2];
    if (value !== null && typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
    return { value, key: parsed[3] };
  } catch {
    return undefined;
  }
}

/**
 * The rows behind a cursor in the walking direction, as one or two ranges to be walked one after the other: empty values are NULL in
 * most columns, both databases sort them first, and no index walks "smaller or NULL" in order.
 */
export function rangesBehind(cursor: Cursor, model: ObjectModel, sort: Sort, backwards: boolean, kind: DatabaseKind): Fragment[] {
  const up = (sort.order === 'ASC') !== backwards;
  const beyond = up ? '>' : '<';
  const key = col(model.entity.key);
  const field = model.fields.find((candidate) => candidate.name === sort.field);
  if (field && isNumericKey(field)) {
    const order = inOrderSql(field, key, kind);
    return [{ sql: `(${order} ${beyond} ? OR (${order} = ? AND ${key} ${beyond} ?))`, params: [Number(cursor.key), Number(cursor.key), cursor.key] }];
  }
  if (sort.field === model.entity.key) return [{ sql: `${key} ${beyond} ?`, params: [cursor.key] }];
  if (!field?.column) return [never];
  const column = inOrderSql(field, col(field.column.name), kind);
  const value = inOrder(field, encodedValue(field, cursor.value, kind));
  const nulls: Fragment = { sql: `${column} IS NULL`, params: [] };
  if (value === null) {
    const tied: Fragment = { sql: `${column} IS NULL AND ${key} ${beyond} ?`, params: [cursor.key] };
    return up ? [tied, { sql: `${column} IS NOT NULL`, params: [] }] : [tied];
  }
  const behind: Fragment = { sql: `${column} ${beyond}= ? AND (${column} ${beyond} ? OR ${key} ${beyond} ?)`, params: [value, value, cursor.key] };
  return up || !field.column.nullable ? [behind] : [behind, nulls];
}

function encodedValue(field: FieldModel, value: JsonValue, kind: DatabaseKind): SqlValue {
  return field.column ? (encode(field.column, value, kind) as SqlValue) : null; // the codec gives what drivers take
}
