/**
 * A meeting made on the day for somebody who waits: a row of the board by the board's own rules, and a mark that says for whom. Both are written or
 * neither.
 */
import { applyMoves } from '#application/pairing/actions/move-pairings.ts';
import { type BoardWork, onBoard } from '#application/pairing/actions/save-board.ts';
import type { Move } from '#application/pairing/rules/board-facts.ts';
import { boardPairing } from '#application/pairing/rules/board-state.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn, where } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import { addDayEvents, knownPresses } from '../data/forum-day.ts';
import { type DayFacts, type DayPress, dayMeetings } from '../rules/day-facts.ts';
import { activeEvents, eventsFor, pairKey, presenceOf } from '../rules/events.ts';
import { type DayState, planSubstitute } from '../rules/free-now.ts';
import { loadDay } from './read-day.ts';

/** @throws Refusal msg.notfound for the meeting at which somebody waits, or the rule that forbids the new one */
export function makeSubstitute(tools: Tools, actor: Actor, cid: string, day: string, press: Extract<DayPress, { kind: 'substitute' }>): Promise<void> {
  const { dm, pitch, instead } = press;
  return onBoard(tools, actor, cid, 'board', async (board) => {
    const { tx } = board.job;
    if ((await knownPresses(tx, cid, [press.id])).size) return;
    const { facts } = await loadDay(tx, tools.registry, cid, day, tools.now().getTime());
    const existing = dayStateOf({ ...facts, events: [...eventsFor(press.rehearsal === true, facts.events)] });
    const waiting = existing.meetings.find(({ key }) => key === pairKey(instead));
    if (!waiting) throw new Refusal('msg.notfound', { values: { object: 'pairing', id: pairKey(instead) } });
    const plan = planSubstitute(existing, waiting, { dm, pitch });
    if ('code' in plan) throw new Refusal(plan.code, { values: plan.values ?? {} });
    const isMade = (row: { dm: unknown; pitch: unknown }) => row.dm === dm && row.pitch === pitch;
    const steps = plan.moves.length ? await applyMoves(board, cid, plan.moves) : [];
    const written = steps.flatMap(({ after }) => (after ? [boardPairing(after)] : []));
    const made = [...written, ...facts.pairings].find(isMade);
    if (!made) throw new Refusal('msg.notfound', { values: { object: 'pairing', id: pairKey(press) } });
    const { start, end, room, id: pairing } = made;
    const removed = plan.removed.map((row) => ({ dm: row.dm, pitch: row.pitch, start: row.start, room: row.room }));
    const action = { kind: 'substitute' as const, dm, pitch, instead: { dm: instead.dm, pitch: instead.pitch }, start, end, room, pairing, removed };
    await addDayEvents(tx, cid, day, [{ press: press.id, action, at: tools.now().getTime() - press.ago, by: actor.id }]);
  });
}

/**
 * Removes the rows of substitutes from the board, either the one that `press` made or all of the day, and restores the meetings that they replaced
 * where the rules still allow it. A row that was moved by hand since is unchanged. The caller writes the mark, in the same transaction.
 */
export async function undoSubstitutes(board: BoardWork, cid: string, facts: DayFacts, press: string | undefined): Promise<void> {
  for (const event of activeEvents(facts.events)) {
    if (event.kind !== 'substitute' || (press !== undefined && event.id !== press)) continue;
    const existing = new Map((await board.job.rows('pairing', where({ cid }))).map((row) => [idIn(row, 'id'), row]));
    const found = existing.get(event.pairing);
    const row = found && boardPairing(found);
    if (!row || row.start !== event.start) continue;
    const gone: Move[] = [...(row.locked ? [{ do: 'unlock' as const, pairing: row.id, ver: row.ver }] : []), { do: 'remove', pairing: row.id, ver: row.ver }];
    const back = event.removed.map(({ dm, pitch, start, room }): Move => ({ do: 'place', dm, pitch, start, ...(room && { room }) }));
    try {
      await applyMoves({ ...board, existing }, cid, [...gone, ...back]);
    } catch (error) {
      // The replaced meeting cannot be restored any more; the substitute is removed nevertheless.
      if (!(error instanceof Refusal) || !error.code.startsWith('rule.') || !back.length) throw error;
      await applyMoves({ ...board, existing }, cid, gone);
    }
  }
}

function dayStateOf(facts: DayFacts): DayState {
  return { meetings: dayMeetings(facts), presence: presenceOf(facts.events), events: facts.events, board: facts };
}
