/** Counts along time as a plot needs them: every stretch included, in the viewer's time zone. Pure. */
import { instant, stampOf, utcDay } from '#framework/time.ts';

export interface Counted {
  /** 'YYYY-MM-DD hh' UTC */
  at: string;
  count: number;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Every day from `from` to `until` (ms) on the clock `ahead` hours before UTC: 'YYYY-MM-DD' and how many. */
export function byDay(hours: readonly Counted[], ahead: number, from: number, until: number): Counted[] {
  return filled(hours, ahead, from, until, day, 10);
}

/** Every hour from `from` to `until` (ms), both included: 'YYYY-MM-DD hh'. */
export function byHour(hours: readonly Counted[], ahead: number, from: number, until: number): Counted[] {
  return filled(hours, ahead, from, until, hour, 13);
}

/** The last `count` months up to the one of `until` (ms): '2026-11'. */
export function lastMonths(until: number, ahead: number, count: number): string[] {
  const [year = 0, month = 0] = utcDay(until + ahead * hour)
    .split('-')
    .map(Number);
  return Array.from({ length: count }, (_, index) => {
    const at = year * 12 + month - count + index;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}

function filled(hours: readonly Counted[], ahead: number, from: number, until: number, step: number, length: number): Counted[] {
  const spelled = (ms: number) => stampOf(ms + ahead * hour).slice(0, length);
  const counts = new Map<string, number>();
  for (const { at, count } of hours) {
    const place = spelled(instant(`${at}:00:00`));
    counts.set(place, (counts.get(place) ?? 0) + count);
  }
  const all: Counted[] = [];
  // The first stretch begins where its own clock says so.
  const start = Math.floor((from + ahead * hour) / step) * step - ahead * hour;
  for (let at = start; at <= until; at += step) all.push({ at: spelled(at), count: counts.get(spelled(at)) ?? 0 });
  return all;
}
