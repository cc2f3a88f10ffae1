/** Undo and redo of steps on the board, by any of the staff who work on it, while the same meetings have not changed since (K05). */

import { lastEntry } from '#framework/data/rows/entries.ts';
import { regainUndo, spendUndo, stackEnds, stackedData } from '#framework/data/rows/undo.ts';
import type { Work } from '#framework/records/verb.ts';
import type { Tools } from '#framework/tools.ts';
import type { DecisionMaker, Pairing, Pitch } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { where } from '#rules/records/facts.ts';
import { intervalsOf } from '#rules/values/intervals.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { BoardChanges } from '../rules/board-facts.ts';
import { boardPairing } from '../rules/board-state.ts';
import { lostMeetings } from '../rules/decision-maker.ts';
import { pairedPitchProblems } from '../rules/pitch.ts';
import { changesIn } from './board-changes.ts';
import { onBoard, saveBoard } from './save-board.ts';
import { type PersonAway, type PersonStep, stack, stepsIn } from './steps.ts';

type Person = { object: 'decision_maker'; row: DecisionMaker } | { object: 'pitch'; row: Pitch };

/** The values of a meeting that must still be as the step left them. */
const touched = ['dm', 'pitch', 'start', 'end', 'room', 'mode', 'locked', 'comment'] as const;

/**
 * @throws Refusal msg.undo where there is nothing, msg.datamodi with the meeting as it is now where somebody else has changed it since, or the rule
 * that forbids going back
 */
export function walkBoard(tools: Tools, actor: Actor, cid: string, way: 'undo' | 'redo', version: number | undefined): Promise<BoardChanges> {
  return onBoard(tools, actor, cid, `board_${way}`, async (board) => {
    const { job, existing } = board;
    const since = version ?? (await lastEntry(job.tx));
    const [object, action] = stack;
    const found = (await stackEnds(job.tx, object, cid, action))[way];
    if (!found) throw new Refusal('msg.undo');
    const next = new Map(existing);
    const steps = stepsIn(await stackedData(job.tx, found.id));
    const ends = <T>({ before, after }: { before: T; after: T }) => (way === 'undo' ? { from: after, to: before } : { from: before, to: after });
    // Absences first, because the meetings are then checked against them.
    const people = await giveTime(
      job,
      steps.flatMap((step) => (step.object ? [{ object: step.object, ...ends(step) }] : [])),
    );
    for (const step of steps) {
      if (step.object) continue;
      const { from, to } = ends<Pairing | null>(step);
      const id = (from ?? to)?.id ?? '';
      const now = existing.get(id);
      if (!isAs(now, from)) throw new Refusal('msg.datamodi', { data: now ? boardPairing(now) : null });
      if (to) next.set(id, { ...(now ?? to), ...patchOf(to), ...(now ? {} : { ver: to.ver + 1 }) });
      else next.delete(id);
    }
    await saveBoard(board, next, () => '');
    for (const person of people) {
      const { object, row } = person;
      const own = [...next.values()].filter((meeting) => meeting[object === 'pitch' ? 'pitch' : 'dm'] === row.id);
      const [first] = object === 'pitch' ? pairedPitchProblems(row, row, { twins: [], pairings: own, wishing: [] }) : lostMeetings(row, own);
      if (first) throw new Refusal(first.code, { fields: [first] });
    }
    if (way === 'undo') await spendUndo(job.tx, found.id, job.now);
    else await regainUndo(job.tx, found.id);
    return changesIn(job.tx, tools.registry, cid, since);
  });
}

/** Restores a person's absences from before or after a repair; returns the changed people. @throws Refusal msg.datamodi */
async function giveTime(job: Work, steps: readonly { object: PersonStep['object']; from: PersonAway | null; to: PersonAway | null }[]): Promise<Person[]> {
  const changed: Person[] = [];
  for (const { object, from, to } of steps) {
    if (!from || !to) continue;
    const [now] = await job.rows(object, where({ id: from.id }));
    if (!now || JSON.stringify(intervalsOf(now.unavailable)) !== JSON.stringify(intervalsOf(from.unavailable))) throw new Refusal('msg.datamodi');
    changed.push({ object, row: await job.change(object, now, { unavailable: to.unavailable }) } as Person); // of that object
  }
  return changed;
}

function isAs(now: Pairing | undefined, then: Pairing | null): boolean {
  if (!now || !then) return !now && !then;
  return touched.every((field) => (now[field] ?? '') === (then[field] ?? ''));
}

function patchOf(row: Pairing): Partial<Pairing> {
  return Object.fromEntries(([...touched, 'tableChosen'] as const).flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])));
}
