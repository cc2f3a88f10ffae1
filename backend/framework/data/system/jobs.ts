/** Rows of long work. Times are ms since 1970. */
import type { JobState } from '#framework/system/wire.ts';
import type { Executor, RawRow } from '../engine/connect.ts';

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

const columns = 'id, kind, state, progress, total, message, `by`, at, ended_at, beat_at, cancel, result';

export async function insertJob(db: Executor, job: Pick<JobRow, 'id' | 'kind' | 'by' | 'at'>): Promise<void> {
  await db.run("INSERT INTO _job (id, kind, state, `by`, at, beat_at) VALUES (?, ?, 'running', ?, ?, ?)", [job.id, job.kind, job.by, job.at, job.at]);
}

export async function findJob(db: Executor, id: string): Promise<JobRow | undefined> {
  const [row] = await db.query(`SELECT ${columns} FROM _job WHERE id = ?`, [id]);
  return row && readJob(row);
}

/** Newest first; of one person, or of everybody. */
export async function listJobs(db: Executor, by: string | undefined): Promise<JobRow[]> {
  const rows =
    by === undefined
      ? await db.query(`SELECT ${columns} FROM _job ORDER BY at DESC, id LIMIT 50`)
      : await db.query(`SELECT ${columns} FROM _job WHERE \`by\` = ? ORDER BY at DESC, id LIMIT 50`, [by]);
  return rows.map(readJob);
}

/** Records progress and a sign of life, even where the job was taken for dead while the database was unavailable; returns whether it was asked to end. */
export async function beatJob(db: Executor, id: string, report: Pick<JobRow, 'progress' | 'total' | 'message'>, now: number): Promise<boolean> {
  await db.run(
    "UPDATE _job SET state = 'running', ended_at = NULL, progress = ?, total = ?, message = ?, beat_at = ? WHERE id = ? AND state IN ('running', 'interrupted')",
    [report.progress, report.total, report.message.slice(0, 255), now, id],
  );
  const [row] = await db.query('SELECT cancel FROM _job WHERE id = ?', [id]);
  return Number(row?.cancel) === 1;
}

export async function askToEnd(db: Executor, id: string): Promise<void> {
  await db.run("UPDATE _job SET cancel = 1 WHERE id = ? AND state = 'running'", [id]);
}

export async function endJob(db: Executor, id: string, state: JobState, report: { message: string; result?: unknown }, now: number): Promise<void> {
  await db.run("UPDATE _job SET state = ?, message = ?, result = ?, ended_at = ?, beat_at = ? WHERE id = ? AND state = 'running'", [
    state,
    report.message.slice(0, 255),
    report.result === undefined ? null : JSON.stringify(report.result),
    now,
    now,
    id,
  ]);
}

/** A job without a sign of life since `before` was interrupted: its process has ended. */
export async function interruptJobs(db: Executor, before: number, now: number): Promise<void> {
  await db.run("UPDATE _job SET state = 'interrupted', ended_at = ? WHERE state = 'running' AND beat_at <= ?", [now, before]);
}

export async function sweepJobs(db: Executor, before: number): Promise<void> {
  await db.run("DELETE FROM _job WHERE at < ? AND state <> 'running'", [before]);
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
