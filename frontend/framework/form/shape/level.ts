/** One level of a shared shape as a form of its own: its model, the row that it begins with, and the value that comes of it. Pure. */

import type { FieldModel, JsonValue, ObjectModel, Row, ShapeLevel } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import { completeRow, defaultRow, emptyOf, isEmpty, isObject } from '#rules/records/record.ts';
import { inEach } from '#rules/words/language.ts';

/** The model of that form; a list of shapes is a form of one list. `key` tells its tab from those of forms below. */
export function levelModel({ naming, workflow, ...model }: ObjectModel, field: FieldModel, level: ShapeLevel, key: string): ObjectModel {
  const fields = field.shape?.many ? [asList(field, level)] : level.fields;
  const section = { key, label: inEach(() => ''), fields: fields.map(({ name }) => name) };
  // Without a name: rules of the application apply to whole records of the object.
  return { ...model, name: '', entity: { ...model.entity, key: '' }, fields, actions: [], form: { tabs: [{ ...section, sections: [section] }], sidebar: [] } };
}

function asList({ shape, ...field }: FieldModel, { fields }: ShapeLevel): FieldModel {
  return { ...field, kind: 'list', default: [], fields };
}

/** The initial value of the form: without a value the defaults, else the value with blanks for what it leaves out. */
export function firstRow(field: FieldModel, { fields }: ShapeLevel, value: JsonValue | undefined): Row {
  if (field.shape?.many) return { [field.name]: Array.isArray(value) ? value : [] };
  if (!isObject(value) || Object.keys(value).length === 0) return defaultRow(fields);
  return { ...Object.fromEntries(fields.map((one) => [one.name, emptyOf(one)])), ...value };
}

/** The value of the form without its blanks: it is stored as JSON, which nothing completes. */
export function valueOfLevel(row: Row, field: FieldModel, level: ShapeLevel, model: ObjectModel): JsonValue {
  const whole = completeRow(row, model.fields);
  if (!field.shape?.many) return withoutBlanks(whole, level);
  const rows = whole[field.name];
  return Array.isArray(rows) ? rows.map((one) => (isObject(one) ? withoutBlanks(one, level) : one)) : [];
}

function withoutBlanks(row: Row, { fields }: ShapeLevel): Row {
  const entries = Object.entries(row).filter(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    return !field || !(isEmpty(field, value) || (shapeOf(field) === 'any' && typeof value === 'object' && value !== null && Object.keys(value).length === 0));
  });
  return Object.fromEntries(entries);
}
