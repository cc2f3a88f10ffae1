/** S06: computes timetables in a job, one for each aim, and stores them as runs to choose from. Nothing in the forum changes until one is applied. */

import type { RunResult } from '#application/pairing/wire.ts';
import { type JobContext, stopIfAsked } from '#framework/jobs/jobs.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal, type Values } from '#rules/words/problem.ts';
import type { PlanMove } from '../rules/board-facts.ts';
import { differencesOf } from '../rules/board-state.ts';
import { forumOf, meetingsOf, placed, type RunChoice, touchedBy } from '../rules/forum.ts';
import { violationsOf } from '../rules/verify.ts';
import { solve } from '../solver/solve.ts';
import { boardRows, inputsOf } from './forum-rows.ts';
import { storeRun } from './store-run.ts';

/** The aims. They differ in whether the first meetings of everybody count more than the sum of the wishes; every plan closes gaps. */
export type Aim = 'wishes' | 'fair';
const aims: readonly Aim[] = ['wishes', 'fair'];

export interface RunRequest extends Omit<RunChoice, 'isFair'> {
  aims: Aim[];
  seed: number;
  /** keep to the present timetable where that costs nothing */
  stay: boolean;
}

/**
 * Steps of the search and of reducing breaks. A limit in steps makes the search repeatable. The proof after it is limited by time, so the page does
 * not promise the same plan twice.
 */
const budget = { iterations: 12_000, calming: 250_000 };
/** Time for the proof of one plan, s. */
const proving = 90;

/** Checks the request. @throws Refusal msg.invalid with the field */
export function runRequestOf(body: unknown): RunRequest {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const { programs, clear = 'auto', aims: wanted = ['wishes'], dmQuota = 0, pitchQuota = 0, seed = 1, stay = false, ...rest } = body;
  const refuse = (path: string, code: 'field.option' | 'field.range' | 'field.unknown' | 'field.items' | 'field.type', values: Values = {}) => {
    throw new Refusal('msg.invalid', { fields: [{ path, code, values }] });
  };
  for (const path of Object.keys(rest)) refuse(path, 'field.unknown');
  if (!Array.isArray(programs) || !programs.length) refuse('programs', 'field.items', { limit: 1 });
  if (clear !== 'auto' && clear !== 'all') refuse('clear', 'field.option');
  const list = Array.isArray(wanted) ? aims.filter((aim) => wanted.includes(aim)) : [];
  if (!list.length) refuse('aims', 'field.option');
  for (const [path, value] of Object.entries({ dmQuota, pitchQuota, seed }))
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 2 ** 31) refuse(path, 'field.range');
  if (typeof stay !== 'boolean') refuse('stay', 'field.type');
  return {
    programs: (programs as unknown[]).map(String),
    clear: clear as 'auto' | 'all',
    aims: list,
    dmQuota: Number(dmQuota),
    pitchQuota: Number(pitchQuota),
    seed: Number(seed),
    stay: stay === true,
  };
}

/** Starts the job and gives its id; its result names the runs. @throws Refusal msg.forbidden, msg.notfound */
export async function startRun(tools: Tools, actor: Actor, cid: string, request: RunRequest): Promise<string> {
  modelFor(tools, actor, 'pairing', 'update');
  await boardRows(tools.db, tools.registry, cid);
  return tools.jobs.start(`pairing ${cid}`, actor.id, (context) => workOut(tools, actor, cid, request, context), { alone: true });
}

/** The progress of a job is counted in thousandths of one plan's work. */
const whole = 1_000;

/** The job itself. */
export async function workOut(tools: Tools, actor: Actor, cid: string, request: RunRequest, { signal, tell }: JobContext): Promise<RunResult> {
  let moves: PlanMove[] = [];
  const runs: string[] = [];
  for (const [index, aim] of request.aims.entries()) {
    // A plan that is stopped has the best result so far; the plans after it are left out.
    if (signal.aborted && runs.length) break;
    stopIfAsked(signal);
    const rows = await boardRows(tools.db, tools.registry, cid);
    const forum = forumOf(rows, { ...request, isFair: aim === 'fair' });
    const baseline = request.stay ? meetingsOf(forum, forum.cleared) : undefined;
    const order = { instance: forum.instance, options: { seed: request.seed, ...budget, ...(baseline && { baseline }) }, proving };
    const start = performance.now();
    const solved = await solve(order, ({ share, stage }) => tell((index + share) * whole, request.aims.length * whole, stage), signal);
    const ms = performance.now() - start;
    if (solved.failure) tools.log.error({ campaign: cid, aim, err: solved.failure }, 'the solver failed; the best plan until then is kept');
    if (violationsOf(forum.instance, solved.plan.meetings).length) throw new Error('the plan breaks a rule; it is not kept');
    runs.push(await storeRun(tools, actor, { cid, aim, request, forum, solved, inputs: inputsOf(rows), ms }));
    const { meetings, others } = placed(forum, solved.plan.meetings);
    moves = differencesOf(...touchedBy(forum, meetings, others));
  }
  return { runs, moves: request.stay ? moves : [] };
}
