/**
 * Conditions of x-access as a filter: the subset of JSON Schema that both the table and a row in memory can answer alike.
 * What is outside it the linter refuses, so that no row rule is ever half enforced. Pure.
 */

import type { Condition, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import type { Scalar } from '#kinds/kind.ts';
import { type Compare, everyRow, type Filter, noRow } from '#rules/queries/filter.ts';
import { meets } from '#rules/queries/meets.ts';
import { stepOf } from './field-path.ts';
import { isObject } from './record.ts';

/** Can the condition be asked of the table? const, enum, minimum and its kin, minLength 1, contains, not, required, allOf, anyOf. */
export function isTranslatable(condition: Condition): boolean {
  return whole(condition) !== undefined;
}

/** The condition as a filter; one that is not translatable opens no row. */
export function conditionFilter(condition: Condition | undefined): Filter {
  return condition === undefined ? everyRow : (whole(condition) ?? noRow);
}

/** Does a row meet the condition? */
export function meetsCondition(condition: Condition | undefined, row: Row, model: ObjectModel): boolean {
  return meets(conditionFilter(condition), row, model);
}

const silent = new Set(['type', 'title', 'description', '$comment', 'required']);

/** `required` says nothing: every row carries every field. */
function whole(condition: JsonValue | undefined): Filter | undefined {
  if (condition === true) return everyRow;
  if (condition === false) return noRow;
  if (!isObject(condition)) return undefined;
  if (condition.type !== undefined && condition.type !== 'object') return undefined;
  const parts: (Filter | undefined)[] = [];
  for (const [keyword, value] of Object.entries(condition)) {
    if (silent.has(keyword)) continue;
    if (keyword === 'properties' && isObject(value)) for (const [name, rule] of Object.entries(value)) parts.push(ofField(stepOf(name), rule));
    else parts.push(combined(keyword, value, whole));
  }
  return all(parts);
}

function ofField(field: string, rule: JsonValue): Filter | undefined {
  if (rule === true) return everyRow;
  if (rule === false) return noRow;
  if (!isObject(rule)) return undefined;
  return all(
    Object.entries(rule)
      .filter(([keyword]) => keyword !== 'type' && keyword !== 'title' && keyword !== 'description')
      .map(([keyword, value]) => keywordFilter(field, keyword, value)),
  );
}

const bounds: Record<string, 'gte' | 'lte' | 'gt' | 'lt'> = { minimum: 'gte', maximum: 'lte', exclusiveMinimum: 'gt', exclusiveMaximum: 'lt' };

function keywordFilter(field: string, keyword: string, value: JsonValue): Filter | undefined {
  const compare = (op: Compare['op'], wanted: Scalar | Scalar[]): Filter => ({
    kind: 'compare',
    field,
    op,
    value: wanted,
    exact: true,
  });
  if (keyword === 'const') return isScalar(value) ? compare('eq', value) : value === null ? compare('null', true) : undefined;
  if (keyword === 'enum') {
    if (!Array.isArray(value)) return undefined;
    const listed = value.map((entry) => entry ?? '');
    return listed.every(isScalar) ? compare('in', listed as Scalar[]) : undefined; // each was tested
  }
  const bound = bounds[keyword];
  // JSON Schema's bounds speak of numbers only: an empty one passes them
  if (bound) return typeof value === 'number' ? { kind: 'or', of: [compare(bound, value), compare('null', true)] } : undefined;
  if ((keyword === 'minLength' || keyword === 'minItems') && value === 1) return compare('null', false);
  if ((keyword === 'maxLength' || keyword === 'maxItems') && value === 0) return compare('null', true);
  if (keyword === 'contains' && isObject(value) && Object.keys(value).length === 1) {
    if (isScalar(value.const)) return compare('has', value.const);
    if (Array.isArray(value.enum) && value.enum.every(isScalar)) return compare('has', value.enum as Scalar[]); // each was tested
    return undefined;
  }
  return combined(keyword, value, (rule) => ofField(field, rule as JsonValue)); // combined passes parts of the rule only
}

function combined(keyword: string, value: JsonValue | undefined, read: (rule: JsonValue | undefined) => Filter | undefined): Filter | undefined {
  if (keyword === 'not') {
    const part = read(value);
    return part && { kind: 'not', of: part };
  }
  if ((keyword !== 'allOf' && keyword !== 'anyOf') || !Array.isArray(value)) return undefined;
  const parts = value.map(read);
  return parts.every((part) => part !== undefined) ? { kind: keyword === 'allOf' ? 'and' : 'or', of: parts } : undefined;
}

function all(parts: (Filter | undefined)[]): Filter | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return known.length === 1 ? known[0] : { kind: 'and', of: known };
}

function isScalar(value: JsonValue | undefined): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
