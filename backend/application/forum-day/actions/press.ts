/** Records the presses of a forum day, one after the other. Each succeeds or fails on its own, so a refused one does not stop the others. */

import { type BoardWork, onBoard } from '#application/pairing/actions/save-board.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { inRowQueue } from '#framework/save/row-queue.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { addDayEvents, knownPresses, type NewEvent } from '../data/forum-day.ts';
import { type DayAnswer, type DayFacts, type DayPress, dayMeetings } from '../rules/day-facts.ts';
import { activeEvents, type DayAction, type DayEvent, eventsFor, pairKey, presenceOf } from '../rules/events.ts';
import type { PressRequest } from './press-request.ts';
import { loadDay, readDay } from './read-day.ts';
import { makeSubstitute, undoSubstitutes } from './substitute.ts';

/**
 * Records the presses under the campaign's lock and answers with what happened since the call's `since`, including refused presses and their reasons.
 * A press that is sent again, or that repeats the present state, has no further effect.
 * @throws Refusal msg.forbidden, msg.notfound for the campaign
 */
export async function pressDay(tools: Tools, actor: Actor, cid: string, { day, since, presses }: PressRequest): Promise<DayAnswer> {
  modelFor(tools, actor, 'pairing', 'update');
  const refused: NonNullable<DayAnswer['refused']> = [];
  const catching = async (id: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      refused.push({ id, code: error.code, values: error.values ?? {} });
    }
  };
  const known = await knownPresses(
    tools.db,
    cid,
    presses.map(({ id }) => id),
  );
  const fresh = presses.filter(({ id }, index) => !known.has(id) && presses.findIndex((other) => other.id === id) === index);
  const now = tools.now().getTime();
  // A press that changes the board has a transaction of its own; the presses between two of those share one.
  let plain: DayPress[] = [];
  const flush = async () => {
    const taken = plain;
    plain = [];
    if (taken.length) refused.push(...(await keepMarks(tools, actor, cid, day, taken, now)));
  };
  for (const press of fresh) {
    if (press.kind === 'substitute' || press.kind === 'clear' || press.kind === 'undo') await flush();
    if (press.kind === 'substitute') await catching(press.id, () => makeSubstitute(tools, actor, cid, day, press));
    else if (press.kind === 'clear' || press.kind === 'undo') {
      const rest = press;
      await catching(press.id, async () => {
        refused.push(...(await keepMarks(tools, actor, cid, day, [rest], now)));
      });
    } else plain.push(press);
  }
  await flush();
  const answer = await readDay(tools, actor, cid, { day, ...(since && { since }) });
  return { ...answer, refused };
}

/** Records marks, delays, undo and clear in one transaction and one statement. Undo and clear may also remove meetings from the board. */
async function keepMarks(
  tools: Tools,
  actor: Actor,
  cid: string,
  day: string,
  presses: readonly DayPress[],
  now: number,
): Promise<NonNullable<DayAnswer['refused']>> {
  const marksBy = async (tx: Transaction, board?: BoardWork) => {
    const { facts } = await loadDay(tx, tools.registry, cid, day, now);
    // Checked again under the lock, because another call may have recorded the same press meanwhile.
    const known = await knownPresses(
      tx,
      cid,
      presses.map(({ id }) => id),
    );
    const refused: NonNullable<DayAnswer['refused']> = [];
    const events = [...facts.events];
    const added: NewEvent[] = [];
    for (const press of presses) {
      if (known.has(press.id)) continue;
      const action = actionOf(press);
      const counting = eventsFor(press.rehearsal === true, events);
      const problem = problemOf(facts, counting, action);
      if (problem) refused.push({ id: press.id, ...problem });
      if (problem || saysNothing(counting, action)) continue;
      if (board) await undoSubstitutes(board, cid, facts, press.kind === 'undo' ? press.press : undefined);
      const at = now - press.ago;
      events.push({ ...action, id: press.id, at: stampOf(at), by: actor.id });
      added.push({ press: press.id, action, at, by: actor.id });
    }
    await addDayEvents(tx, cid, day, added);
    return refused;
  };
  // undo and clear are always alone
  if (presses.some(({ kind }) => kind === 'undo' || kind === 'clear')) return onBoard(tools, actor, cid, 'board', (board) => marksBy(board.job.tx, board));
  return inRowQueue(tools.db, 'campaign', cid, () => tools.db.transaction((tx) => marksBy(tx)));
}

/** The fields of the action, without those of the call. */
function actionOf({ id: _id, ago: _ago, ...action }: DayPress): DayAction {
  return action as DayAction; // substitutes go their own way
}

/** True where the press names something that is not on this day. */
function problemOf(
  facts: DayFacts,
  events: readonly DayEvent[],
  action: DayAction,
): Pick<NonNullable<DayAnswer['refused']>[number], 'code' | 'values'> | undefined {
  const missing = (object: string, id: string) => ({ code: 'msg.notfound' as const, values: { object, id } });
  const isKnown = (side: 'dm' | 'pitch', id: string) => (side === 'dm' ? facts.dms : facts.pitches).some((one) => one.id === id);
  if (action.kind === 'presence' && !isKnown(action.side, action.who)) return missing(action.side === 'dm' ? 'decision_maker' : 'pitch', action.who);
  if (action.kind === 'meeting' && !dayMeetings(facts, events).some(({ key }) => key === pairKey(action))) return missing('pairing', pairKey(action));
  if (action.kind === 'undo' && !events.some(({ id, kind }) => id === action.press && kind !== 'undo' && kind !== 'clear'))
    return { code: 'msg.undo', values: {} };
  return undefined;
}

/** The state is the same already: two people pressed the same button, or one pressed it twice. */
function saysNothing(events: readonly DayEvent[], action: DayAction): boolean {
  const active = activeEvents(events);
  switch (action.kind) {
    case 'presence':
      return (presenceOf(events).get(`${action.side}:${action.who}`)?.state ?? '') === action.state;
    case 'meeting': {
      const last = active.findLast((event) => event.kind === 'meeting' && pairKey(event) === pairKey(action));
      return (last?.kind === 'meeting' ? last.state : '') === action.state;
    }
    case 'undo':
      return !active.some(({ id }) => id === action.press);
    case 'clear':
      return active.length === 0;
    default:
      return false;
  }
}
