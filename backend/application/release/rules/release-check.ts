/** Checks a whole timetable before its release: every meeting against V03-V07, by the rule of the record itself. Pure. */

import type { ForumRows, PlannedPairing } from '#application/pairing/rules/forum.ts';
import { offGridReason, slotsOf } from '#application/pairing/rules/grid.ts';
import { maxInRowOf } from '#application/pairing/rules/in-row.ts';
import { meetingProblems, pairingProblems, rowProblems } from '#application/pairing/rules/meeting.ts';
import { intervalOf, overlap } from '#rules/values/intervals.ts';
import type { Problem } from '#rules/words/problem.ts';

/** One rule that a meeting breaks; `path` is the field of the meeting. */
export interface BrokenRule<M extends PlannedPairing = PlannedPairing> extends Problem {
  meeting: M;
}

/** The problems of the meetings in `pairings` with the people as they are now, [] for none. A timetable with problems must not be released. */
export function brokenRules<M extends PlannedPairing & { cid: string }>({
  campaign,
  dms,
  pitches,
  pairings,
}: Omit<ForumRows, 'pairings'> & { pairings: readonly M[] }): BrokenRule<M>[] {
  const [dmOf, pitchOf] = [byId(dms), byId(pitches)];
  const [ofDm, ofPitch, ofRoom] = [grouped(pairings, 'dm'), grouped(pairings, 'pitch'), grouped(pairings, 'room')];
  const grid = slotsOf(campaign);
  const slots = new Map(grid.map((slot) => [`${slot.start} ${slot.end}`, slot]));
  const counts = new Map([...slots].map(([key, slot]) => [key, pairings.filter((row) => overlap(intervalOf(row), slot)).length]));
  return pairings.flatMap((meeting) => {
    const [dm, pitch] = [dmOf.get(meeting.dm), pitchOf.get(meeting.pitch)];
    const tell = (problems: Problem[]) => problems.map((problem) => ({ ...problem, meeting }));
    if (!dm || !pitch) return tell([missing(meeting, dm ? 'pitch' : 'dm')]);
    // No other meeting of the same people or at the same table is in conflict with it.
    const near = [ofDm.get(dm.id), ofPitch.get(pitch.id), meeting.room ? ofRoom.get(meeting.room) : []];
    const others = [...new Set(near.flatMap((rows) => rows ?? []))].filter((row) => row !== meeting);
    const problems = [...meetingProblems(meeting), ...pairingProblems(meeting, { dm, pitch, others })];
    // The days may have changed since: nobody must be sent to a time or a table that does not exist.
    const why = offGridReason(grid, { ...intervalOf(meeting), room: meeting.room });
    if (why) problems.push(why === 'slot' ? { path: 'start', code: 'rule.slot' } : { path: 'room', code: 'field.option' });
    problems.push(...rowProblems(meeting, undefined, { others, slots: grid, most: maxInRowOf(campaign) }));
    const key = `${meeting.start} ${meeting.end}`;
    const rooms = slots.get(key)?.rooms.length ?? 0;
    if (rooms && (counts.get(key) ?? 0) > rooms) problems.push({ path: 'room', code: 'rule.full' });
    return tell(problems);
  });
}

function missing(meeting: PlannedPairing, path: 'dm' | 'pitch'): Problem {
  return { path, code: 'msg.notfound', values: { object: path === 'dm' ? 'decision_maker' : 'pitch', id: meeting[path] } };
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

function grouped<M extends PlannedPairing>(rows: readonly M[], field: 'dm' | 'pitch' | 'room'): Map<string, M[]> {
  const groups = new Map<string, M[]>();
  for (const row of rows) {
    const known = groups.get(row[field]);
    if (known) known.push(row);
    else groups.set(row[field], [row]);
  }
  return groups;
}
