/** Computes what a campaign's board shows from its rows. Pure. */

import type { Side } from '#application/release/rules/release.ts';
import type { Pairing, PairingRelease, PairingRun, PairingRunAway } from '#generated/objects.ts';
import { idIn } from '#rules/records/facts.ts';
import { freeTimes, intervalOf, intervalsOf, overlap } from '#rules/values/intervals.ts';
import type { BoardDm, BoardFacts, BoardPairing, BoardPitch, BoardRun, BoardWish, ImpossibleReason, PlanMove, Without } from './board-facts.ts';
import { type Away, type ForumDm, type ForumPitch, type ForumRows, forumOf, type PlannedPairing, type RunChoice } from './forum.ts';
import { offGridReason, type Slot, slotsOf } from './grid.ts';
import { maxInRowOf } from './in-row.ts';
import type { BoardState } from './moves.ts';

export function boardStateOf({ campaign, dms, pitches, pairings }: ForumRows): BoardState {
  const slots = slotsOf(campaign);
  return {
    slots,
    maxInRow: maxInRowOf(campaign),
    dms: dms.map((row) => boardDm(row, slots)),
    pitches: pitches.map((row) => boardPitch(row, slots)),
    pairings: pairings.map(boardPairing),
  };
}

function boardDm(row: ForumDm, slots: readonly Slot[]): BoardDm {
  const [available, away] = [intervalsOf(row.available), intervalsOf(row.unavailable)];
  return {
    id: idIn(row, 'id'),
    name: idIn(row, 'name'),
    ename: idIn(row, 'ename'),
    org: idIn(row, 'org'),
    country: idIn(row, 'country'),
    enabled: row.enabled !== false,
    priority: row.priority,
    hasTimes: available.length > 0,
    free: bits(freeTimes(slots, available, away)),
  };
}

function boardPitch(row: ForumPitch, slots: readonly Slot[]): BoardPitch {
  const away = intervalsOf(row.unavailable);
  const [title, etitle] = [idIn(row, 'cname'), idIn(row, 'ename')];
  return {
    id: idIn(row, 'id'),
    number: idIn(row, 'enrollid'),
    title: title || etitle,
    etitle: etitle || title,
    program: idIn(row, 'attProgram'),
    free: bits(slots.map((slot) => !away.some((busy) => overlap(busy, slot)))),
  };
}

export function boardPairing(row: Pairing): BoardPairing {
  return {
    id: idIn(row, 'id'),
    ver: row.ver,
    dm: idIn(row, 'dm'),
    pitch: idIn(row, 'pitch'),
    start: idIn(row, 'start'),
    end: idIn(row, 'end'),
    room: idIn(row, 'room'),
    tableChosen: row.tableChosen === true,
    mode: row.mode === 'auto' ? 'auto' : 'manual',
    locked: row.locked === true,
    note: idIn(row, 'comment'),
  };
}

/** Wishes of enabled decision makers for pitches of the campaign that have no meeting, highest priority first. */
export function unmetWishes({ dms, pitches, pairings }: Pick<BoardFacts, 'dms' | 'pitches' | 'pairings'>): BoardWish[] {
  const [met, known] = [new Set(pairings.map(({ dm, pitch }) => `${dm} ${pitch}`)), new Set(pitches.map(({ id }) => id))];
  const wishes = dms.flatMap(({ id: dm, enabled, priority }) =>
    enabled ? priority.flatMap((pitch, place) => (known.has(pitch) && !met.has(`${dm} ${pitch}`) ? [{ dm, pitch, rank: place + 1 }] : [])) : [],
  );
  return wishes.sort((a, b) => a.rank - b.rank);
}

/** Those unmet wishes whose two people are never free at the same time. */
export function impossibleWishes({ slots, dms, pitches }: BoardState, unmet: readonly BoardWish[]): BoardFacts['impossible'] {
  const free = (people: readonly { id: string; free: string }[]) => new Map(people.map((one) => [one.id, one.free]));
  const [ofDm, ofPitch] = [free(dms), free(pitches)];
  const timeless = new Set(dms.flatMap(({ id, hasTimes }) => (hasTimes ? [] : [id])));
  const reasonOf = (dm: string): ImpossibleReason => (!slots.length ? 'nodays' : timeless.has(dm) ? 'notimes' : 'nocommon');
  return unmet.flatMap((wish) => {
    const [one, other] = [ofDm.get(wish.dm) ?? '', ofPitch.get(wish.pitch) ?? ''];
    for (let slot = 0; slot < slots.length; slot += 1) if (one[slot] === '1' && other[slot] === '1') return [];
    return [{ ...wish, reason: reasonOf(wish.dm) }];
  });
}

/** Meetings at a time or table that the grid no longer has, because the days were changed. The board lists them separately. */
export function offGrid({ slots, pairings }: Pick<BoardState, 'slots' | 'pairings'>): { pairing: BoardPairing; why: 'slot' | 'room' }[] {
  return pairings.flatMap((pairing) => {
    const why = offGridReason(slots, pairing);
    return why ? [{ pairing, why }] : [];
  });
}

/** Enabled decision makers and pitches without any of these meetings, in the given order. */
export function withoutMeeting(
  dms: readonly { id: string }[],
  pitches: readonly { id: string }[],
  meetings: readonly { dm: string; pitch: string }[],
): Without {
  const met = new Set(meetings.flatMap(({ dm, pitch }) => [`dm ${dm}`, `pitch ${pitch}`]));
  const alone = (side: Side, people: readonly { id: string }[]) => people.flatMap(({ id }) => (met.has(`${side} ${id}`) ? [] : [id]));
  return { dms: alone('dm', dms), pitches: alone('pitch', pitches) };
}

/** The input of a plan for everybody: only meetings that are off the grid are fixed. */
export function wholeForum(rows: ForumRows, quotas: Pick<RunChoice, 'dmQuota' | 'pitchQuota'>, isFair = false): ReturnType<typeof forumOf> {
  const starts = new Map(slotsOf(rows.campaign).map(({ start, end }) => [start, end]));
  const pairings = rows.pairings.map((row) => ({ ...row, locked: starts.get(row.start) !== row.end }));
  return forumOf({ ...rows, pairings }, { ...quotas, programs: programsOf(rows), clear: 'all', isFair });
}

/** The request of a stored run. */
export function choiceOf(run: PairingRun): RunChoice {
  return {
    programs: run.programs,
    clear: run.clear === 'all' ? 'all' : 'auto',
    isFair: run.aim === 'fair',
    dmQuota: run.dmQuota ?? 0,
    pitchQuota: run.pitchQuota ?? 0,
    away: awayOf(run),
  };
}

/** The absences for which a stored run was computed. */
function awayOf(run: Pick<PairingRun, 'away'>): Away[] {
  return run.away.map((entry) => ({ ...whoLost(entry), ...intervalOf(entry) }));
}

export function programsOf({ pitches }: Pick<ForumRows, 'pitches'>): string[] {
  return [...new Set(pitches.map((row) => idIn(row, 'attProgram')))].filter(Boolean).sort();
}

/** Meetings that are new, removed, or get another time or table, in the plan's order of time. */
export function differencesOf(before: readonly PlannedPairing[], after: readonly PlannedPairing[]): PlanMove[] {
  const place = (row: PlannedPairing | undefined) => (row ? { start: row.start, room: row.room } : null);
  const keyed = (rows: readonly PlannedPairing[]) => new Map(rows.map((row) => [`${row.dm} ${row.pitch}`, row]));
  const [old, next] = [keyed(before), keyed(after)];
  const moves = [...new Set([...old.keys(), ...next.keys()])].flatMap((key): PlanMove[] => {
    const [one, other] = [old.get(key), next.get(key)];
    if (one && other && one.start === other.start && one.room === other.room) return [];
    const named = one ?? other;
    return [{ dm: idIn(named, 'dm'), pitch: idIn(named, 'pitch'), before: place(one), after: place(other) }];
  });
  const at = ({ before: from, after: to }: PlanMove) => to?.start ?? from?.start ?? '';
  return moves.sort((a, b) => (at(a) < at(b) ? -1 : 1));
}

/** Number of meetings that differ from the released timetable. */
export function changedSince(release: Pick<PairingRelease, 'meetings'> | undefined, pairings: readonly PlannedPairing[]): number {
  return differencesOf((release?.meetings ?? []).map(meetingAt), pairings).length;
}

type NumberOf<T> = { [K in keyof T]: T[K] extends number | null ? K : never }[keyof T];

export function boardRun(row: Omit<PairingRun, 'plan'>, inputs: string): BoardRun {
  const number = (field: NumberOf<PairingRun>) => row[field] ?? 0;
  return {
    id: idIn(row, 'id'),
    aim: idIn(row, 'aim'),
    state: idIn(row, 'state'),
    seed: number('seed'),
    score: number('score'),
    bound: number('bound'),
    worth: number('worth'),
    isCut: row.isCut === true,
    meetings: number('meetings'),
    wishes: number('wishes'),
    topWishes: number('topWishes'),
    topMet: number('topMet'),
    alone: number('alone'),
    without: { dms: row.withoutDms, pitches: row.withoutPitches },
    breaks: number('breaks'),
    moved: number('moved'),
    ms: number('ms'),
    at: idIn(row, 'create_at'),
    by: idIn(row, 'update_by'),
    isFresh: row.inputs === inputs,
    away: awayOf(row),
  };
}

/** The meetings of a stored run. */
export function planOf(run: Pick<PairingRun, 'plan'>): PlannedPairing[] {
  return run.plan.map(meetingAt);
}

/** A stored entry; all are complete. */
function meetingAt({ dm = '', pitch = '', start = '', end = '', room = '' }: Partial<PlannedPairing>): PlannedPairing {
  return { dm, pitch, start, end, room };
}

/** A stored entry names one of the two. */
function whoLost(entry: PairingRunAway): { side: Side; id: string } {
  const { pitch, dm = '' } = entry;
  return pitch ? { side: 'pitch', id: pitch } : { side: 'dm', id: dm };
}

function bits(list: readonly boolean[]): string {
  return list.map((one) => (one ? '1' : '0')).join('');
}
