/**
 * The list's filter: `{"year@gte": 2010, "q": "海"}` read against the model and the reader's roles, typed before any SQL is made.
 * Only fields that the reader may read can be named (safety section 12). Pure.
 */
import type { FieldModel, JsonValue, ObjectModel, Role, Row, Sort } from '#codegen/model.ts';
import { kinds, shapeOf } from '#kinds/index.ts';
import type { Comparison, Scalar } from '#kinds/kind.ts';
import { readableFields } from '#rules/accounts/permission.ts';
import type { Problem } from '#rules/words/problem.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { emptyOf, isArrayField, isObject } from './record.ts';

/** A filter that is known to fit the model; `and` of nothing is every row, `or` of nothing is none. */
export type Filter =
  | { kind: 'and'; of: Filter[] }
  | { kind: 'or'; of: Filter[] }
  | { kind: 'not'; of: Filter }
  /** `exact`: texts are compared character by character, case and accents included */
  | { kind: 'compare'; field: string; op: Comparison; value: Scalar | Scalar[]; exact?: boolean }
  /** `title`: rows whose title begins so */
  | { kind: 'search'; text: string; title?: true };

export const everyRow: Filter = { kind: 'and', of: [] };
export const noRow: Filter = { kind: 'or', of: [] };

/** Values of one list, characters of one value, characters of one search: over them the question is refused. */
export const filterLimits = { values: 1_000, characters: 1_000, search: 200 } as const;

/** The operators that a field answers; [] = it cannot be filtered by. */
export function operatorsOf(field: FieldModel): readonly Comparison[] {
  return field.column && !field.writeOnly ? kinds[field.kind].operators(field) : [];
}

export interface Parsed<T> {
  value: T;
  problems: Problem[];
}

/**
 * Reads a filter object; problems name the field (`field.filter`), the operator (`field.operator`) or the parameter (`param.filter`).
 * `{"year": [2010, 2011]}` is `in`, a plain value on an array field is `has`, `q` is the search.
 */
export function parseFilter(input: unknown, model: ObjectModel, roles: readonly Role[]): Parsed<Filter> {
  if (!isObject(input)) return { value: noRow, problems: [{ path: '', code: 'param.filter', values: { field: 'filter' } }] };
  const readable = readableFields(model, roles);
  const parts: Filter[] = [];
  const problems: Problem[] = [];
  for (const key of Object.keys(input)) {
    const value = input[key] as JsonValue; // a key of the object, so never undefined
    if (key === 'q') readSearch(value, parts, problems);
    else readComparison(key, value, readable, model, parts, problems);
  }
  return { value: { kind: 'and', of: parts }, problems };
}

/** Reads `["update_at","DESC"]`; the field must be readable, lie in a column, and be offered for sorting. */
export function parseSort(input: unknown, model: ObjectModel, roles: readonly Role[]): Parsed<Sort> {
  const fallback: Sort = { field: model.entity.key, order: 'ASC' };
  const [name, direction] = Array.isArray(input) ? input : [];
  const order = typeof direction === 'string' ? direction.toUpperCase() : 'ASC';
  if (typeof name !== 'string' || (order !== 'ASC' && order !== 'DESC'))
    return { value: fallback, problems: [{ path: '', code: 'param.sort', values: { field: 'sort' } }] };
  const field = readableFields(model, roles).find((candidate) => candidate.name === name);
  if (!field || !isSortable(field, model)) return { value: fallback, problems: [{ path: name, code: 'field.sort', values: { field: name } }] };
  return { value: { field: name, order }, problems: [] };
}

/** Can a list be ordered by this field? */
export function isSortable(field: FieldModel, model: ObjectModel): boolean {
  if (!field.column || field.writeOnly || !kinds[field.kind].sorts) return false;
  return field.surfaces.sort || field.name === model.entity.key;
}

function readSearch(value: JsonValue, parts: Filter[], problems: Problem[]): void {
  if (value === null || value === '') return;
  if (typeof value !== 'string' || value.length > filterLimits.search || isUnsafe(value))
    problems.push({ path: 'q', code: 'field.filter', values: { field: 'q' } });
  else if (value.trim()) parts.push({ kind: 'search', text: value.trim() });
}

function readComparison(key: string, value: JsonValue, readable: FieldModel[], model: ObjectModel, parts: Filter[], problems: Problem[]): void {
  const at = key.indexOf('@');
  const name = at < 0 ? key : key.slice(0, at);
  if (name.includes('.')) {
    readNested(name, at < 0 ? undefined : key.slice(at + 1), value, readable, parts, problems);
    return;
  }
  const field = readable.find((candidate) => candidate.name === name);
  if (!field || !(field.surfaces.filter || name === model.entity.key) || !operatorsOf(field).length) {
    problems.push({ path: name, code: 'field.filter', values: { field: name } });
    return;
  }
  const op = at < 0 ? implied(field, value) : (key.slice(at + 1) as Comparison); // checked against the field's own operators just below
  if (!operatorsOf(field).includes(op)) {
    problems.push({ path: name, code: 'field.operator', values: { field: name, operator: op } });
    return;
  }
  const typed = typedValue(field, op, value);
  if (typed === undefined) problems.push({ path: name, code: 'field.filter', values: { field: name, operator: op } });
  else parts.push({ kind: 'compare', field: name, op, value: typed });
}

/** `{"lines.film": "tide"}`: rows that point at a row (or one of several) from inside; other nested fields cannot be asked for. */
function readNested(name: string, op: string | undefined, value: JsonValue, readable: FieldModel[], parts: Filter[], problems: Problem[]): void {
  const field = fieldAt(readable, name.replaceAll('.', '/'));
  const isAsked = field?.relation && !field.writeOnly;
  if (!isAsked) problems.push({ path: name, code: 'field.filter', values: { field: name } });
  else if (op !== undefined && op !== 'eq' && op !== 'in' && op !== 'has')
    problems.push({ path: name, code: 'field.operator', values: { field: name, operator: op } });
  else {
    const typed = typedValue(field, 'has', value);
    if (typed === undefined || typed === '') problems.push({ path: name, code: 'field.filter', values: { field: name, operator: op ?? 'has' } });
    else parts.push({ kind: 'compare', field: name, op: 'has', value: typed });
  }
}

function implied(field: FieldModel, value: JsonValue): Comparison {
  if (isArrayField(field)) return operatorsOf(field).includes('has') ? 'has' : 'null';
  return Array.isArray(value) ? 'in' : 'eq';
}

/** The value in the field's own type, undefined where it does not fit. */
function typedValue(field: FieldModel, op: Comparison, value: JsonValue): Scalar | Scalar[] | undefined {
  if (op === 'null') return typeof value === 'boolean' ? value : undefined;
  if (op === 'in' || op === 'nin' || (op === 'has' && Array.isArray(value))) {
    if (!Array.isArray(value) || value.length > filterLimits.values) return undefined;
    const typed = value.map((entry) => scalar(field, op, entry));
    return typed.every((entry) => entry !== undefined) ? typed : undefined;
  }
  return scalar(field, op, value);
}

function scalar(field: FieldModel, op: Comparison, value: JsonValue): Scalar | undefined {
  // null asks for the empty value where equality is asked; an order has no place for it
  if (value === null) return op === 'eq' || op === 'ne' ? '' : undefined;
  if (typeof value === 'object') return undefined;
  if (value === '' && (op === 'eq' || op === 'ne' || op === 'in' || op === 'nin')) return '';
  if (typeof value === 'string' && (value.length > filterLimits.characters || isUnsafe(value))) return undefined;
  return kinds[field.kind].asked(field, op, value);
}

/** A cheap check first; only then the pair beside it is looked for. */
const anySurrogate = /[\uD800-\uDFFF]/;

/** NUL and lone surrogates fit no UTF-8 text: the databases would refuse or cut them. */
export function isUnsafe(text: string): boolean {
  return text.includes('\0') || (anySurrogate.test(text) && /\p{Surrogate}/u.test(text));
}

/** Does `value` say "empty" for the field, so that a comparison with it asks for emptiness? */
export function meansEmpty(field: FieldModel, value: Scalar): boolean {
  return value === '' || (shapeOf(field) !== 'flag' && value === emptyOf(field));
}

/** Names of the fields that a filter reads. */
export function fieldsOf(filter: Filter): string[] {
  if (filter.kind === 'compare') return [filter.field];
  if (filter.kind === 'search') return [];
  return (Array.isArray(filter.of) ? filter.of : [filter.of]).flatMap(fieldsOf);
}

/** A row in memory measured by the same filter as rows in the table; a search it cannot see, and takes no row. */
export function meets(filter: Filter, row: Row, model: ObjectModel): boolean {
  if (filter.kind === 'and' || filter.kind === 'or') {
    return filter.kind === 'and' ? filter.of.every((part) => meets(part, row, model)) : filter.of.some((part) => meets(part, row, model));
  }
  if (filter.kind === 'not') return !meets(filter.of, row, model);
  if (filter.kind === 'search') return false;
  const field = model.fields.find((candidate) => candidate.name === filter.field);
  return field ? compares(field, filter.op, row[filter.field], filter.value) : false;
}

function compares(field: FieldModel, op: Comparison, held: JsonValue | undefined, wanted: Scalar | Scalar[]): boolean {
  const list = Array.isArray(wanted) ? wanted : [wanted];
  const value = held ?? emptyOf(field);
  const empty = Array.isArray(value) ? value.length === 0 : value === null || meansEmpty(field, value as Scalar); // arrays and null are dealt with
  const equals = (other: Scalar) => value === other || (empty && meansEmpty(field, other));
  if (op === 'eq' || op === 'in') return list.some(equals);
  if (op === 'ne' || op === 'nin') return !list.some(equals);
  if (op === 'null') return empty === (list[0] === true);
  if (op === 'has') return Array.isArray(value) && list.some((entry) => value.includes(entry));
  const first = list[0];
  if (empty || first === undefined || typeof value !== typeof first) return false;
  if (op === 'like' || op === 'starts') {
    const [text, part] = [String(value).toLowerCase(), String(first).toLowerCase()];
    return op === 'like' ? text.includes(part) : text.startsWith(part);
  }
  const [left, right] = [value as string | number, first as string | number]; // same type, and only texts and numbers have an order
  if (op === 'gt') return left > right;
  if (op === 'gte') return left >= right;
  return op === 'lt' ? left < right : left <= right;
}
