/** Counts along time as a plot wants them: every stretch there, in the zone of whoever looks. Pure. */

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
  const last = new Date(until + ahead * hour);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - count + 1 + index, 1)).toISOString().slice(0, 7),
  );
}

function filled(hours: readonly Counted[], ahead: number, from: number, until: number, step: number, length: number): Counted[] {
  const spelled = (ms: number) => new Date(ms + ahead * hour).toISOString().slice(0, length).replace('T', ' ');
  const counts = new Map<string, number>();
  for (const { at, count } of hours) {
    const place = spelled(Date.parse(`${at.replace(' ', 'T')}:00:00Z`));
    counts.set(place, (counts.get(place) ?? 0) + count);
  }
  const all: Counted[] = [];
  // The first stretch begins where its own clock says so.
  const start = Math.floor((from + ahead * hour) / step) * step - ahead * hour;
  for (let at = start; at <= until; at += step) all.push({ at: spelled(at), count: counts.get(spelled(at)) ?? 0 });
  return all;
}
