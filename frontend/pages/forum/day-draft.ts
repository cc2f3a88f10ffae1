/** A forum day while it is typed, between the stored row and its boxes. Pure. */
import type { Row } from '#codegen/model.ts';
import { zoneHours } from '#domain/campaign/zone.ts';
import { roomsNamed } from '#domain/forum/forum-facts.ts';
import { readMoment } from '../../ui/moment.ts';

export interface DayDraft {
  key: number;
  date: string;
  start: string;
  end: string;
  slot: string;
  gap: string;
  rooms: string;
}

export const firstDay: DayDraft = { key: 0, date: '', start: '10:00', end: '17:00', slot: '20', gap: '5', rooms: '' };

/** A stored day as boxes show it. */
export function draftOf(day: Row, key: number): DayDraft {
  const text = (name: string) => String(day[name] ?? '');
  const rooms = Array.isArray(day.rooms) ? day.rooms.join(', ') : '';
  return { key, date: text('date'), start: text('start').slice(0, 5), end: text('end').slice(0, 5), slot: text('slot'), gap: String(day.gap ?? 0), rooms };
}

/** As it is stored; what cannot be read yet is nothing yet. */
export function rowOf(day: DayDraft): Row {
  const time = (text: string) => readMoment('time', text, true) ?? '';
  return { date: dateOf(day), start: time(day.start), end: time(day.end), slot: Number(day.slot), gap: Number(day.gap), rooms: roomsNamed(day.rooms) };
}

/** Its date, once it can be read. */
export function dateOf({ date }: DayDraft): string {
  return readMoment('date', date) ?? '';
}

export function dayAfter(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isFinite(at) ? new Date(at + 86_400_000).toISOString().slice(0, 10) : '';
}

/** 'YYYY-MM-DD hh:mm' on the campaign's clock as UTC. */
export function utcOf(text: string, zone: string): string {
  return new Date(Date.parse(`${text.replace(' ', 'T')}:00Z`) - zoneHours(zone) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
