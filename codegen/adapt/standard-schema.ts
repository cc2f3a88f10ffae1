/**
 * A part of a file, in whatever words of the standard it is written, as one draft-07 schema that stands alone and compiles in strict mode: the references that it
 * follows come along as its `definitions`, the words of 2019-09 and 2020-12 become draft-07's where those have the same meaning, what only annotates is left out.
 * It is what a field that holds JSON is checked by (`x-json`). Pure.
 */
import { degreeOf } from '../lint/pattern-cost.ts';
import { knownFormats } from '../lint/vocabulary.ts';
import type { JsonSchema, JsonValue } from '../model.ts';
import { asArray, asObject, pointed } from '../schema-node.ts';

const maps = ['properties', 'patternProperties', 'dependentSchemas'];
const lists = ['allOf', 'anyOf', 'oneOf'];
const singles = ['additionalProperties', 'additionalItems', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'];
/** Whose value is taken as it stands. */
const plain = [
  ...['type', 'const', 'maxLength', 'minLength', 'minimum', 'maximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'required'],
  ...['minProperties', 'maxProperties', 'minContains', 'maxContains', 'dependentRequired'],
];
/** Words of the standard that shape a value: a place that says one which no kind of field has is JSON. What bounds a text or a number contradicts itself or is a slip. */
export const shapingKeywords: ReadonlySet<string> = new Set([
  ...maps,
  ...lists,
  ...singles,
  ...['$ref', '$dynamicRef', '$recursiveRef', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary', '$defs', 'definitions', 'items', 'prefixItems'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'type', 'const', 'enum', 'required', 'uniqueItems', 'dependencies', 'dependentRequired', 'nullable'],
  ...['minContains', 'maxContains', 'extends', 'disallow', 'contentSchema', 'title', 'exclusiveMinimum', 'exclusiveMaximum'],
]);

/** `node` stands in the bundled file `root`. */
export function standardSchema(node: JsonValue, root: JsonSchema): JsonValue {
  const names = new Map<string, string>();
  const definitions: JsonSchema = {};
  const follow = (ref: string): JsonValue => {
    const target = pointed(root, ref);
    if (!target) return true; // one that leads outside is not fetched
    let name = names.get(ref);
    if (name === undefined) {
      name = `d${names.size}`;
      names.set(ref, name);
      definitions[name] = {}; // a circle ends here
      definitions[name] = written(target, follow);
    }
    return { $ref: `#/definitions/${name}` };
  };
  const own = written(node, follow);
  const schema = asObject(own);
  return schema && names.size > 0 ? { ...schema, definitions } : own;
}

function written(value: JsonValue, follow: (ref: string) => JsonValue): JsonValue {
  const source = asObject(value);
  if (!source) return value === false ? { not: {} } : {};
  const inner = (child: JsonValue): JsonValue => written(child, follow);
  const result: JsonSchema = {};
  const ref = source.$ref ?? source.$dynamicRef ?? source.$recursiveRef;
  if (typeof ref === 'string') {
    const target = asObject(follow(ref));
    if (target) result.$ref = target.$ref ?? '#';
  }
  for (const [key, child] of Object.entries(source)) {
    if (maps.includes(key)) result[key] = mapped(key, child, inner);
    else if (lists.includes(key)) {
      if (asArray(child)?.length) result[key] = (asArray(child) ?? []).map(inner);
    } else if (key === 'additionalProperties' && child === false) result[key] = child;
    else if (singles.includes(key)) result[key] = inner(child);
    else if (plain.includes(key) && !saysNothing(key, child)) result[key] = child;
  }
  if (typeof source.title === 'string') result.title = source.title; // what a box of it is called
  if (Array.isArray(source.enum) && source.enum.length > 0) result.enum = distinct(source.enum);
  if (typeof source.format === 'string' && knownFormats.some((name) => name === source.format)) result.format = source.format;
  if (typeof source.pattern === 'string' && isPattern(source.pattern)) result.pattern = source.pattern;
  tuples(source, result, inner);
  dependent(source, result, inner);
  numbers(source, result);
  types(source, result);
  unevaluated(source, result, inner);
  if (result.if === undefined) {
    delete result.then;
    delete result.else;
  }
  // A word of objects or arrays that says nothing without its neighbour.
  if (result.contains === undefined) {
    delete result.minContains;
    delete result.maxContains;
  }
  if (!Array.isArray(result.items)) delete result.additionalItems;
  if (!Array.isArray(result.required) || result.required.length === 0) delete result.required;
  return result;
}

function saysNothing(key: string, value: JsonValue): boolean {
  return (value === 0 && ['minLength', 'minItems', 'minProperties'].includes(key)) || (value === false && key === 'uniqueItems');
}

function mapped(keyword: string, value: JsonValue, inner: (child: JsonValue) => JsonValue): JsonSchema {
  const entries = Object.entries(asObject(value) ?? {}).filter(
    ([name, child]) => (keyword !== 'patternProperties' || isPattern(name)) && (asObject(child) !== undefined || typeof child === 'boolean'),
  );
  return Object.fromEntries(entries.map(([name, child]) => [name, inner(child)]));
}

/** 2020-12 says `prefixItems` and `items`, the drafts before it `items` and `additionalItems`. */
function tuples(source: JsonSchema, result: JsonSchema, inner: (child: JsonValue) => JsonValue): void {
  const first = asArray(source.prefixItems) ?? asArray(source.items);
  if (first) {
    result.items = first.map(inner);
    const rest = asArray(source.prefixItems) ? source.items : source.additionalItems;
    if (rest !== undefined) result.additionalItems = inner(rest);
  } else if (source.items !== undefined) result.items = inner(source.items);
}

/** `dependencies` of older drafts: names that are required with another, or a schema. */
function dependent(source: JsonSchema, result: JsonSchema, inner: (child: JsonValue) => JsonValue): void {
  for (const [name, needed] of Object.entries(asObject(source.dependencies) ?? {})) {
    if (Array.isArray(needed)) result.dependentRequired = { ...asObject(result.dependentRequired), [name]: needed };
    else if (typeof needed === 'string') result.dependentRequired = { ...asObject(result.dependentRequired), [name]: [needed] };
    else result.dependentSchemas = { ...asObject(result.dependentSchemas), [name]: inner(needed) };
  }
}

/** 2019-09's sight of what neighbours took: without neighbours it is the older word; with them it asks for less here than it says. */
function unevaluated(source: JsonSchema, result: JsonSchema, inner: (child: JsonValue) => JsonValue): void {
  if (['allOf', 'anyOf', 'oneOf', 'if', '$ref', '$dynamicRef', 'dependentSchemas'].some((key) => source[key] !== undefined)) return;
  if (source.unevaluatedProperties !== undefined) result.additionalProperties ??= inner(source.unevaluatedProperties);
  if (source.unevaluatedItems !== undefined && Array.isArray(result.items)) result.additionalItems ??= inner(source.unevaluatedItems);
}

/** Draft-04 has a flag beside the bound. */
function numbers(source: JsonSchema, result: JsonSchema): void {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof source[exclusive] === 'number') result[exclusive] = source[exclusive];
    if (source[exclusive] === true && typeof source[bound] === 'number') {
      result[exclusive] = source[bound];
      delete result[bound];
    }
  }
  if (typeof source.divisibleBy === 'number') result.multipleOf = source.divisibleBy;
}

function types(source: JsonSchema, result: JsonSchema): void {
  if (source.type === 'any') delete result.type;
  if (source.nullable !== true) return;
  if (typeof source.type === 'string') result.type = [...new Set([source.type, 'null'])];
  if (Array.isArray(result.enum)) result.enum = distinct([...result.enum, null]);
}

function distinct(values: JsonValue[]): JsonValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Texts inside of JSON have no width: a pattern whose time grows faster than the text is not asked. */
function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return text.length <= 1000 && degreeOf(text) <= 1;
  } catch {
    return false;
  }
}
