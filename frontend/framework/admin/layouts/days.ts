/** On which days a row of a calendar stands, and what it holds once it is moved. Pure but for the reader's own clock. */
import type { Row, ViewLayout } from '#codegen/model.ts';
import { instantOf, localDay, showInstant } from '#fields/show.ts';
import { addDays, instant, isStamp, ownInstant, stampOf } from '#framework/time.ts';

/** The day of a stored date, or of a stored moment on the reader's clock; '' for none. */
export function dayOf(value: unknown): string {
  const text = String(value ?? '');
  const moment = instantOf(text);
  return moment ? localDay(moment) : text.slice(0, 10);
}

/** First and last day of a row. */
export function daysOf(row: Row, { field, until }: ViewLayout): [string, string] {
  const first = dayOf(row[field]);
  return [first, (until && dayOf(row[until])) || first];
}

/** Whole days from one day to the other. */
export function daysBetween(from: string, to: string): number {
  return Math.round((instant(`${to} 00:00:00`) - instant(`${from} 00:00:00`)) / 86_400_000);
}

/** What the row's fields are so many days later: a moment keeps its time on the reader's clock, and the row its length. Undefined beyond the calendar of four digits. */
export function movedBy(row: Row, { field, until }: ViewLayout, days: number): Row | undefined {
  const moved: Row = {};
  for (const name of [field, ...(until && row[until] ? [until] : [])]) {
    const value = String(row[name]);
    const day = addDays(dayOf(value), days);
    if (day === undefined) return undefined;
    moved[name] = isStamp(value) ? stampOf(ownInstant(`${day} ${showInstant(value, true).slice(11)}`)) : day;
  }
  return moved;
}
