/** How a field lies in the table (docs/decisions/002). Pure. */
import type { FieldContext } from './field-context.ts';
import { valuesOf } from './kinds.ts';
import { decimalDigits, defaultLength, greatestInt, keyLength, longestNested, longestString, rowBytes } from './lint/vocabulary.ts';
import type { ColumnModel, ColumnType, FieldKind, FieldModel, JsonSchema } from './model.ts';
import { asArray, asNumber, asObject, asString, strings } from './schema-node.ts';

const comparedByByte = ['id', 'identifier', 'digits', 'email'];
const textNeverNull: readonly ColumnType[] = ['string', 'text', 'boolean'];

export function columnOf(name: string, kind: FieldKind, node: JsonSchema, context: Pick<FieldContext, 'key' | 'indexed' | 'uniques'>): ColumnModel {
  const db = asObject(node['x-db']);
  const unique = db?.unique === true;
  const index = db?.index === true || unique || kind === 'reference' || context.indexed.has(name);
  const type = columnType(kind, node, index);
  const isReference = kind === 'reference';
  const isString = type === 'string' || type === 'text';
  const column: ColumnModel = {
    name,
    type,
    nullable: (isReference && name !== context.key) || (!textNeverNull.includes(type) && name !== 'ver'),
    binary:
      isString &&
      (name === context.key || isReference || kind === 'select' || unique || context.uniques.has(name) || comparedByByte.includes(asString(node.format) ?? '')),
    index: index && name !== context.key,
    unique,
    was: formerNames(node),
  };
  if (isString) column.length = lengthOf(kind, node);
  if (type === 'decimal') Object.assign(column, decimalOf(node));
  return column;
}

/** x-was: newest first. */
export function formerNames(node: JsonSchema): string[] {
  return typeof node['x-was'] === 'string' ? [node['x-was']] : strings(node['x-was']);
}

/** Digits in all and after the point; the scale comes from `x-db.precision`, else from `multipleOf`. */
export function decimalOf(node: JsonSchema): { precision: number; scale: number } {
  const [precision, scale] = asArray(asObject(node['x-db'])?.precision) ?? [];
  if (typeof precision === 'number' && typeof scale === 'number') return { precision, scale };
  const step = asNumber(node.multipleOf) ?? 0.01;
  const places = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  return { precision: decimalDigits, scale: Math.min(places, decimalDigits) };
}

/** MariaDB counts every VARCHAR against one row's limit: past the budget the widest ones that no index needs become TEXT. */
export function fitRow(fields: FieldModel[]): void {
  const strings = fields.flatMap(({ column }) => (column?.type === 'string' ? [column] : []));
  let used = strings.reduce((sum, { length = defaultLength }) => sum + length * 4 + 2, 0);
  for (const column of strings.filter(({ index, unique, binary }) => !index && !unique && !binary).sort((a, b) => (b.length ?? 0) - (a.length ?? 0))) {
    if (used <= rowBytes) return;
    used -= (column.length ?? defaultLength) * 4 - 10;
    column.type = 'text';
  }
}

function columnType(kind: FieldKind, node: JsonSchema, index: boolean): ColumnType {
  switch (kind) {
    case 'string':
    case 'password':
      return (asNumber(node.maxLength) ?? defaultLength) > longestString && !index ? 'text' : 'string';
    case 'text':
    case 'html':
      return 'text';
    case 'integer':
      return isBig(node) ? 'bigint' : 'integer';
    case 'decimal':
      return 'decimal';
    case 'number':
      return 'double';
    case 'boolean':
    case 'date':
    case 'time':
    case 'datetime':
      return kind;
    case 'reference':
      return 'string';
    case 'select': {
      const values = valuesOf(node);
      if (values.every((value) => typeof value === 'boolean')) return 'boolean';
      if (values.every((value) => Number.isInteger(value))) return 'integer';
      return values.every((value) => typeof value === 'number') ? 'double' : 'string';
    }
    default:
      return 'json';
  }
}

function isBig(node: JsonSchema): boolean {
  return Math.max(Math.abs(asNumber(node.maximum) ?? 0), Math.abs(asNumber(node.minimum) ?? 0)) > greatestInt;
}

function lengthOf(kind: FieldKind, node: JsonSchema): number {
  const declared = asNumber(node.maxLength);
  if (declared !== undefined) return declared;
  if (kind === 'reference') return keyLength;
  if (kind === 'select') return Math.max(keyLength, ...valuesOf(node).map((value) => String(value).length));
  return kind === 'text' || kind === 'html' ? longestNested : defaultLength;
}
