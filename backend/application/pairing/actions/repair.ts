/** A repair: a plan that changes only what somebody's absence makes necessary, and the list of what it moves. */

import { objectOfSide } from '#application/release/actions/existing-links.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { intervalOf, isWhole } from '#rules/values/intervals.ts';
import { type ProblemCode, Refusal, type Values } from '#rules/words/problem.ts';
import type { PlanMove } from '../rules/board-facts.ts';
import { choiceOf, differencesOf, planOf, programsOf } from '../rules/board-state.ts';
import { type Away, forumOf, isLost, meetingsOf, placed, touchedBy } from '../rules/forum.ts';
import { lastAppliedRun, quotasOf } from './explain.ts';
import { boardRows } from './forum-rows.ts';
import { mayRead } from './read-board.ts';
import { type Aim, workOut } from './run-pairing.ts';

const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
/** Most absences of one person, and most people, in one repair. */
const mostLost = 60;
const mostPeople = 30;

/**
 * The times that people lose, any period, on the grid or not: `what: [{dm | pitch, away: [{start, end}]}]`, or one such entry alone; none where the
 * present timetable should only be improved. @throws Refusal msg.invalid with the field
 */
export function lossOf(body: unknown): Away[] {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const { what, ...rest } = body;
  for (const path of Object.keys(rest)) refuse(path, 'field.unknown');
  if (what === undefined || what === null || what === 'none') return [];
  if (!Array.isArray(what)) return lossOfOne(what, 'what');
  checkCount(what, mostPeople, 'what');
  return what.flatMap((one, index) => lossOfOne(one, `what/${index}`));
}

function lossOfOne(what: unknown, at: string): Away[] {
  if (!isObject(what)) return refuse(at, 'field.type');
  const side = what.dm === undefined && what.pitch !== undefined ? 'pitch' : 'dm';
  const { [side]: id, away, ...more } = what;
  for (const path of Object.keys(more)) refuse(`${at}/${path}`, 'field.unknown');
  if (typeof id !== 'string') return refuse(`${at}/${side}`, 'field.required');
  if (!Array.isArray(away)) return refuse(`${at}/away`, 'field.items', { limit: 1 });
  checkCount(away, mostLost, `${at}/away`);
  return away.map((entry, index) => {
    if (!isObject(entry)) return refuse(`${at}/away/${index}`, 'field.type');
    const lost = intervalOf(entry);
    for (const field of ['start', 'end'] as const) if (!instant.test(lost[field])) refuse(`${at}/away/${index}/${field}`, 'field.datetime');
    if (!isWhole(lost)) refuse(`${at}/away/${index}/end`, 'rule.order');
    return { side, id, ...lost };
  });
}

/**
 * Starts the job and gives its id. Its result is {runs: [id], moves}. The run is applied like any other, which then also stores the absence. Aim,
 * quotas and seed are those of the plan that was applied last.
 * @throws Refusal msg.forbidden, msg.notfound, rule.locked or rule.keptslot where a meeting that no plan may move is in the lost time, msg.running
 */
export async function startRepair(tools: Tools, actor: Actor, cid: string, away: Away[]): Promise<string> {
  modelFor(tools, actor, 'pairing', 'update');
  const rows = await boardRows(tools.db, tools.registry, cid);
  const stranger = away.find(({ side, id: who }) => !(side === 'dm' ? rows.dms : rows.pitches).some(({ id }) => id === who));
  if (stranger) throw new Refusal('msg.notfound', { values: { object: objectOfSide[stranger.side], id: stranger.id } });
  const last = await lastAppliedRun(tools, cid);
  const request = {
    programs: programsOf(rows),
    clear: 'auto' as const,
    aims: [aimOf(last?.aim)],
    ...quotasOf(last),
    seed: Number(last?.seed ?? 1),
    stay: true,
    away,
  };
  // Meetings that no plan may move cannot be moved here either: refused at once instead of after the computation.
  const held = forumOf(rows, { ...request, isFair: false }).fixed.filter((row) => isLost(row, away));
  const code = held.some(({ locked }) => locked === true) ? 'rule.locked' : 'rule.keptslot';
  const values = { count: held.length };
  if (held[0]) throw new Refusal(code, { values, fields: [{ path: 'what/away', code, values }], data: { pairing: held[0].id } });
  return tools.jobs.start(`pairing ${cid}`, actor.id, (context) => workOut(tools, actor, cid, request, context), { alone: true });
}

/** What a run would change in the present timetable. @throws Refusal msg.forbidden, msg.notfound */
export async function readRunMoves(tools: Tools, actor: Actor, cid: string, id: string): Promise<PlanMove[]> {
  mayRead(tools, actor);
  const rows = await boardRows(tools.db, tools.registry, cid);
  const model = modelFor(tools, actor, 'pairing_run', 'read');
  const run = await loadRow(tools.db, wholeReader(model, tools.db.kind), id);
  if (!run || run.cid !== cid) throw new Refusal('msg.notfound', { values: { object: 'pairing_run', id } });
  const plan = planOf(run);
  const forum = forumOf(rows, choiceOf(run));
  return differencesOf(...touchedBy(forum, plan, placed(forum, meetingsOf(forum, plan)).others));
}

function aimOf(value: unknown): Aim {
  return value === 'fair' ? value : 'wishes';
}

function checkCount(list: readonly unknown[], most: number, path: string): void {
  if (!list.length) refuse(path, 'field.items', { limit: 1 });
  if (list.length > most) refuse(path, 'field.toomany', { limit: most });
}

function refuse(path: string, code: ProblemCode, values: Values = {}): never {
  throw new Refusal('msg.invalid', { fields: [{ path, code, values }] });
}
