/** The campaign's grid: its forum days divided into slots (E06, E07). Days and times are on the clock of the campaign's zone, slots are UTC. Pure. */
import { officeZone } from '#application/campaign/rules/home-zone.ts';
import type { Row } from '#codegen/model.ts';
import { instant, stampOf, zoneHours } from '#framework/time.ts';
import { isObject } from '#rules/records/record.ts';
import type { Interval } from '#rules/values/intervals.ts';

export interface Slot extends Interval {
  /** 'YYYY-MM-DD am' or 'pm', before and after lunch: idle gaps are counted within one half-day */
  block: string;
  /** follows the slot before it within the day's minutes between meetings: no lunch or night lies between */
  follows: boolean;
  /** tables or rooms; [] where a meeting needs none */
  rooms: string[];
}

const minute = 60_000;

/** In order of time. An incomplete day has no slots. */
export function slotsOf(campaign: Row): Slot[] {
  const ahead = zoneHours(campaign.zone || officeZone) * 60 * minute;
  const days = Array.isArray(campaign.days) ? campaign.days.filter(isObject) : [];
  const slots = days.flatMap((day) => slotsOfDay(day, ahead)).sort((a, b) => (a.start < b.start ? -1 : 1));
  return slots.map(({ gap, ...slot }, index) => ({ ...slot, follows: index > 0 && instant(slot.start) - instant(slots[index - 1]!.end) <= gap }));
}

/** Why a meeting is off the grid: no slot has that time, or its slot does not have the table; undefined where it is on the grid. */
export function offGridReason(slots: readonly Slot[], { start, end, room }: Interval & { room: string }): 'slot' | 'room' | undefined {
  const slot = slots.find((one) => one.start === start && one.end === end);
  if (!slot) return 'slot';
  return room === '' || slot.rooms.length === 0 || slot.rooms.includes(room) ? undefined : 'room';
}

/** A meeting that would overlap the lunch break starts after it. The halves of the day are separated there, else at noon. */
function slotsOfDay(day: Row, ahead: number): (Omit<Slot, 'follows'> & { gap: number })[] {
  const date = String(day.date);
  const at = (time: unknown) => instant(`${date} ${String(time)}`) - ahead;
  const [from, until] = [at(day.start), at(day.end)];
  const [lunch, back] = [at(day.breakStart), at(day.breakEnd)];
  const hasLunch = lunch < back;
  const half = hasLunch ? back : at('12:00:00');
  const length = Number(day.slot) * minute;
  if (!(length > 0) || !(from < until)) return [];
  const rooms = Array.isArray(day.rooms) ? day.rooms.map(String) : [];
  const gap = Number(day.gap ?? 0) * minute;
  const slots: ReturnType<typeof slotsOfDay> = [];
  for (let start = from; start + length <= until; ) {
    if (hasLunch && start < back && start + length > lunch) {
      start = back;
      continue;
    }
    slots.push({ start: stampOf(start), end: stampOf(start + length), block: `${date} ${start < half ? 'am' : 'pm'}`, rooms, gap });
    start += length + gap;
  }
  return slots;
}

/** 'A', '7', 'B12' or '3a': a mark that says nothing by itself. */
const mark = /^(?:\p{L}?\d{1,4}|\d{1,4}\p{L}|\p{L})$/u;

/**
 * 'A' → 'Table A', by `named`, which has the word of the language; 'Table 7', '桌 7' and 'Salon' say by themselves what they are.
 * @param room a table or room as the forum's setup names it (roomsNamed); '' where a meeting has none
 */
export function tableName(room: string, named: (room: string) => string): string {
  return mark.test(room) ? named(room) : room;
}
