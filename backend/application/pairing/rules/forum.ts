/** Turns the rows of a campaign into the pairing problem, and a plan back into meetings (S06, E06, E07, V04-V07). Pure. */

import type { Side } from '#application/release/rules/release.ts';
import type { Campaign, DecisionMaker, Pairing, Pitch } from '#generated/objects.ts';
import { idIn } from '#rules/records/facts.ts';
import { freeTimes, type Interval, intervalOf, intervalsOf, overlap } from '#rules/values/intervals.ts';
import { type Slot, slotsOf } from './grid.ts';
import { maxInRowOf } from './in-row.ts';
import { commonSlots, type Instance, type Participant } from './instance.ts';
import { seatsOf } from './reseat.ts';
import { seatTables } from './tables.ts';
import type { Meeting } from './verify.ts';

/** The fields of people that a timetable needs and a board shows, without the long texts. */
export const ofPeople = {
  decision_maker: ['id', 'ver', 'cid', 'name', 'ename', 'org', 'country', 'enabled', 'available', 'unavailable', 'priority'],
  pitch: ['id', 'ver', 'cid', 'enrollid', 'attProgram', 'cname', 'ename', 'unavailable'],
} as const;

export type ForumDm = Pick<DecisionMaker, (typeof ofPeople.decision_maker)[number]>;
export type ForumPitch = Pick<Pitch, (typeof ofPeople.pitch)[number]>;
/** A meeting as it is, or as a plan has it. */
export type PlannedPairing = Pick<Pairing, 'dm' | 'pitch' | 'start' | 'end' | 'room'>;

export interface ForumRows {
  campaign: Campaign;
  dms: ForumDm[];
  pitches: ForumPitch[];
  pairings: Pairing[];
}

export interface RunChoice {
  /** which pitches take part */
  programs: string[];
  /** 'auto' replaces the automatic meetings of the programs, 'all' the manual ones too; locked ones always stay */
  clear: 'all' | 'auto';
  isFair: boolean;
  /** most meetings of one decision maker, of one pitch; 0 for no limit */
  dmQuota: number;
  pitchQuota: number;
  /** times that people lose in this plan, including those of manual meetings: a repair */
  away?: Away[];
}

export interface Away extends Interval {
  side: Side;
  /** the decision maker's key, or the pitch's */
  id: string;
}

export interface Forum {
  instance: Instance;
  slots: Slot[];
  /** ids in the order of the instance */
  dms: string[];
  pitches: string[];
  /** pairings that this run does not change, and those that it replaces */
  fixed: Pairing[];
  cleared: Pairing[];
  /** wishes that no plan can meet, with the reason */
  impossible: { dm: string; pitch: string; rank: number; reason: 'nocommon' | 'nodays' }[];
}

/** Disabled decision makers and pitches of other programs take no part; their meetings keep their time. */
export function forumOf({ campaign, dms, pitches, pairings }: ForumRows, choice: RunChoice): Forum {
  const slots = slotsOf(campaign);
  const taking = pitches.filter((pitch) => choice.programs.includes(pitch.attProgram));
  const present = dms.filter((dm) => dm.enabled !== false);
  const pitchAt = indexOf(taking);
  const lost = choice.away ?? [];
  const lostBy = (side: Side, row: { id: string }) => lost.filter((away) => away.side === side && away.id === row.id);
  const cleared = pairings.filter(
    (row) => row.locked !== true && pitchAt.has(row.pitch) && (choice.clear === 'all' || row.mode !== 'manual' || isLost(row, lost)),
  );
  const gone = new Set(cleared);
  const fixed = pairings.filter((row) => !gone.has(row));
  const tables = slots.map((slot) =>
    slot.rooms.length ? Math.max(0, slot.rooms.length - fixed.filter((row) => overlap(intervalOf(row), slot)).length) : Infinity,
  );
  const instance: Instance = {
    blocks: slots.map((slot) => slots.findIndex((other) => other.block === slot.block)),
    follows: slots.map(({ follows }) => follows),
    mostInRow: maxInRowOf(campaign) || Infinity,
    tables,
    dms: present.map((dm) => participant(slots, fixed, 'dm', dm, intervalsOf(dm.available), choice.dmQuota, lostBy('dm', dm))),
    pitches: taking.map((pitch) => participant(slots, fixed, 'pitch', pitch, undefined, choice.pitchQuota, lostBy('pitch', pitch))),
    wishes: [],
    isFair: choice.isFair,
  };
  const paired = new Set(fixed.map((row) => `${row.dm} ${row.pitch}`));
  const impossible: Forum['impossible'] = [];
  instance.wishes = present.map((dm, index) => {
    return dm.priority.flatMap((id, place) => {
      const pitch = pitchAt.get(id);
      if (pitch === undefined || paired.has(`${dm.id} ${id}`)) return [];
      const wish = { pitch, rank: place + 1 };
      if (!commonSlots(instance, index, pitch).length) impossible.push({ dm: dm.id, pitch: id, rank: wish.rank, reason: slots.length ? 'nocommon' : 'nodays' });
      return [wish];
    });
  });
  return { instance, slots, dms: ids(present), pitches: ids(taking), fixed, cleared, impossible };
}

/** Existing meetings on the grid, as indexes of the instance: a released plan to keep to. */
export function meetingsOf(forum: Forum, pairings: readonly Pick<PlannedPairing, 'dm' | 'pitch' | 'start'>[]): Meeting[] {
  const [dmAt, pitchAt] = [new Map(forum.dms.map((id, index) => [id, index])), new Map(forum.pitches.map((id, index) => [id, index]))];
  const slotAt = new Map(forum.slots.map(({ start }, index) => [start, index]));
  return pairings.flatMap((row) => {
    const [dm, pitch, slot] = [dmAt.get(row.dm), pitchAt.get(row.pitch), slotAt.get(row.start)];
    return dm === undefined || pitch === undefined || slot === undefined ? [] : [{ dm, pitch, slot }];
  });
}

export interface PlacedMeeting extends Interval {
  dm: string;
  pitch: string;
  room: string;
}

export interface SeatedPlan {
  meetings: PlacedMeeting[];
  /** meetings that the run does not move but that get another table, so that a stretch has one table: key → table */
  others: Map<string, string>;
}

/**
 * The plan with ids, times and tables. A meeting that keeps its time keeps its table if its stretch stays together; a table that somebody chose is
 * never changed.
 */
export function placed(forum: Forum, plan: readonly Meeting[]): SeatedPlan {
  const { slots, fixed } = forum;
  const before = new Map(forum.cleared.map((row) => [`${row.dm} ${row.pitch} ${row.start}`, row]));
  const meetings = plan.map(({ dm, pitch, slot }) => {
    const [one, other] = [forum.dms[dm]!, forum.pitches[pitch]!]; // a plan of this forum
    const stood = before.get(`${one} ${other} ${slots[slot]!.start}`);
    const room = idIn(stood, 'room');
    return { key: `${one} ${other}`, dm: one, pitch: other, slot, room, isPinned: stood?.tableChosen === true && slots[slot]!.rooms.includes(room) };
  });
  const stands = seatsOf(slots, fixed);
  // A meeting for which its slot has no table left is listed as off the grid.
  const others = stands.seats.map((seat) => ({ ...seat, isPinned: seat.isPinned || !slots[seat.slot]!.rooms.includes(seat.room) }));
  const found = seatTables(slots, [...meetings, ...others], stands.busy);
  return {
    meetings: [...meetings]
      .sort((a, b) => a.slot - b.slot)
      .map(({ key, dm, pitch, slot }) => ({ dm, pitch, start: slots[slot]!.start, end: slots[slot]!.end, room: found.get(key) ?? '' })),
    others: new Map(others.flatMap(({ key, room }) => (found.get(key) === room ? [] : [[key, found.get(key) ?? ''] as const]))),
  };
}

/** The rows that a plan changes, before and after: those that it replaces, and those that only get another table. */
export function touchedBy(
  { cleared, fixed }: Forum,
  plan: readonly PlannedPairing[],
  others: ReadonlyMap<string, string>,
): [before: PlannedPairing[], after: PlannedPairing[]] {
  const moved = fixed.filter((row) => others.has(row.id));
  return [
    [...cleared, ...moved],
    [...plan, ...moved.map((row) => ({ ...row, room: others.get(row.id) ?? '' }))],
  ];
}

/** True where the meeting is in a time that one of its two people loses. */
export function isLost(row: Pick<Pairing, 'dm' | 'pitch' | 'start' | 'end'>, away: readonly Away[]): boolean {
  return away.some((lost) => lost.id === row[lost.side] && overlap(lost, intervalOf(row)));
}

function participant(
  slots: Slot[],
  fixed: Pairing[],
  side: 'dm' | 'pitch',
  row: { id: string; unavailable: { start?: string; end?: string }[] },
  available: Interval[] | undefined,
  quota: number,
  lost: readonly Interval[],
): Participant {
  const own = fixed.filter((pairing) => pairing[side] === row.id);
  const away = [...intervalsOf(row.unavailable), ...lost];
  const taken = slots.map((slot) => own.some((pairing) => overlap(intervalOf(pairing), slot)));
  const open = available ? freeTimes(slots, available, away) : slots.map((slot) => !away.some((busy) => overlap(busy, slot)));
  const free = open.map((isOpen, slot) => isOpen && !taken[slot]);
  return { free, taken, quota: quota > 0 ? quota : Infinity, has: own.length };
}

function ids(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function indexOf(rows: readonly { id: string }[]): Map<string, number> {
  return new Map(rows.map(({ id }, index) => [id, index]));
}
