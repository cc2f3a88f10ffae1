/** After a no-show: who could meet the person who waits. They have an open wish, are present and are free then (V04-V07 by the board's own rule). Pure. */

import type { BoardPairing, Move } from '#application/pairing/rules/board-facts.ts';
import { type BoardState, maySit, roomFor } from '#application/pairing/rules/moves.ts';
import { type Interval, overlap } from '#rules/values/intervals.ts';
import type { ProblemCode, Values } from '#rules/words/problem.ts';
import { type DayEvent, type Pair, type PresenceEvent, pairKey, type Side } from './events.ts';
import { type DayMeeting, delaysIn, isMissed, later, minutesLate } from './with-day.ts';

/** The day as it is, and the board on which a meeting is made. */
export interface DayState {
  meetings: readonly DayMeeting[];
  presence: ReadonlyMap<string, PresenceEvent>;
  events: readonly DayEvent[];
  /** the grid, the people and the draft's meetings of the whole campaign */
  board: BoardState;
}

export interface Candidate extends Pair {
  /** position in the decision maker's list; 1 is wanted most */
  rank: number;
  hasArrived: boolean;
}

export interface FreeNow {
  /** the waiting side; undefined where nobody waits */
  side: Side | undefined;
  /** people who could come, best first */
  candidates: Candidate[];
  /** how many more would be free if they had arrived */
  notArrived: number;
}

/** A meeting for the person who waits: the moves on the board, and the meetings that it replaces. */
export interface SubstitutePlan {
  slot: { start: string; end: string };
  moves: Move[];
  removed: BoardPairing[];
}

/** A pitch must have arrived; a decision maker without a mark comes after those who are present. */
export function freeNow(day: DayState, meeting: DayMeeting): FreeNow {
  const side = waitingSide(day, meeting);
  if (!side) return { side, candidates: [], notArrived: 0 };
  const found = pairsFor(day, meeting, side).filter((pair) => !('code' in planSubstitute(day, meeting, pair, true)));
  const met = (pair: Pair) => day.board.pairings.filter((other) => (side === 'dm' ? other.pitch === pair.pitch : other.dm === pair.dm)).length;
  const candidates = found.map((pair) => ({ ...pair, hasArrived: hasArrived(day, other(side), pair) }));
  const ready = candidates.filter(({ hasArrived: here }) => here || side === 'pitch');
  ready.sort((a, b) => Number(b.hasArrived) - Number(a.hasArrived) || a.rank - b.rank || met(a) - met(b) || (pairKey(a) < pairKey(b) ? -1 : 1));
  return { side, candidates: ready, notArrived: candidates.length - ready.length };
}

/** The person who waits at a meeting whose other person did not come, unless they are away too, have another meeting, or already got one. */
export function waitingSide(day: DayState, meeting: DayMeeting): Side | undefined {
  if (!isMissed(meeting) || meeting.isReplaced) return undefined;
  const side = meeting.state === 'nodm' ? 'pitch' : 'dm';
  return isAway(day, side, meeting[side]) || isBusy(day, side, meeting[side], meeting) ? undefined : side;
}

/** The moves that make a meeting of the two for the person who waits at `meeting`, or the rule that forbids it. */
export function planSubstitute(day: DayState, meeting: DayMeeting, pair: Pair, anyPresence = false): SubstitutePlan | { code: ProblemCode; values?: Values } {
  const side = waitingSide(day, meeting);
  if (!side || pair[side] !== meeting[side]) return { code: 'rule.notwaiting' };
  const comes = other(side);
  if (isAway(day, comes, pair[comes])) return { code: 'rule.notarrived' };
  if (!anyPresence && comes === 'pitch' && !hasArrived(day, comes, pair)) return { code: 'rule.notarrived' };
  if (day.meetings.some(({ key }) => key === pairKey(pair))) return { code: 'rule.paired' };
  const { board } = day;
  const at = board.slots.findIndex(({ start, end }) => start === meeting.planned.start && end === meeting.planned.end);
  const slot = board.slots[at];
  if (!slot) return { code: 'rule.slot' };
  // The row exists already, but its press was not recorded.
  const paired = board.pairings.find((row) => row.dm === pair.dm && row.pitch === pair.pitch);
  if (paired?.start === slot.start) return { slot, moves: [], removed: [] };
  const removed = board.pairings.filter((row) => (row.dm === pair.dm || row.pitch === pair.pitch) && overlap(row, slot) && isDead(day, row));
  const rest = { ...board, pairings: board.pairings.filter((row) => !removed.includes(row)) };
  const rule = maySit(rest, pair.dm, pair.pitch, at);
  if (rule) return { code: rule, ...(rule === 'rule.inrow' && { values: { most: board.maxInRow } }) };
  // The waiting person stays at the table where it is still free.
  const own = slot.rooms.includes(meeting.room) && maySit(rest, pair.dm, pair.pitch, at, undefined, meeting.room) === null;
  const room = own ? meeting.room : roomFor(slot, pair.dm, rest.pairings);
  // A delayed person is delayed here, too: neither of the two may have another meeting by then.
  const minutes = minutesLate({ ...pair, start: slot.start, room }, delaysIn(day.events));
  const when = { start: later(slot.start, minutes), end: later(slot.end, minutes) };
  if (isBusy(day, 'dm', pair.dm, when) || isBusy(day, 'pitch', pair.pitch, when)) return { code: 'rule.overlap' };
  const cleared = removed.flatMap(({ id, ver, locked }): Move[] => [
    ...(locked ? [{ do: 'unlock' as const, pairing: id, ver }] : []),
    { do: 'remove', pairing: id, ver },
  ]);
  return { slot, moves: [...cleared, { do: 'place', ...pair, start: slot.start, ...(room !== '' && { room }) }], removed };
}

/** Marked as present, or seen in a meeting of the day. */
export function hasArrived({ presence, meetings }: Pick<DayState, 'presence' | 'meetings'>, side: Side, pair: Pair): boolean {
  const who = pair[side];
  const mark = presence.get(`${side}:${who}`);
  if (mark) return mark.state === 'arrived';
  return meetings.some((meeting) => meeting[side] === who && (meeting.state === 'running' || meeting.state === 'done'));
}

function pairsFor({ board }: DayState, meeting: DayMeeting, side: Side): (Pair & { rank: number })[] {
  const dms = side === 'dm' ? board.dms.filter(({ id }) => id === meeting.dm) : board.dms;
  return dms.flatMap(({ id: dm, priority }) =>
    priority.flatMap((pitch, place) => (side === 'dm' || pitch === meeting.pitch ? [{ dm, pitch, rank: place + 1 }] : [])),
  );
}

function isAway({ presence }: DayState, side: Side, who: string): boolean {
  return presence.get(`${side}:${who}`)?.state === 'absent';
}

/** True where the person has a meeting that takes place in that time, by the present times. */
function isBusy({ meetings }: DayState, side: Side, who: string, when: Interval): boolean {
  return meetings.some((one) => one[side] === who && !isMissed(one) && overlap(one, when));
}

/** True for a row of the draft whose meeting did not take place today. */
function isDead({ meetings }: DayState, { dm, pitch, start }: BoardPairing): boolean {
  return meetings.some((meeting) => meeting.dm === dm && meeting.pitch === pitch && meeting.planned.start === start && isMissed(meeting));
}

function other(side: Side): Side {
  return side === 'dm' ? 'pitch' : 'dm';
}
