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

/** Written by this juror, the oldest first. */
export async function notesBy(db: Executor, jury: string): Promise<JuryNote[]> {
  return (await table(db, '_jury_note').where({ jury }).orderBy(['at', 'id'])).map(noteIn);
}

/** About these enrolments, the oldest first. */
export async function notesOn(db: Executor, enrolments: readonly string[]): Promise<JuryNote[]> {
  if (!enrolments.length) return [];
  return (await table(db, '_jury_note').whereIn('enrolment', padded(enrolments)).orderBy(['at', 'id'])).map(noteIn);
}

function noteIn(row: Record<string, unknown>): JuryNote {
  return { id: String(row.id), jury: String(row.jury), enrolment: String(row.enrolment), at: Number(row.at), text: String(row.text) };
}

/** A juror who is erased: a vote decides and stays, a conversation does not. */
export async function forgetNotesBy(tx: Executor, jury: string): Promise<void> {
  await table(tx, '_jury_note').where({ jury }).del();
}

/** S08: goes with the jury's selections. */
export async function forgetNotes(tx: Executor, enrolments: readonly string[]): Promise<void> {
  if (enrolments.length) await table(tx, '_jury_note').whereIn('enrolment', padded(enrolments)).del();
}
