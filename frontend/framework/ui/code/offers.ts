/** What a JSON Schema says may stand at a place of a JSON text: keys with what belongs behind them, values, and a word about each. Pure. */
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import type { JsonPath } from './json-text.ts';

export interface Offer {
  /** the key, or the value as JSON */
  label: string;
  /** its type or title, in few words */
  detail: string;
  /** what stands behind a key at first, as JSON: '""', '{}' */
  first?: string;
  info?: string;
}

/** Keys that an object at `path` may have and does not have yet. */
export function keyOffers(root: JsonSchema, path: JsonPath, present: ReadonlySet<string> = new Set()): Offer[] {
  const offers = new Map<string, Offer>();
  for (const schema of schemasAt(root, path)) {
    for (const [key, child] of Object.entries(isSchema(schema.properties) ? schema.properties : {})) {
      if (present.has(key) || offers.has(key)) continue;
      const reached = unfold(root, child);
      const info = reached.map(({ description }) => description).find((text) => typeof text === 'string');
      offers.set(key, { label: key, detail: typeText(reached), first: firstOf(reached), ...(info ? { info: String(info) } : {}) });
    }
  }
  return [...offers.values()];
}

/** Values that may stand at `path`: options, constants, true and false, defaults. */
export function valueOffers(root: JsonSchema, path: JsonPath): Offer[] {
  const offers = new Map<string, Offer>();
  const give = (value: JsonValue | undefined, detail = '') => {
    const label = JSON.stringify(value);
    if (label !== undefined && label.length < 200 && !offers.has(label)) offers.set(label, { label, detail });
  };
  for (const schema of schemasAt(root, path)) {
    for (const value of Array.isArray(schema.enum) ? schema.enum : []) give(value);
    if ('const' in schema) give(schema.const, typeof schema.title === 'string' ? schema.title : '');
    const types = [schema.type].flat();
    if (types.includes('boolean')) for (const value of [true, false]) give(value);
    if ('default' in schema) give(schema.default);
    if (types.includes('object')) give({});
    if (types.includes('array')) give([]);
  }
  return [...offers.values()];
}

/** What the schema says of the value at `path`: its title and description, its type. '' where it says nothing. */
export function wordsAt(root: JsonSchema, path: JsonPath): string {
  const reached = schemasAt(root, path);
  const said = reached.flatMap(({ title, description }) => [title, description]).filter((text): text is string => typeof text === 'string');
  return [...new Set([...said, typeText(reached)])].filter(Boolean).join(' · ');
}

/** Every schema that speaks of the value at `path`; branches of oneOf and its like count as all possible. */
export function schemasAt(root: JsonSchema, path: JsonPath): JsonSchema[] {
  return path.reduce<JsonSchema[]>((around, step) => around.flatMap((schema) => below(root, schema, step)).slice(0, most), unfold(root, root));
}

/** More branches than these are not followed: schemas that refer to each other everywhere would have no end. */
const most = 200;

function below(root: JsonSchema, schema: JsonSchema, step: string | number): JsonSchema[] {
  if (typeof step === 'number') {
    const items = schema.items;
    const item = Array.isArray(items) ? (items[step] ?? schema.additionalItems) : items;
    return unfold(root, item);
  }
  const properties = isSchema(schema.properties) ? schema.properties : {};
  if (Object.hasOwn(properties, step)) return unfold(root, properties[step]);
  const patterns = Object.entries(isSchema(schema.patternProperties) ? schema.patternProperties : {}).filter(([pattern]) => fits(pattern, step));
  return patterns.length > 0 ? patterns.flatMap(([, child]) => unfold(root, child)) : unfold(root, schema.additionalProperties);
}

/** The schema itself, what it refers to, and its branches. */
function unfold(root: JsonSchema, schema: JsonValue | undefined, seen: ReadonlySet<JsonValue> = new Set()): JsonSchema[] {
  if (!isSchema(schema) || seen.has(schema)) return [];
  const known = new Set([...seen, schema]);
  const referred = typeof schema.$ref === 'string' ? unfold(root, resolve(root, schema.$ref), known) : [];
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => (Array.isArray(schema[word]) ? schema[word] : []));
  const ways = [...branches, ...[schema.then, schema.else].filter((one) => one !== undefined)];
  return [schema, ...referred, ...ways.flatMap((branch) => unfold(root, branch, known))];
}

function resolve(root: JsonSchema, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = root;
  for (const part of pointer.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    found = isSchema(found) ? found[decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~')] : undefined;
  }
  return found;
}

function typeText(schemas: readonly JsonSchema[]): string {
  const types = schemas.flatMap((schema) => {
    if (schema.type !== undefined) return [schema.type].flat();
    if (Array.isArray(schema.enum)) return [schema.enum.slice(0, 3).join(' | ')];
    return [];
  });
  return [...new Set(types)].slice(0, 4).join(' | ');
}

/** What is put behind a new key. */
function firstOf(schemas: readonly JsonSchema[]): string {
  for (const schema of schemas) {
    if (schema.default !== undefined) return JSON.stringify(schema.default);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    const [type] = [schema.type].flat();
    if (type === 'object') return '{}';
    if (type === 'array') return '[]';
    if (type === 'boolean') return 'true';
    if (type === 'string') return '""';
    if (type === 'integer' || type === 'number') return '';
  }
  return '';
}

function fits(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return false;
  }
}

function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
