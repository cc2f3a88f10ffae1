/**
 * Days that a filter names by today: 'today', 'today-7d', 'this-month', 'last-30-days'. What is saved is the word; it is counted when it is asked, on the
 * calendar of the house's own zone, with weeks that begin on Monday. Pure.
 */
import { addDays, addMonths, dayAt, homeZone, weekday } from '#framework/time.ts';

/** Days in a row; `till` is the first that is none of them. */
export interface Span {
  from: string;
  till: string;
}

export const relativeUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type RelativeUnit = (typeof relativeUnits)[number];

const letters: Record<string, RelativeUnit> = { d: 'day', w: 'week', m: 'month', q: 'quarter', y: 'year' };

/** The day that the house's clock shows. */
export function today(now: Date): string {
  return dayAt(now, homeZone.value);
}

/**
 * The days that a word names, seen from `day`; undefined for what is no such word or lies beyond the calendar. `last-7-days` ends with today and `next-7-days`
 * begins with it, so that either of one day is today; a month is counted from day to day.
 */
export function spanOf(word: string, day: string): Span | undefined {
  const point = /^today(?:([+-])(\d{1,4})([dwmqy]))?$/.exec(word);
  if (point) {
    const [, sign, count = '0', letter = 'd'] = point;
    return span(moved(day, (sign === '-' ? -1 : 1) * Number(count), letters[letter] ?? 'day'), 1, 'day');
  }
  const [, unit] = /^this-(week|month|quarter|year)$/.exec(word) ?? [];
  if (unit) return span(beginningOf(day, unit as RelativeUnit), 1, unit as RelativeUnit); // one of the four that were matched
  const [, side, count, units] = /^(last|next)-([1-9]\d{0,3})-(day|week|month|quarter|year)s$/.exec(word) ?? [];
  if (!side) return undefined;
  if (side === 'next') return span(day, Number(count), units as RelativeUnit); // one of the five that were matched, here and below
  const [from, till] = [moved(day, -Number(count), units as RelativeUnit), moved(day, 1, 'day')];
  const first = from && moved(from, 1, 'day');
  return first && till ? { from: first, till } : undefined;
}

function span(from: string | undefined, count: number, unit: RelativeUnit): Span | undefined {
  const till = from && moved(from, count, unit);
  return from && till ? { from, till } : undefined;
}

function moved(day: string, count: number, unit: RelativeUnit): string | undefined {
  if (unit === 'day' || unit === 'week') return addDays(day, count * (unit === 'week' ? 7 : 1));
  return addMonths(day, count * { month: 1, quarter: 3, year: 12 }[unit]);
}

function beginningOf(day: string, unit: RelativeUnit): string | undefined {
  if (unit === 'week') return addDays(day, -weekday(day));
  const month = Number(day.slice(5, 7));
  const first = unit === 'year' ? 1 : unit === 'quarter' ? month - ((month - 1) % 3) : month;
  return `${day.slice(0, 5)}${String(first).padStart(2, '0')}-01`;
}
