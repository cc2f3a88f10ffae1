/** Rows of long work. Times are ms since 1970, by the database's clock: of several processes, who runs a job and who looks at it may be two. */
import type { JobState } from '#framework/system/wire.ts';
import type { Database, Executor, RawRow } from '../engine/connect.ts';
import { nowSql } from '../engine/lease.ts';
import { padded, raw, table } from '../engine/table.ts';

export interface JobRow {
  id: string;
  kind: string;
  state: JobState;
  progress: number;
  /** 0 while it is not known */
  total: number;
  message: string;
  by: string;
  at: number;
  endedAt: number | null;
  beatAt: number;
  cancel: boolean;
  result: unknown;
}

const now = (db: Executor) => raw(db, nowSql(db.kind));

/** @param rest by which it is taken up again where its process ends */
export async function insertJob(db: Database, job: Pick<JobRow, 'id' | 'kind' | 'by'>, rest?: string): Promise<void> {
  const insert = (to: Executor) => table(to, '_job').insert({ ...job, state: 'running', at: now(to), beat_at: now(to) });
  if (rest === undefined) return void (await insert(db));
  await db.transaction(async (tx) => {
    await insert(tx);
    await table(tx, '_job_rest').insert({ id: job.id, rest });
  });
}

export async function findJob(db: Executor, id: string): Promise<JobRow | undefined> {
  const row = await table(db, '_job').where({ id }).first();
  return row && readJob(row);
}

/** The newest of those that the words are true of, without their results. */
export async function findJobs(db: Executor, like: Partial<Pick<JobRow, 'kind' | 'state' | 'by'>>): Promise<JobRow[]> {
  return (
    await table(db, '_job')
      .where(like)
      .orderBy('at', 'desc')
      .limit(10)
      .select(...facts)
  ).map(readJob);
}

/** How many there are of each kind and state. */
export async function countJobs(db: Executor): Promise<{ kind: string; state: string; count: number }[]> {
  const rows = await table(db, '_job').select('kind', 'state').count({ count: '*' }).groupBy('kind', 'state');
  return rows.map((row) => ({ kind: String(row.kind), state: String(row.state), count: Number(row.count) }));
}

/** Characters of a result that a list of jobs carries; a longer one is read with its job. */
const mostListed = 65_536;
const facts = ['id', 'kind', 'state', 'progress', 'total', 'message', 'by', 'at', 'ended_at', 'beat_at', 'cancel'];

/** Newest first; of one person, or of everybody. */
export async function listJobs(db: Executor, by: string | undefined): Promise<JobRow[]> {
  const rows = table(db, '_job')
    .orderBy([{ column: 'at', order: 'desc' }, 'id'])
    .limit(50)
    .select(...facts, raw(db, 'CASE WHEN LENGTH(result) <= ? THEN result END AS result', [mostListed]));
  return (await (by === undefined ? rows : rows.where({ by }))).map(readJob);
}

/** Records progress and a sign of life, even where the job was taken for dead while the database was unavailable; returns whether it was asked to end. */
export async function beatJob(db: Executor, id: string, report: Pick<JobRow, 'progress' | 'total' | 'message'>): Promise<boolean> {
  const { progress, total, message } = report;
  await table(db, '_job')
    .where({ id })
    .whereIn('state', ['running', 'interrupted'])
    .update({ state: 'running', ended_at: null, progress, total, message: message.slice(0, 255), beat_at: now(db) });
  const row = await table(db, '_job').where({ id }).first('cancel');
  return Number(row?.cancel) === 1;
}

export async function askToEnd(db: Executor, id: string): Promise<void> {
  await table(db, '_job').where({ id, state: 'running' }).update({ cancel: 1 });
}

export async function endJob(db: Executor, id: string, state: JobState, report: { message: string; result?: unknown }): Promise<void> {
  const result = report.result === undefined ? null : JSON.stringify(report.result);
  await table(db, '_job')
    .where({ id, state: 'running' })
    .update({ state, message: report.message.slice(0, 255), result, ended_at: now(db), beat_at: now(db) });
  if (state !== 'interrupted') await table(db, '_job_rest').where({ id }).del();
}

/** Interrupted jobs of these kinds that can be taken up: each is given to one process alone, and runs from then on. */
export async function takeUpJobs(db: Executor, kinds: readonly string[]): Promise<{ id: string; kind: string; by: string; rest: string }[]> {
  const left = table(db, { j: '_job' }).join({ r: '_job_rest' }, 'r.id', 'j.id').where({ 'j.state': 'interrupted' }).whereIn('j.kind', padded(kinds));
  const taken = [];
  for (const { id, kind, by, rest } of await left.select('j.id', 'j.kind', 'j.by', 'r.rest')) {
    const isMine = await table(db, '_job')
      .where({ id, state: 'interrupted' })
      .update({ state: 'running', ended_at: null, beat_at: now(db) });
    if (isMine) taken.push({ id: String(id), kind: String(kind), by: String(by), rest: String(rest) });
  }
  return taken;
}

/** A job without a sign of life for so many ms was interrupted: its process has ended. @returns how many */
export async function interruptJobs(db: Executor, silence: number): Promise<number> {
  return table(db, '_job')
    .where({ state: 'running' })
    .where('beat_at', '<=', ago(db, silence))
    .update({ state: 'interrupted', ended_at: now(db) });
}

/** Forgets those that began longer than so many ms ago. */
export async function sweepJobs(db: Executor, age: number): Promise<void> {
  await table(db, '_job').where('at', '<', ago(db, age)).whereNot({ state: 'running' }).del();
  await table(db, '_job_rest').whereNotIn('id', table(db, '_job').select('id')).del();
}

function ago(db: Executor, ms: number) {
  return raw(db, `${nowSql(db.kind)} - ?`, [ms]);
}

function readJob(row: RawRow): JobRow {
  return {
    id: String(row.id),
    kind: String(row.kind),
    state: String(row.state) as JobState, // written by this module only
    progress: Number(row.progress),
    total: Number(row.total),
    message: String(row.message),
    by: String(row.by),
    at: Number(row.at),
    endedAt: row.ended_at === null ? null : Number(row.ended_at),
    beatAt: Number(row.beat_at),
    cancel: Number(row.cancel) === 1,
    result: typeof row.result === 'string' ? JSON.parse(row.result) : null,
  };
}
