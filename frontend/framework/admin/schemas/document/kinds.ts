/** The kinds of field that a person chooses from in the workbench, and what each is in a schema. Pure. */
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { isNode } from './schema-document.ts';

export const fieldChoices = [
  'line',
  'text',
  'html',
  'integer',
  'decimal',
  'number',
  'boolean',
  'date',
  'time',
  'datetime',
  'select',
  'multiselect',
  'tags',
  'reference',
  'references',
  'email',
  'uri',
  'phone',
  'files',
  'object',
  'list',
  'json',
] as const;
export type FieldChoice = (typeof fieldChoices)[number];

const first: JsonSchema = {
  oneOf: [
    { const: 'a', title: 'A' },
    { const: 'b', title: 'B' },
  ],
};
/** What a group of fields begins with. */
const inner = (title: string): JsonSchema => ({ properties: { name: { type: 'string', title, maxLength: 120 } } });

/** What a new field of each kind says. */
const shapes: Record<FieldChoice, JsonSchema> = {
  line: { type: 'string', maxLength: 200 },
  text: { type: 'string', maxLength: 4000, 'x-ui': 'textarea' },
  html: { type: 'string', maxLength: 16000, 'x-ui': 'html' },
  integer: { type: 'integer' },
  decimal: { type: 'number', multipleOf: 0.01, 'x-display': 'money' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  datetime: { type: 'string', format: 'date-time' },
  select: { type: 'string', maxLength: 64, ...first },
  multiselect: { type: 'array', items: { type: 'string', maxLength: 64, ...first } },
  tags: { type: 'array', items: { type: 'string', maxLength: 80 } },
  reference: { type: 'string', maxLength: 64 },
  references: { type: 'array', items: { type: 'string', maxLength: 64 } },
  email: { type: 'string', maxLength: 200, format: 'email' },
  uri: { type: 'string', maxLength: 1000, format: 'uri' },
  phone: { type: 'string', maxLength: 40, format: 'phone' },
  files: { type: 'array', maxItems: 5, 'x-file': { purpose: 'file', kinds: ['image', 'pdf', 'document'] } },
  object: { type: 'object' },
  list: { type: 'array', items: { type: 'object' } },
  json: { type: 'object' },
};

/** Words that belong to a kind and go with it; all others stay when the kind changes. */
const ofKind = [
  'type', 'format', 'enum', 'const', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else', 'items', 'properties', 'required', 'additionalProperties', 'patternProperties',
  'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minProperties',
  'maxProperties', 'dependentRequired', 'dependencies', 'default', 'examples', '$ref', 'writeOnly',
  'x-ui', 'x-display', 'x-relation', 'x-child', 'x-codes', 'x-unset', 'x-file', 'x-json', 'x-db', 'x-computed', 'x-optionsWhen', 'x-formula', 'x-default',
]; // biome-ignore format: a list of words

/** The kind that a node says, as far as the form of the workbench knows it; undefined: it is edited as JSON. */
export function choiceOf(node: JsonSchema): FieldChoice | undefined {
  if (node.$ref !== undefined || node.anyOf !== undefined || node.allOf !== undefined) return undefined;
  if (node['x-json'] !== undefined) return 'json';
  const widget = isNode(node['x-ui']) ? node['x-ui'].widget : node['x-ui'];
  const items = isNode(node.items) ? node.items : {};
  const hasOptions = (one: JsonSchema) => Array.isArray(one.enum) || Array.isArray(one.oneOf) || one['x-codes'] !== undefined;
  const type = Array.isArray(node.type) ? node.type.find((one) => one !== 'null') : node.type;
  if (type === 'array' || (type === undefined && node.items !== undefined)) {
    if (node['x-file'] !== undefined) return 'files';
    if (node['x-relation'] !== undefined || items['x-relation'] !== undefined) return 'references';
    if (hasOptions(node) || hasOptions(items)) return 'multiselect';
    if (items.type === 'string') return 'tags';
    return isNode(items.properties) ? 'list' : undefined;
  }
  if (type === 'object' || (type === undefined && node.properties !== undefined)) return isNode(node.properties) ? 'object' : 'json';
  if (hasOptions(node)) return 'select';
  if (node['x-relation'] !== undefined) return isNode(node['x-relation']) && node['x-relation'].many === true ? 'references' : 'reference';
  if (type === 'integer' || type === 'boolean') return type;
  if (type === 'number') return Number(node.multipleOf) < 1 || (isNode(node['x-db']) && node['x-db'].precision !== undefined) ? 'decimal' : 'number';
  if (type !== 'string') return undefined;
  const formats: Record<string, FieldChoice> = { date: 'date', time: 'time', 'date-time': 'datetime', email: 'email', uri: 'uri', phone: 'phone' };
  const byFormat = typeof node.format === 'string' ? formats[node.format] : undefined;
  if (byFormat) return byFormat;
  if (widget === 'html') return 'html';
  return widget === 'textarea' || Number(node.maxLength) > 500 ? 'text' : 'line';
}

/** A node of that kind; `to`: the object that a reference leads to; `first`: the first field of a group. Words that do not belong to a kind stay. */
export function asChoice(node: JsonSchema, choice: FieldChoice, to = '', first = 'Name'): JsonSchema {
  const now = choiceOf(node);
  const stays = now !== undefined && isSameSort(now, choice) ? ['x-formula', 'x-default'] : [];
  const rest = Object.entries(node).filter(([word]) => !ofKind.includes(word) || stays.includes(word));
  const options = optionsOf(node);
  const shape = structuredClone(shapes[choice]);
  if (choice === 'reference' || choice === 'references') shape['x-relation'] = to;
  if (choice === 'object') Object.assign(shape, inner(first));
  if (choice === 'list') Object.assign(shape.items ?? {}, inner(first));
  if (choice === 'select' && options) return { ...Object.fromEntries(rest), type: 'string', maxLength: 64, oneOf: options };
  if (choice === 'multiselect' && options) return { ...Object.fromEntries(rest), type: 'array', items: { type: 'string', maxLength: 64, oneOf: options } };
  const width: JsonSchema = textual.has(choice) && typeof node.maxLength === 'number' && choiceOf(node) !== 'text' ? { maxLength: node.maxLength } : {};
  return { ...Object.fromEntries(rest), ...shape, ...(choice === 'line' ? width : {}) };
}

/** Kinds whose values are a text that a person reads: between them everything that names the field still fits. */
export const textual: ReadonlySet<FieldChoice> = new Set(['line', 'text', 'email', 'uri', 'phone']);

const sorts: readonly (readonly FieldChoice[])[] = [
  ['integer', 'decimal', 'number'],
  ['line', 'text', 'html', 'email', 'uri', 'phone'],
  ['date', 'datetime'],
];

/** Are values of both kinds the same to an expression? */
export function isSameSort(one: FieldChoice, other: FieldChoice): boolean {
  return one === other || sorts.some((sort) => sort.includes(one) && sort.includes(other));
}

/** Kinds that an expression can give. */
export const workedOut: ReadonlySet<FieldChoice> = new Set([
  'line',
  'text',
  'integer',
  'decimal',
  'number',
  'boolean',
  'date',
  'datetime',
  'select',
  'email',
  'uri',
  'phone',
]);

/** Options of a select or multiselect as `oneOf`, where they are texts. */
export function optionsOf(node: JsonSchema): { const: string; title?: string }[] | undefined {
  const holder = isNode(node.items) ? node.items : node;
  const list: JsonValue[] | undefined = Array.isArray(holder.oneOf)
    ? holder.oneOf
    : Array.isArray(holder.enum)
      ? holder.enum.map((value) => ({ const: value }))
      : undefined;
  if (!list?.every((one) => isNode(one) && typeof one.const === 'string')) return undefined;
  return list as { const: string; title?: string }[]; // as asked
}
