/**
 * What a row of a file from elsewhere holds beside its fields (`rest` of the model): stored in one field, and over the API beside the others as well, where the file
 * has it. Pure.
 */
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { fieldNamed, isObject } from '#rules/records/record.ts';

/** The field that holds it, of an object that has one. */
export function restOf({ fields }: Pick<ObjectModel, 'fields'>): FieldModel | undefined {
  return fields.find(({ rest }) => rest);
}

/**
 * A payload with what names no field in the field for it. A row is sent back as it was read, with such members in both places: the one that differs from what is
 * stored is the change, and what is not sent stays.
 */
export function gathered(payload: Row, current: Row | undefined, model: ObjectModel): Row {
  const field = restOf(model);
  const others = field ? Object.keys(payload).filter((name) => name !== '__proto__' && !fieldNamed(model.fields, name)) : [];
  if (!field || !others.length) return payload;
  const stored = objectIn(current?.[field.name]);
  const changed = others.filter((name) => JSON.stringify(payload[name]) !== JSON.stringify(stored[name]));
  const { [field.name]: said = stored, ...rest } = payload;
  const left = Object.fromEntries(Object.entries(rest).filter(([name]) => !others.includes(name)));
  const sent = Object.fromEntries(changed.map((name) => [name, payload[name] ?? null]));
  return { ...left, [field.name]: said === null || isObject(said) ? { ...objectIn(said), ...sent } : said };
}

/** A row as it is read: what it holds beside its fields stands beside them; a field of that name is the field. */
export function spread(row: Row, model: ObjectModel): Row {
  const field = restOf(model);
  if (!field) return row;
  for (const [name, value] of Object.entries(objectIn(row[field.name]))) if (name !== '__proto__' && !fieldNamed(model.fields, name)) row[name] = value;
  return row;
}

function objectIn(value: JsonValue | undefined): Row {
  return isObject(value) ? value : {};
}
