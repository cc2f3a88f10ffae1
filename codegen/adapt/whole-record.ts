/**
 * Rules of the standard over a whole file: `oneOf`, `anyOf`, `allOf` and the like at the top say which fields go together. Their fields become the object's own;
 * what they require together is asked of the stored record in its own terms (codegen/emit/together.ts). Pure.
 */
import { restName } from '../lint/vocabulary.ts';
import { isForeign, namesDialect } from '../load/dialect.ts';
import type { LoadedObject } from '../load/load.ts';
import type { JsonSchema, JsonValue } from '../model.ts';
import { asArray, asObject, pointed, strings } from '../schema-node.ts';
import { standardSchema } from './standard-schema.ts';

const branches = ['allOf', 'anyOf', 'oneOf'] as const;
const single = ['if', 'then', 'else', 'not'] as const;
const following = ['dependencies', 'dependentSchemas'] as const;
const droppable: readonly string[] = [
  ...['patternProperties', 'additionalProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['dependentRequired', 'minProperties', 'maxProperties', 'const', 'enum', 'format', 'items', 'prefixItems', 'additionalItems', 'contains', 'minItems'],
  ...['maxItems', 'uniqueItems', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'nullable', 'extends', 'disallow', 'contentSchema'],
  ...['x-json', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveAnchor', '$recursiveRef', '$vocabulary'],
];

/** A file from elsewhere with what it asks of its whole record set apart: from the start, as a stored record is asked in other terms than one that is sent. */
export function setApart(loaded: LoadedObject): LoadedObject {
  if (!isForeign(loaded.declared)) return loaded;
  const rules: JsonSchema[] = [];
  let schema = loaded.schema;
  for (const word of [...branches, 'if', 'not', ...following]) {
    // Names that follow a name are a rule of ours too.
    if (schema[word] === undefined || (word === 'dependencies' && Object.values(asObject(schema[word]) ?? {}).every(Array.isArray))) continue;
    rules.push(Object.fromEntries((word === 'if' ? ['if', 'then', 'else'] : [word]).flatMap((one) => (schema[one] === undefined ? [] : [[one, schema[one]]]))));
    schema = withoutRules(schema, word) ?? schema;
  }
  return withRest({ ...loaded, schema, together: { rules, root: loaded.schema } });
}

/**
 * What a row may hold beside its fields lies in a field of its own, by the file's rule: a map of the whole record is that field alone. A file of the standard that
 * says nothing of it allows it; there the field is shown where it holds something.
 */
function withRest(loaded: LoadedObject): LoadedObject {
  const { additionalProperties: others, patternProperties, propertyNames, ...schema } = loaded.schema;
  const types = [schema.type ?? 'object'].flat();
  const isClosed = (isFalse(others) && patternProperties === undefined) || loaded.declared.unevaluatedProperties === false || !types.includes('object');
  const isSaid = others === true || asObject(others) !== undefined || patternProperties !== undefined;
  if (isClosed || !(isSaid || namesDialect(loaded.declared)) || asObject(schema.properties)?.[restName] !== undefined) return loaded;
  const rule = {
    type: 'object',
    ...(others !== undefined && { additionalProperties: others }),
    ...(patternProperties && { patternProperties }),
    ...(propertyNames && { propertyNames }),
  };
  const field = { 'x-json': standardSchema(rule, loaded.schema) };
  return {
    ...loaded,
    rest: isSaid ? 'said' : 'allowed',
    schema: { ...schema, type: 'object', properties: { ...asObject(schema.properties), [restName]: field } },
  };
}

function isFalse(schema: JsonValue | undefined): boolean {
  const not = asObject(schema)?.not;
  return schema === false || (not !== undefined && Object.keys(asObject(not) ?? {}).length === 0);
}

/** The schema without this word at its top, the fields that it brought being the object's own; undefined where it is none that can be left out. */
export function withoutRules(schema: JsonSchema, keyword: string): JsonSchema | undefined {
  if (droppable.includes(keyword) && schema[keyword] !== undefined) {
    const { [keyword]: _, ...rest } = schema;
    return rest;
  }
  const isBranch = [...branches, ...single, ...following].some((word) => word === keyword);
  if (!isBranch || schema[keyword] === undefined) return undefined;
  const { if: _if, then: _then, else: _else, ...plain } = schema;
  const rest: JsonSchema = keyword === 'if' || keyword === 'then' || keyword === 'else' ? plain : { ...schema };
  delete rest[keyword];
  const brought = new Map<string, JsonValue[]>();
  const demanded = strings(schema.required);
  const needed = new Set(demanded);
  const gather = (value: JsonValue | undefined, isAll: boolean, depth: number): void => {
    const node = resolved(asObject(value), schema);
    if (!node || depth > 8) return;
    for (const [name, child] of Object.entries(asObject(node.properties) ?? {})) {
      const others = brought.get(name) ?? [];
      if (!others.some((other) => JSON.stringify(other) === JSON.stringify(child))) brought.set(name, [...others, child]);
    }
    if (isAll) for (const name of strings(node.required)) needed.add(name);
    for (const word of branches) for (const one of asArray(node[word]) ?? []) gather(one, isAll && word === 'allOf', depth + 1);
    for (const word of ['then', 'else'] as const) gather(node[word], false, depth + 1);
    for (const word of following) for (const one of Object.values(asObject(node[word]) ?? {})) gather(one, false, depth + 1);
  };
  if (following.some((word) => word === keyword)) gather({ [keyword]: schema[keyword] ?? {} }, false, 0);
  else if (keyword !== 'not') {
    for (const one of asArray(schema[keyword]) ?? []) gather(one, keyword === 'allOf', 0);
    if (keyword === 'if' || keyword === 'then' || keyword === 'else') for (const word of ['then', 'else'] as const) gather(schema[word], false, 0);
  }
  const properties: JsonSchema = { ...asObject(schema.properties) };
  for (const [name, ways] of brought) {
    // Where several say it each in its own way, any of them will do.
    properties[name] ??= ways.length === 1 ? (ways[0] ?? {}) : (choice(ways) ?? { anyOf: ways });
  }
  const required = [...needed].filter((name) => properties[name] !== undefined || demanded.includes(name));
  return { ...rest, type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** What tells branches apart is mostly a constant in each: together they are a choice. */
function choice(ways: readonly JsonValue[]): JsonSchema | undefined {
  const values = ways.map((way) => {
    const { const: one, enum: many, type: _, ...rest } = asObject(way) ?? {};
    if (Object.keys(rest).length > 0) return undefined;
    return one === undefined ? asArray(many) : [one];
  });
  return values.every((value) => value !== undefined) ? { enum: [...new Set(values.flat())] } : undefined;
}

function resolved(node: JsonSchema | undefined, root: JsonSchema): JsonSchema | undefined {
  let current = node;
  for (let steps = 0; current && typeof current.$ref === 'string' && steps < 8; steps += 1) {
    const { $ref, ...beside } = current;
    const target = pointed(root, $ref as string); // asked in the loop's head
    current = target && { ...target, ...beside };
  }
  return current;
}
