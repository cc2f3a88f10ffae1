/**
 * A filter as people choose it: one condition per field and operator, each a chip above the list. Pure; the address is written as in docs/decisions/003
 * (`{"year@gte":2010}`), these functions translate both ways without loss.
 */
import type { FieldModel, JsonValue, Row } from '#codegen/model.ts';
import { kinds, shapeOf } from '#kinds/index.ts';
import type { Comparison } from '#kinds/kind.ts';
import { isZoned } from '#kinds/string.ts';
import { staff } from '#rules/accounts/realm.ts';
import { operatorsOf } from '#rules/queries/filter.ts';
import { isGroup, namedBy } from '#rules/queries/filter-names.ts';
import { mayBeMe, me } from '#rules/queries/parse-filter.ts';
import { spanOf } from '#rules/queries/relative-day.ts';

export type Operator = 'like' | 'starts' | 'eq' | 'ne' | 'in' | 'nin' | 'has' | 'range' | 'gt' | 'lt' | Relative | Valueless;
/** with days counted from today: 'this-month', 'today-7d' */
type Relative = 'during' | 'after' | 'before';
type Valueless = 'empty' | 'filled' | 'me';

export interface FilterCondition {
  field: string;
  op: Operator;
  /** text or number; list for in, nin, has; [from, to] with null for an open end for range; nothing for empty, filled and me */
  value: JsonValue;
}

/** The operators offered for a field, the most usual first; [] = it cannot be filtered by. */
export function offeredOperators(field: FieldModel, root: FieldModel = field): Operator[] {
  const known = operatorsOf(field, root);
  const has = (op: Comparison) => known.includes(op);
  const own: Operator[] = known.length && mayBeMe(field, staff) ? ['me'] : [];
  const empties: Operator[] = [...own, ...(has('null') ? (['filled', 'empty'] as const) : [])];
  const isDay = kinds[field.kind].input === 'date' || kinds[field.kind].instant;
  if (shapeOf(field) === 'flag') return has('eq') ? ['eq'] : [];
  if (shapeOf(field) === 'choice' || field.relation?.many === false) return [...(has('in') ? (['in', 'nin'] as const) : []), ...empties];
  if (has('has')) return ['has', ...empties];
  if (isZoned(field)) return ['range', 'during', 'after', 'before', 'like', 'starts', 'eq', ...empties];
  if (has('like')) return ['like', 'starts', 'eq', 'ne', ...empties];
  if (isDay) return ['range', 'during', 'after', 'before', 'eq', ...empties];
  if (has('gte')) return ['range', 'eq', ...empties];
  return empties;
}

/** A filter as conditions, without the search text `q`. */
export function conditionsOf(filter: Row): FilterCondition[] {
  const found: FilterCondition[] = [];
  for (const [key, value] of Object.entries(filter)) {
    if (key === 'q' || isGroup(key)) continue;
    const { path: field, op = Array.isArray(value) ? 'in' : 'eq' } = namedBy(key);
    const days = typeof value === 'string' && (op === 'eq' || op === 'gt' || op === 'lt') && isRelative(value) ? relative[op] : undefined;
    if (days) found.push({ field, op: days, value });
    else if (value === me && (op === 'eq' || op === 'has')) found.push({ field, op: 'me', value: null });
    else if (op === 'gte' || op === 'lte') {
      const range: FilterCondition = found.find((one) => one.field === field && one.op === 'range') ?? { field, op: 'range', value: [null, null] };
      if (!found.includes(range)) found.push(range);
      (range.value as JsonValue[])[op === 'gte' ? 0 : 1] = value; // made as a pair above
    } else if (op === 'null') found.push({ field, op: value ? 'empty' : 'filled', value: null });
    else found.push({ field, op: op as Operator, value }); // the operators left carry the same names on both sides
  }
  return found;
}

/** Conditions as a filter; one that says nothing is left out. */
export function filterOf(conditions: readonly FilterCondition[], q?: JsonValue): Row {
  const filter: Row = q ? { q } : {};
  for (const { field, op, value } of conditions.filter(saysSomething)) {
    if (op === 'range') {
      const [from, to] = value as JsonValue[]; // saysSomething let only pairs through
      if (!isBlank(from)) filter[`${field}@gte`] = from ?? null;
      if (!isBlank(to)) filter[`${field}@lte`] = to ?? null;
    } else if (op === 'empty' || op === 'filled') filter[`${field}@null`] = op === 'empty';
    else if (op === 'me') filter[field] = me;
    else if (op === 'during') filter[field] = value;
    else if (op === 'after' || op === 'before') filter[`${field}@${op === 'after' ? 'gt' : 'lt'}`] = value;
    else filter[op === 'eq' ? field : `${field}@${op}`] = value;
  }
  return filter;
}

const relative = { eq: 'during', gt: 'after', lt: 'before' } as const;

/** Is it a word that names days by today? */
export function isRelative(word: string): boolean {
  return spanOf(word, '2000-01-01') !== undefined;
}

/** Is there something to compare with? */
export function hasValue(op: Operator): op is Exclude<Operator, Valueless> {
  return op !== 'empty' && op !== 'filled' && op !== 'me';
}

/** What a condition begins with: a day by today says something as it stands. */
export function firstValue(op: Operator): JsonValue {
  return op === 'during' || op === 'after' || op === 'before' ? 'today' : null;
}

/** Have both operators values of the same shape, so that what was typed stays on a change of mind? */
export function keepsValue(a: Operator, b: Operator): boolean {
  const families: Operator[][] = [
    ['in', 'nin', 'has'],
    ['like', 'starts', 'eq', 'ne'],
    ['after', 'before'],
  ];
  return families.some((family) => family.includes(a) && family.includes(b));
}

/** Puts a condition in the place of the one on the same field with the same operator family. */
export function withCondition(
  conditions: readonly FilterCondition[],
  replaced: FilterCondition | undefined,
  next: FilterCondition | undefined,
): FilterCondition[] {
  const others = conditions.filter((one) => one !== replaced && !(next && one.field === next.field && one.op === next.op));
  return next ? [...others, next] : others;
}

/** Does the condition narrow anything? */
export function saysSomething({ op, value }: FilterCondition): boolean {
  if (!hasValue(op)) return true;
  if (op === 'range') return Array.isArray(value) && value.some((end) => !isBlank(end));
  return Array.isArray(value) ? value.length > 0 : !isBlank(value);
}

/** Is every part of a quick filter in force? */
export function includesFilter(filter: Row, part: Row): boolean {
  return Object.entries(part).every(([key, value]) => JSON.stringify(filter[key]) === JSON.stringify(value));
}

/** The filter with a quick filter put in force or taken out. */
export function toggleFilter(filter: Row, part: Row): Row {
  if (!includesFilter(filter, part)) return { ...filter, ...part };
  return Object.fromEntries(Object.entries(filter).filter(([key]) => !(key in part)));
}

function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}
