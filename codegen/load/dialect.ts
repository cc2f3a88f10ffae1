/**
 * What a file from elsewhere means. One that names a dialect of the standard (`"$schema": "https://json-schema.org/…"`) means by date-time, time and uri what the
 * standard means, where the house means a stored stamp, a time of day and a web address; here its words become the house's names for the standard's. And what older
 * drafts and other programs write otherwise becomes the word that says the same. Pure.
 */
import meta from '../meta.json' with { type: 'json' };
import type { JsonSchema, JsonValue } from '../model.ts';
import { asObject, hasOptions, namedSchemas, schemasIn, strings } from '../schema-node.ts';

/** Every x- keyword that meta.json describes. */
export const hints: string[] = Object.keys(meta.definitions.node.properties).filter((key) => key.startsWith('x-'));
const own: ReadonlySet<string> = new Set(hints);

const names: Record<string, string> = { 'date-time': 'rfc3339', time: 'rfc3339-time', uri: 'any-uri', url: 'any-uri' };
/** Words that bring fields along from elsewhere. */
const combining = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', '$dynamicRef'] as const;
/** What holds data, and no schema. */
const data: readonly string[] = ['default', 'examples', 'const', 'enum'];

/** Nobody wrote it for us: it says none of our hints, so what it says otherwise than we do is no slip. */
export function isForeign(declared: JsonSchema): boolean {
  return ![...schemasIn(declared)].some((node) => Object.keys(node).some((key) => own.has(key)) || String(node.$ref ?? '').startsWith('parts/'));
}

/** Does it name a dialect of the standard? Words that are none there say something to its own programs. */
export function namesDialect(declared: JsonSchema): boolean {
  return /^https?:\/\/json-schema\.org\//.test(String(declared.$schema ?? ''));
}

/** The bundled schema in the house's words; the same one where the file is one of ours. @param declared the file as it was written */
export function inHouseWords(schema: JsonSchema, declared: JsonSchema): JsonSchema {
  const dialect = namesDialect(declared);
  const foreign = isForeign(declared);
  const own = dialect || foreign ? (asObject(renamed(schema, { dialect, foreign })) ?? schema) : schema;
  return dialect ? emptyAllowed(foreign ? asSent(own) : own) : own;
}

/**
 * Nobody but its own programs writes what such a file calls read-only, and they are not here: it is written as any field, but for the key. What has no least length
 * is demanded by being there and may be empty, and what is not unique may stand in a list twice: it says so.
 */
function asSent(root: JsonSchema): JsonSchema {
  const key = asObject(asObject(root.properties)?.id);
  for (const node of schemasIn(root)) {
    if (node === key) continue;
    if (node.readOnly === true) delete node.readOnly;
    if (node.type === 'string' && !hasOptions(node)) node.minLength ??= 0;
    if (node.type === 'array') {
      if (node.contains === undefined) node.minItems ??= 0;
      node.uniqueItems ??= false;
    }
  }
  return root;
}

/**
 * The standard demands that a list or a map is there, not that something is in it; an empty one is none here (decision 002), so it is not demanded. What tells
 * branches apart, and what is defined elsewhere, stays as it is.
 */
function emptyAllowed(node: JsonSchema): JsonSchema {
  const properties = asObject(node.properties);
  const items = asObject(node.items);
  const inside =
    properties && Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, asObject(child) ? emptyAllowed(asObject(child) ?? {}) : child]));
  const demanded = strings(node.required).filter((name) => !mayBeEmpty(asObject(properties?.[name]) ?? {}));
  const { required, ...rest } = node;
  return {
    ...rest,
    ...(required !== undefined && (!Array.isArray(required) || demanded.length > 0) && { required: Array.isArray(required) ? demanded : required }),
    ...(inside && { properties: inside }),
    ...(items && { items: emptyAllowed(items) }),
  };
}

/** By the standard it only has to be there. */
export function mayBeEmpty(node: JsonSchema): boolean {
  // Null is there, and says no more than nothing here.
  if ([node.type].flat().includes('null') || (Array.isArray(node.enum) && node.enum.includes(null))) return true;
  const asks = node.type === 'array' ? ['minItems', 'contains'] : ['required', 'minProperties', ...combining];
  return (node.type === 'array' || node.type === 'object') && !asks.some((word) => node[word] !== undefined && node[word] !== 0);
}

interface Saying {
  dialect: boolean;
  foreign: boolean;
}

function renamed(value: JsonValue, saying: Saying): JsonValue {
  if (Array.isArray(value)) return value.map((item) => renamed(item, saying));
  const source = asObject(value);
  if (!source) return value;
  const node = saying.foreign ? inPresentWords(source) : source;
  return Object.fromEntries(
    Object.entries(node).map(([key, child]) => {
      // Beside nothing that brings fields along, it says what draft-07 says by another word.
      if (saying.dialect && key === 'unevaluatedProperties' && child === false && !combining.some((word) => node[word] !== undefined))
        return ['additionalProperties', false];
      if (saying.dialect && key === 'format' && typeof child === 'string') return [key, names[child] ?? child];
      // A map's keys are names, even where they look like keywords.
      if (mapsOfSchemas.includes(key) && asObject(child))
        return [key, Object.fromEntries(Object.entries(asObject(child) ?? {}).map(([name, inner]) => [name, renamed(inner, saying)]))];
      return [key, data.includes(key) || key.startsWith('x-') ? child : renamed(child, saying)];
    }),
  );
}

const mapsOfSchemas: readonly string[] = [...namedSchemas, '$defs', 'patternProperties', 'dependentSchemas'];

/** Draft-03's and draft-04's words, those of OpenAPI, and what says nothing. */
function inPresentWords(source: JsonSchema): JsonSchema {
  const node = { ...source };
  for (const word of ['title', 'description'] as const)
    if (node[word] !== undefined && (typeof node[word] !== 'string' || node[word] === '')) delete node[word];
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (node[exclusive] === true && typeof node[bound] === 'number') {
      node[exclusive] = node[bound];
      delete node[bound];
    } else if (typeof node[exclusive] === 'boolean') delete node[exclusive];
  }
  if (typeof node.pattern === 'string') node.pattern = inUnicode(node.pattern);
  if (node.type === 'any') delete node.type;
  if (Array.isArray(node.enum) && node.default !== undefined && !node.enum.includes(node.default)) delete node.default;
  if (typeof node.divisibleBy === 'number' && node.multipleOf === undefined) {
    node.multipleOf = node.divisibleBy;
    delete node.divisibleBy;
  }
  // Whether a value may be empty is decided by the field (decision 002).
  if (typeof node.nullable === 'boolean' && typeof node.type === 'string' && node.enum === undefined && node.oneOf === undefined) delete node.nullable;
  const needed = Object.entries(asObject(node.properties) ?? {}).flatMap(([name, child]) => (asObject(child)?.required === true ? [name] : []));
  if (needed.length) node.required = [...new Set([...strings(node.required), ...needed])];
  if (typeof node.required === 'boolean' || (Array.isArray(node.required) && node.required.length === 0)) delete node.required;
  return node;
}

/** A pattern that was written for expressions without Unicode, where a sign may be marked that needs no mark; as it was where that does not help. */
function inUnicode(pattern: string): string {
  if (isPattern(pattern, 'u') || !isPattern(pattern, '')) return pattern;
  const bare = pattern.replace(/\\([^A-Za-z0-9^$\\.*+?()[\]{}|/-])/g, '$1').replace(/\\([aeghijlmoqyzACEFGHIJKLMNOQRTUVXYZ])/g, '$1');
  if (isPattern(bare, 'u')) return bare;
  const dashed = bare.replace(/\\-/g, (_, at: number) => (isInClass(bare, at) ? '\\-' : '-'));
  return isPattern(dashed, 'u') ? dashed : pattern;
}

function isInClass(pattern: string, at: number): boolean {
  const before = pattern.slice(0, at).replace(/\\./g, '');
  return before.lastIndexOf('[') > before.lastIndexOf(']');
}

function isPattern(text: string, flags: string): boolean {
  try {
    new RegExp(text, flags);
    return true;
  } catch {
    return false;
  }
}
