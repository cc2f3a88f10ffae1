/** Reading marks: which juror has opened which enrolment (issue: 'still to read'). A mark is not a rating and counts for nothing else. */
import type { Executor } from '#framework/data/engine/connect.ts';
import { inList } from '#framework/data/rows/query.ts';

/** When the juror first opened it, ms; undefined where they never did. */
export async function readingAt(db: Executor, jury: string, enrolment: string): Promise<number | undefined> {
  const [row] = await db.query<{ at: number }>('SELECT `at` FROM `_reading` WHERE `jury` = ? AND `enrolment` = ?', [jury, enrolment]);
  return row?.at;
}

/** Enrolments that the juror has opened. */
export async function readingsOf(db: Executor, jury: string): Promise<Set<string>> {
  const rows = await db.query<{ enrolment: string }>('SELECT `enrolment` FROM `_reading` WHERE `jury` = ?', [jury]);
  return new Set(rows.map((row) => row.enrolment));
}

/** Marks it as opened; the time of the first opening stays. */
export async function noteReading(db: Executor, jury: string, enrolment: string, at: number): Promise<void> {
  const ignore = db.kind === 'sqlite' ? 'OR IGNORE' : 'IGNORE';
  await db.run(`INSERT ${ignore} INTO \`_reading\` (\`jury\`, \`enrolment\`, \`at\`) VALUES (?, ?, ?)`, [jury, enrolment, at]);
}

/** How many enrolments each of the jurors has opened. */
export async function countReadings(db: Executor, jurors: readonly string[]): Promise<Map<string, number>> {
  if (!jurors.length) return new Map();
  const list = inList([...jurors]);
  const rows = await db.query<{ jury: string; n: number }>(
    `SELECT \`jury\`, COUNT(*) AS n FROM \`_reading\` WHERE \`jury\` IN ${list.sql} GROUP BY \`jury\``,
    list.params,
  );
  return new Map(rows.map((row) => [row.jury, row.n]));
}

/** S08: deletes the marks together with the jury's selections. */
export async function forgetReadings(db: Executor, enrolments: readonly string[]): Promise<void> {
  if (!enrolments.length) return;
  const list = inList([...enrolments]);
  await db.run(`DELETE FROM \`_reading\` WHERE \`enrolment\` IN ${list.sql}`, list.params);
}
