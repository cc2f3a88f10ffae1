/** HTML fields as they may be stored (safety section 11); on show they are cleaned once more. */

import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { kinds } from '#kinds/index.ts';
import { isObject, sameValue } from '#rules/records/record.ts';
import { madeOnce } from '#rules/values/made-once.ts';

const withHtml = madeOnce((model: ObjectModel) => model.fields.filter(holdsHtml));

/** The row with its HTML cleaned, in nested fields too; what is as it was stays as it was. */
export async function cleanHtml(model: ObjectModel, next: Row, previous: Row | undefined): Promise<Row> {
  const changed = withHtml(model).filter((field) => isNew(field, next[field.name], previous));
  if (!changed.length) return next;
  // Loaded when it is needed: the parser would take a tenth of a second of every start.
  const { sanitise } = await import('#framework/html/sanitise.ts');
  let row = next;
  for (const field of changed) {
    row = { ...row, [field.name]: cleaned(field, next[field.name]!, sanitise) }; // filtered by it
  }
  return row;
}

type Sanitise = (text: string) => string;

function isNew(field: FieldModel, value: JsonValue | undefined, previous: Row | undefined): boolean {
  return value !== undefined && !(previous && sameValue(field, previous[field.name], value));
}

function holdsHtml(field: FieldModel): boolean {
  return kinds[field.kind].markup || (field.fields?.some(holdsHtml) ?? false);
}

function cleaned(field: FieldModel, value: JsonValue, sanitise: Sanitise): JsonValue {
  // Text without a tag or an entity is itself.
  if (kinds[field.kind].markup) return typeof value === 'string' && /[<&]/.test(value) ? sanitise(value) : value;
  if (Array.isArray(value)) return value.map((entry) => cleaned(field, entry, sanitise));
  if (!isObject(value) || !field.fields) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanedPart(field.fields ?? [], name, inner, sanitise)]));
}

function cleanedPart(fields: FieldModel[], name: string, value: JsonValue, sanitise: Sanitise): JsonValue {
  const field = fields.find((candidate) => candidate.name === name);
  return field && holdsHtml(field) ? cleaned(field, value, sanitise) : value;
}
