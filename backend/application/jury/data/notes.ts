/** What jurors wrote to one another about enrolments. */
import type { Executor } from '#framework/data/engine/connect.ts';
import { insertNew, padded, table } from '#framework/data/engine/table.ts';

export interface JuryNote {
  id: string;
  jury: string;
  enrolment: string;
  /** ms */
  at: number;
  text: string;
}

/** A note that is there already is not written again. */
export async function addNote(db: Executor, note: JuryNote): Promise<void> {
  await insertNew(db, '_jury_note', { ...note });
}

/** About these enrolments, the oldest first. */
export async function notesOn(db: Executor, enrolments: readonly string[]): Promise<JuryNote[]> {
  if (!enrolments.length) return [];
  const rows = await table(db, '_jury_note').whereIn('enrolment', padded(enrolments)).orderBy(['at', 'id']);
  return rows.map((row) => ({ id: String(row.id), jury: String(row.jury), enrolment: String(row.enrolment), at: Number(row.at), text: String(row.text) }));
}

/** S08: goes with the jury's selections. */
export async function forgetNotes(tx: Executor, enrolments: readonly string[]): Promise<void> {
  if (enrolments.length) await table(tx, '_jury_note').whereIn('enrolment', padded(enrolments)).del();
}
