/** Stretches of time, 'YYYY-MM-DD hh:mm:ss' UTC, from `start` up to but without `end`: slots, meetings, windows. Pure. */
import type { JsonValue, Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';

export interface Interval {
  start: string;
  end: string;
}

/** The whole intervals of a field's value; the schema refuses incomplete ones. */
export function intervalsOf(value: JsonValue | undefined): Interval[] {
  return Array.isArray(value) ? value.filter(isObject).map(intervalOf).filter(isWhole) : [];
}

/** An interval of a row or an entry with `start` and `end`. */
export function intervalOf(row: Row): Interval {
  return { start: String(row.start ?? ''), end: String(row.end ?? '') };
}

/** Both ends are there, in order. */
export function isWhole({ start, end }: Interval): boolean {
  return start !== '' && end !== '' && start < end;
}

/** Do they share any moment? One that ends when the other starts does not. */
export function overlap(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Joined where they touch or overlap, in order. */
export function joined(list: readonly Interval[]): Interval[] {
  const whole: Interval[] = [];
  for (const next of [...list].sort((a, b) => (a.start < b.start ? -1 : 1))) {
    const last = whole.at(-1);
    if (last && next.start <= last.end) last.end = next.end > last.end ? next.end : last.end;
    else whole.push({ ...next });
  }
  return whole;
}

/** V07 for many at once: the times away and the joined free list are looked at once. */
export function freeTimes(wanted: readonly Interval[], available: readonly Interval[], unavailable: readonly Interval[]): boolean[] {
  const open = joined(available);
  return wanted.map((one) => open.some((free) => free.start <= one.start && one.end <= free.end) && !unavailable.some((busy) => overlap(busy, one)));
}

/** V07: inside the free list, which is `available` minus `unavailable`. */
export function isFree(wanted: Interval, available: readonly Interval[], unavailable: readonly Interval[]): boolean {
  return freeTimes([wanted], available, unavailable)[0] === true;
}
