/** Values of one kind as values of another, for a field whose type changed. Pure. */

import type { ColumnModel, ColumnType, FieldModel, JsonValue } from '#codegen/model.ts';
import { isDay } from '#framework/time.ts';
import { shapeOf } from '#kinds/index.ts';
import { isArrayField } from '#rules/records/record.ts';
import type { ColumnLayout, Store } from './ddl-types.ts';

const types: Record<Store, ColumnType> = {
  varchar: 'string',
  text: 'text',
  mediumtext: 'text',
  int: 'integer',
  bigint: 'bigint',
  decimal: 'decimal',
  double: 'double',
  bool: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  json: 'json',
  tokens: 'text',
};

/** A column model for the codec, of a column of which only the layout is known. */
export function columnModelOf(layout: ColumnLayout): ColumnModel {
  const { name, store, length, scale, binary } = layout;
  return { name, type: types[store], length, precision: length, scale, nullable: !layout.notNull, binary, index: false, unique: false, was: [] };
}

const yes = new Set(['true', '1', 'yes', 'y', 'on', '是']);
const no = new Set(['false', '0', 'no', 'n', 'off', '否']);

/** The value as the new column holds it; undefined where it has no equal there. */
export function convertValue(value: JsonValue, to: ColumnModel, field?: FieldModel): JsonValue | undefined {
  if (to.type === 'json') return toJson(value, field);
  if (value === null || value === '') return to.type === 'string' || to.type === 'text' || isMoment(to.type) ? '' : to.type === 'boolean' ? false : null;
  switch (to.type) {
    case 'string':
    case 'text':
      return toText(value, to.type === 'string' ? (to.length ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY);
    case 'boolean':
      if (typeof value === 'boolean') return value;
      return yes.has(String(value).trim().toLowerCase()) ? true : no.has(String(value).trim().toLowerCase()) ? false : undefined;
    case 'date':
    case 'time':
    case 'datetime':
      return toMoment(String(value).trim(), to.type);
    default:
      return toNumber(value, to);
  }
}

function toText(value: JsonValue, length: number): string | undefined {
  const only = Array.isArray(value) && value.length <= 1 ? (value[0] ?? '') : value;
  const text = typeof only === 'object' && only !== null ? JSON.stringify(only) : String(only ?? '');
  return [...text].length <= length ? text : undefined;
}

function toNumber(value: JsonValue, to: ColumnModel): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'object' || !/^\s*[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?\s*$/i.test(String(value))) return undefined;
  const number = Number(String(value).replaceAll(',', ''));
  if (!Number.isFinite(number)) return undefined;
  if (to.type === 'integer' || to.type === 'bigint') return Number.isSafeInteger(number) ? number : undefined;
  if (to.type !== 'decimal') return number;
  const { precision = 15, scale = 0 } = to;
  return Number(number.toFixed(scale)) === number && Math.abs(number) < 10 ** (precision - scale) ? number : undefined;
}

function toMoment(text: string, type: 'date' | 'time' | 'datetime'): string | undefined {
  const [, date, time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.\d+)?Z?)?$/.exec(text) ?? [];
  if (type === 'time') return /^\d\d:\d\d:\d\d$/.test(text) ? text : date && time;
  // The calendar decides: 2023-02-30 has no equal.
  if (!date || date < '1000' || !isDay(date)) return undefined;
  return type === 'date' ? date : `${date} ${time}`;
}

function toJson(value: JsonValue, field?: FieldModel): JsonValue | undefined {
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

function isMoment(type: ColumnType): type is 'date' | 'time' | 'datetime' {
  return type === 'date' || type === 'time' || type === 'datetime';
}
