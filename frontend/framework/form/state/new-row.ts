/** What a new row sends, and what a duplicate begins with. Pure. */
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import { dateAt, stampOf } from '#framework/time.ts';
import { aroundAt, withDefaults, withFollowingDefaults } from '#rules/expressions/rules.ts';
import { today } from '#rules/queries/relative-day.ts';
import { completeRow, defaultRow, fieldNamed, titleFields } from '#rules/records/record.ts';

/** Every stored field that a person may write; a number still to be given stays out. */
export function newRow(row: Row, model: ObjectModel): Row {
  const complete = completeRow(row, model.fields);
  const sent = model.fields.filter(
    (field) => !field.readOnly && (field.column || field.child) && !(model.naming?.field === field.name && !complete[field.name]),
  );
  return Object.fromEntries(sent.map((field) => [field.name, complete[field.name] ?? null]));
}

/** A new row that is called so: the text stands in the first field of its title that takes one. */
export function titledRow(model: ObjectModel, typed: string): Row {
  const taking = titleFields(model).filter((name) => {
    const field = fieldNamed(model.fields, name);
    return name !== model.entity.key && field?.kind === 'string' && !field.readOnly && !field.format && (field.maxLength ?? typed.length) >= typed.length;
  });
  return typed && taking[0] !== undefined ? { [taking[0]]: typed } : {};
}

/** Everything but the key, what the server writes, secrets, and what x-copy clears. */
export function copyOf(row: Row, model: ObjectModel): Row {
  const { key } = model.entity;
  const copied = model.fields.filter((field) => field.copy && !field.readOnly && !field.writeOnly && field.name !== key && field.name !== model.naming?.field);
  return Object.fromEntries(copied.filter((field) => row[field.name] !== undefined).map((field) => [field.name, row[field.name] ?? null]));
}

/** What a new record, or a new line of one, begins with in the form: the defaults, today in dates whose `x-ui.options.today` asks for it, and what x-default gives. */
export function beginning(fields: FieldModel[], me?: string, now = dateAt(Date.now())): Row {
  const days = fields.filter(({ kind, ui }) => kind === 'date' && ui.options?.today === true).map(({ name }) => [name, today(now)]);
  return withDefaults({ ...defaultRow(fields), ...Object.fromEntries(days) }, fields, aroundAt(stampOf(now), me));
}

/** A new row after a keystroke: what its x-default makes of other fields follows them until somebody writes there. */
export function followed(before: Row, next: Row, model: ObjectModel): Row {
  return withFollowingDefaults(before, next, model.fields, aroundAt(stampOf(dateAt(Date.now()))));
}
