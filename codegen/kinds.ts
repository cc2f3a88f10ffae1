/** What kind of field a schema node is, and its options (docs/schema-reference.md, Kinds). Pure. */
import type { Place, Texts } from './describe-texts.ts';
import { longestString } from './lint/vocabulary.ts';
import type { CodeList } from './load.ts';
import type { FieldKind, JsonSchema, JsonValue, Option } from './model.ts';
import { dereferenced } from './normalise.ts';
import { asArray, asNumber, asObject, asString, objects, typeOf } from './schema-node.ts';

export function kindOf(node: JsonSchema, root: JsonSchema): FieldKind {
  const type = typeOf(node);
  if (node['x-relation'] !== undefined) return type === 'array' ? 'references' : 'reference';
  if (node['x-file'] !== undefined) return 'files';
  if (type === 'array') return arrayKind(node, root);
  if (type === 'object') return Object.keys(asObject(node.properties) ?? {}).length > 0 ? 'object' : 'json';
  if (hasOptions(node)) return 'select';
  if (type === 'boolean') return 'boolean';
  if (type === 'integer') return 'integer';
  if (type === 'number') return isDecimal(node) ? 'decimal' : 'number';
  if (type === 'string') return stringKind(node);
  return 'json';
}

export function hasOptions(node: JsonSchema): boolean {
  return asArray(node.enum) !== undefined || objects(node.oneOf).some((option) => option.const !== undefined) || node['x-codes'] !== undefined;
}

/** Exact numbers: a precision, or steps below one that are a power of ten. */
export function isDecimal(node: JsonSchema): boolean {
  const step = asNumber(node.multipleOf);
  return asObject(node['x-db'])?.precision !== undefined || (step !== undefined && step < 1);
}

export function widgetOf(node: JsonSchema): string | undefined {
  return asString(node['x-ui']) ?? asString(asObject(node['x-ui'])?.widget);
}

/** The value that means nothing chosen: x-unset, or '-' for codes that are strings (V41). */
export function unsetOf(node: JsonSchema): string | number | undefined {
  const declared = node['x-unset'];
  if (typeof declared === 'string' || typeof declared === 'number') return declared;
  return typeOf(node) === 'string' ? '-' : undefined;
}

/** The values of a select, as declared. */
export function valuesOf(node: JsonSchema): (string | number | boolean)[] {
  const listed: JsonValue[] = asArray(node.enum) ?? objects(node.oneOf).flatMap((option) => (option.const === undefined ? [] : [option.const]));
  return listed.filter((value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
}

export function optionsOf(node: JsonSchema, list: CodeList | undefined, place: Place, texts: Texts): Option[] {
  const declared = new Map(objects(node.oneOf).map((option) => [option.const, option]));
  const codes = new Map((list?.codes ?? []).map((code) => [code.code, code]));
  return valuesOf(node).map((value) => {
    const one = declared.get(value);
    const code = typeof value === 'boolean' ? undefined : codes.get(value);
    const option: Option = { value, label: texts.option(value, place, asString(one?.title), list) };
    if (code?.version !== undefined) option.version = code.version;
    if (code?.deprecated || one?.deprecated === true) option.deprecated = true;
    const color = code?.color ?? asString(one?.['x-color']);
    if (color !== undefined) option.color = color;
    return option;
  });
}

function arrayKind(node: JsonSchema, root: JsonSchema): FieldKind {
  const declared = asObject(node.items);
  const items = declared && dereferenced(declared, root)?.node;
  if (node['x-codes'] !== undefined) return 'multiselect';
  if (!items) return 'json';
  if (items['x-relation'] !== undefined) return 'references';
  if (hasOptions(items)) return 'multiselect';
  if (typeOf(items) === 'string') return 'tags';
  return typeOf(items) === 'object' && asObject(items.properties) ? 'list' : 'json';
}

function stringKind(node: JsonSchema): FieldKind {
  if (node.format === 'date') return 'date';
  if (node.format === 'time') return 'time';
  if (node.format === 'date-time') return 'datetime';
  const widget = widgetOf(node);
  if (node.writeOnly === true || widget === 'password') return 'password';
  if (widget === 'html') return 'html';
  const isShort = (asNumber(node.maxLength) ?? 0) <= longestString;
  return ['textarea', 'css', 'code'].includes(widget ?? '') || (!isShort && node.format === undefined && widget === undefined) ? 'text' : 'string';
}
