/**
 * Does a value meet a JSON Schema? A small evaluator of the draft-07 keywords that conditions and `if` branches use, so that
 * RJSF can choose a branch in the browser without compiling anything (the policy forbids generated code). It decides only what
 * is shown; what is right is decided by the compiled validator. Unknown keywords hold. Pure.
 */
import type { JsonSchema, JsonValue } from '#codegen/model.ts';

type Subschema = JsonValue | undefined;

export function meets(schema: Subschema, value: JsonValue | undefined, root: JsonSchema = {}): boolean {
  if (schema === false) return false;
  if (!isSchema(schema)) return true;
  if (typeof schema.$ref === 'string') return meets(resolvePointer(schema.$ref, root), value, root);
  return keywords.every(([keyword, holds]) => !(keyword in schema) || holds(schema[keyword] as JsonValue, value, root, schema));
}

/** The subschema at '#/definitions/x/…', or `true` where there is none. */
export function resolvePointer(pointer: string, root: JsonSchema): JsonValue {
  let found: JsonValue | undefined = root;
  for (const part of pointer.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    found = isSchema(found) ? found[decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~')] : undefined;
  }
  return found ?? true;
}

type Holds = (limit: JsonValue, value: JsonValue | undefined, root: JsonSchema, schema: JsonSchema) => boolean;

const list = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

const keywords: [string, Holds][] = [
  ['type', (limit, value) => (Array.isArray(limit) ? limit : [limit]).some((type) => isOfType(value, type))],
  ['const', (limit, value) => same(limit, value)],
  ['enum', (limit, value) => list(limit).some((option) => same(option, value))],
  ['minimum', (limit, value) => typeof value !== 'number' || value >= Number(limit)],
  ['maximum', (limit, value) => typeof value !== 'number' || value <= Number(limit)],
  ['exclusiveMinimum', (limit, value) => typeof value !== 'number' || value > Number(limit)],
  ['exclusiveMaximum', (limit, value) => typeof value !== 'number' || value < Number(limit)],
  ['minLength', (limit, value) => typeof value !== 'string' || [...value].length >= Number(limit)],
  ['maxLength', (limit, value) => typeof value !== 'string' || [...value].length <= Number(limit)],
  ['pattern', (limit, value) => typeof value !== 'string' || new RegExp(String(limit), 'u').test(value)],
  ['minItems', (limit, value) => !Array.isArray(value) || value.length >= Number(limit)],
  ['maxItems', (limit, value) => !Array.isArray(value) || value.length <= Number(limit)],
  ['contains', (limit, value, root) => !Array.isArray(value) || value.some((item) => meets(limit, item, root))],
  ['items', (limit, value, root) => !Array.isArray(value) || Array.isArray(limit) || value.every((item) => meets(limit, item, root))],
  ['required', (limit, value) => !isSchema(value) || list(limit).every((name) => value[String(name)] !== undefined)],
  [
    'properties',
    (limit, value, root) =>
      !isSchema(value) || Object.entries(limit as JsonSchema).every(([name, schema]) => value[name] === undefined || meets(schema, value[name], root)),
  ],
  ['allOf', (limit, value, root) => list(limit).every((schema) => meets(schema, value, root))],
  ['anyOf', (limit, value, root) => list(limit).some((schema) => meets(schema, value, root))],
  ['oneOf', (limit, value, root) => list(limit).filter((schema) => meets(schema, value, root)).length === 1],
  ['not', (limit, value, root) => !meets(limit, value, root)],
  ['if', (limit, value, root, schema) => meets(meets(limit, value, root) ? schema.then : schema.else, value, root)],
];

/** Equal as JSON: the order of an object's keys says nothing. */
function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => same(item, b[i]));
  if (!isSchema(a) || !isSchema(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && same(a[name], b[name]));
}

function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfType(value: JsonValue | undefined, type: JsonValue): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isSchema(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
