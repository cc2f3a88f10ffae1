/** When accounts were last signed in to: one row an account, whose session it was is not in it. It outlives the sessions, so that what nobody uses can end. */
import type { Executor } from '../../engine/connect.ts';
import { table } from '../../engine/table.ts';

export interface LastSignIn {
  /** ms; 0 where none was noted */
  at: number;
  /** ms: what the owner was told of, that the account is erased then; 0 for nothing, and after each sign-in */
  endsAt: number;
}

/** Written at most this often: a sign-in more costs a read by key. */
const noteEvery = 86_400_000;

export async function noteSignIn(db: Executor, realm: string, account: string, now: number): Promise<void> {
  const known = await lastSignIn(db, realm, account);
  if (known && known.endsAt === 0 && now - known.at < noteEvery) return;
  await put(db, realm, account, { at: now, endsAt: 0 }, known);
}

/** The owner is told that the account goes then, unless they sign in. */
export async function noteEnding(db: Executor, realm: string, account: string, endsAt: number): Promise<void> {
  const known = await lastSignIn(db, realm, account);
  await put(db, realm, account, { at: known?.at ?? 0, endsAt }, known);
}

export async function lastSignIn(db: Executor, realm: string, account: string): Promise<LastSignIn | undefined> {
  const row = await table(db, '_sign_in').where({ realm, account }).first();
  return row && { at: Number(row.at), endsAt: Number(row.ends_at) };
}

async function put(db: Executor, realm: string, account: string, { at, endsAt }: LastSignIn, known: LastSignIn | undefined): Promise<void> {
  if (known) await table(db, '_sign_in').where({ realm, account }).update({ at, ends_at: endsAt });
  else await table(db, '_sign_in').insert({ realm, account, at, ends_at: endsAt });
}
