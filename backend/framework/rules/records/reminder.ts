/** When a reminder shows, when what it reminds of is due, and until when it is put off. Days are those of the house. Pure. */
import type { Reminder } from '#codegen/model.ts';
import { addDays, weekday } from '#framework/time.ts';

/** For how long somebody puts a reminder off; `done`: for themselves it is dealt with, `none`: it shows again. */
export const putOffs = ['tomorrow', 'week', 'done', 'none'] as const;
export type PutOff = (typeof putOffs)[number];

/** How what waits stands on the home page, in this order. */
export const dueGroups = ['overdue', 'today', 'week', 'later'] as const;
export type DueGroup = (typeof dueGroups)[number];

/** Before and after all days that a calendar of four digits has. */
const ends = { first: '1000-01-01', last: '9999-12-31' } as const;

/**
 * The days that a row's own date may have for the reminder to show today; `till` is the first that is none of them. One that comes before its date stays as long
 * after it as it came before, so that a weekend does not swallow it; one that comes after stays until the row is none of its filter's any more.
 */
export function datesShown({ days, until }: Reminder['when'], today: string): { from: string; till: string } {
  const till = addDays(today, 1 - days) ?? ends.last;
  const stays = days < 0 ? (until ?? -days) : until === undefined ? undefined : days + until;
  return { from: (stays === undefined ? undefined : addDays(today, -stays)) ?? ends.first, till };
}

/** The day by which something is to be done about a row with this date: the date itself, or the day that comes so long after it. */
export function dueDay({ days }: Reminder['when'], date: string): string {
  return days < 0 ? date : (addDays(date, days) ?? date);
}

/** Weeks end with Sunday. */
export function dueGroup(due: string, today: string): DueGroup {
  if (due < today) return 'overdue';
  if (due === today) return 'today';
  return due <= (addDays(today, 6 - weekday(today)) ?? today) ? 'week' : 'later';
}

/** The first day on which it shows again; '' for never. */
export function showsAgain(putOff: Exclude<PutOff, 'none'>, today: string): string {
  return putOff === 'done' ? '' : (addDays(today, putOff === 'tomorrow' ? 1 : 7) ?? '');
}
