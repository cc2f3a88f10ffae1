/**
 * A meeting made on the day for who waits: a row of the board by the board's own rules, and the mark that says for whom. Two transactions, the board's first;
 * a press that comes again after a failure between them finds the row and writes the mark.
 */
import { inTurn } from '#backend/actions/pairing/in-turn.ts';
import { movePairings } from '#backend/actions/pairing/move-pairings.ts';
import type { Tools } from '#backend/actions/tools.ts';
import type { Transaction } from '#backend/data/connect.ts';
import { addDayEvents, knownPresses } from '#backend/data/forum-day.ts';
import type { Actor } from '#domain/actor.ts';
import { type DayFacts, type DayPress, dayMeetings } from '#domain/forum-day/day-facts.ts';
import { pairKey, presenceOf, standingEvents } from '#domain/forum-day/events.ts';
import { type DayStanding, planSubstitute } from '#domain/forum-day/free-now.ts';
import type { BoardPairing, Move } from '#domain/pairing/board-facts.ts';
import { Refusal } from '#domain/problem.ts';
import { loadDay } from './read-day.ts';

/** @throws Refusal msg.notfound for the meeting at which somebody waits, or the rule that forbids it */
export async function makeSubstitute(tools: Tools, actor: Actor, cid: string, day: string, press: Extract<DayPress, { kind: 'substitute' }>): Promise<void> {
  const { dm, pitch, instead } = press;
  const facts = await factsOf(tools, cid, day);
  const standing = standingOfDay(facts);
  const waiting = standing.meetings.find(({ key }) => key === pairKey(instead));
  if (!waiting) throw new Refusal('msg.notfound', { values: { object: 'pairing', id: pairKey(instead) } });
  const plan = planSubstitute(standing, waiting, { dm, pitch });
  if ('code' in plan) throw new Refusal(plan.code);
  const isMade = (row: BoardPairing) => row.dm === dm && row.pitch === pitch;
  const rows = plan.moves.length ? (await movePairings(tools, actor, cid, plan.moves, undefined)).pairings : facts.pairings;
  const made = rows.find(isMade) ?? (await factsOf(tools, cid, day)).pairings.find(isMade);
  if (!made) throw new Refusal('msg.notfound', { values: { object: 'pairing', id: pairKey(press) } });
  const { start, end, room, id: pairing } = made;
  const removed = plan.removed.map((row) => ({ dm: row.dm, pitch: row.pitch, start: row.start, room: row.room }));
  const deed = { kind: 'substitute' as const, dm, pitch, instead: { dm: instead.dm, pitch: instead.pitch }, start, end, room, pairing, removed };
  await locked(tools, cid, day, async (tx) => {
    if ((await knownPresses(tx, cid, [press.id])).size) return;
    await addDayEvents(tx, cid, day, [{ press: press.id, deed, at: tools.now().getTime() - press.ago, by: actor.id }]);
  });
}

/**
 * Takes the rows of substitutes off the board, the one that `press` made or all of the day, and puts back what had given way, where the rules still let it
 * stand. A row that somebody moved since stays theirs. The mark itself is the caller's affair.
 */
export async function takeSubstitutesBack(tools: Tools, actor: Actor, cid: string, day: string, press: string | undefined): Promise<void> {
  const facts = await factsOf(tools, cid, day);
  for (const event of standingEvents(facts.events)) {
    if (event.kind !== 'substitute' || (press !== undefined && event.id !== press)) continue;
    const row = facts.pairings.find(({ id }) => id === event.pairing);
    if (!row || row.start !== event.start) continue;
    const gone: Move[] = [...(row.locked ? [{ do: 'unlock' as const, pairing: row.id, ver: row.ver }] : []), { do: 'remove', pairing: row.id, ver: row.ver }];
    const back = event.removed.map(({ dm, pitch, start, room }): Move => ({ do: 'place', dm, pitch, start, ...(room && { room }) }));
    try {
      await movePairings(tools, actor, cid, [...gone, ...back], undefined);
    } catch (error) {
      // What had given way cannot stand there any more; the substitute goes nevertheless.
      if (!(error instanceof Refusal) || !error.code.startsWith('rule.') || !back.length) throw error;
      await movePairings(tools, actor, cid, gone, undefined);
    }
  }
}

function standingOfDay(facts: DayFacts): DayStanding {
  return { meetings: dayMeetings(facts), presence: presenceOf(facts.events), events: facts.events, board: facts };
}

function factsOf(tools: Tools, cid: string, day: string): Promise<DayFacts> {
  return locked(tools, cid, day, async (_tx, facts) => facts);
}

function locked<T>(tools: Tools, cid: string, day: string, work: (tx: Transaction, facts: DayFacts) => Promise<T>): Promise<T> {
  return inTurn(tools.db, cid, () => tools.db.transaction(async (tx) => work(tx, (await loadDay(tx, tools.registry, cid, day, tools.now().getTime())).facts)));
}
