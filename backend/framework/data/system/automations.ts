/** Steps of automations in their table: written with the change that sets them off, claimed by the process that does them, and their log afterwards. */
import type { Row } from '#codegen/model.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { Executor } from '../engine/connect.ts';
import { insertInto, table } from '../engine/table.ts';

const runs = '_automation_run';

/** `stopped`: a loop that went too deep, or an automation that is there no more. */
export const runStates = ['waiting', 'done', 'failed', 'stopped'] as const;
export type RunState = (typeof runStates)[number];

/** What became of a step: a word of the catalogue `automations.said`, and its values. */
export interface Said {
  code: string;
  values?: Record<string, string>;
  /** of a refusal: what is wrong with which field */
  fields?: Problem[];
}

export interface AutomationRun {
  id: string;
  object: string;
  rule: string;
  /** its place among the automation's steps, from 0 */
  step: number;
  row: string;
  depth: number;
  /** ms */
  at: number;
  state: RunState;
  tries: number;
  /** ms; 0: at once */
  nextAt: number;
  /** the row, where it was deleted */
  data: Row | undefined;
  said: Said[];
}

export async function insertRun(db: Executor, { row, data, said, nextAt, ...run }: AutomationRun): Promise<void> {
  await insertInto(db, runs, { ...run, row_id: row, next_at: nextAt, claimed_until: 0, data: data ? JSON.stringify(data) : '', said: JSON.stringify(said) });
}

export async function hasRun(db: Executor, id: string): Promise<boolean> {
  return (await table(db, runs).where({ id }).select('id').limit(1)).length > 0;
}

/** Takes the oldest steps that are due, for this process alone until `until` (ms). */
export async function claimRuns(db: Executor, now: number, until: number, most: number): Promise<AutomationRun[]> {
  const due = await table(db, runs).where({ state: 'waiting' }).where('next_at', '<=', now).where('claimed_until', '<', now).orderBy('id').limit(most);
  const taken: AutomationRun[] = [];
  for (const row of due) {
    const mine = await table(db, runs)
      .where({ id: String(row.id), state: 'waiting' })
      .where('claimed_until', '<', now)
      .update({ claimed_until: until });
    if (Number(mine) === 1) taken.push(readRun(row));
  }
  return taken;
}

/** Writes what became of a step, if it still waits; gives whether it did. */
export async function updateRun(db: Executor, id: string, patch: Pick<AutomationRun, 'state' | 'tries' | 'nextAt' | 'said'>): Promise<boolean> {
  const { state, tries, nextAt, said } = patch;
  const changed = await table(db, runs)
    .where({ id, state: 'waiting' })
    .update({ state, tries, next_at: nextAt, said: JSON.stringify(said), claimed_until: 0 });
  return Number(changed) === 1;
}

/** The newest first; of a state, an object. */
export async function listRuns(db: Executor, { state, object, most }: { state?: RunState; object?: string; most: number }): Promise<AutomationRun[]> {
  const asked = table(db, runs).orderBy('at', 'desc').orderBy('id', 'desc').limit(most);
  if (state) asked.where({ state });
  if (object) asked.where({ object });
  return (await asked).map(readRun);
}

export async function findRun(db: Executor, id: string): Promise<AutomationRun | undefined> {
  const row = await table(db, runs).where({ id }).first();
  return row && readRun(row);
}

/** A step that failed waits again, to be done at once. */
export async function retryRun(db: Executor, id: string): Promise<boolean> {
  return Number(await table(db, runs).where({ id, state: 'failed' }).update({ state: 'waiting', tries: 0, next_at: 0 })) === 1;
}

/** Deletes those that ended before a moment (ms). */
export async function deleteRunsBefore(db: Executor, before: number): Promise<void> {
  await table(db, runs).whereNot({ state: 'waiting' }).where('at', '<', before).delete();
}

function readRun(row: Record<string, unknown>): AutomationRun {
  return {
    ...{ id: String(row.id), object: String(row.object), rule: String(row.rule), step: Number(row.step), row: String(row.row_id), depth: Number(row.depth) },
    ...{ at: Number(row.at), state: String(row.state) as RunState, tries: Number(row.tries), nextAt: Number(row.next_at) }, // one of those written above
    data: row.data ? (JSON.parse(String(row.data)) as Row) : undefined, // written above
    said: JSON.parse(String(row.said || '[]')) as Said[], // written above
  };
}
