/** S06: works out timetables as a job, one for each aim, and keeps them as runs to choose from. Nothing of the forum changes until one is taken over. */

import { sortableId } from '#backend/actions/create-record.ts';
import { type JobContext, stopIfAsked } from '#backend/actions/jobs.ts';
import { modelFor, totalsOf } from '#backend/actions/record-tools.ts';
import type { Tools } from '#backend/actions/tools.ts';
import { Work } from '#backend/actions/verbs/work.ts';
import { utcText } from '#backend/data/history.ts';
import { insertRow } from '#backend/data/write.ts';
import { type Solved, solve } from '#backend/solver/solve.ts';
import type { Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import type { PlanMove } from '#domain/pairing/board-facts.ts';
import { type Forum, forumOf, meetingsOf, placed, type RunChoice } from '#domain/pairing/forum.ts';
import { differencesOf } from '#domain/pairing/standing.ts';
import { violationsOf } from '#domain/pairing/verify.ts';
import { Refusal } from '#domain/problem.ts';
import { completeRow, defaultsOf, isObject } from '#domain/record.ts';
import { boardRows, inputsOf } from './forum-rows.ts';

export type Aim = 'wishes' | 'fair' | 'calm';
const aims: readonly Aim[] = ['wishes', 'fair', 'calm'];

export interface RunRequest extends Omit<RunChoice, 'isFair'> {
  aims: Aim[];
  seed: number;
  /** keep to the present timetable where that costs nothing */
  stay: boolean;
}

/** Steps of the search and of the calming; a budget in steps, so that a run can be repeated. */
const budget: Record<Aim, { iterations: number; calming: number }> = {
  wishes: { iterations: 12_000, calming: 250_000 },
  fair: { iterations: 12_000, calming: 250_000 },
  calm: { iterations: 12_000, calming: 1_000_000 },
};
/** Seconds that the proof of one plan may take. */
const proving = 90;

/** The request as it came from outside. @throws Refusal msg.invalid with the field */
export function runRequestOf(body: unknown): RunRequest {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const { programs, clear = 'auto', aims: wanted = ['wishes'], dmQuota = 0, pitchQuota = 0, seed = 1, stay = false, ...rest } = body;
  const refuse = (path: string, code: 'field.option' | 'field.range' | 'field.unknown' | 'field.items' | 'field.type') => {
    throw new Refusal('msg.invalid', { fields: [{ path, code }] });
  };
  for (const path of Object.keys(rest)) refuse(path, 'field.unknown');
  if (!Array.isArray(programs) || !programs.length) refuse('programs', 'field.items');
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

/** Gives the job's id; its result names the runs. @throws Refusal msg.forbidden, msg.notfound */
export async function startRun(tools: Tools, actor: Actor, cid: string, request: RunRequest): Promise<string> {
  modelFor(tools, actor, 'pairing', 'update');
  await boardRows(tools.db, tools.registry, cid);
  return tools.jobs.start(`pairing ${cid}`, actor.id, (context) => workOut(tools, actor, cid, request, context), { alone: true });
}

/** Progress of a job is told in thousandths of one plan's work. */
const whole = 1_000;

/** The job itself. `moves` is the list of what the last of the runs would change. */
export async function workOut(
  tools: Tools,
  actor: Actor,
  cid: string,
  request: RunRequest,
  { signal, tell }: JobContext,
): Promise<{ runs: string[]; moves: PlanMove[] }> {
  let moves: PlanMove[] = [];
  const runs: string[] = [];
  for (const [index, aim] of request.aims.entries()) {
    // One that is ended has what was found until then; those after it are left out.
    if (signal.aborted && runs.length) break;
    stopIfAsked(signal);
    const rows = await boardRows(tools.db, tools.registry, cid);
    const forum = forumOf(rows, { ...request, isFair: aim === 'fair' });
    const kept = request.stay ? meetingsOf(forum, forum.cleared) : undefined;
    const order = { instance: forum.instance, options: { seed: request.seed, ...budget[aim], ...(kept && { kept }) }, proving };
    const start = performance.now();
    const solved = await solve(order, ({ share, stage }) => tell((index + share) * whole, request.aims.length * whole, stage), signal);
    const ms = performance.now() - start;
    if (violationsOf(forum.instance, solved.plan.meetings).length) throw new Error('the plan breaks a rule; it is not kept');
    runs.push(await keepRun(tools, actor, { cid, aim, request, forum, solved, inputs: inputsOf(rows), ms }));
    moves = differencesOf(
      forum.cleared,
      placed(forum, solved.plan.meetings).map((meeting): Row => ({ ...meeting })),
    );
  }
  return { runs, moves: request.stay ? moves : [] };
}

interface Kept {
  cid: string;
  aim: Aim;
  request: RunRequest;
  forum: Forum;
  solved: Solved;
  inputs: string;
  ms: number;
}

async function keepRun(tools: Tools, actor: Actor, { cid, aim, request, forum, solved, inputs, ms }: Kept): Promise<string> {
  const model = tools.registry.get('pairing_run')?.model;
  if (!model) throw new Refusal('msg.notfound', { values: { object: 'pairing_run' } });
  const { plan } = solved;
  const now = tools.now();
  const at = utcText(now);
  const id = sortableId(now);
  const met = new Set(plan.meetings.map(({ dm, pitch }) => `${dm} ${pitch}`));
  const wishes = forum.instance.wishes.flatMap((list, dm) => list.map(({ pitch, rank }) => ({ rank, isMet: met.has(`${dm} ${pitch}`) })));
  const top = wishes.filter(({ rank }) => rank <= 3);
  const wanted = new Set(forum.instance.wishes.flatMap((list) => list.map(({ pitch }) => pitch)));
  const busy = new Set(plan.meetings.map(({ pitch }) => pitch));
  const alone = [...wanted].filter((pitch) => !busy.has(pitch) && !forum.instance.pitches[pitch]!.has).length;
  const row: Row = {
    ...defaultsOf(model),
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
    isCut: solved.isCut,
    meetings: plan.meetings.length,
    wishes: wishes.length,
    topWishes: top.length,
    topMet: top.filter(({ isMet }) => isMet).length,
    alone,
    breaks: plan.breaks,
    moved: movedOf(forum, plan.meetings),
    ms: Math.round(ms),
    away: (request.away ?? []).map(({ dm, start, end }): Row => ({ dm, start, end })),
    plan: placed(forum, plan.meetings).map((meeting) => ({ ...meeting })),
  };
  const stamps = { ver: 1, create_at: at, update_at: at, update_by: actor.id };
  await tools.db.transaction(async (tx) => {
    // An entry of the campaign's history: whoever has the board open hears that there is a plan to choose.
    const job = new Work(tools, tx, actor, 'pairing_run', now);
    const campaign = await job.lock('campaign', cid);
    await insertRow(tx, model, { ...completeRow(row, model.fields), ...stamps });
    await job.mark('campaign', campaign);
  });
  totalsOf(tools.db).changed('pairing_run', 1);
  return id;
}

/** Meetings of the present timetable that get another time or go. */
function movedOf(forum: Forum, plan: readonly { dm: number; pitch: number; slot: number }[]): number {
  const next = new Map(plan.map(({ dm, pitch, slot }) => [`${dm} ${pitch}`, slot]));
  return meetingsOf(forum, forum.cleared).filter(({ dm, pitch, slot }) => next.get(`${dm} ${pitch}`) !== slot).length;
}
