/** The rows of one object as a role reads, makes and changes them, of the same source as the types of the client (codegen/emit/row-shape.ts). */
import { rowShape, type ShapeWriter, sentFields, storedFields } from '#codegen/emit/row-shape.ts';
import { typeName } from '#codegen/emit/type-name.ts';
import type { FieldModel, JsonSchema, JsonValue, Lang, ObjectModel, Role } from '#codegen/model.ts';
import { mayReadField, mayWriteField } from '#rules/accounts/permission.ts';

/** What a schema says of a field's values beyond their type; of texts that may be empty only their length holds always. */
function limits({ kind, required, readOnly, ...field }: FieldModel): JsonSchema {
  if (readOnly) return {};
  const isText = ['string', 'text', 'html', 'password'].includes(kind);
  const isNumber = ['integer', 'number', 'decimal'].includes(kind);
  return {
    ...(isText && field.maxLength !== undefined && { maxLength: field.maxLength }),
    ...(isText && required && field.minLength !== 0 && { minLength: Math.max(1, field.minLength ?? 1) }),
    ...(isText && required && field.pattern !== undefined && { pattern: field.pattern }),
    ...(isNumber && field.minimum !== undefined && { minimum: field.minimum }),
    ...(isNumber && field.maximum !== undefined && { maximum: field.maximum }),
  };
}

/** `{Name}Read`, `{Name}Listed` (fewer fields, where fewer are asked for), `{Name}Create` and `{Name}Update` of the object, by their names. */
export function rowSchemas(model: ObjectModel, roles: readonly Role[], lang: Lang): Record<string, JsonSchema> {
  const name = typeName(model.name);
  const { key } = model.entity;
  const write = writer(lang, true);
  const read = storedFields(model).flatMap((field) => pruned(field, (one) => mayReadField(one, roles)));
  const sent = sentFields(model).flatMap((field) => pruned(field, (one) => mayWriteField(one, roles) || one.readOnly));
  const title = model.label[lang];
  const stored = new Set(storedFields(model).map((field) => field.name));
  const needed = sent.filter((field) => field.required && stored.has(field.name) && field.name !== model.naming?.field).map((field) => field.name);
  const names = read.map((field) => field.name);
  const make = (fields: FieldModel[], required: string[], as: ShapeWriter) => bare(rowShape(fields, name, required, as));
  const changed = make(sent, [], write);
  /** with the rows that it refers to, where `expand` asks for them */
  const expanded = (schema: JsonSchema): JsonSchema => ({
    ...schema,
    properties: { ...(schema.properties as JsonSchema), _expand: { type: 'object' } },
    title,
  }); // rowShape's are an object
  return {
    [`${name}Read`]: expanded(make(read, names, writer(lang, false))),
    [`${name}Listed`]: expanded(
      make(
        read,
        names.filter((one) => one === key || one === 'ver'),
        writer(lang, false),
      ),
    ),
    [`${name}Create`]: {
      ...make(sent, needed, write),
      title,
      examples: [Object.fromEntries(sent.filter(({ name }) => needed.includes(name)).map((field) => [field.name, exampleOf(field)]))],
    },
    [`${name}Update`]: { ...changed, properties: { ...(changed.properties as JsonSchema), ver: { type: 'integer' } }, title, examples: [{ ver: 1 }] }, // rowShape's are an object
  };
}

function writer(lang: Lang, isSent: boolean): ShapeWriter {
  return {
    codes: () => undefined,
    id: ({ relation }): JsonSchema => (relation ? { 'x-relation': relation.to } : {}),
    beside: (field) => ({
      title: field.label[lang],
      ...(field.help && { description: field.help[lang] }),
      ...(field.deprecated && { deprecated: true }),
      ...(isSent && limits(field)),
    }),
  };
}

function pruned(field: FieldModel, test: (field: FieldModel) => boolean): FieldModel[] {
  if (!test(field)) return [];
  return [field.fields ? { ...field, fields: field.fields.flatMap((one) => pruned(one, test)) } : field];
}

/** Without what is for the writer of types alone: a value of any shape has no schema. */
function bare(schema: JsonSchema): JsonSchema {
  const clean = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).flatMap(([key, inner]) => (key === 'tsType' ? [] : [[key, clean(inner)]])));
  };
  return clean(schema) as JsonSchema; // an object stays one
}

const byKind: Partial<Record<FieldModel['kind'], JsonValue>> = {
  ...{ integer: 1, decimal: 1, number: 1, boolean: true, date: '2026-01-31', time: '09:30:00', datetime: '2026-01-31 09:30:00' },
  ...{ multiselect: [], tags: [], references: [], list: [], files: [], object: {}, json: {}, reference: 'id-of-another' },
};
const byFormat: Record<string, string> = {
  email: 'name@example.com',
  uri: 'https://example.com/',
  id: 'an-id',
  phone: 'US,+12025550123',
  identifier: 'an_id',
  digits: '12345',
};

/** A value that the field's schema takes. */
export function exampleOf(field: FieldModel): JsonValue {
  const { kind, options = [], minimum, maximum, minLength = 1, maxLength = 60, pattern, unset } = field;
  if (kind === 'select') return options.find(({ value }) => value !== unset)?.value ?? '';
  const known = byKind[kind];
  if (typeof known === 'number') return Math.min(Math.max(known, minimum ?? known), maximum ?? Number.MAX_SAFE_INTEGER);
  if (known !== undefined) return known;
  const text = (byFormat[field.format ?? ''] ?? 'Example').padEnd(minLength, 'x').slice(0, maxLength);
  return pattern !== undefined && !new RegExp(pattern, 'u').test(text) ? (fitting.find((one) => new RegExp(pattern, 'u').test(one)) ?? text) : text;
}

/** Texts that usual patterns take. */
const fitting = ['abc', 'ABC', 'abc_1', '1', '12', '123', '1234', '12345678', 'A123', 'TWD', '#112233', 'a-b', 'ab12', '2026', 'zh', 'en', 'v1', '1.0.0'];
