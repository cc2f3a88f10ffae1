/** Layouts of a list beside its table: which ones an object can have, and by which fields. Pure. */

import type { FieldModel, ObjectModel, Role, ViewLayout } from '#codegen/model.ts';
import { addDays, addMonths, weekday } from '#framework/time.ts';
import { kinds } from '#kinds/index.ts';
import { readableFields } from '#rules/accounts/permission.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { isObject } from '#rules/records/record.ts';
import { makesGroups } from './groups.ts';

export const layoutKinds = ['gallery', 'board', 'calendar'] as const;

/** Every layout that these roles can have of the object's list, those by fields of its columns first. */
export function layoutsOf(model: ObjectModel, roles: readonly Role[]): ViewLayout[] {
  const place = ({ name }: FieldModel) => model.list.columns.indexOf(stepOf(name)) + 1 || model.list.columns.length + 1;
  const fields = readableFields(model, roles)
    .filter(({ surfaces, name }) => surfaces.list || name === model.workflow?.field)
    .sort((a, b) => place(a) - place(b));
  return layoutKinds.flatMap((kind) => fields.filter((field) => fits[kind](field, model)).map(({ name }) => ({ kind, field: name })));
}

/** The layout as these roles may ask for it; undefined where they may not. */
export function fitLayout(layout: unknown, model: ObjectModel, roles: readonly Role[]): ViewLayout | undefined {
  if (!isObject(layout)) return undefined;
  return layoutsOf(model, roles).find(({ kind, field }) => kind === layout.kind && field === layout.field);
}

const fits: Record<ViewLayout['kind'], (field: FieldModel, model: ObjectModel) => boolean> = {
  gallery: ({ kind, file }) => kind === 'files' && file !== undefined && file.kinds.some((one) => one === 'image' || one.startsWith('image/')),
  board: (field, { workflow }) => field.name === workflow?.field && makesGroups(field),
  calendar: ({ kind, column }) => column !== undefined && (kind === 'date' || kinds[kind].instant === true),
};

/** The weeks that a month's calendar shows, whole, as days 'YYYY-MM-DD'. @param month 'YYYY-MM' @param first day that a week begins with, 0 for Monday */
export function weeksOf(month: string, first: number): string[][] {
  const begin = `${month}-01`;
  const end = addDays(addMonths(begin, 1) ?? begin, -1) ?? begin;
  const weeks: string[][] = [];
  for (let day = addDays(begin, -((weekday(begin) - first + 7) % 7)); day !== undefined && day <= end; day = addDays(day, 7)) {
    const from = day;
    weeks.push([0, 1, 2, 3, 4, 5, 6].flatMap((days) => addDays(from, days) ?? []));
  }
  return weeks;
}
