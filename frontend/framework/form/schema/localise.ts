/**
 * The schema that RJSF walks, in the user's language: titles, descriptions and structure of the fields of the object model, with the conditions of the
 * declared schema (`if`, `then`, `else`, `allOf`, `required`) included for the marks that they cause. Options are not in it, since a widget reads them from
 * the model; limits and what an `if` asks are not in it, since the compiled validator knows them by `$id`: the whole as 'record', each `if` by its own JSON.
 * Pure.
 */

import { textIn } from '#client/text.ts';
import type { FieldModel, JsonSchema, JsonValue, Lang, ObjectModel } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { shapeOf } from '#kinds/index.ts';
import { resolvePointer } from '../conditions/subschema.ts';

export function localise(schema: JsonSchema, model: ObjectModel, lang: Lang): JsonSchema {
  return { $id: 'record', title: textIn(model.label, lang), ...ofObject(schema, model.fields, lang, schema) };
}

function ofObject(schema: JsonSchema, fields: FieldModel[], lang: Lang, root: JsonSchema): JsonSchema {
  const declared = dereference(schema, root);
  const properties: JsonSchema = {};
  for (const field of fields) properties[field.name] = ofField(propertyOf(declared, field.name), field, lang, root);
  const names = new Set(fields.map((field) => field.name));
  return { type: 'object', properties, ...branches(declared, names, root) };
}

function ofField(schema: JsonSchema, field: FieldModel, lang: Lang, root: JsonSchema): JsonSchema {
  const shared: JsonSchema = { title: textIn(field.label, lang) || field.name };
  const help = textIn(field.help, lang);
  if (help) shared.description = help;
  if (shapeOf(field) === 'object') return { ...shared, ...ofObject(schema, field.fields ?? [], lang, root) };
  if (shapeOf(field) === 'entries') {
    const items = dereference(schema, root).items;
    return { ...shared, type: 'array', items: ofObject(isSchema(items) ? items : {}, field.fields ?? [], lang, root) };
  }
  return { ...shared, type: faces[field.kind].leaf ?? 'string' };
}

/** if/then/else whose branches only demand or release fields that the object has; the validator checks the rest. */
function branches(schema: JsonSchema, names: ReadonlySet<string>, root: JsonSchema): JsonSchema {
  const rest: JsonSchema = {};
  const required = namesIn(schema.required, names);
  if (required.length > 0) rest.required = required;
  if (isSchema(schema.if)) {
    rest.if = { $id: JSON.stringify(schema.if) };
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's keyword
    rest.then = isSchema(schema.then) ? branches(dereference(schema.then, root), names, root) : {};
    rest.else = isSchema(schema.else) ? branches(dereference(schema.else, root), names, root) : {};
  }
  if (Array.isArray(schema.allOf)) {
    const all = schema.allOf.filter(isSchema).map((part) => branches(dereference(part, root), names, root));
    const useful = all.filter((part) => Object.keys(part).length > 0);
    if (useful.length > 0) rest.allOf = useful;
  }
  return rest;
}

function namesIn(value: JsonValue | undefined, names: ReadonlySet<string>): string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string' && names.has(name)) : [];
}

/** A declared property, looked for in the `allOf` parts and conditional branches too. */
function propertyOf(schema: JsonSchema, name: string): JsonSchema {
  const properties = schema.properties;
  const found = isSchema(properties) ? properties[name] : undefined;
  if (isSchema(found)) return found;
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  for (const part of parts) {
    if (isSchema(part) && isSchema(part.properties) && isSchema(part.properties[name])) return part.properties[name];
  }
  return {};
}

function dereference(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema {
  if (typeof schema.$ref !== 'string' || depth > 16) return schema;
  const target = resolvePointer(schema.$ref, root);
  return isSchema(target) ? dereference(target, root, depth + 1) : {};
}

function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
