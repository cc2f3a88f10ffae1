/** Rule: no pattern takes endlessly long on some text, so that no request can hang on one. */
import { pathBelow } from '#rules/records/field-path.ts';
import { conditionsOf } from '../describe/conditions.ts';
import { kindOf } from '../describe/kinds.ts';
import type { JsonSchema, JsonValue } from '../model.ts';
import { asArray, asNumber, asObject, children } from '../schema-node.ts';
import type { Lintable } from './finding.ts';
import { degreeOf } from './pattern-cost.ts';
import { longestNested } from './vocabulary.ts';

/** Characters of a pattern; a longer one is a list that belongs into enum or x-codes. */
const longestPattern = 1000;
/** Steps that a pattern may take on one value: some 0.1 s. */
const mostSteps = 20_000_000;
const rules = ['if', 'then', 'else', 'not', 'allOf', 'anyOf', 'oneOf'] as const;

export function lintPatterns(it: Lintable): void {
  const { schema, model } = it.entry;
  fields(schema, '', it);
  for (const [key, condition] of Object.entries(conditionsOf(model))) inCondition(condition, key.split(':')[1] ?? '', it);
}

/** Patterns of fields, wherever they stand, run on texts of the field's length at most. */
function fields(node: JsonSchema, path: string, it: Lintable): void {
  const longest = asNumber(node.maxLength) ?? (kindOf(node, it.entry.schema) === 'string' ? longestNested : 0);
  if (typeof node.pattern === 'string') check(node.pattern, path, longest, it);
  inCondition(node['x-json'], path, it);
  for (const rule of rules) for (const inner of asArray(node[rule]) ?? [node[rule]]) inCondition(inner, path, it);
  const named = [...children(node.properties), ...(path === '' ? children(node.definitions) : [])];
  for (const [name, child] of named) fields(child, pathBelow(path, name), it);
  const items = asObject(node.items);
  if (items) fields(items, path, it);
}

/** A condition is asked before anything is known of the text's length. */
function inCondition(value: JsonValue | undefined, path: string, it: Lintable): void {
  if (Array.isArray(value)) for (const item of value) inCondition(item, path, it);
  const node = asObject(value);
  if (!node) return;
  if (typeof node.pattern === 'string') check(node.pattern, path, Number.POSITIVE_INFINITY, it);
  for (const named of Object.keys(asObject(node.patternProperties) ?? {})) check(named, path, Number.POSITIVE_INFINITY, it);
  for (const inner of Object.values(node)) inCondition(inner, path, it);
}

function check(pattern: string, path: string, longest: number, { report }: Lintable): void {
  if (pattern.length > longestPattern) {
    report(path, 'pattern', `a pattern has at most ${longestPattern} characters`, 'it should be shorter, or a list of options');
    return;
  }
  const degree = degreeOf(pattern);
  if (degree <= 1 || longest ** degree <= mostSteps) return;
  const how = degree === Number.POSITIVE_INFINITY ? 'endlessly long' : `too long (the length of the text to the power of ${degree})`;
  report(
    path,
    'pattern',
    `on some texts it takes ${how}`,
    'no repetition should be inside another, or next to one that takes the same characters; a ^ at the start and a short maxLength help',
  );
}
