/** Conditions in groups, as the filter builder and the chips have them: a filter's `$and`, `$or` and `$not` with what lies between. Pure. */
import type { JsonValue, Row } from '#codegen/model.ts';
import { isGroup } from '#rules/queries/filter-names.ts';
import { isObject } from '#rules/records/record.ts';
import { conditionsOf, type FilterCondition, filterOf, saysSomething } from './filter-conditions.ts';

/** `not`: none of the parts holds. */
export interface FilterGroup {
  join: 'and' | 'or' | 'not';
  parts: FilterNode[];
}
export type FilterNode = FilterCondition | FilterGroup;

export function isFilterGroup(node: FilterNode): node is FilterGroup {
  return 'join' in node;
}

/** A filter as one group, without the search text `q`. */
export function groupOf(filter: Row): FilterGroup {
  const node = nodeOf(filter);
  return isFilterGroup(node) && node.join !== 'not' ? node : { join: 'and', parts: [node] };
}

/** Can the builder show it: groups of conditions, and in one of them no further group but conditions? */
export function isBuildable({ parts }: FilterGroup): boolean {
  return parts.every((part) => !isFilterGroup(part) || (part.join !== 'not' && part.parts.every((inner) => !isFilterGroup(inner))));
}

/** A group as a filter, as flat as its fields allow; what says nothing is left out. */
export function filterOfGroup(group: FilterGroup, q?: JsonValue): Row {
  const whole: Row = q ? { q } : {};
  return { ...whole, ...rowOf(group) };
}

/** The filter without the group at this key, of `$and` and `$or` without their part at that place. */
export function withoutPart(filter: Row, key: string, index?: number): Row {
  const { [key]: held, ...rest } = filter;
  const left = Array.isArray(held) && index !== undefined ? held.filter((_, at) => at !== index) : [];
  return left.length ? { ...rest, [key]: left } : rest;
}

/** The groups that stand beside a filter's conditions: each a chip of its own. */
export function chipsOf(filter: Row): { key: string; index?: number; node: FilterNode }[] {
  return Object.entries(filter).flatMap(([key, value]) => {
    if (!isGroup(key)) return [];
    if (key === '$and' && Array.isArray(value)) return value.map((part, index) => ({ key, index, node: nodeOf(asRow(part)) }));
    return [{ key, node: nodeOf({ [key]: value }) }];
  });
}

function nodeOf(filter: Row): FilterNode {
  const parts: FilterNode[] = conditionsOf(filter);
  for (const [key, value] of Object.entries(filter)) {
    if (!isGroup(key)) continue;
    const inner = (Array.isArray(value) ? value : [value]).map((part) => nodeOf(asRow(part)));
    if (key === '$and') parts.push(...inner.flatMap((part) => (isFilterGroup(part) && part.join === 'and' ? part.parts : [part])));
    else if (key === '$not') parts.push({ join: 'not', parts: inner });
    else parts.push(inner.length === 1 && inner[0] ? inner[0] : { join: 'or', parts: inner });
  }
  const [only] = parts;
  return parts.length === 1 && only ? only : { join: 'and', parts };
}

function rowOf(node: FilterNode): Row {
  if (!isFilterGroup(node)) return filterOf([node]);
  const rows = node.parts.map(rowOf).filter((row) => Object.keys(row).length > 0);
  const [only] = rows;
  if (node.join === 'not') return only ? { $not: rows.length === 1 ? only : { $or: rows } } : {};
  if (rows.length === 1 && only) return only;
  if (node.join === 'or') return rows.length ? { $or: rows } : {};
  const flat: Row = {};
  const rest: Row[] = [];
  for (const row of rows) {
    if (Object.keys(row).some((key) => key in flat)) rest.push(row);
    else Object.assign(flat, row);
  }
  return rest.length ? { ...flat, $and: [...(Array.isArray(flat.$and) ? flat.$and : []), ...rest] } : flat;
}

/** Does any of it narrow anything? */
export function groupSaysSomething(node: FilterNode): boolean {
  return isFilterGroup(node) ? node.parts.some(groupSaysSomething) : saysSomething(node);
}

function asRow(value: JsonValue): Row {
  return isObject(value) ? value : {};
}
