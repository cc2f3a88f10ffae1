/**
 * The schema that RJSF renders and describe reads: the bundled file with what hints imply written out in standard keywords
 * (codes as `enum`, the type of a relation, an attachment's shape, the fields that every object has). Pure.
 */

import { standardSchema } from '../adapt/standard-schema.ts';
import { isAnnotation } from '../lint/lint-grammar.ts';
import { defaultLength, keyLength, knownFormats, longestNested, longestString } from '../lint/vocabulary.ts';
import type { LoadContext } from '../load/load.ts';
import type { JsonSchema, JsonValue } from '../model.ts';
import { asObject, asString, children, dereferenced, hasOptions, objects, typeOf } from '../schema-node.ts';
import { kindOf } from './kinds.ts';

/** Specification section 3, Attachment, where a schema says `x-file` and leaves the shape out. */
export const attachment: JsonSchema = {
  type: 'object',
  properties: {
    filepath: { type: 'string', maxLength: 500 },
    fileName: { type: 'string', maxLength: 255 },
    size: { type: 'integer', minimum: 0 },
    link: { type: 'string', format: 'uri', maxLength: 500 },
    name: { type: 'string', maxLength: 255 },
    desc: { type: 'string', maxLength: 1000 },
  },
};

/** The fields of every object; a declared one wins, but stamps stay the server's. */
const everyObject: Record<string, JsonSchema> = {
  id: { type: 'string', format: 'id', maxLength: keyLength },
  ver: { type: 'integer', minimum: 0, readOnly: true },
  create_at: { type: 'string', format: 'date-time', readOnly: true },
  update_at: { type: 'string', format: 'date-time', readOnly: true },
  update_by: { type: 'string', maxLength: keyLength, readOnly: true },
};

export function normalise(schema: JsonSchema, context: LoadContext): JsonSchema {
  const root = asObject(normalised(schema, context, schema)) ?? {};
  const declared = asObject(root.properties) ?? {};
  const { id, ...stamps } = everyObject;
  const properties: JsonSchema = {
    ...(declared.id === undefined && id ? { id } : {}),
    ...widened(declared, root, indexedOf(root), asString(asObject(root['x-entity'])?.key) ?? 'id'),
  };
  for (const [name, stamp] of Object.entries(stamps)) properties[name] = { ...(asObject(properties[name]) ?? stamp), readOnly: true };
  const ordered = { ...properties };
  // The stamps stand last unless the file places them.
  for (const name of Object.keys(stamps)) {
    if (name in declared) continue;
    const value = ordered[name];
    delete ordered[name];
    if (value !== undefined) ordered[name] = value;
  }
  return { ...root, type: 'object', properties: ordered };
}

/** Fields whose columns an index of the object holds beside those that say so themselves. */
function indexedOf(root: JsonSchema): Set<string> {
  const lists = [root['x-indexes'], root['x-uniques']].flatMap((list) => (Array.isArray(list) ? list : []));
  return new Set(lists.flatMap((list) => (Array.isArray(list) ? list.map(String) : [])));
}

/** A string that is a column and names no width takes as much as several lines of text, in one; with an index as much as one holds easily, and one of a format or pattern what such texts have. `x-db.open` says that nobody chose it. */
function widened(properties: JsonSchema, root: JsonSchema, indexed: ReadonlySet<string>, key?: string): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const declared = asObject(value);
      const node = declared && dereferenced(declared, root)?.node;
      if (!declared || !node) return [name, value];
      const items = node['x-child'] === true ? asObject(node.items) : undefined;
      const rows = asObject(items?.properties);
      if (items && rows) return [name, { ...declared, items: { ...items, properties: widened(rows, root, new Set()) } }];
      const db = asObject(node['x-db']);
      const isDated = ['date', 'time', 'date-time'].includes(String(node.format));
      if (typeOf(node) !== 'string' || hasOptions(node) || isDated || node.maxLength !== undefined || db?.store === false) return [name, value];
      const isIndexed = db?.index === true || db?.unique === true || indexed.has(name);
      const shaped = node.pattern !== undefined || node.format !== undefined;
      const maxLength = name === key ? keyLength : isIndexed ? defaultLength : shaped ? longestString : longestNested;
      return [name, { ...declared, maxLength, 'x-db': { ...db, open: true } }];
    }),
  );
}

/** The name of the code list that a node (or its items) takes its options from. */
export function codesOf(node: JsonSchema): string | undefined {
  const hint = node['x-codes'];
  return asString(hint) ?? asString(asObject(hint)?.list);
}

function normalised(value: JsonValue, context: LoadContext, whole: JsonSchema): JsonValue {
  const source = asObject(value);
  if (!source) return value;
  // What says something to other programs alone goes no further.
  const node: JsonSchema = Object.fromEntries(Object.entries(source).filter(([key]) => !isAnnotation(key)));
  if (typeof node.format === 'string' && !knownFormats.some((name) => name === node.format)) delete node.format;
  for (const key of ['properties', 'definitions'] as const) {
    if (asObject(node[key])) node[key] = Object.fromEntries(children(node[key]).map(([name, child]) => [name, normalised(child, context, whole)]));
  }
  if (node.items !== undefined) node.items = normalised(node.items, context, whole);
  if (Array.isArray(node.type)) {
    const type = typeOf(node);
    if (type) node.type = type;
  }
  if (node['x-relation'] !== undefined) relate(node);
  if (node['x-file'] !== undefined && typeof node.$ref !== 'string') {
    node.type = 'array';
    node.items ??= attachment;
  }
  const codes = codesOf(node);
  const list = codes === undefined ? undefined : context.codes.get(codes);
  if (list) {
    const values = list.codes.map(({ code }) => code);
    const type = values.every((code) => typeof code === 'string') ? 'string' : values.every(Number.isInteger) ? 'integer' : 'number';
    if (typeOf(node) === 'array') node.items = { type, ...asObject(node.items), enum: values };
    else Object.assign(node, { type: node.type ?? type, enum: values });
  }
  if (node.type === undefined && node.$ref === undefined && (node.enum !== undefined || objects(node.oneOf).length > 0)) {
    const type = typeOf(node);
    if (type) node.type = type;
  }
  if (isOnlyJson(node, source, whole)) node['x-json'] = standardSchema(source, whole);
  return node;
}

/** A value of no kind of field (a list of numbers, of lists, a constant): JSON, checked by what the file says of it. */
function isOnlyJson(node: JsonSchema, source: JsonSchema, whole: JsonSchema): boolean {
  if (node.$ref !== undefined || node['x-json'] !== undefined || source === whole) return false;
  if (node.type === undefined && node.const === undefined) return false;
  return kindOf(node, whole) === 'json';
}

function relate(node: JsonSchema): void {
  if (typeOf(node) === 'array') {
    node.type = 'array';
    node.items = { type: 'string', maxLength: keyLength, ...asObject(node.items) };
  } else {
    node.type = 'string';
    node.maxLength ??= keyLength;
  }
}
