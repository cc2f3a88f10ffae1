/** Every write of the board: under the campaign's lock, all or nothing, after the rules of every meeting that is placed or moved. */

import { loadWith } from '#framework/records/check-related.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import { Work } from '#framework/records/verb.ts';
import { inRowQueue } from '#framework/save/row-queue.ts';
import type { Campaign, DecisionMaker, Pairing, Pitch } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { among, where } from '#rules/records/facts.ts';
import { intervalOf, overlap } from '#rules/values/intervals.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { type Slot, slotsOf } from '../rules/grid.ts';
import { maxInRowOf } from '../rules/in-row.ts';
import { gridProblems, pairingProblems, rowProblems } from '../rules/meeting.ts';
import type { MeetingStep } from './steps.ts';

export interface BoardWork {
  job: Work;
  campaign: Campaign;
  slots: Slot[];
  /** every meeting of the campaign, by its id */
  existing: ReadonlyMap<string, Pairing>;
}

/** @throws Refusal msg.forbidden, msg.notfound, and what `work` throws */
export async function onBoard<T>(tools: RecordTools, actor: Actor, cid: string, action: string, work: (board: BoardWork) => Promise<T>): Promise<T> {
  modelFor(tools, actor, 'pairing', 'update');
  return inRowQueue(tools.db, 'campaign', cid, () =>
    tools.db.transaction(async (tx) => {
      const job = new Work(tools, tx, actor, action, tools.now());
      const campaign = await job.lock('campaign', cid);
      const rows = await job.rows('pairing', where({ cid }));
      const board = { job, campaign, slots: slotsOf(campaign), existing: new Map(rows.map((row) => [row.id, row])) };
      return work(board);
    }),
  );
}

/**
 * Changes the meetings to `next` and returns the changes for the undo stack. `pathOf` gives a meeting's path in the request.
 * @throws Refusal with the first rule's code, its fields, and data {dm, pitch} of the meeting that is not allowed
 */
export async function saveBoard(
  { job, campaign, slots, existing }: BoardWork,
  next: ReadonlyMap<string, Pairing>,
  pathOf: (id: string) => string,
): Promise<MeetingStep[]> {
  const changed = [...next.values()].filter((row) => isPlaced(row, existing.get(row.id)));
  const load = loadWith(job.tx, job.tools.registry);
  const byId = async <O extends 'decision_maker' | 'pitch'>(object: O, field: 'dm' | 'pitch') => {
    const ids = [...new Set(changed.map((row) => row[field]))];
    return new Map((ids.length ? await load.rows(object, among('id', ids)) : []).map((row) => [row.id, row]));
  };
  const [dms, pitches] = [await byId('decision_maker', 'dm'), await byId('pitch', 'pitch')];
  const neighbours = new Neighbours([...next.values()]);
  for (const row of changed) {
    const others = neighbours.of(row);
    const problems = [
      ...problemsOf(row, dms.get(row.dm), pitches.get(row.pitch), others, slots),
      ...rowProblems(row, existing.get(row.id), { others, slots, most: maxInRowOf(campaign) }),
    ];
    const [first] = problems;
    const path = pathOf(row.id);
    const fields = problems.map((problem) => ({ ...problem, path: path + problem.path }));
    if (first) throw new Refusal(first.code, { values: first.values ?? {}, fields, data: { dm: row.dm, pitch: row.pitch } });
  }
  return write(job, existing, next);
}

function problemsOf(row: Pairing, dm: DecisionMaker | undefined, pitch: Pitch | undefined, others: Pairing[], slots: readonly Slot[]): Problem[] {
  if (!dm || !pitch)
    return [{ path: dm ? 'pitch' : 'dm', code: 'msg.notfound', values: { object: dm ? 'pitch' : 'decision_maker', id: row[dm ? 'pitch' : 'dm'] } }];
  const problems = [...pairingProblems(row, { dm, pitch, others }), ...gridProblems(row, slots)];
  const slot = slots.find(({ start, end }) => start === row.start && end === row.end);
  const full = slot?.rooms.length && others.filter((other) => overlap(intervalOf(other), slot)).length >= slot.rooms.length;
  return full ? [...problems, { path: 'room', code: 'rule.full' }] : problems;
}

/**
 * The meetings that matter for the rules of one meeting: those at the same time and those of the same decision maker. This makes checking a plan of
 * two thousand meetings fast.
 */
class Neighbours {
  readonly #byTime = new Map<string, Pairing[]>();
  readonly #byDm = new Map<string, Pairing[]>();

  constructor(rows: readonly Pairing[]) {
    for (const row of rows) {
      add(this.#byTime, `${row.start}/${row.end}`, row);
      add(this.#byDm, row.dm, row);
    }
  }

  of(row: Pairing): Pairing[] {
    const when = intervalOf(row);
    const found = new Set(this.#byDm.get(row.dm));
    for (const rows of this.#byTime.values()) if (rows[0] && overlap(intervalOf(rows[0]), when)) for (const other of rows) found.add(other);
    found.delete(row);
    return [...found];
  }
}

function add(map: Map<string, Pairing[]>, key: string, row: Pairing): void {
  const known = map.get(key);
  if (known) known.push(row);
  else map.set(key, [row]);
}

function isPlaced(row: Pairing, before: Pairing | undefined): boolean {
  return !before || (['dm', 'pitch', 'start', 'end', 'room'] as const).some((field) => row[field] !== before[field]);
}

/** The meetings to remove first, so that the places of new ones are empty. */
async function write(job: Work, existing: ReadonlyMap<string, Pairing>, next: ReadonlyMap<string, Pairing>): Promise<MeetingStep[]> {
  const steps: MeetingStep[] = [];
  for (const [id, before] of existing) {
    if (next.has(id)) continue;
    await job.remove('pairing', before);
    steps.push({ before, after: null });
  }
  for (const [id, row] of next) {
    const before = existing.get(id);
    if (!before || row === before) continue;
    const after = await job.change('pairing', before, row);
    if (after !== before) steps.push({ before, after });
  }
  for (const [id, row] of next) if (!existing.has(id)) steps.push({ before: null, after: await job.add('pairing', row) });
  return steps;
}
