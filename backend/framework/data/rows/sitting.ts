/**
 * The history of a row that saves itself while somebody types: one entry a sitting instead of one a second. The entry has the values before and after the
 * sitting, so that staff read what was changed and not how it was typed.
 */

import type { Changes } from '#framework/records/wire.ts';
import type { Executor } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import { type HistoryNote, noteHistory } from './history.ts';

/** A longer pause begins a new sitting, ms. */
const pause = 10 * 60_000;

/** Writes the entry, or puts one with what was changed in all in the place of the row's last one where the same person made it in this sitting. The row is locked by the caller. */
export async function noteSitting(tx: Executor, note: HistoryNote): Promise<void> {
  if (!note.model.history) return;
  const last = await table(tx, '_history').where({ obj: note.model.name, row_id: note.id }).orderBy('id', 'desc').first();
  const isSame = last && last.action === note.action && last.by === note.by && note.at.getTime() - Number(last.at) < pause;
  if (!isSame) return noteHistory(tx, note);
  const before = JSON.parse(String(last.changes)) as Changes; // written by noteHistory
  const changes: Changes = { ...before };
  for (const [name, [old, now]] of Object.entries(note.changes)) changes[name] = [before[name] ? before[name][0] : old, now];
  // A new entry takes the place of the old one: whoever follows the history forwards has passed that already.
  await table(tx, '_history').where({ id: last.id }).del();
  await noteHistory(tx, { ...note, changes });
}
