/** The form's layout (x-form) as edits: each field stands in one place. Pure. */
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { type At, putAt } from './places.ts';
import { isNode, type SchemaDocument, textsOf } from './schema-document.ts';

/** A form without tabs gets one with what it shows. */
export function asTabs(document: SchemaDocument): SchemaDocument {
  const form = document.schema['x-form'];
  if (isNode(form)) return document;
  const declared = Object.keys(isNode(document.schema.properties) ? document.schema.properties : {});
  const fields = Array.isArray(form) ? textsOf(form) : [...new Set(['id', ...declared])];
  return putAt(document, ['x-form'], { tabs: [{ key: 'main', fields }] });
}

/** The fields of a tab, a section or the sidebar; they leave the places where they were. */
export function putFields(document: SchemaDocument, at: At, names: readonly string[]): SchemaDocument {
  const without = (node: JsonValue): JsonValue => {
    if (Array.isArray(node)) return node.every((item) => typeof item === 'string') ? node.filter((item) => !names.includes(String(item))) : node.map(without);
    return isNode(node) ? (Object.fromEntries(Object.entries(node).map(([key, value]) => [key, without(value)])) as JsonSchema) : node; // of the same shape
  };
  const form = document.schema['x-form'];
  return putAt(form === undefined ? document : putAt(document, ['x-form'], without(form)), at, [...names]);
}
