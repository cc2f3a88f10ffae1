/** A forum day while it is typed: from the stored row to text boxes and back. Pure. */

import { roomsNamed } from '#application/forum/rules/forum-facts.ts';
import type { Row } from '#codegen/model.ts';
import { instant, isDay, stampOf, utcDay, zoneHours } from '#framework/time.ts';
import { readMoment } from '#ui/moment.ts';

export interface DayDraft {
  key: number;
  date: string;
  start: string;
  end: string;
  slot: string;
  gap: string;
  /** start of lunch; '' for none */
  breakStart: string;
  breakEnd: string;
  rooms: string;
}

export const firstDay: DayDraft = { key: 0, date: '', start: '10:00', end: '17:00', slot: '20', gap: '5', breakStart: '', breakEnd: '', rooms: '' };

/** A stored day as the text of its boxes. */
export function draftOf(day: Row, key: number): DayDraft {
  const text = (name: string) => String(day[name] ?? '');
  const rooms = Array.isArray(day.rooms) ? day.rooms.join(', ') : '';
  const time = (name: string) => text(name).slice(0, 5);
  const lunch = { breakStart: time('breakStart'), breakEnd: time('breakEnd') };
  return { key, date: text('date'), start: time('start'), end: time('end'), slot: text('slot'), gap: String(day.gap ?? 0), ...lunch, rooms };
}

/** The day as it will be stored. Text that cannot be read yet counts as empty. */
export function rowOf(day: DayDraft): Row {
  const time = (text: string) => readMoment('time', text, true) ?? '';
  const lunch = { breakStart: time(day.breakStart), breakEnd: time(day.breakEnd) };
  return {
    date: dateOf(day),
    start: time(day.start),
    end: time(day.end),
    slot: Number(day.slot),
    gap: Number(day.gap),
    ...lunch,
    rooms: roomsNamed(day.rooms),
  };
}

/** The date of the day, once it can be read. */
export function dateOf({ date }: DayDraft): string {
  return readMoment('date', date) ?? '';
}

export function dayAfter(date: string): string {
  return isDay(date) ? utcDay(instant(`${date} 00:00:00`) + 86_400_000) : '';
}

/** 'YYYY-MM-DD hh:mm' on the campaign's clock, as UTC. */
export function utcOf(text: string, zone: string): string {
  return stampOf(instant(`${text}:00`) - zoneHours(zone) * 3_600_000);
}
