/**
 * Bundling: the parts that a schema file names by $ref move into its own `definitions`, so that a bundled schema needs no other file. Cycles stay references.
 * A place that is named by `$anchor` or `$id` is referred to by its pointer. `allOf: [{$ref}]` of an object is flattened into its properties; `dependentRequired` becomes draft-07's `dependencies`, `$defs` its `definitions`. Pure.
 */

import type { JsonSchema, JsonValue } from '../model.ts';
import { asArray, asObject, children, holdsSchemas, namedSchemas, pointed, schemasIn, strings } from '../schema-node.ts';
import { isForeign, namesDialect } from './dialect.ts';

export type Bundled = { schema: JsonSchema } | { error: string };

/** Bundles `declared`, the content of `file`; `parsed` holds every file by path. */
export function bundle(file: string, declared: JsonSchema, parsed: ReadonlyMap<string, JsonSchema>): Bundled {
  const definitions: JsonSchema = {};
  const taken = new Map<string, string>(); // file → definition name
  const own = { ...asObject(declared.definitions), ...asObject(declared.$defs) };
  const fail = (message: string): never => {
    throw new BundleError(`${file}: ${message}`);
  };

  const known = new Map<string, ReadonlyMap<string, string>>();
  function namesIn(path: string): ReadonlyMap<string, string> {
    const found = known.get(path) ?? namedPlaces(parsed.get(path) ?? declared);
    known.set(path, found);
    return found;
  }

  /** Does the file come from elsewhere? What it names beside itself is there, and not here. */
  const fromElsewhere = isForeign(declared) || (typeof declared.$id === 'string' && isAddress(declared.$id));

  /** The local pointer for a reference in `from`; undefined where it leads outside: nothing is fetched from there. */
  function localise(ref: string, from: string): string | undefined {
    const names = namesIn(from);
    const [written = '', tail = ''] = ref.split('#');
    const placed = written === '' ? undefined : names.get(written);
    const path = placed === undefined ? written : '';
    const fragment = names.get(ref) ?? (placed !== undefined && (tail === '' || tail.startsWith('/')) ? `${placed}${tail}` : tail);
    if (isAddress(path)) return undefined;
    const target = path === '' ? from : resolve(from, path);
    const anchored = fragment.startsWith('/') ? fragment : (namesIn(target).get(`#${fragment}`) ?? fragment);
    if (anchored !== '' && !anchored.startsWith('/')) return fail(`$ref "${ref}" names an $anchor that is not there`);
    const pointer = anchored.replaceAll('/$defs/', '/definitions/');
    if (target === file) return pointer ? `#${pointer}` : '#';
    const root = parsed.get(target);
    if (!root && fromElsewhere) return undefined;
    if (!root) return fail(`$ref "${ref}" names ${target}, which is not there or is not JSON`);
    let name = taken.get(target);
    if (name === undefined) {
      name = (target.split('/').at(-1) ?? 'part').replace(/\.json$/, '');
      while (name in definitions || name in own) name = `${name}_part`;
      taken.set(target, name);
      definitions[name] = {}; // holds the name while the part itself is walked: a cycle ends here
      definitions[name] = walk(root, target);
    }
    if (pointer.startsWith('/definitions/') || pointer.startsWith('/properties/')) return `#/definitions/${name}${pointer}`;
    return `#/definitions/${name}`;
  }

  function walk(node: JsonValue, from: string): JsonValue {
    if (Array.isArray(node)) return node.map((item) => walk(item, from));
    const source = asObject(node);
    if (!source) return node;
    const result: JsonSchema = {};
    for (const [key, value] of Object.entries(source)) {
      if (key === '$schema' || key === '$id' || key === '$anchor') continue;
      if (key === '$ref' && typeof value === 'string') {
        const ref = localise(value, from);
        if (ref === undefined) result['x-json'] = true;
        else result.$ref = ref;
      }
      // 2020-12 has another word for it.
      else if ((key === 'definitions' || key === '$defs') && asObject(value)) result.definitions = { ...asObject(result.definitions), ...named(value, from) };
      else if (namedSchemas.includes(key) && asObject(value)) result[key] = named(value, from);
      else if (key === 'dependentRequired') result.dependencies = { ...asObject(source.dependencies), ...asObject(value) };
      else if (key === 'dependencies' && 'dependentRequired' in source) continue;
      else result[key] = holdsSchemas(key) ? walk(value, from) : value;
    }
    return result;
  }

  /** A map of schemas: its keys are names, even where they look like keywords. */
  function named(value: JsonValue, from: string): JsonSchema {
    const given = Object.entries(asObject(value) ?? {}).filter(([, child]) => child !== false);
    return Object.fromEntries(given.map(([name, child]) => [name, child === true ? { 'x-json': true } : walk(child, from)]));
  }

  try {
    const walked = asObject(walk(declared, file)) ?? {};
    const all = { ...asObject(walked.definitions), ...definitions };
    const schema: JsonSchema = { ...walked, ...(Object.keys(all).length > 0 && { definitions: all }) };
    // One from elsewhere that leads nowhere in its own file says as little as one that leads outside.
    if (isForeign(declared) && namesDialect(declared))
      for (const node of schemasIn(schema)) if (typeof node.$ref === 'string' && !pointed(schema, node.$ref)) leadNowhere(node);
    const missing = danglingRef(schema);
    if (missing) return { error: `${file}: $ref "${missing}" points at nothing` };
    const parts: Parts = new Map();
    return { schema: flattened(deepFlattened(atTop(schema), schema, parts), schema, parts) };
  } catch (error) {
    if (error instanceof BundleError) return { error: error.message };
    return { error: `${file}: it cannot be read (${error instanceof Error ? error.message : String(error)})` };
  }
}

/** The pointer of every place in a file that has a name of its own, by what references call it: '#anchor' or its `$id`. */
function namedPlaces(root: JsonSchema): Map<string, string> {
  const found = new Map<string, string>();
  const waiting: { value: JsonValue; at: string; isMap: boolean }[] = [{ value: root, at: '', isMap: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, at, isMap } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (!isMap && !Array.isArray(value)) {
      if (typeof value.$anchor === 'string') found.set(`#${value.$anchor}`, at);
      // Before 2019 an anchor was an `$id` of '#' and a name.
      if (typeof value.$id === 'string' && !found.has(value.$id)) found.set(value.$id, at);
    }
    for (const [key, inner] of Object.entries(value)) {
      const isNamed = !isMap && (namedSchemas.includes(key) || key === '$defs');
      const isInside = isMap || isNamed || Array.isArray(value) || holdsSchemas(key);
      if (isInside) waiting.push({ value: inner, at: `${at}/${encodeURI(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`, isMap: isNamed });
    }
  }
  return found;
}

function isAddress(ref: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(ref);
}

class BundleError extends Error {}

function resolve(from: string, path: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function leadNowhere(node: JsonSchema): void {
  delete node.$ref;
  node['x-json'] = true;
}

function danglingRef(root: JsonSchema): string | undefined {
  for (const { $ref } of schemasIn(root)) if (typeof $ref === 'string' && !pointed(root, $ref)) return $ref;
  return undefined;
}

/** The parts that were bundled already, by their reference; one that is being bundled is its own value, which ends a circle. */
type Parts = Map<string, { part: JsonSchema; condition?: JsonSchema }>;

/** Has it no fields of its own to give? One of several ways, or a map, has none. */
function isValue(node: JsonSchema | undefined, root: JsonSchema, depth = 0): boolean {
  if (node === undefined || depth > 8 || ['properties', 'required', 'if'].some((word) => node[word] !== undefined)) return false;
  if (typeof node.$ref === 'string') return isValue(pointed(root, node.$ref), root, depth + 1);
  if (Array.isArray(node.allOf)) return node.allOf.every((item) => isValue(asObject(item), root, depth + 1));
  return valueWords.some((word) => node[word] !== undefined) || (node.type !== undefined && node.type !== 'object');
}

const valueWords = ['enum', 'const', 'anyOf', 'oneOf', 'additionalProperties', 'patternProperties'] as const;

/** An object whose `allOf` names parts takes their properties, required names and conditions as its own; its own ones win. */
function flattened(node: JsonSchema, root: JsonSchema, parts: Parts): JsonSchema {
  const all = Array.isArray(node.allOf) ? node.allOf : [];
  const refs = all.flatMap((item) => {
    const ref = asObject(item)?.$ref;
    return typeof ref === 'string' ? [ref] : [];
  });
  if (refs.length === 0) return node;
  // What has no fields to give is no part: of one value the reference alone says the same.
  if (refs.every((ref) => isValue(pointed(root, ref), root))) {
    const { allOf: _all, ...own } = node;
    return all.length === 1 && own.$ref === undefined ? { ...own, $ref: refs[0] as string } : node; // there is one
  }
  const rest = all.filter((item) => typeof asObject(item)?.$ref !== 'string');
  const properties: JsonSchema = { ...asObject(node.properties) };
  const required = new Set(strings(node.required));
  const conditions = new Set<JsonValue>(rest); // a part that is reached twice conditions once
  for (const ref of refs) {
    const target = pointed(root, ref);
    if (!target) continue;
    let taken = parts.get(ref);
    if (!taken) {
      taken = { part: target, ...(target.if !== undefined && { condition: conditionOf(target) }) };
      parts.set(ref, taken);
      taken.part = flattened(target, root, parts);
    }
    const { part, condition } = taken;
    // A reference rather than a copy: the label of the part's locale is found by it.
    for (const [key, value] of children(part.properties))
      properties[key] ??= typeof value.$ref === 'string' && !ownProperty(target, key) ? value : { $ref: `${ref}/properties/${key}` };
    for (const key of strings(part.required)) required.add(key);
    if (condition) conditions.add(condition);
    for (const item of asArray(part.allOf) ?? []) if (typeof asObject(item)?.$ref !== 'string') conditions.add(item);
  }
  const { allOf: _, ...own } = node;
  return {
    ...own,
    type: 'object',
    properties,
    ...(required.size > 0 && { required: [...required] }),
    ...(conditions.size > 0 && { allOf: [...conditions] }),
  };
}

function conditionOf(part: JsonSchema): JsonSchema {
  return Object.fromEntries((['if', 'then', 'else'] as const).flatMap((key) => (part[key] === undefined ? [] : [[key, part[key]]])));
}

/** A file that is one `$ref` with hints beside it takes the part's fields, as with allOf. */
function atTop(schema: JsonSchema): JsonSchema {
  const { $ref, ...rest } = schema;
  return typeof $ref === 'string' ? { ...rest, allOf: [{ $ref }, ...(Array.isArray(rest.allOf) ? rest.allOf : [])] } : schema;
}

/** The same inside: parts, nested objects and rows. */
function deepFlattened(node: JsonSchema, root: JsonSchema, parts: Parts): JsonSchema {
  const result: JsonSchema = { ...node };
  const inside = (child: JsonSchema): JsonSchema => flattened(deepFlattened(child, root, parts), root, parts);
  for (const key of ['properties', 'definitions'] as const) {
    if (asObject(node[key])) result[key] = Object.fromEntries(children(node[key]).map(([name, child]) => [name, inside(child)]));
  }
  const items = asObject(node.items);
  if (items) result.items = inside(items);
  return result;
}

function ownProperty(node: JsonSchema, key: string): boolean {
  return asObject(asObject(node.properties)?.[key]) !== undefined;
}
