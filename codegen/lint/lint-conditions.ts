/** Rule: a condition names only fields that the object has, and is itself a schema that compiles. */

import { conditionsOf } from '../describe/conditions.ts';
import type { JsonSchema, JsonValue } from '../model.ts';
import { asArray, asObject, asString, children, dereferenced, objects, strings, typeOf } from '../schema-node.ts';
import type { Lintable } from './finding.ts';
import { suggestion } from './nearest.ts';

const branches = ['if', 'then', 'else', 'not', 'contains'] as const;
const lists = ['allOf', 'anyOf', 'oneOf'] as const;

const keywords: Record<string, string> = {
  visible: 'x-visibleWhen',
  required: 'x-requiredWhen',
  readonly: 'x-readOnlyWhen',
  options: 'x-optionsWhen',
  rowColor: 'x-list',
  transition: 'x-workflow',
  action: 'x-actions',
  row: 'x-access',
};

export function lintConditions(it: Lintable): void {
  const { entry, ajv, report } = it;
  for (const [key, condition] of Object.entries(conditionsOf(entry.model))) {
    const [kind = '', place = ''] = key.split(':');
    const keyword = keywords[kind] ?? kind;
    const field = ['visible', 'required', 'readonly', 'options'].includes(kind) ? place : '';
    const at = kind === 'transition' ? ['transitions', entry.model.workflow?.transitions.findIndex(({ name }) => name === place) ?? 0, 'requires'] : [];
    walk(condition, entry.schema, field, keyword, { ...it, report: (...said) => it.report(said[0], said[1], said[2], said[3], said[4], at) });
    try {
      ajv.compile(condition);
    } catch (error) {
      report(
        field,
        keyword,
        `the condition does not compile (${error instanceof Error ? error.message : String(error)})`,
        'it should be a JSON Schema (draft-07)',
      );
    }
  }
  for (const branch of [...branches, ...lists] as const) {
    const value = entry.schema[branch];
    for (const node of Array.isArray(value) ? objects(value) : [asObject(value)]) if (node) walk(node, entry.schema, '', branch, it);
  }
  for (const [name, needed] of Object.entries(asObject(entry.schema.dependencies) ?? {})) {
    for (const other of [name, ...strings(needed)]) named(other, entry.schema, '', 'dependentRequired', it);
  }
  optionsWhen(it);
}

/** `node` is a condition over a record of `scope`. */
function walk(node: JsonSchema, scope: JsonSchema, field: string, keyword: string, it: Lintable): void {
  compared(node, scope, field, keyword, it);
  for (const name of strings(node.required)) named(name, scope, field, keyword, it);
  for (const [name, child] of children(node.properties)) {
    const target = named(name, scope, field, keyword, it);
    if (target) walk(child, target, field, keyword, it);
  }
  const items = asObject(node.items) ?? asObject(node.contains);
  const rows = asObject(scope.items);
  const inner = rows && dereferenced(rows, it.entry.schema)?.node;
  if (items && inner) walk(items, inner, field, keyword, it);
  for (const branch of branches) {
    const child = branch === 'contains' ? undefined : asObject(node[branch]);
    if (child) walk(child, scope, field, keyword, it);
  }
  for (const list of lists) for (const child of objects(node[list])) walk(child, scope, field, keyword, it);
}

/** Keywords that apply to one type only: values of other types always pass them. */
const askedOf: Record<string, readonly string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['minItems', 'maxItems', 'uniqueItems', 'contains', 'items'],
  object: ['properties', 'required', 'minProperties', 'maxProperties'],
};

/** A value of another type than the field's is never met. */
function compared(node: JsonSchema, scope: JsonSchema, field: string, keyword: string, { report }: Lintable): void {
  const type = typeOf(scope);
  if (type === undefined) return;
  const kind = type === 'integer' ? 'number' : type;
  const title = asString(scope.title);
  const of = title === undefined ? `a ${type}` : `"${title}", a ${type}`;
  for (const value of [...(node.const === undefined ? [] : [node.const]), ...(asArray(node.enum) ?? [])]) {
    // null is an empty number
    if (typeName(value) !== kind && !(value === null && kind === 'number'))
      report(field, keyword, `the condition compares ${of}, with ${JSON.stringify(value)}`, `it should be of type ${type}`);
  }
  for (const [other, asked] of Object.entries(askedOf)) {
    for (const word of other === kind ? [] : asked)
      if (node[word] !== undefined) report(field, keyword, `the condition asks ${word} of ${of}`, `it should ask what a value of the type ${type} can answer`);
  }
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The field's own node, or a finding. */
function named(name: string, scope: JsonSchema, field: string, keyword: string, { entry, report }: Lintable): JsonSchema | undefined {
  const properties = asObject(scope.properties);
  if (!properties) return undefined; // not an object with known fields: nothing to check against
  const node = asObject(properties[name]);
  if (!node) {
    report(field, keyword, `the condition names the missing field "${name}"`, suggestion(name, Object.keys(properties)));
    return undefined;
  }
  return dereferenced(node, entry.schema)?.node;
}

/** x-optionsWhen offers options that the field has. */
function optionsWhen({ entry, report }: Lintable): void {
  for (const field of entry.model.fields) {
    const values: JsonValue[] = (field.options ?? []).map(({ value }) => value);
    for (const option of (field.optionsWhen ?? []).flatMap(({ options }) => options)) {
      if (!values.includes(option))
        report(field.name, 'x-optionsWhen', `${JSON.stringify(option)} is not an option of the field`, suggestion(String(option), values.map(String)));
    }
  }
}
