/** Rows of long work. Times are ms since 1970. */
import type { JobState } from '#framework/system/wire.ts';
import type { Executor, RawRow } from '../engine/connect.ts';
import { raw, table } from '../engine/table.ts';

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

export async function insertJob(db: Executor, job: Pick<JobRow, 'id' | 'kind' | 'by' | 'at'>): Promise<void> {
  await table(db, '_job').insert({ ...job, state: 'running', beat_at: job.at });
}

export async function findJob(db: Executor, id: string): Promise<JobRow | undefined> {
  const row = await table(db, '_job').where({ id }).first();
  return row && readJob(row);
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
export async function beatJob(db: Executor, id: string, report: Pick<JobRow, 'progress' | 'total' | 'message'>, now: number): Promise<boolean> {
  const { progress, total, message } = report;
  await table(db, '_job')
    .where({ id })
    .whereIn('state', ['running', 'interrupted'])
    .update({ state: 'running', ended_at: null, progress, total, message: message.slice(0, 255), beat_at: now });
  const row = await table(db, '_job').where({ id }).first('cancel');
  return Number(row?.cancel) === 1;
}

export async function askToEnd(db: Executor, id: string): Promise<void> {
  await table(db, '_job').where({ id, state: 'running' }).update({ cancel: 1 });
}

export async function endJob(db: Executor, id: string, state: JobState, report: { message: string; result?: unknown }, now: number): Promise<void> {
  const result = report.result === undefined ? null : JSON.stringify(report.result);
  await table(db, '_job')
    .where({ id, state: 'running' })
    .update({ state, message: report.message.slice(0, 255), result, ended_at: now, beat_at: now });
}

/** A job without a sign of life since `before` was interrupted: its process has ended. */
export async function interruptJobs(db: Executor, before: number, now: number): Promise<void> {
  await table(db, '_job').where({ state: 'running' }).where('beat_at', '<=', before).update({ state: 'interrupted', ended_at: now });
}

export async function sweepJobs(db: Executor, before: number): Promise<void> {
  await table(db, '_job').where('at', '<', before).whereNot({ state: 'running' }).del();
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
