/**
 * Reads the list's filter as it is written — `{"year@gte": 2010, "q": "海", "$or": [{"lines.film": "tide"}, {"shown": "this-month"}]}` — against the model and
 * the reader's roles, typed before any SQL is made (docs/decisions/055). Only fields that the reader may read can be named (safety section 12). Pure.
 */

import type { FieldModel, JsonValue, ObjectModel, Role, Sort } from '#codegen/model.ts';
import { dateAt, homeZone, momentIn } from '#framework/time.ts';
import { order } from '#kinds/common/bases.ts';
import { isDate } from '#kinds/common/moment.ts';
import { kinds } from '#kinds/index.ts';
import type { Comparison, Scalar } from '#kinds/kind.ts';
import { isZoned } from '#kinds/string.ts';
import { type Actor, administrator } from '#rules/accounts/actor.ts';
import { readableFields, readableNamed } from '#rules/accounts/permission.ts';
import { accountObject, staff } from '#rules/accounts/realm.ts';
import { pathBelow, stepOf } from '#rules/records/field-path.ts';
import { isArrayField, isObject } from '#rules/records/record.ts';
import type { Problem } from '#rules/words/problem.ts';
import { type Compare, type Filter, fieldsAlong, filterLimits, isSortable, isUnsafe, noRow, operatorsOf } from './filter.ts';
import { namedBy, namesIn } from './filter-names.ts';
import { type Span, spanOf, today } from './relative-day.ts';

/** Stands for who asks, where a field points at their account. */
export const me = '$me';

/** Does the field hold the account of somebody of that realm, so that 'me' may be asked for? */
export function mayBeMe(field: FieldModel, realm: string): boolean {
  return field.relation ? field.relation.to === accountObject(realm) : field.name === 'update_by';
}

export interface Parsed<T> {
  value: T;
  problems: Problem[];
}

interface Reading {
  readable: FieldModel[];
  actor: Asker;
  today: string;
  problems: Problem[];
  comparisons: number;
}
export type Asker = Pick<Actor, 'id' | 'realm' | 'roles'>;

/**
 * Reads a filter object; problems name the field (`field.filter`, `filter.deep`, `filter.many`), the operator (`field.operator`) or the parameter
 * (`param.filter`). `{"year": [2010, 2011]}` is `in`, a plain value on an array field is `has`, `q` is the search; `$and` and `$or` have a list of filters, `$not`
 * one. Relative days and `$me` are what they are for this actor at this moment.
 */
export function parseFilter(input: unknown, model: ObjectModel, actor: Asker, now: Date): Parsed<Filter> {
  const reading: Reading = { readable: readableFields(model, actor.roles), actor, today: today(now), problems: [], comparisons: 0 };
  const value = readGroup(input, reading, 0);
  return { value: reading.problems.length ? noRow : value, problems: reading.problems };
}

/** What is wrong with a filter that a schema file has, where everything may be read. */
export function faultsOf(filter: JsonValue, model: ObjectModel): Problem[] {
  return parseFilter(filter, model, { id: '', realm: staff, roles: [administrator] }, dateAt(0)).problems;
}

/** Reads `["update_at","DESC"]`; the field must be readable, lie in a column, and be offered for sorting. */
export function parseSort(input: unknown, model: ObjectModel, roles: readonly Role[]): Parsed<Sort> {
  const fallback: Sort = { field: model.entity.key, order: 'ASC' };
  const [name, direction] = Array.isArray(input) ? input : [];
  const order = typeof direction === 'string' ? direction.toUpperCase() : 'ASC';
  if (typeof name !== 'string' || (order !== 'ASC' && order !== 'DESC'))
    return { value: fallback, problems: [{ path: '', code: 'param.sort', values: { field: 'sort' } }] };
  const field = readableNamed(model, roles, name);
  if (!field || !isSortable(field, model)) return { value: fallback, problems: [{ path: name, code: 'field.sort', values: { field: name } }] };
  return { value: { field: field.name, order }, problems: [] };
}

function readGroup(input: unknown, reading: Reading, depth: number): Filter {
  if (!isObject(input)) {
    reading.problems.push({ path: '', code: 'param.filter', values: { field: 'filter' } });
    return noRow;
  }
  const parts = Object.keys(input).flatMap((key) => {
    const value = input[key] as JsonValue; // a key of the object, so never undefined
    if (key === 'q') return readSearch(value, reading);
    if (key === '$and' || key === '$or' || key === '$not') return readNested(key, value, reading, depth + 1);
    return readComparison(key, value, reading);
  });
  return { kind: 'and', of: parts };
}

function readNested(key: '$and' | '$or' | '$not', value: JsonValue, reading: Reading, depth: number): Filter[] {
  if (depth > filterLimits.depth) {
    const name = namesIn(value)[0] ?? '';
    reading.problems.push({ path: name, code: 'filter.deep', values: { field: name, limit: filterLimits.depth } });
    return [];
  }
  if (key === '$not') return [{ kind: 'not', of: readGroup(value, reading, depth) }];
  if (!Array.isArray(value)) {
    reading.problems.push({ path: '', code: 'param.filter', values: { field: key } });
    return [];
  }
  return [{ kind: key === '$and' ? 'and' : 'or', of: value.map((part) => readGroup(part, reading, depth)) }];
}

function readSearch(value: JsonValue, reading: Reading): Filter[] {
  if (value === null || value === '') return [];
  if (typeof value !== 'string' || value.length > filterLimits.search || isUnsafe(value)) {
    reading.problems.push({ path: 'q', code: 'field.filter', values: { field: 'q' } });
    return [];
  }
  return value.trim() ? [{ kind: 'search', text: value.trim() }] : [];
}

function readComparison(key: string, value: JsonValue, reading: Reading): Filter[] {
  const { path, op: said } = namedAs(key, reading.readable);
  const refuse = (code: Problem['code'], values: Record<string, string | number> = {}) => {
    reading.problems.push({ path, code, values: { field: path, ...values } });
    return [];
  };
  reading.comparisons += 1;
  if (reading.comparisons > filterLimits.comparisons)
    return reading.comparisons > filterLimits.comparisons + 1 ? [] : refuse('filter.many', { limit: filterLimits.comparisons });
  const along = fieldsAlong(reading.readable, path);
  const [root, field] = [along?.[0], along?.at(-1)];
  const known = root && field ? answeredBy(root, field) : [];
  if (!field || !known.length) return refuse('field.filter');
  const op = said === undefined ? implied(field, value, known) : (said as Comparison); // checked against the field's own operators just below
  if (!known.includes(op)) return refuse('field.operator', { operator: op });
  if (op === 'null' && field.kind === 'object')
    return typeof value === 'boolean' ? [emptyObject(path, field, value)] : refuse('field.filter', { operator: op });
  const days = kinds[field.kind].input === 'date' || isMoment(field) ? typeof value === 'string' && spanOf(value, reading.today) : undefined;
  if (days) return withinDays(field, path, op, days) ?? refuse('field.filter', { operator: op });
  const typed = typedValue(field, op, value, reading.actor);
  if (typed === undefined || (op === 'has' && typed === '')) return refuse('field.filter', { operator: op });
  return [{ kind: 'compare', field: path, op, value: typed }];
}

/** A key names a path; what names a field of the row in its very letters is taken for that one, dots and all. */
function namedAs(key: string, fields: readonly FieldModel[]): ReturnType<typeof namedBy> {
  const named = namedBy(key);
  if (fieldsAlong(fields, named.path)) return named;
  const exact = fields.filter(({ name }) => key === name || key.startsWith(`${name}@`)).sort((a, b) => b.name.length - a.name.length)[0];
  if (!exact) return named;
  const op = key.slice(exact.name.length + 1);
  return { path: stepOf(exact.name), ...(op && { op }) };
}

/** A reference in a list is also asked for like a value of a list, as links between lists have it. */
function answeredBy(root: FieldModel, field: FieldModel): readonly Comparison[] {
  const known = operatorsOf(field, root);
  return known.length && field !== root && field.relation && !known.includes('has') ? [...known, 'has'] : known;
}

/** An object is empty when everything in it is that the reader may read. */
function emptyObject(path: string, field: FieldModel, isEmpty: boolean): Filter {
  const parts = (at: string, inner: FieldModel): Filter[] =>
    inner.kind === 'object'
      ? (inner.fields ?? []).flatMap((deeper) => parts(pathBelow(at, deeper.name), deeper))
      : operatorsOf(inner, field).includes('null')
        ? [{ kind: 'compare', field: at, op: 'null', value: true }]
        : [];
  const empty: Filter = { kind: 'and', of: parts(path, field) };
  return isEmpty ? empty : { kind: 'not', of: empty };
}

const isMoment = (field: FieldModel): boolean => kinds[field.kind].instant === true || isZoned(field);

/** Equal to some days: in them; after or before them: beyond all of them. A moment is compared with the midnights of the house. */
function withinDays(field: FieldModel, path: string, op: Comparison, { from, till }: Span): Filter[] | undefined {
  const edge = (day: string) => (isMoment(field) ? (momentIn(`${day} 00:00`, homeZone.value) ?? day) : day);
  const compare = (inner: Compare['op'], value: Scalar | Scalar[]): Compare => ({ kind: 'compare', field: path, op: inner, value });
  if (op === 'eq') return [compare('within', [edge(from), edge(till)])];
  if (op === 'ne') return [{ kind: 'not', of: compare('within', [edge(from), edge(till)]) }];
  if (op === 'gt' || op === 'gte') return [compare('gte', edge(op === 'gt' ? till : from))];
  return op === 'lt' || op === 'lte' ? [compare('lt', edge(op === 'lt' ? from : till))] : undefined;
}

function implied(field: FieldModel, value: JsonValue, known: readonly Comparison[]): Comparison {
  if (isArrayField(field)) return known.includes('has') ? 'has' : 'null';
  return Array.isArray(value) ? 'in' : 'eq';
}

/** The value in the field's own type, undefined where it does not fit. */
function typedValue(field: FieldModel, op: Comparison, value: JsonValue, actor: Asker): Scalar | Scalar[] | undefined {
  if (op === 'null') return typeof value === 'boolean' ? value : undefined;
  if (op === 'in' || op === 'nin' || (op === 'has' && Array.isArray(value))) {
    if (!Array.isArray(value) || value.length > filterLimits.values) return undefined;
    const typed = value.map((entry) => scalar(field, op, entry, actor));
    return typed.every((entry) => entry !== undefined) ? typed : undefined;
  }
  return scalar(field, op, value, actor);
}

function scalar(field: FieldModel, op: Comparison, value: JsonValue, actor: Asker): Scalar | undefined {
  // null asks for the empty value where equality is asked; an order has no place for it
  if (value === null) return op === 'eq' || op === 'ne' ? '' : undefined;
  if (typeof value === 'object') return undefined;
  if (value === '' && (op === 'eq' || op === 'ne' || op === 'in' || op === 'nin')) return '';
  if (value === me && (field.relation || field.name === 'update_by')) return mayBeMe(field, actor.realm) ? actor.id : undefined;
  if (typeof value === 'string' && (value.length > filterLimits.characters || isUnsafe(value))) return undefined;
  // Addresses and lists of ids have it as a text.
  if (field.column?.type === 'numericKey' && typeof value === 'string' && value.trim() !== '') return kinds[field.kind].asked(field, op, Number(value));
  if (isZoned(field) && order.includes(op)) return askedMoment(op, value);
  return kinds[field.kind].asked(field, op, value);
}

/** To a moment a bare day is all of it, in UTC: nothing of it is after its 24th hour. */
function askedMoment(op: Comparison, value: Scalar): Scalar | undefined {
  const text = String(value);
  if (!isDate(text.slice(0, 10))) return undefined;
  return text.length === 10 && (op === 'lte' || op === 'gt') ? `${text} 24` : text;
}
