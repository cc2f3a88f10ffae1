/** What a date, a time and a datetime share. */
import type { JsonValue } from '#codegen/model.ts';
import { isDay, momentIn, stampOf } from '#framework/time.ts';
import { type ColumnFace, columnOfText } from '#kinds/column.ts';
import type { Dice, FilledCell, Kind } from '#kinds/kind.ts';
import { dayOf, equality, ofText, order, textOf } from './bases.ts';

export const ofMoment: Omit<Kind, 'name' | 'asked' | 'read' | 'misread'> = {
  shape: 'text',
  empty: ofText.empty,
  operators: () => [...equality, ...order],
  sorts: true,
};

/** Is it a day of the calendar, of a year that has four digits? */
export function isDate(value: unknown): value is string {
  const match = typeof value === 'string' && /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(value);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]; // three groups, matched
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return month >= 1 && month <= 12 && day >= 1 && day <= (days[month - 1] ?? 0);
}

/** Days as 2026-03-05, 2026/3/5 or a cell of a day; instants in the zone that they name, else in `usual`. */
export function momentOf(cell: FilledCell, usual = 'GMT'): { date: string; stamp: string | undefined } | undefined {
  if (cell instanceof Date) {
    const at = dayOf(cell);
    return at && { date: stampOf(at).slice(0, 10), stamp: momentIn(stampOf(at), usual) };
  }
  const found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(textOf(cell));
  if (!found) return undefined;
  const [, year, month, day, clock = '00:00', zone] = found;
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const stamp = `${date} ${wholeClock(clock)}`;
  // What the calendar lacks stays as it is written, to be refused.
  return { date, stamp: isDay(date) && (zone || usual !== 'GMT') ? momentIn(`${stamp}${zone ?? ''}`, usual) : stamp };
}

/** '9:05' → '09:05:00' */
export function wholeClock(text: string): string {
  const [hours = '', minutes = '', seconds = '00'] = text.split(':');
  return `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}

/** A date column has null for '', which a text column may not. */
export const columnOfMoment: Pick<ColumnFace, 'encode' | 'decode' | 'asIs' | 'written' | 'blank'> = {
  ...columnOfText,
  encode: (value) => (value === '' || value === undefined ? null : (value as string | null)), // the validator saw to it
};

/** The day and time that a stored text names, '00:00:00' of a bare day. */
export function daytimeIn(value: JsonValue): { date: string; time: string } | undefined {
  const [, date, time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.\d+)?Z?)?$/.exec(String(value).trim()) ?? [];
  return date === undefined ? undefined : { date, time };
}

/** The same where the calendar has the day: 2023-02-30 has no equal. */
export function dayIn(value: JsonValue): { date: string; time: string } | undefined {
  const found = daytimeIn(value);
  return found && found.date >= '1000' && isDay(found.date) ? found : undefined;
}

/** '5' → '05' */
export const two = (value: number): string => String(value).padStart(2, '0');

/** An invented day that every month has. */
export function sampleDay(random: Dice): string {
  return `${random.int(2012, 2026)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
}
