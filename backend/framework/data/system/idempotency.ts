/** Requests that carry an Idempotency-Key: done once, answered as often as they come (safety section 6). */
import type { Executor } from '../engine/connect.ts';

/** What a key was used for; `answer` is the id of the row that was made. */
export interface KnownRequest {
  request: string;
  answer: string;
}

export async function findRequest(db: Executor, actor: string, key: string): Promise<KnownRequest | undefined> {
  const [row] = await db.query('SELECT `request`, `answer` FROM `_idempotency` WHERE `actor` = ? AND `key` = ?', [actor, key]);
  return row && { request: String(row.request), answer: String(row.answer ?? '') };
}

/** Takes the key in the transaction that does the work: of two at once the second fails on the primary key. */
export async function keepRequest(tx: Executor, actor: string, key: string, { request, answer }: KnownRequest, at: Date): Promise<void> {
  const sql = 'INSERT INTO `_idempotency` (`actor`, `key`, `request`, `at`, `status`, `answer`) VALUES (?, ?, ?, ?, 201, ?)';
  await tx.run(sql, [actor, key, request, at.getTime(), answer]);
}

/** Deletes keys older than `before`; nobody repeats a request after a day. */
export async function forgetRequests(db: Executor, before: Date): Promise<void> {
  await db.run('DELETE FROM `_idempotency` WHERE `at` < ?', [before.getTime()]);
}
