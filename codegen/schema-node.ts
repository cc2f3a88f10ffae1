/** Reading a parsed JSON Schema without trusting its shape: each reader gives the value or undefined. Pure. */
import type { JsonSchema, JsonValue } from './model.ts';

export function asObject(value: JsonValue | undefined): JsonSchema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

export function asArray(value: JsonValue | undefined): JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

export function asString(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function asBoolean(value: JsonValue | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** The strings of an array; [] for anything else. */
export function strings(value: JsonValue | undefined): string[] {
  return (asArray(value) ?? []).filter((item) => typeof item === 'string');
}

/** The objects of an array; [] for anything else. */
export function objects(value: JsonValue | undefined): JsonSchema[] {
  return (asArray(value) ?? []).map((item) => asObject(item)).filter((item) => item !== undefined);
}

/** The entries of an object whose values are objects. */
export function children(value: JsonValue | undefined): [string, JsonSchema][] {
  return Object.entries(asObject(value) ?? {}).flatMap(([key, child]) => {
    const node = asObject(child);
    return node ? [[key, node] satisfies [string, JsonSchema]] : [];
  });
}

/** Keywords whose value is a map from names of the file's own to schemas: a field may be called `$id`, `enum` or `default`. */
export const namedSchemas: readonly string[] = ['properties', 'definitions'];
/** Keywords whose value is data, not a schema. */
const data: readonly string[] = ['default', 'const', 'enum', 'examples', 'required', 'dependentRequired', 'dependencies', 'type'];

/** Is the value of this keyword one schema, or a list of them? */
export function holdsSchemas(keyword: string): boolean {
  return !data.includes(keyword) && !namedSchemas.includes(keyword) && !keyword.startsWith('x-');
}

/** Every schema inside `root`, itself included, wherever a schema may stand; what only looks like one (a default, a hint) is left out. */
export function* schemasIn(root: JsonSchema): Generator<JsonSchema> {
  const waiting: JsonValue[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) waiting.push(item);
      continue;
    }
    const node = asObject(value);
    if (!node) continue;
    yield node;
    for (const [keyword, inner] of Object.entries(node)) {
      if (namedSchemas.includes(keyword)) for (const [, child] of children(inner)) waiting.push(child);
      else if (holdsSchemas(keyword)) waiting.push(inner);
    }
  }
}

/** The node at a local JSON pointer ('#/definitions/contract'), or undefined. */
export function pointed(root: JsonSchema, pointer: string): JsonSchema | undefined {
  if (pointer === '#' || pointer === '#/') return root;
  if (!pointer.startsWith('#/')) return undefined;
  let node: JsonValue | undefined = root;
  for (const part of pointer.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    node = Array.isArray(node) ? node[Number(key)] : asObject(node)?.[key];
  }
  return asObject(node);
}

/** The declared type without 'null': emptiness is decided by docs/decisions/002, not by the file. */
export function typeOf(node: JsonSchema): string | undefined {
  const declared = node.type;
  if (typeof declared === 'string') return declared;
  const first = strings(declared).find((name) => name !== 'null');
  if (first) return first;
  if (asObject(node.properties)) return 'object';
  if (node.items !== undefined) return 'array';
  if (node['x-file'] !== undefined) return 'array';
  const relation = asObject(node['x-relation']);
  if (relation?.many === true) return 'array';
  if (node['x-relation'] !== undefined) return 'string';
  if (node['x-codes'] !== undefined) return 'string';
  const sample = asArray(node.enum)?.[0] ?? objects(node.oneOf)[0]?.const;
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'integer' : 'number';
  if (typeof sample === 'string' || typeof sample === 'boolean') return typeof sample;
  if (node.format !== undefined || node.maxLength !== undefined || node.pattern !== undefined) return 'string';
  return undefined;
}

/** The widget that x-ui asks for. */
export function widgetOf(node: JsonSchema): string | undefined {
  return asString(node['x-ui']) ?? asString(asObject(node['x-ui'])?.widget);
}

export function hasOptions(node: JsonSchema): boolean {
  return asArray(node.enum) !== undefined || objects(node.oneOf).some((option) => option.const !== undefined) || node['x-codes'] !== undefined;
}

/** The values of a select, as declared. */
export function valuesOf(node: JsonSchema): (string | number | boolean)[] {
  const listed: JsonValue[] = asArray(node.enum) ?? objects(node.oneOf).flatMap((option) => (option.const === undefined ? [] : [option.const]));
  return listed.filter((value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
}

/** Absent rather than undefined, so that a model is the same before and after JSON. */
export function withoutUndefined<T extends object>(value: T): T {
  // Object.fromEntries loses the type; dropping keys whose value is undefined keeps every declared optional key valid.
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}

/** Same text for same content, in any order of keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return `{${entries
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** A node with its references followed; the siblings of `$ref` win. `refs` lists what was followed, outermost first; undefined on a cycle. */
export function dereferenced(node: JsonSchema, root: JsonSchema, seen: readonly string[] = []): { node: JsonSchema; refs: string[] } | undefined {
  const refs: string[] = [];
  let current = node;
  while (typeof current.$ref === 'string') {
    const ref = current.$ref;
    if (seen.includes(ref) || refs.includes(ref)) return undefined;
    refs.push(ref);
    const target = pointed(root, ref);
    if (!target) return undefined;
    const { $ref: _, ...siblings } = current;
    current = { ...target, ...siblings };
  }
  return { node: current, refs };
}
