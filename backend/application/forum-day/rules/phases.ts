/** Now, next and later by the slots of a day. Pure. */
import { inZone } from '#framework/time.ts';
import type { DayMeeting } from './with-day.ts';

export type Phase = 'past' | 'now' | 'next' | 'later';

/** The meetings that were planned for one time. */
export interface SlotGroup {
  planned: { start: string; end: string };
  /** from the start of the first to the end of the last, by the present times */
  start: string;
  end: string;
  phase: Phase;
  meetings: DayMeeting[];
}

/** In order of time. A slot in which a meeting is still running is not over; the first that has not begun is the next one. */
export function slotGroups(meetings: readonly DayMeeting[], now: string): SlotGroup[] {
  const bySlot = new Map<string, DayMeeting[]>();
  for (const meeting of meetings) bySlot.set(meeting.planned.start, [...(bySlot.get(meeting.planned.start) ?? []), meeting]);
  const groups = [...bySlot.values()].map((own): SlotGroup => {
    const start = own.reduce((first, one) => (one.start < first ? one.start : first), own[0]!.start); // no group without a meeting
    const end = own.reduce((last, one) => (one.end > last ? one.end : last), '');
    const runs = own.some(({ state }) => state === 'running');
    const phase: Phase = runs || (start <= now && now < end) ? 'now' : now >= end ? 'past' : 'later';
    return { planned: own[0]!.planned, start, end, phase, meetings: own };
  });
  groups.sort((a, b) => (a.planned.start < b.planned.start ? -1 : 1));
  const next = groups.filter(({ phase }) => phase === 'later').reduce((first, { start }) => (first === '' || start < first ? start : first), '');
  return groups.map((group) => (group.phase === 'later' && group.start === next ? { ...group, phase: 'next' } : group));
}

/** 'YYYY-MM-DD' in the campaign's zone. */
export function dayOf(stamp: string, zone: string): string {
  return inZone(stamp, zone).slice(0, 10);
}

/** The day to open with: today, else the next one, else the last. */
export function openingDay(days: readonly string[], today: string): string {
  return days.find((day) => day >= today) ?? days.at(-1) ?? '';
}
