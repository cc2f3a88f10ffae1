/** A repair: a plan that keeps to the present timetable but for what somebody's absence makes impossible, and the list of what it moves. */
import { modelFor } from '#backend/actions/record-tools.ts';
import { objectOfSide } from '#backend/actions/release/standing-links.ts';
import type { Tools } from '#backend/actions/tools.ts';
import { wholeReader } from '#backend/data/reader.ts';
import { loadRow } from '#backend/data/records.ts';
import type { Actor } from '#domain/actor.ts';
import { intervalOf, isWhole } from '#domain/intervals.ts';
import type { PlanMove } from '#domain/pairing/board-facts.ts';
import { type Away, forumOf, isLost } from '#domain/pairing/forum.ts';
import { choiceOf, differencesOf, programsOf } from '#domain/pairing/standing.ts';
import { type ProblemCode, Refusal } from '#domain/problem.ts';
import { isObject } from '#domain/record.ts';
import { lastTaken, quotasOf } from './explain.ts';
import { boardRows } from './forum-rows.ts';
import { mayRead } from './read-board.ts';
import { type Aim, workOut } from './run-pairing.ts';

const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const mostLost = 60;

/** The times that a decision maker or a pitch loses, `what: {dm | pitch, away: [{start, end}]}`; none where the present timetable is only to be bettered. @throws Refusal msg.invalid with the field */
export function lossOf(body: unknown): Away[] {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const { what, ...rest } = body;
  for (const path of Object.keys(rest)) refuse(path, 'field.unknown');
  if (what === undefined || what === null || what === 'none') return [];
  if (!isObject(what)) return refuse('what', 'field.type');
  const side = what.dm === undefined && what.pitch !== undefined ? 'pitch' : 'dm';
  const { [side]: id, away, ...more } = what;
  for (const path of Object.keys(more)) refuse(`what/${path}`, 'field.unknown');
  if (typeof id !== 'string') return refuse(`what/${side}`, 'field.required');
  if (!Array.isArray(away) || !away.length || away.length > mostLost) return refuse('what/away', 'field.items');
  return away.map((entry, index) => {
    if (!isObject(entry)) return refuse(`what/away/${index}`, 'field.type');
    const lost = intervalOf(entry);
    for (const field of ['start', 'end'] as const) if (!instant.test(lost[field])) refuse(`what/away/${index}/${field}`, 'field.datetime');
    if (!isWhole(lost)) refuse(`what/away/${index}/end`, 'rule.order');
    return { side, id, ...lost };
  });
}

/**
 * Gives the job's id; its result is {runs: [id], moves}, and the run is taken over like any other, which then also stores the absence. Aim, quotas
 * and seed are those of the plan that was taken over last.
 * @throws Refusal msg.forbidden, msg.notfound, rule.locked or rule.keptslot where a meeting that no plan may move lies in the lost time, msg.running
 */
export async function startRepair(tools: Tools, actor: Actor, cid: string, away: Away[]): Promise<string> {
  modelFor(tools, actor, 'pairing', 'update');
  const rows = await boardRows(tools.db, tools.registry, cid);
  const [lost] = away;
  if (lost && !(lost.side === 'dm' ? rows.dms : rows.pitches).some(({ id }) => id === lost.id))
    throw new Refusal('msg.notfound', { values: { object: objectOfSide[lost.side], id: lost.id } });
  const last = await lastTaken(tools, cid);
  const request = {
    programs: programsOf(rows),
    clear: 'auto' as const,
    aims: [aimOf(last?.aim)],
    ...quotasOf(last),
    seed: Number(last?.seed ?? 1),
    stay: true,
    away,
  };
  // What no plan may touch cannot give way: told at once instead of after the work.
  const held = forumOf(rows, { ...request, isFair: false }).fixed.find((row) => isLost(row, away));
  const code = held?.locked === true ? 'rule.locked' : 'rule.keptslot';
  if (held) throw new Refusal(code, { fields: [{ path: 'what/away', code }], data: { pairing: held.id } });
  return tools.jobs.start(`pairing ${cid}`, actor.id, (context) => workOut(tools, actor, cid, request, context), { alone: true });
}

/** What a run would change in the timetable as it is now. @throws Refusal msg.forbidden, msg.notfound */
export async function readRunMoves(tools: Tools, actor: Actor, cid: string, id: string): Promise<PlanMove[]> {
  mayRead(tools, actor);
  const rows = await boardRows(tools.db, tools.registry, cid);
  const model = modelFor(tools, actor, 'pairing_run', 'read');
  const run = await loadRow(tools.db, wholeReader(model, tools.db.kind), id);
  if (!run || run.cid !== cid) throw new Refusal('msg.notfound', { values: { object: 'pairing_run', id } });
  const plan = Array.isArray(run.plan) ? run.plan.filter(isObject) : [];
  return differencesOf(forumOf(rows, choiceOf(run)).cleared, plan);
}

function aimOf(value: unknown): Aim {
  return value === 'fair' || value === 'calm' ? value : 'wishes';
}

function refuse(path: string, code: ProblemCode): never {
  throw new Refusal('msg.invalid', { fields: [{ path, code }] });
}
