/** Stores a computed timetable as a run, with its figures and proof, for staff to choose (S06). */

import type { Row } from '#codegen/model.ts';
import { sortableId } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { Work } from '#framework/records/verb.ts';
import { save } from '#framework/save/save.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import { withoutMeeting } from '../rules/board-state.ts';
import { type Forum, meetingsOf, placed, type RunChoice } from '../rules/forum.ts';
import { weightOf } from '../rules/instance.ts';
import type { Solved } from '../solver/solve.ts';

export interface RunResult {
  cid: string;
  aim: string;
  request: Omit<RunChoice, 'isFair'> & { seed: number };
  forum: Forum;
  solved: Solved;
  /** the state of the forum for which it was computed, by `inputsOf` */
  inputs: string;
  ms: number;
}

/** Stores the run and gives its id. @throws Refusal msg.notfound */
export async function storeRun(tools: RecordTools, actor: Actor, { cid, aim, request, forum, solved, inputs, ms }: RunResult): Promise<string> {
  const model = tools.registry.get('pairing_run')?.model;
  if (!model) throw new Refusal('msg.notfound', { values: { object: 'pairing_run' } });
  const { plan } = solved;
  const now = tools.now();
  const id = sortableId(now);
  const met = new Set(plan.meetings.map(({ dm, pitch }) => `${dm} ${pitch}`));
  const wishes = forum.instance.wishes.flatMap((list, dm) => list.map(({ pitch, rank }) => ({ rank, isMet: met.has(`${dm} ${pitch}`) })));
  const top = wishes.filter(({ rank }) => rank <= 3);
  const seated = placed(forum, plan.meetings).meetings;
  const all = [...seated, ...forum.fixed.map((fixed) => ({ dm: idIn(fixed, 'dm'), pitch: idIn(fixed, 'pitch') }))];
  const ids = (list: readonly string[]) => list.map((one) => ({ id: one }));
  const without = withoutMeeting(ids(forum.dms), ids(forum.pitches), all);
  const row: Row = {
    id,
    cid,
    aim,
    programs: request.programs,
    clear: request.clear,
    dmQuota: request.dmQuota,
    pitchQuota: request.pitchQuota,
    seed: request.seed,
    inputs,
    score: plan.score,
    bound: Math.floor(plan.bound),
    worth: wishes.reduce((sum, { rank, isMet }) => sum + (isMet ? weightOf(rank) : 0), 0),
    isCut: solved.isCut,
    meetings: plan.meetings.length,
    wishes: wishes.length,
    topWishes: top.length,
    topMet: top.filter(({ isMet }) => isMet).length,
    alone: without.pitches.length,
    withoutDms: without.dms,
    withoutPitches: without.pitches,
    breaks: plan.breaks,
    moved: movedOf(forum, plan.meetings),
    ms: Math.round(ms),
    away: (request.away ?? []).map(({ side, id: who, start, end }): Row => ({ [side]: who, start, end })),
    plan: seated.map((meeting) => ({ ...meeting })),
  };
  await tools.db.transaction(async (tx) => {
    // An entry in the campaign's history, from which an open board learns that there is a new plan.
    const job = new Work(tools, tx, actor, 'pairing_run', now);
    const campaign = await job.lock('campaign', cid);
    await save(tools, tx, model, { create: row }, { by: actor.id, at: now });
    await job.mark('campaign', campaign);
  });
  return id;
}

/** Number of meetings of the present timetable that get another time or are removed. */
function movedOf(forum: Forum, plan: readonly { dm: number; pitch: number; slot: number }[]): number {
  const next = new Map(plan.map(({ dm, pitch, slot }) => [`${dm} ${pitch}`, slot]));
  return meetingsOf(forum, forum.cleared).filter(({ dm, pitch, slot }) => next.get(`${dm} ${pitch}`) !== slot).length;
}
