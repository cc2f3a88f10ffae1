/** Rule: what a reminder names is there: its date, the fields of its filter, the roles and people that it is for; and a large object is asked by an index only. */

import { kinds } from '#kinds/index.ts';
import { accountObject, staff } from '#rules/accounts/realm.ts';
import { fieldsAlong, operatorsOf } from '#rules/queries/filter.ts';
import { namesIn } from '#rules/queries/filter-names.ts';
import { faultsOf } from '#rules/queries/parse-filter.ts';
import { stepsOf } from '#rules/records/field-path.ts';
import type { FieldModel, Reminder } from '../model.ts';
import type { Lintable } from './finding.ts';
import { suggestion } from './nearest.ts';

export function lintReminders(it: Lintable): void {
  const { reminders = [] } = it.entry.model;
  for (const [index, reminder] of reminders.entries()) {
    if (reminders.findIndex(({ name }) => name === reminder.name) < index)
      tell(it, reminder, ['name'], 'it is there twice', 'each should have a name of its own');
    date(it, reminder);
    filter(it, reminder);
    people(it, reminder);
  }
}

function date(it: Lintable, reminder: Reminder): void {
  const { field: path } = reminder.when;
  const along = named(it, reminder, ['when'], path);
  const [root, field] = [along?.[0], along?.at(-1)];
  if (!root || !field) return;
  if (!isDate(field) || !operatorsOf(field, root).length)
    tell(it, reminder, ['when'], `"${path}" is not a date`, `it should be one of ${dates(it.entry.model.fields).join(', ') || '-'}`);
  else if (it.entry.model.entity.big && !root.column?.index)
    tell(
      it,
      reminder,
      ['when'],
      `"${path}" is inside another field, where no index reaches it, and the object is big`,
      'it should be a date in a field of its own',
    );
}

function filter(it: Lintable, reminder: Reminder): void {
  const paths = namesIn(reminder.filter);
  if (!paths.every((path) => named(it, reminder, ['filter'], path))) return;
  for (const { path } of faultsOf(reminder.filter, it.entry.model))
    tell(it, reminder, ['filter'], `a list cannot be filtered by "${path}" in this way`, 'it should be a filter as lists take it');
}

function people(it: Lintable, reminder: Reminder): void {
  for (const role of reminder.roles) if (it.roles && !it.roles.has(role)) tell(it, reminder, ['for'], `there is no role "${role}"`, suggestion(role, it.roles));
  for (const path of reminder.fields) {
    const field = named(it, reminder, ['for'], path)?.at(-1);
    if (field && field.relation?.to !== accountObject(staff) && field.name !== 'update_by')
      tell(it, reminder, ['for'], `"${path}" points at no account`, 'it should be a reference to an account of staff, or a role such as "[op]"');
  }
}

/** The fields along the path; one that is not there is told by the first part that is not. */
function named(it: Lintable, reminder: Reminder, at: string[], path: string): FieldModel[] | undefined {
  const { fields } = it.entry.model;
  const found = fieldsAlong(fields, path);
  if (found) return found;
  const parts = stepsOf(path);
  const known = parts.findIndex((_, index) => !fieldsAlong(fields, parts.slice(0, index + 1).join('.')));
  const level = known === 0 ? fields : (fieldsAlong(fields, parts.slice(0, known).join('.'))?.at(-1)?.fields ?? []);
  tell(
    it,
    reminder,
    at,
    `there is no field "${path}"`,
    suggestion(
      parts[known] ?? path,
      level.map(({ name }) => name),
    ),
  );
  return undefined;
}

function isDate(field: FieldModel): boolean {
  return kinds[field.kind].input === 'date' || kinds[field.kind].instant === true;
}

/** Paths of all dates, for who looks for one. */
function dates(fields: readonly FieldModel[], before = ''): string[] {
  return fields.flatMap((field) => (isDate(field) ? [before + field.name] : dates(field.fields ?? [], `${before}${field.name}.`)));
}

function tell({ entry, report }: Lintable, reminder: Reminder, at: string[], wrong: string, should: string): void {
  const index = entry.model.reminders?.indexOf(reminder) ?? 0;
  report('', 'x-reminders', `of the reminder "${reminder.name}": ${wrong}`, should, 'error', [index, ...at]);
}
