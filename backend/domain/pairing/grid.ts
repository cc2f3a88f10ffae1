/** The campaign's grid: its forum days cut into slots (E06, E07). Days and times are written on the clock of the campaign's zone, slots are UTC. Pure. */
import type { Row } from '#codegen/model.ts';
import { zoneHours } from '#domain/campaign/zone.ts';
import type { Interval } from '#domain/intervals.ts';
import { isObject } from '#domain/record.ts';

export interface Slot extends Interval {
  /** 'YYYY-MM-DD am' or 'pm': breaks are counted within one half-day */
  block: string;
  /** tables or rooms; [] where a meeting needs none */
  rooms: string[];
}

const minute = 60_000;

/** In order of time; a day that is half written gives none. */
export function slotsOf(campaign: Row): Slot[] {
  const ahead = zoneHours(String(campaign.zone ?? '')) * 60 * minute;
  const days = Array.isArray(campaign.days) ? campaign.days.filter(isObject) : [];
  return days.flatMap((day) => slotsOfDay(day, ahead)).sort((a, b) => (a.start < b.start ? -1 : 1));
}

function slotsOfDay(day: Row, ahead: number): Slot[] {
  const date = String(day.date);
  const [from, until, noon] = [day.start, day.end, '12:00:00'].map((time) => Date.parse(`${date}T${String(time)}Z`) - ahead) as [number, number, number]; // three of three
  const length = Number(day.slot) * minute;
  if (!(length > 0) || !(from < until)) return [];
  const rooms = Array.isArray(day.rooms) ? day.rooms.map(String) : [];
  const slots: Slot[] = [];
  for (let start = from; start + length <= until; start += length + Number(day.gap ?? 0) * minute)
    slots.push({ start: stamp(start), end: stamp(start + length), block: `${date} ${start < noon ? 'am' : 'pm'}`, rooms });
  return slots;
}

function stamp(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
