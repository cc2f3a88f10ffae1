/**
 * Conditions over a record (x-visibleWhen and its kin, x-workflow's `requires`) as the filter builder has them: groups of field, operator and value. What the
 * builder cannot say is left to JSON. Pure.
 */
import type { FieldModel, JsonSchema, JsonValue } from '#codegen/model.ts';
import { type FilterCondition, type Operator, offeredOperators, saysSomething } from '#fields/filter-conditions.ts';
import { type FilterGroup, type FilterNode, isBuildable, isFilterGroup } from '#fields/filter-groups.ts';
import { kinds, shapeOf } from '#kinds/index.ts';
import { fieldsAlong } from '#rules/queries/filter.ts';
import { isArrayField } from '#rules/records/record.ts';
import { isNode, nodesOf, textsOf } from './schema-document.ts';

/** What a schema over a record can ask. */
const askable: ReadonlySet<Operator> = new Set(['eq', 'ne', 'in', 'nin', 'has', 'range', 'empty', 'filled']);

/** The operators of a list's filter that a condition has too. */
export function conditionOperators(field: FieldModel, root: FieldModel = field): Operator[] {
  const isNumber = shapeOf(field) === 'number';
  return offeredOperators(field, root).filter((op) => askable.has(op) && (op !== 'range' || isNumber) && (!empties(op) || emptiness(field) !== undefined));
}

/** The group as a schema over the whole record; undefined where it asks nothing. */
export function conditionOf(node: FilterNode, fields: readonly FieldModel[]): JsonSchema | undefined {
  if (!isFilterGroup(node)) return oneOf(node, fields);
  const parts = node.parts.map((part) => conditionOf(part, fields)).filter((part) => part !== undefined);
  const [only] = parts;
  if (!only || parts.length === 1) return only;
  if (node.join === 'or') return { anyOf: parts };
  const names = parts.flatMap(({ properties }) => Object.keys(isNode(properties) ? properties : {}));
  const isFlat = parts.every((part) => isNode(part.properties)) && new Set(names).size === names.length;
  if (!isFlat) return { allOf: parts };
  const required = parts.flatMap((part) => textsOf(part.required));
  return { properties: Object.assign({}, ...parts.map(({ properties }) => properties)), ...(required.length > 0 && { required }) };
}

/** The schema as a group that the builder shows; undefined where it says more than that. */
export function groupOfCondition(condition: JsonValue | undefined, fields: readonly FieldModel[]): FilterGroup | undefined {
  if (condition === undefined) return { join: 'and', parts: [] };
  const node = isNode(condition) ? nodeOf(condition, fields) : undefined;
  if (!node) return undefined;
  const group: FilterGroup = isFilterGroup(node) ? node : { join: 'and', parts: [node] };
  const again = conditionOf(group, fields);
  const isSame = again && (ordered(again) === ordered(condition) || ordered(again, true) === ordered(condition));
  return isBuildable(group) && isSame ? group : undefined;
}

function nodeOf(condition: JsonSchema, fields: readonly FieldModel[]): FilterNode | undefined {
  for (const [word, join] of [
    ['allOf', 'and'],
    ['anyOf', 'or'],
  ] as const) {
    const list = condition[word];
    if (!Array.isArray(list)) continue;
    const parts = list.map((part) => (isNode(part) ? nodeOf(part, fields) : undefined));
    return parts.every((part) => part !== undefined) ? { join, parts } : undefined;
  }
  const parts = nodesOf(condition.properties).map(([name, asked]) => {
    const field = fields.find((candidate) => candidate.name === name);
    return field && askedOf(field, name, asked);
  });
  const [only] = parts;
  if (!parts.every((part) => part !== undefined)) return undefined;
  return parts.length === 1 && only ? only : { join: 'and', parts };
}

/** A leaf, however deep it lies. */
function askedOf(field: FieldModel, path: string, asked: JsonSchema, root: FieldModel = field): FilterCondition | undefined {
  const rows = field.fields && isNode(asked.contains) ? asked.contains : asked;
  const [inner, ...more] = field.fields ? nodesOf(rows.properties) : [];
  if (inner && more.length === 0) {
    const deeper = field.fields?.find(({ name }) => name === inner[0]);
    return deeper && askedOf(deeper, `${path}.${inner[0]}`, inner[1], root);
  }
  const value = (op: Operator, said: JsonValue): FilterCondition => ({ field: path, op, value: said });
  const not = isNode(asked.not) ? asked.not : undefined;
  const found: FilterCondition[] = [
    value('empty', null),
    value('filled', null),
    ...(asked.const !== undefined ? [value('eq', asked.const), value('in', [asked.const])] : []),
    ...(not?.const !== undefined ? [value('ne', not.const), value('nin', [not.const])] : []),
    ...(Array.isArray(asked.enum) ? [value('in', asked.enum)] : []),
    ...(Array.isArray(not?.enum) ? [value('nin', not.enum)] : []),
    ...(isNode(asked.contains) && Array.isArray(asked.contains.enum) ? [value('has', asked.contains.enum)] : []),
    ...(asked.minimum !== undefined || asked.maximum !== undefined ? [value('range', [asked.minimum ?? null, asked.maximum ?? null])] : []),
  ];
  return found.find((one) => ordered(leafOf(one, field) ?? {}) === ordered(asked) && conditionOperators(field, root).includes(one.op));
}

function oneOf(condition: FilterCondition, fields: readonly FieldModel[]): JsonSchema | undefined {
  const along = fieldsAlong(fields, condition.field);
  const last = along?.at(-1);
  const leaf = last && saysSomething(condition) ? leafOf(condition, last) : undefined;
  if (!along || !leaf) return undefined;
  const isDemanded = !['ne', 'nin', 'empty'].includes(condition.op);
  return along.reduceRight<JsonSchema>((inner, field, index) => {
    const isList = index < along.length - 1 && isArrayField(field);
    return { properties: { [field.name]: isList ? { contains: inner } : inner }, ...(isDemanded && { required: [field.name] }) };
  }, leaf);
}

function leafOf({ op, value }: FilterCondition, field: FieldModel): JsonSchema | undefined {
  const list = Array.isArray(value) ? value : [value];
  switch (op) {
    case 'eq':
      return { const: value };
    case 'ne':
      return { not: { const: value } };
    case 'in':
      return list.length === 1 && list[0] !== undefined ? { const: list[0] } : { enum: list };
    case 'nin':
      return { not: list.length === 1 && list[0] !== undefined ? { const: list[0] } : { enum: list } };
    case 'has':
      return { contains: { enum: list } };
    case 'range': {
      const [from, to] = list;
      return { ...(typeof from === 'number' && { minimum: from }), ...(typeof to === 'number' && { maximum: to }) };
    }
    case 'empty':
      return emptiness(field);
    case 'filled': {
      const empty = emptiness(field);
      return empty && (empty.maxItems === 0 ? { minItems: 1 } : { not: empty });
    }
    default:
      return undefined;
  }
}

function empties(op: Operator): boolean {
  return op === 'empty' || op === 'filled';
}

/** What a field is that nothing was entered in. */
function emptiness(field: FieldModel): JsonSchema | undefined {
  if (isArrayField(field)) return { maxItems: 0 };
  if (field.unset !== undefined) return { const: field.unset };
  const { shape } = kinds[field.kind];
  if (shape === 'number') return { const: null };
  return shape === 'flag' || field.kind === 'object' || field.kind === 'json' ? undefined : { const: '' };
}

/** The same text for the same meaning, whatever the order of keys and of `required`; a whole record has each of its fields, so some leave that out (`bare`). */
function ordered(value: JsonValue, bare = false): string {
  if (Array.isArray(value)) return `[${value.map((one) => ordered(one, bare)).join()}]`;
  if (!isNode(value)) return JSON.stringify(value);
  const parts = Object.entries(value).flatMap(([key, inner]) => {
    if (bare && key === 'required') return [];
    const said = key === 'required' && Array.isArray(inner) ? [...inner].sort() : inner;
    return [`${JSON.stringify(key)}:${ordered(said, bare)}`];
  });
  return `{${parts.sort().join()}}`;
}
