/** Layouts of a list beside its table: which ones an object can have, and by which fields. Pure. */

import type { FieldModel, ObjectModel, Role, ViewLayout } from '#codegen/model.ts';
import { addDays, addMonths, weekday } from '#framework/time.ts';
import { kinds } from '#kinds/index.ts';
import { readableFields } from '#rules/accounts/permission.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { isObject, stamps } from '#rules/records/record.ts';
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
  const found = layoutsOf(model, roles).find(({ kind, field }) => kind === layout.kind && field === layout.field);
  const until = found && endsOf(found, model, roles).find(({ name }) => name === layout.until);
  return until ? { ...found, until: until.name } : found;
}

/** The fields that may say until when a row of this calendar lasts: days beside a day, moments beside a moment, but those that every row has. */
export function endsOf({ kind, field }: ViewLayout, model: ObjectModel, roles: readonly Role[]): FieldModel[] {
  const begin = model.fields.find(({ name }) => name === field);
  if (kind !== 'calendar' || !begin) return [];
  return readableFields(model, roles).filter(
    (one) => one !== begin && one.surfaces.list && fits.calendar(one, model) && one.kind === begin.kind && !stamps.includes(one.name),
  );
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

/** A row on the days of one week; numbers count from 0. */
export interface Span<T> {
  row: T;
  /** its days, both included */
  from: number;
  to: number;
  /** the line that it stands on, through all of its days */
  lane: number;
  /** whether the first and the last of these days are the row's own */
  begins: boolean;
  ends: boolean;
}

/** Where rows stand in a week, so that none covers another. @param week its days, 'YYYY-MM-DD' @param daysOf first and last day of a row, in the same form; a last day before the first counts as the first */
export function spansOf<T>(week: readonly string[], rows: readonly T[], daysOf: (row: T) => readonly [string, string]): Span<T>[] {
  const [start = '', stop = ''] = [week[0], week.at(-1)];
  const spans: Span<T>[] = [];
  for (const row of rows) {
    const [first, end] = daysOf(row);
    const last = end < first ? first : end;
    if (first > stop || last < start) continue;
    const from = Math.max(0, week.indexOf(first));
    const to = last >= stop ? week.length - 1 : week.indexOf(last);
    const beside = spans.filter((one) => one.from <= to && one.to >= from).map(({ lane }) => lane);
    let lane = 0;
    while (beside.includes(lane)) lane += 1;
    spans.push({ row, from, to, lane, begins: first >= start, ends: last <= stop });
  }
  return spans;
}
