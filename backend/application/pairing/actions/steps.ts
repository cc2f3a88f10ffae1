/** The undo stack of a campaign's board, stored in the database. Any of the staff who work on the board can undo and redo. */

import type { Executor } from '#framework/data/engine/connect.ts';
import { pushUndo, type Stacked, stackEnds } from '#framework/data/rows/undo.ts';
import type { Work } from '#framework/records/verb.ts';
import { stampOf } from '#framework/time.ts';
import type { DecisionMaker, Pairing, Pitch } from '#generated/objects.ts';
import type { StepFacts, StepLabel } from '../rules/board-facts.ts';

/** One meeting before and after; null where it did not exist. With `object`, a repair's change to a decision maker or a pitch: their key and the times away. */
export type Step = MeetingStep | PersonStep;
export interface MeetingStep {
  object?: undefined;
  before: Pairing | null;
  after: Pairing | null;
}
export interface PersonStep {
  object: 'decision_maker' | 'pitch';
  before: PersonAway | null;
  after: PersonAway | null;
}
export type PersonAway = Pick<DecisionMaker | Pitch, 'id' | 'unavailable'>;

export const stack = ['campaign', 'board'] as const;
/** The depth of the undo stack. */
const deepest = 100;

export async function stepsOf(tx: Executor, cid: string): Promise<{ undo: StepFacts; redo: StepFacts }> {
  const [object, action] = stack;
  const { undo, redo } = await stackEnds(tx, object, cid, action);
  return { undo: factsOf(undo), redo: factsOf(redo) };
}

function factsOf(found: Stacked | undefined): StepFacts {
  if (!found) return { can: false, label: null };
  const label = JSON.parse(found.data) as Pick<StepLabel, 'do' | 'count' | 'dm' | 'pitch'>; // the first line, written by pushStep
  return { can: true, label: { ...label, by: found.by, at: stampOf(found.at) } };
}

/** Adds a change to the stack; an empty change adds nothing. */
export async function pushStep(job: Work, cid: string, what: StepLabel['do'], steps: readonly Step[]): Promise<void> {
  if (!steps.length) return;
  const meetings = steps.filter((step) => step.object === undefined);
  const only = meetings.length === 1 ? (meetings[0]?.after ?? meetings[0]?.before) : undefined;
  const label = { do: what, count: meetings.length, dm: only?.dm ?? '', pitch: only?.pitch ?? '' };
  const [object, action] = stack;
  const data = `${JSON.stringify(label)}\n${JSON.stringify(steps)}`;
  await pushUndo(job.tx, { object, id: cid, action, at: job.now, by: job.actor.id, data }, deepest);
}

/** Reads an entry of the stack. */
export function stepsIn(data: string): Step[] {
  return JSON.parse(data.slice(data.indexOf('\n') + 1)) as Step[]; // written by pushStep
}
