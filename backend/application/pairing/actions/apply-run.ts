/** S06: applies a run: it becomes the timetable, in one transaction, if the forum is unchanged since it was computed. */

import type { Taken } from '#application/pairing/wire.ts';
import { objectOfSide } from '#application/release/actions/existing-links.ts';
import type { Row } from '#codegen/model.ts';
import { sortableId } from '#framework/records/create-record.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import { Work } from '#framework/records/verb.ts';
import { inRowQueue } from '#framework/save/row-queue.ts';
import type { Pairing } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { where } from '#rules/records/facts.ts';
import { intervalsOf, joined } from '#rules/values/intervals.ts';
import { Refusal } from '#rules/words/problem.ts';
import { choiceOf, planOf } from '../rules/board-state.ts';
import { type Away, forumOf, isLost, meetingsOf, type PlannedPairing, placed } from '../rules/forum.ts';
import { violationsOf } from '../rules/verify.ts';
import { forumRows, inputsOf } from './forum-rows.ts';
import { type MeetingStep, type PersonStep, pushStep, type Step } from './steps.ts';

/** @throws Refusal msg.forbidden, msg.notfound, msg.datamodi where the forum has changed since, msg.invalid where the plan breaks a rule */
export async function applyRun(tools: RecordTools, actor: Actor, cid: string, id: string): Promise<Taken> {
  modelFor(tools, actor, 'pairing', 'update');
  return inRowQueue(tools.db, 'campaign', cid, () =>
    tools.db.transaction(async (tx) => {
      const job = new Work(tools, tx, actor, 'pairing_run', tools.now());
      const rows = await forumRows(tx, tools.registry, cid, true);
      const run = await job.lock('pairing_run', id);
      if (run.cid !== cid) throw new Refusal('msg.notfound', { values: { object: 'pairing_run', id } });
      if (run.inputs !== inputsOf(rows)) throw new Refusal('msg.datamodi');
      const choice = choiceOf(run);
      const forum = forumOf(rows, choice);
      const plan = planOf(run);
      const meetings = meetingsOf(forum, plan);
      // Every plan passes the independent check before it is committed, wherever it comes from.
      if (meetings.length !== plan.length || violationsOf(forum.instance, meetings).length) throw new Refusal('msg.invalid');
      const seated = placed(forum, meetings);
      const changes = await replace(job, cid, forum.cleared, seated.meetings);
      changes.moved += await reseat(job, forum.fixed, seated.others);
      const staying = rows.pairings.filter((row) => !forum.cleared.includes(row));
      await loseTimes(job, choice.away ?? [], staying);
      await pushStep(job, cid, 'take', stepsOf(job));
      await job.change('pairing_run', run, { state: 'taken' });
      return changes;
    }),
  );
}

/** Stores the absences of a repair. @throws Refusal rule.keptslot where a meeting that stays is in one of them */
async function loseTimes(job: Work, away: readonly Away[], staying: readonly Pairing[]): Promise<void> {
  const held = staying.filter((row) => isLost(row, away));
  const values = { count: held.length };
  if (held.length) throw new Refusal('rule.keptslot', { values, fields: [{ path: 'away', code: 'rule.keptslot', values }] });
  for (const { side, id } of new Map(away.map((one) => [`${one.side} ${one.id}`, one])).values()) {
    const [person] = await job.rows(objectOfSide[side], where({ id }));
    if (!person) throw new Refusal('msg.datamodi'); // the forum has not changed since
    const lost = away.flatMap(({ side: whose, id: who, start, end }) => (whose === side && who === id ? [{ start, end }] : []));
    const unavailable = joined([...intervalsOf(person.unavailable), ...lost]).map(({ start, end }) => ({ start, end }));
    await job.change(objectOfSide[side], person, { unavailable });
  }
}

/** Meetings outside of the plan may move to another table, where a stretch would otherwise need two. */
async function reseat(job: Work, fixed: readonly Pairing[], rooms: ReadonlyMap<string, string>): Promise<number> {
  for (const row of fixed) {
    const room = rooms.get(row.id);
    if (room !== undefined) await job.change('pairing', row, { room });
  }
  return rooms.size;
}

/** The changes for the undo stack: those of meetings, and of the absences that a repair stores. */
function stepsOf({ events }: Work): Step[] {
  const away = (row: Row | undefined) => (row ? { id: row.id, unavailable: row.unavailable ?? [] } : null);
  return events.flatMap(({ object, before, after }): Step[] => {
    if (object === 'decision_maker' || object === 'pitch') return [{ object, before: away(before), after: away(after) } as PersonStep]; // of that object
    return object === 'pairing' ? [{ before: before ?? null, after: after ?? null } as MeetingStep] : []; // of that object too
  });
}

/** A meeting that is the same in both keeps its row; others are changed, removed or added. */
async function replace(job: Work, cid: string, cleared: readonly Pairing[], plan: readonly PlannedPairing[]): Promise<Taken> {
  const taken: Taken = { stayed: 0, made: 0, removed: 0, moved: 0 };
  const before = new Map(cleared.map((row) => [`${row.dm} ${row.pitch}`, row]));
  for (const meeting of plan) {
    const { dm, pitch, start, end, room } = meeting;
    const key = `${dm} ${pitch}`;
    const known = before.get(key);
    before.delete(key);
    const wanted = { start, end, room, mode: 'auto' as const };
    if (known) {
      const stays = known.start === start && known.room === wanted.room;
      taken[stays ? 'stayed' : 'moved'] += 1;
      if (!stays || known.mode !== 'auto') await job.change('pairing', known, { ...wanted, tableChosen: stays && known.tableChosen });
    } else {
      taken.made += 1;
      const row = { id: sortableId(job.now), cid, dm, pitch, ...wanted };
      await job.add('pairing', row);
    }
  }
  for (const row of before.values()) {
    taken.removed += 1;
    await job.remove('pairing', row);
  }
  return taken;
}
