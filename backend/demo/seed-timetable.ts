/** A campaign's timetable as the product makes it: its own engine in steps, without the proof in a worker, stored as a run and taken over. The same seed gives the same. */

import { applyRun } from '#application/pairing/actions/apply-run.ts';
import { boardRows, inputsOf } from '#application/pairing/actions/forum-rows.ts';
import type { Aim } from '#application/pairing/actions/run-pairing.ts';
import { storeRun } from '#application/pairing/actions/store-run.ts';
import { programsOf } from '#application/pairing/rules/board-state.ts';
import { forumOf } from '#application/pairing/rules/forum.ts';
import { planAtOnce } from '#application/pairing/rules/make-plan.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { dateAt } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';

export interface TimetableOrder {
  seed: number;
  /** plans to choose from; the last of them is taken over */
  aims: readonly Aim[];
  /** most meetings of one pitch, 0 for no limit */
  pitchQuota: number;
}

const minute = 60_000;
/** Fewer steps of calming than a real run has: the demo starts at once, and small forums have no breaks left by then. */
const steps = { iterations: 12_000, calming: 80_000 };

/** Works out one run for each aim at the moment of `tools` and takes the last over; what stands by hand stays. */
export async function workOutTimetable(tools: RecordTools, actor: Actor, cid: string, { seed, aims, pitchQuota }: TimetableOrder): Promise<void> {
  const found = await boardRows(tools.db, tools.registry, cid);
  // Keys of one instant stand in an order of chance.
  const rows = { ...found, pitches: [...found.pitches].sort((a, b) => (idIn(a, 'enrollid') < idIn(b, 'enrollid') ? -1 : 1)) };
  const request = { programs: programsOf(rows), clear: 'auto' as const, dmQuota: 0, pitchQuota, seed };
  let last = '';
  for (const [index, aim] of aims.entries()) {
    const then = { ...tools, now: () => dateAt(tools.now().getTime() + index * minute) };
    const forum = forumOf(rows, { ...request, isFair: aim === 'fair' });
    const start = performance.now();
    const plan = planAtOnce(forum.instance, { seed, ...steps });
    const ms = performance.now() - start;
    last = await storeRun(then, actor, { cid, aim, request, forum, solved: { plan, isCut: false }, inputs: inputsOf(rows), ms });
  }
  if (last) await applyRun(tools, actor, cid, last);
}
