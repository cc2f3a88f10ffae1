/** Whether a meeting is allowed in a cell of the board: V04-V07 like the server's rule of a pairing, for the browser during a drag. Pure. */
import { overlap } from '#rules/values/intervals.ts';
import type { BoardFacts, BoardPairing, MayRule } from './board-facts.ts';
import { rowAround } from './in-row.ts';

/** The part of the board that the check needs. */
export type BoardState = Pick<BoardFacts, 'slots' | 'maxInRow' | 'dms' | 'pitches' | 'pairings'>;

/**
 * The rule that forbids a meeting of the two in a slot of the grid, null where it is allowed. `but` is the meeting that is moved: it does not count
 * as being in the way, and a locked one cannot be moved. `room` asks for a table; without it one free table is enough.
 */
export function maySit(facts: BoardState, dm: string, pitch: string, slot: number, but?: string, room?: string): MayRule | null {
  const [one, other, when] = [facts.dms.find(({ id }) => id === dm), facts.pitches.find(({ id }) => id === pitch), facts.slots[slot]];
  if (!one || !other) return 'msg.notfound';
  if (!when) return 'rule.slot';
  if (facts.pairings.some(({ id, locked }) => id === but && locked)) return 'rule.locked';
  const others = facts.pairings.filter(({ id }) => id !== but);
  if (!one.enabled) return 'rule.disabled';
  if (others.some((meeting) => meeting.dm === dm && meeting.pitch === pitch)) return 'rule.paired';
  if (!one.priority.includes(pitch)) return 'rule.notwished';
  if (one.free[slot] !== '1') return 'rule.notfree';
  if (other.free[slot] !== '1') return 'rule.pitchaway';
  const meanwhile = others.filter((meeting) => overlap(meeting, when));
  if (meanwhile.some((meeting) => meeting.dm === dm || meeting.pitch === pitch)) return 'rule.overlap';
  if (room && meanwhile.some((meeting) => meeting.room === room)) return 'rule.room';
  if (isTooLong(facts, others, one.id, slot, but)) return 'rule.inrow';
  return when.rooms.length && meanwhile.length >= when.rooms.length ? 'rule.full' : null;
}

/** The decision maker would have too many meetings in a row. A second meeting in the same slot makes no row longer. */
function isTooLong({ slots, maxInRow, pairings }: BoardState, others: readonly BoardPairing[], dm: string, slot: number, but?: string): boolean {
  const when = slots[slot];
  const stays = pairings.some((one) => one.id === but && one.dm === dm && one.start === when?.start && one.end === when.end);
  if (!maxInRow || stays) return false;
  const own = others.filter((meeting) => meeting.dm === dm);
  const follows = slots.map((one) => one.follows);
  return rowAround(follows, slot, (at) => own.some((meeting) => overlap(meeting, slots[at]!))).length >= maxInRow;
}

/** The same for every slot, in the order of the grid. */
export function rulesBySlot(facts: BoardState, dm: string, pitch: string, but?: string): (MayRule | null)[] {
  return facts.slots.map((_, slot) => maySit(facts, dm, pitch, slot, but));
}

/**
 * A table for a meeting in a slot: its present one or that of its decision maker if it is free, else the first that is nobody's usual table; ''
 * without tables.
 */
export function roomFor(slot: { start: string; end: string; rooms: string[] }, dm: string, pairings: readonly BoardPairing[], but?: string): string {
  const others = pairings.filter(({ id }) => id !== but);
  const taken = new Set(others.filter((meeting) => overlap(meeting, slot)).map(({ room }) => room));
  const free = slot.rooms.filter((room) => !taken.has(room));
  const own = pairings.find(({ id }) => id === but)?.room;
  const liked = [own, ...others.filter((meeting) => meeting.dm === dm).map(({ room }) => room)].find((room) => room && free.includes(room));
  const homes = new Set(others.map(({ room }) => room));
  return liked ?? free.find((room) => !homes.has(room)) ?? free[0] ?? '';
}

/** The rule that forbids swapping two meetings, null where it is allowed. Each gets the other's time and table. */
export function maySwap(facts: BoardState, a: string, b: string): MayRule | null {
  const [one, other] = [facts.pairings.find(({ id }) => id === a), facts.pairings.find(({ id }) => id === b)];
  if (!one || !other) return 'msg.notfound';
  if (one.locked || other.locked) return 'rule.locked';
  const without = facts.pairings.filter(({ id }) => id !== a && id !== b);
  const moved = (meeting: BoardPairing, to: BoardPairing): BoardPairing => ({ ...meeting, start: to.start, end: to.end, room: to.room });
  return sits(facts, moved(one, other), [...without, moved(other, one)]) ?? sits(facts, moved(other, one), [...without, moved(one, other)]);
}

function sits(facts: BoardState, meeting: BoardPairing, others: readonly BoardPairing[]): MayRule | null {
  const slot = facts.slots.findIndex(({ start, end }) => start === meeting.start && end === meeting.end);
  return maySit({ ...facts, pairings: [...others] }, meeting.dm, meeting.pitch, slot, undefined, meeting.room);
}
