/**
 * Released meetings with the changes of the forum days, for calendars. A day counts only once it has come, and what was pressed in a rehearsal never.
 * Pure.
 */
import type { Numbered } from '#application/release/rules/release.ts';
import { type DayEvent, eventsFor } from './events.ts';
import { dayOf } from './phases.ts';
import { delaysIn, later, minutesLate } from './with-day.ts';

/** The events of a campaign's forum days that move meetings: delays, and the undoing of delays. */
export interface DayDelays {
  day: string;
  event: DayEvent;
}

export interface Delayed extends Numbered {
  /** the released time */
  planned: { start: string; end: string };
  minutes: number;
}

export interface DelayedMeetings {
  meetings: Delayed[];
  /** how often something was pressed that may have moved a meeting: added to a calendar's SEQUENCE, which therefore never falls */
  count: number;
  /** when that was last, '' for never */
  at: string;
}

/** @param today 'YYYY-MM-DD' in the zone */
export function delayedMeetings(meetings: readonly Numbered[], presses: readonly DayDelays[], zone: string, today: string): DelayedMeetings {
  const counted = presses.filter(({ day, event }) => day <= today && eventsFor(false, [event]).length > 0);
  const byDay = new Map<string, DayEvent[]>();
  for (const { day, event } of counted) byDay.set(day, [...(byDay.get(day) ?? []), event]);
  const late = meetings.map((meeting): Delayed => {
    const { start, end } = meeting;
    const minutes = minutesLate(meeting, delaysIn(byDay.get(dayOf(start, zone)) ?? []));
    return { ...meeting, start: later(start, minutes), end: later(end, minutes), planned: { start, end }, minutes };
  });
  return { meetings: late, count: counted.length, at: counted.reduce((last, { event }) => (event.at > last ? event.at : last), '') };
}
