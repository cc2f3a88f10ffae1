/** What an operation needs to be taken back, kept until it is: the last one of a row first. */
import type { Executor } from './connect.ts';

export interface Undo {
  object: string;
  id: string;
  action: string;
  at: Date;
  by: string;
  /** JSON, the operation's own affair */
  data: string;
}

export async function keepUndo(tx: Executor, undo: Undo): Promise<void> {
  await tx.run('INSERT INTO `_undo` (`obj`, `row_id`, `action`, `at`, `by`, `data`) VALUES (?, ?, ?, ?, ?, ?)', [
    undo.object,
    undo.id,
    undo.action,
    undo.at.getTime(),
    undo.by,
    undo.data,
  ]);
}

/** The last one of an operation that was not taken back yet. */
export async function lastUndo(tx: Executor, object: string, id: string, action: string): Promise<{ id: number; data: string } | undefined> {
  const sql = 'SELECT `id`, `data` FROM `_undo` WHERE `obj` = ? AND `row_id` = ? AND `action` = ? AND `undone_at` IS NULL ORDER BY `id` DESC LIMIT 1';
  const [row] = await tx.query<{ id: unknown; data: unknown }>(sql, [object, id, action]);
  return row && { id: Number(row.id), data: String(row.data) };
}

export async function spendUndo(tx: Executor, id: number, at: Date): Promise<void> {
  await tx.run('UPDATE `_undo` SET `undone_at` = ? WHERE `id` = ?', [at.getTime(), id]);
}
