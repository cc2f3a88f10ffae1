/** Reading marks: which juror has opened which enrolment (issue: 'still to read'). A mark is not a rating and counts for nothing else. */
import type { Executor } from '#framework/data/engine/connect.ts';
import { insertNew, padded, table } from '#framework/data/engine/table.ts';

/** When the juror first opened it, ms; undefined where they never did. */
export async function readingAt(db: Executor, jury: string, enrolment: string): Promise<number | undefined> {
  const row = await table(db, '_reading').where({ jury, enrolment }).first('at');
  return row && Number(row.at);
}

/** Enrolments that the juror has opened. */
export async function readingsOf(db: Executor, jury: string): Promise<Set<string>> {
  return new Set(await table(db, '_reading').where({ jury }).pluck('enrolment'));
}

/** Marks it as opened; the time of the first opening stays. */
export async function noteReading(db: Executor, jury: string, enrolment: string, at: number): Promise<void> {
  await insertNew(db, '_reading', { jury, enrolment, at });
}

/** By how many jurors of a campaign each of its enrolments was opened. */
export async function countReaders(db: Executor, campaign: string): Promise<Map<string, number>> {
  const rows = await table(db, '_reading')
    .whereIn('jury', table(db, 'jury').where({ cid: campaign }).select('id'))
    .select('enrolment')
    .count({ n: '*' })
    .groupBy('enrolment');
  return new Map(rows.map((row) => [String(row.enrolment), Number(row.n)]));
}

/** 'juror enrolment' of everything that a campaign's jurors have opened. */
export async function readingPairs(db: Executor, campaign: string): Promise<Set<string>> {
  const rows = await table(db, '_reading')
    .whereIn('jury', table(db, 'jury').where({ cid: campaign }).select('id'))
    .select('jury', 'enrolment');
  return new Set(rows.map(({ jury, enrolment }) => `${jury} ${enrolment}`));
}

/** S08: deletes the marks together with the jury's selections. */
export async function forgetReadings(db: Executor, enrolments: readonly string[]): Promise<void> {
  if (!enrolments.length) return;
  await table(db, '_reading').whereIn('enrolment', padded(enrolments)).del();
}
