/** What kinds of one shape have in common. */

import { defaultLength, longestNested, longestString } from '#codegen/lint/vocabulary.ts';
import type { FieldModel, JsonSchema } from '#codegen/model.ts';
import { asNumber } from '#codegen/schema-node.ts';
import { dateAt, stampOf } from '#framework/time.ts';
import type { Comparison, FilledCell, Kind, SchemaFace } from '#kinds/kind.ts';
import { fromPercent } from '#rules/values/decimal.ts';

export const equality: readonly Comparison[] = ['eq', 'ne', 'in', 'nin', 'null'];
export const order: readonly Comparison[] = ['gt', 'gte', 'lt', 'lte'];
const inOrder = [...equality, ...order];
const inWords: readonly Comparison[] = [...inOrder, 'like', 'starts'];

/** A number as a spreadsheet shows it: behind the 15th digit is what its reckoning left (1.1*3 = 3.3000000000000003). */
const shown = (number: number): number => (Number.isSafeInteger(number) ? number : Number(number.toPrecision(15)));

/** A cell as text; a day without a time is its date. */
export function textOf(cell: FilledCell): string {
  if (cell instanceof Date) return clockOf(cell) ?? stampOf(dayOf(cell) ?? cell).replace(' 00:00:00', '');
  return String(typeof cell === 'number' ? shown(cell) : cell).trim();
}

/** Days that a spreadsheet counts, from the end of 1899. */
const daysOf = (cell: Date): number => cell.getTime() / 86_400_000 + 25_569;
/** From March 1900 on its days are those of the calendar: it counts a 29th of February before. */
const firstPlainDay = 61;

/** The cell's day and time; undefined for a time of no day. */
export function dayOf(cell: Date): Date | undefined {
  const days = daysOf(cell);
  if (days < 0 || days >= firstPlainDay) return cell;
  return days < 1 ? undefined : dateAt(cell.getTime() + 86_400_000);
}

/** '12:30', or '36:00:15' of a length of time; undefined where the cell is a day. */
export function clockOf(cell: Date): string | undefined {
  const days = daysOf(cell);
  if (days < 0 || days >= firstPlainDay || (days >= 1 && Number.isInteger(days))) return undefined;
  const seconds = Math.round(days * 86_400);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3_600)}:${two((seconds % 3_600) / 60)}${seconds % 60 ? `:${two(seconds % 60)}` : ''}`;
}

/** 'a; b' → ['a', 'b'], each once unless the list repeats; a part in quotes may hold anything or nothing, a doubled quote in it is one: '"a;b"; ""' → ['a;b', ''] */
export function partsOf(field: Pick<FieldModel, 'repeats'>, cell: FilledCell): string[] {
  const found = [...textOf(cell).matchAll(/\s*"((?:[^"]|"")*)"\s*(?:[;；\n]|$)|([^;；\n]*)(?:[;；\n]|$)/gy)];
  const parts = found.flatMap(([, quoted, plain]) => (quoted === undefined ? [(plain ?? '').trim()].filter(Boolean) : [quoted.replaceAll('""', '"')]));
  return field.repeats ? parts : [...new Set(parts)];
}

export const ofText: Omit<Kind, 'name'> = {
  shape: 'text',
  empty: () => '',
  operators: () => inWords,
  asked: (_field, _op, value) => (typeof value === 'string' ? value : undefined),
  sorts: true,
  read: (_field, cell) => textOf(cell),
  misread: 'field.invalid',
};

export const ofNumber: Omit<Kind, 'name'> = {
  shape: 'number',
  empty: () => null,
  operators: () => inOrder,
  asked: (_field, _op, value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
  sorts: true,
  read: (_field, cell) => numberOf(cell),
  misread: 'field.number',
};

/** '1,234.5' and '1234.5'. */
function numberOf(cell: FilledCell): number | undefined {
  if (typeof cell === 'number') return shown(cell);
  const text = textOf(cell).replace(/^([-+]?\d{1,3})((?:,\d{3})+)(?=\.|$)/, (_all, head: string, rest: string) => head + rest.replaceAll(',', ''));
  return /^[-+]?\d+(\.\d+)?(e[-+]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** A number that may be a rate: '12.5 %' is 0.125 of it. */
export const ofRate: Omit<Kind, 'name'> = {
  ...ofNumber,
  rate: true,
  read: (field, cell) => {
    const isRate = field.display === 'percent' && /[%％]$/.test(textOf(cell));
    return isRate ? fromPercent(numberOf(textOf(cell).slice(0, -1).trim())) : numberOf(cell);
  },
};

export const ofValues: Omit<Kind, 'name'> = {
  shape: 'values',
  empty: () => [],
  operators: () => ['has', 'null'],
  asked: ofText.asked,
  sorts: false,
  read: partsOf,
  misread: 'field.invalid',
};

/** Whatever a cell can only say as JSON. */
export const ofJson: Omit<Kind, 'name' | 'shape' | 'empty'> = {
  operators: () => [],
  asked: ofText.asked,
  sorts: false,
  read: (_field, cell) => {
    try {
      return JSON.parse(textOf(cell));
    } catch {
      return undefined;
    }
  },
  misread: 'field.invalid',
};

type Shared<F extends keyof SchemaFace> = Pick<SchemaFace, F>;
const typeOfText = (): JsonSchema => ({ type: 'string' });

export function lineRule(node: JsonSchema, required: boolean, isColumn: boolean): JsonSchema {
  return textRule(node, required, isColumn ? defaultLength : longestNested);
}

export const schemaOfLine: Shared<'column' | 'rule' | 'type'> = {
  column: (node, indexed) => ((asNumber(node.maxLength) ?? defaultLength) > longestString && !indexed ? 'text' : 'string'),
  rule: lineRule,
  type: typeOfText,
};

export const schemaOfLongText: Shared<'column' | 'width' | 'rule' | 'type'> = {
  column: () => 'text',
  width: () => longestNested,
  rule: (node, required) => textRule(node, required, longestNested),
  type: typeOfText,
};

export const schemaOfMoment: Shared<'stands' | 'rule' | 'type'> = {
  stands: ['list', 'filter', 'sort'],
  rule: (node, required) => textRule(node, required, undefined),
  type: typeOfText,
};

/** An optional text may be empty whatever else it says, a required one may not, unless it says that it may (`minLength: 0`): then it has to be given, see `demanded`. */
function textRule(node: JsonSchema, required: boolean, usual: number | undefined): JsonSchema {
  const result: JsonSchema = { type: 'string' };
  const longest = asNumber(node.maxLength) ?? usual;
  if (longest !== undefined) result.maxLength = longest;
  // The format `text` refuses what utf8mb4 or a text column cannot hold: NUL and lone surrogates.
  const rules: JsonSchema = { format: 'text', ...picked(node, node.minLength === 0 ? ['format'] : ['format', 'minLength']) };
  // Only a text of an allowed length is tried: what the linter says of a pattern's time holds for those.
  // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
  if (node.pattern !== undefined) Object.assign(rules, { if: { maxLength: longest ?? defaultLength }, then: { pattern: node.pattern } });
  if (required) return { ...result, ...rules, ...(node.minLength !== 0 && { minLength: Math.max(1, asNumber(node.minLength) ?? 0) }) };
  const plain = rules.format === 'text' && node.pattern === undefined && rules.minLength === undefined;
  return plain ? { ...result, ...rules } : { ...result, if: { const: '' }, else: rules };
}

export const schemaOfNumber: Shared<'stands' | 'rule' | 'type'> = {
  stands: ['list', 'filter', 'sort'],
  rule: (node, required) => numberRule(node, required, 'number'),
  // By its column; in JSON by what the validator asks for.
  type: ({ column, required }) => ({ type: (column ? column.nullable : !required) ? ['number', 'null'] : 'number' }),
};

/** `limit`: what its column can hold. */
export function numberRule(node: JsonSchema, required: boolean, type: 'integer' | 'number', limit?: number): JsonSchema {
  const bounds = picked(node, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']);
  const result: JsonSchema = { type: required ? type : [type, 'null'], ...bounds };
  if (limit === undefined) return result;
  result.minimum = Math.max(asNumber(node.minimum) ?? -limit, -limit);
  result.maximum = Math.min(asNumber(node.maximum) ?? limit, limit);
  return result;
}

export const schemaOfArray: Shared<'stands' | 'column'> = { stands: ['list', 'filter'], column: () => 'json' };

function picked(node: JsonSchema, keys: readonly string[]): JsonSchema {
  return Object.fromEntries(keys.flatMap((key) => (node[key] === undefined ? [] : [[key, node[key]]])));
}
