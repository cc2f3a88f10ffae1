/**
 * Emit types: one interface per object (Film, SalesOrder) for the code that is written by hand, through json-schema-to-typescript.
 * A row as the API speaks it: numbers may be null, a select holds its options or its unset value.
 */
import { compile } from 'json-schema-to-typescript';
import { emptyDefault } from './empty.ts';
import { schemaLang } from './languages.ts';
import type { FieldModel, JsonSchema, JsonValue, ObjectEntry } from './model.ts';

/** 'sales_order' → 'SalesOrder' */
export function typeName(name: string): string {
  return name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** The text of .generated/languages.ts. */
export function emitLanguages(languages: readonly string[]): string {
  return `/** The folders of locales/; made by codegen, not edited, not committed. */\nexport type Lang = ${[...languages]
    .sort()
    .map((lang) => `'${lang}'`)
    .join(' | ')};\n`;
}

/** The text of .generated/objects.ts. */
export async function emitTypes(entries: readonly ObjectEntry[]): Promise<string> {
  const sorted = [...entries].sort((a, b) => (a.model.name < b.model.name ? -1 : 1));
  const definitions: JsonSchema = Object.fromEntries(
    sorted.map(({ model }) => [model.name, { ...shape(model.fields), title: typeName(model.name), description: model.label[schemaLang] }]),
  );
  const whole: JsonSchema = {
    title: 'Objects',
    description: 'Every object by its name.',
    type: 'object',
    properties: Object.fromEntries(sorted.map(({ model }) => [model.name, { $ref: `#/definitions/${model.name}` }])),
    required: sorted.map(({ model }) => model.name),
    additionalProperties: false,
    definitions,
  };
  const text = await compile(JSON.parse(JSON.stringify(whole)), 'Objects', {
    additionalProperties: false,
    bannerComment: '/** Made from schemas/ by codegen; not edited, not committed. */',
    ignoreMinAndMaxItems: true,
    format: false,
    strictIndexSignatures: false,
  });
  return `${text}\nexport type ObjectName = keyof Objects;\n`;
}

/** Every field is there in a row that the API gives, so every key is required. */
function shape(fields: readonly FieldModel[]): JsonSchema {
  const stored = fields.filter((field) => !field.writeOnly);
  const secret = fields.filter((field) => field.writeOnly);
  return {
    type: 'object',
    properties: Object.fromEntries([...stored, ...secret].map((field) => [field.name, valueType(field)])),
    required: stored.map(({ name }) => name),
    additionalProperties: false,
  };
}

function valueType(field: FieldModel): JsonSchema {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'number':
      return field.required || field.name === 'ver' ? { type: 'number' } : { type: ['number', 'null'] };
    case 'boolean':
      return { type: 'boolean' };
    case 'select':
      return { enum: [...new Set<JsonValue>([...(field.options ?? []).map(({ value }) => value), emptyDefault(field)])] };
    case 'multiselect':
      return { type: 'array', items: { enum: (field.options ?? []).map(({ value }) => value) } };
    case 'tags':
    case 'references':
      return { type: 'array', items: { type: 'string' } };
    case 'object':
      return { anyOf: [shape(field.fields ?? []), { type: 'object', maxProperties: 0, additionalProperties: false }] };
    case 'list':
    case 'files':
      return { type: 'array', items: shape(field.fields ?? []) };
    case 'json':
      return {};
    default:
      return { type: 'string' };
  }
}
