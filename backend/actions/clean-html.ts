/** HTML fields as they may be stored (safety section 11); on show they are cleaned once more. */
import { sanitise } from '#backend/html/sanitise.ts';
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { isObject, sameValue } from '#domain/record.ts';

const withHtml = new WeakMap<ObjectModel, FieldModel[]>();

/** The row with its HTML cleaned, in nested fields too; what is as it was stays as it was. */
export function cleanHtml(model: ObjectModel, next: Row, previous: Row | undefined): Row {
  let fields = withHtml.get(model);
  if (!fields) {
    fields = model.fields.filter(holdsHtml);
    withHtml.set(model, fields);
  }
  let row = next;
  for (const field of fields) {
    const value = next[field.name];
    if (value === undefined || (previous && sameValue(field, previous[field.name], value))) continue;
    row = { ...row, [field.name]: cleaned(field, value) };
  }
  return row;
}

function holdsHtml(field: FieldModel): boolean {
  return field.kind === 'html' || (field.fields?.some(holdsHtml) ?? false);
}

function cleaned(field: FieldModel, value: JsonValue): JsonValue {
  // Text without a tag or an entity is itself.
  if (field.kind === 'html') return typeof value === 'string' && /[<&]/.test(value) ? sanitise(value) : value;
  if (Array.isArray(value)) return value.map((entry) => cleaned(field, entry));
  if (!isObject(value) || !field.fields) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanedPart(field.fields ?? [], name, inner)]));
}

function cleanedPart(fields: FieldModel[], name: string, value: JsonValue): JsonValue {
  const field = fields.find((candidate) => candidate.name === name);
  return field && holdsHtml(field) ? cleaned(field, value) : value;
}
