/** Moments that come again by the clock of the house: an automation's, a mailed view's. Pure. */
import type { Clockwork } from '#codegen/model.ts';
import { addDays, dayAt, homeZone, instant, momentIn, weekday } from '#framework/time.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';

export const rhythms = ['day', 'week', 'month'] as const;

/** The first moment after `after` that is due, both ms. A month without the day has its last instead. */
export function nextDue(when: Clockwork, after: number): number {
  const first = dayAt(after, homeZone.value);
  for (let ahead = 0; ahead <= 62; ahead += 1) {
    const day = addDays(first, ahead) ?? first;
    const due = isOn(when, day) ? instant(momentIn(`${day} ${when.at}`, homeZone.value) ?? '') : Number.NaN;
    if (due > after) return due;
  }
  return Number.POSITIVE_INFINITY;
}

/** Reads what was sent. @throws Refusal msg.badrequest with `every`, `on` or `at` */
export function readClockwork(input: unknown): Clockwork {
  const bad = (field: string) => new Refusal('msg.badrequest', { values: { field } });
  const { every, on, at }: Record<string, unknown> = isObject(input) ? input : {};
  const rhythm = rhythms.find((one) => one === every);
  if (!rhythm) throw bad('every');
  if (typeof at !== 'string' || !/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) throw bad('at');
  if (rhythm === 'day') return { every: rhythm, at };
  const day = Number.isInteger(on) ? Number(on) : 0;
  if (day < 1 || day > (rhythm === 'week' ? 7 : 31)) throw bad('on');
  return { every: rhythm, on: day, at };
}

function isOn({ every, on = 1 }: Clockwork, day: string): boolean {
  if (every === 'day') return true;
  if (every === 'week') return weekday(day) === on - 1;
  const isLast = addDays(day, 1)?.endsWith('-01') === true;
  return Number(day.slice(8)) === on || (isLast && on > Number(day.slice(8)));
}
