/** Values of one kind as values of another, for a field whose type changed. Pure. */

import type { ColumnModel, FieldModel, JsonValue } from '#codegen/model.ts';
import { faceOf, typeOfStore } from '#kinds/columns.ts';
import { shapeOf } from '#kinds/index.ts';
import { isArrayField } from '#rules/records/record.ts';
import type { ColumnLayout } from './ddl-types.ts';

/** A column model for the codec, of a column of which only the layout is known. */
export function columnModelOf(layout: ColumnLayout): ColumnModel {
  const { name, store, length, scale, binary } = layout;
  return { name, type: typeOfStore(store), length, precision: length, scale, nullable: !layout.notNull, binary, index: false, unique: false, was: [] };
}

/** The value as the new column holds it; undefined where it has no equal there. */
export function convertValue(value: JsonValue, to: ColumnModel, field?: FieldModel): JsonValue | undefined {
  if (to.type === 'json') return nestedValue(value, field);
  const face = faceOf(to.type);
  return value === null || value === '' ? face.blank : face.convert(value, to);
}

/** The same of what lies in a JSON column, or in a table of its own. */
export function nestedValue(value: JsonValue, field?: FieldModel): JsonValue | undefined {
  const isArray = field !== undefined && isArrayField(field);
  const parsed = typeof value === 'string' && /^\s*[[{]/.test(value) ? parse(value) : value;
  if (isArray) {
    const entries = isBlank(parsed) ? [] : Array.isArray(parsed) ? parsed : [parsed];
    // Objects where there are fields, plain values elsewhere.
    return entries.every((entry) => (typeof entry === 'object' && entry !== null) === (field.fields !== undefined)) ? entries : undefined;
  }
  if (field && shapeOf(field) === 'object') {
    // Of a list the first entry; the others are reported as a loss.
    const only = Array.isArray(parsed) ? (parsed[0] ?? null) : parsed;
    return isBlank(only) ? {} : typeof only === 'object' && !Array.isArray(only) ? only : undefined;
  }
  return parsed;
}

function isBlank(value: JsonValue): boolean {
  return value === null || value === '' || (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0);
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // what JSON.parse returns
  } catch {
    return text;
  }
}
