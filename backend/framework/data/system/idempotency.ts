/** Requests that carry an Idempotency-Key: done once, answered as often as they come (safety section 6). */
import type { Executor } from '../engine/connect.ts';
import { table } from '../engine/table.ts';

/** What a key was used for; `answer` is the id of the row that was made. */
export interface KnownRequest {
  request: string;
  answer: string;
}

export async function findRequest(db: Executor, actor: string, key: string): Promise<KnownRequest | undefined> {
  const row = await table(db, '_idempotency').where({ actor, key }).first('request', 'answer');
  return row && { request: String(row.request), answer: String(row.answer ?? '') };
}

/** Takes the key in the transaction that does the work: of two at once the second fails on the primary key. */
export async function keepRequest(tx: Executor, actor: string, key: string, { request, answer }: KnownRequest, at: Date): Promise<void> {
  await table(tx, '_idempotency').insert({ actor, key, request, at: at.getTime(), status: 201, answer });
}

/** Deletes keys older than `before`; nobody repeats a request after a day. */
export async function forgetRequests(db: Executor, before: Date): Promise<void> {
  await table(db, '_idempotency').where('at', '<', before.getTime()).del();
}
