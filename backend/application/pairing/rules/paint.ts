/** Times painted on the campaign's grid: which cells a list of intervals covers, and how painting changes the list. Pure. */
import { clockAt, instant } from '#framework/time.ts';
import type { Interval } from '#rules/values/intervals.ts';
import { joined, overlap } from '#rules/values/intervals.ts';
import type { Slot } from './grid.ts';

/**
 * When a cell counts as painted. 'whole': the list covers all of its slot, as availability needs (V07); 'any': the list covers a part of it, as
 * absence does.
 */
export type Painting = 'whole' | 'any';

/** A row that may not be read looks the same as a missing one. */
export function cellsOf(list: readonly Interval[], slots: readonly Interval[], painting: Painting): boolean[] {
  const whole = joined(list);
  return slots.map((slot) =>
    painting === 'whole' ? whole.some(({ start, end }) => start <= slot.start && slot.end <= end) : whole.some((interval) => overlap(interval, slot)),
  );
}

/**
 * The list after painting. Only cells that differ from before change it, so times outside the grid, and unusual ones inside it, stay as they were
 * typed. Neighbouring cells of one day become one interval, including the gap between them.
 * @param cells the wanted state of each slot
 */
export function painted(list: readonly Interval[], slots: readonly Interval[], cells: readonly boolean[], painting: Painting): Interval[] {
  const before = cellsOf(list, slots, painting);
  if (slots.every((_slot, index) => before[index] === cells[index])) return [...list];
  let next = joined(list);
  for (const index of slots.keys()) if (before[index] && !cells[index]) next = without(next, { start: edge(slots, index, -1), end: edge(slots, index, 1) });
  const added: Interval[] = [];
  for (const [index, { start, end }] of slots.entries()) {
    if (!cells[index]) continue;
    if (!before[index]) added.push({ start, end });
    const after = slots[index + 1];
    // The gap between two painted neighbours of a day is painted with them.
    const isBridge = after && cells[index + 1] && !(before[index] && before[index + 1]) && isNear({ start, end }, after);
    if (isBridge && end < after.start) added.push({ start: end, end: after.start });
  }
  return joined([...next, ...added]);
}

/** The list without a period of time. */
export function without(list: readonly Interval[], gone: Interval): Interval[] {
  return list.flatMap((interval) => {
    if (!overlap(interval, gone)) return [interval];
    return [
      { start: interval.start, end: gone.start },
      { start: gone.end, end: interval.end },
    ].filter(({ start, end }) => start < end);
  });
}

/** The times in which somebody can meet: available times without the absences. */
export function freeOf(available: readonly Interval[], unavailable: readonly Interval[]): Interval[] {
  return joined(unavailable).reduce((left, gone) => without(left, gone), joined(available));
}

/** The times that somebody would lose: a repair is offered for them where existing meetings prevent the change (`rule.keptslot`). */
export function lostTimes(before: Times, after: Times): Interval[] {
  const gone = ({ available }: Times, list: readonly Interval[]) => (available ? freeOf(available, list) : undefined);
  const [had, has] = [gone(before, before.unavailable), gone(after, after.unavailable)];
  if (had && has) return has.reduce((left, part) => without(left, part), had);
  return before.unavailable.reduce((left, known) => without(left, known), joined(after.unavailable));
}

export interface Times {
  /** left out where somebody is free except for absences */
  available?: readonly Interval[];
  unavailable: readonly Interval[];
}

export interface GridDay {
  /** 'YYYY-MM-DD' on the campaign's clock */
  date: string;
  /** indexes of its slots in the list of slots */
  slots: number[];
}

/** The slots grouped by day on the campaign's clock, and all times of the day that occur: 'hh:mm' → the index of each day's slot. */
export function gridOf(slots: readonly Slot[], hoursAhead: number): { days: GridDay[]; times: { time: string; slots: (number | undefined)[] }[] } {
  const days: GridDay[] = [];
  const byTime = new Map<string, Map<string, number>>();
  for (const [index, slot] of slots.entries()) {
    const date = slot.block.slice(0, 10);
    const day = days.find((known) => known.date === date) ?? days[days.push({ date, slots: [] }) - 1];
    day?.slots.push(index);
    const time = clockOf(slot.start, hoursAhead);
    const row = byTime.get(time) ?? byTime.set(time, new Map()).get(time);
    row?.set(date, index);
  }
  const times = [...byTime].sort(([a], [b]) => (a < b ? -1 : 1)).map(([time, row]) => ({ time, slots: days.map(({ date }) => row.get(date)) }));
  return { days, times };
}

/** 'hh:mm' of an instant on a clock that is so many hours ahead of UTC. */
export function clockOf(stamp: string, hoursAhead: number): string {
  return clockAt(instant(stamp), hoursAhead * 60).slice(11);
}

/** True for slots of one day that follow each other: gaps of a grid are at most two hours. */
function isNear(one: Interval, next: Interval): boolean {
  return instant(next.start) - instant(one.end) <= longestGap;
}

const longestGap = 120 * 60_000;

/** Up to the neighbouring slot of the day, so that no small gap remains; else the slot's own edge. */
function edge(slots: readonly Interval[], index: number, side: -1 | 1): string {
  const [slot, neighbour] = [slots[index]!, slots[index + side]]; // an index of the list
  if (side < 0) return neighbour && neighbour.end <= slot.start && isNear(neighbour, slot) ? neighbour.end : slot.start;
  return neighbour && slot.end <= neighbour.start && isNear(slot, neighbour) ? neighbour.start : slot.end;
}
