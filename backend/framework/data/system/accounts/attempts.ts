/** Sign-ins that were tried, counted in the database before the password is looked at (safety section 7). */
import { realmNames } from '#rules/accounts/realm.ts';
import { type Failures, failureWindow } from '#rules/accounts/sign-in-limit.ts';
import type { Database } from '../../engine/connect.ts';
import { table } from '../../engine/table.ts';

export interface Attempt {
  /** sign-ins of a realm; codes that were asked for: '…-ask'; codes that were tried: '…-try' */
  realm: string;
  /** what was typed as the account, in lower case: a made-up one is counted like a real one */
  account: string;
  address: string;
}

export interface Counted {
  id: number;
  account: Failures;
  address: Failures;
}

/**
 * Counts the attempt as a failure, and tells what was counted before it. The row is committed before the count is read, so of
 * any number of parallel attempts at most the allowed ones see a count that lets them through.
 */
export async function countAttempt(db: Database, attempt: Attempt, now: number): Promise<Counted> {
  const { realm, account, address } = attempt;
  const [id = 0] = await table(db, '_attempt').insert({ realm, account, address, at: now });
  const others = (of: object) =>
    table(db, '_attempt')
      .where({ realm, failed: 1, ...of })
      .where('at', '>', now - failureWindow)
      .whereNot({ id })
      .count({ count: '*' })
      .min({ first: 'at' })
      .max({ last: 'at' })
      .first();
  return { id, account: failures(await others({ account })), address: failures(await others({ address })) };
}

/** Counts one, and tells how many of the address there were since `since`, this one among them. */
export async function countOfAddress(db: Database, attempt: Attempt, now: number, since: number): Promise<number> {
  const { realm, account, address } = attempt;
  await table(db, '_attempt').insert({ realm, account: account.slice(0, 255), address, at: now });
  const row = await table(db, '_attempt').where({ realm, address }).where('at', '>', since).count({ count: '*' }).first();
  return Number(row?.count ?? 0);
}

/** The attempt was none: it was turned away without a look at the password. */
export async function forgetAttempt(db: Database, id: number): Promise<void> {
  await table(db, '_attempt').where({ id }).del();
}

/** A success takes the account's failures away, those that the address had with other accounts stay. */
export async function forgiveAccount(db: Database, attempt: Pick<Attempt, 'realm' | 'account'>): Promise<void> {
  const { realm, account } = attempt;
  await table(db, '_attempt').where({ realm, account, failed: 1 }).update({ failed: 0 });
}

export async function listFailures(db: Database, now: number): Promise<{ account: string; address: string; at: number }[]> {
  const rows = await table(db, '_attempt')
    .where('at', '>', now - failureWindow)
    .where({ failed: 1 })
    .whereIn('realm', realmNames())
    .orderBy('at', 'desc')
    .limit(100);
  return rows.map((row) => ({ account: String(row.account), address: String(row.address), at: Number(row.at) }));
}

export async function sweepAttempts(db: Database, now: number): Promise<void> {
  await table(db, '_attempt')
    .where('at', '<=', now - failureWindow)
    .del();
}

function failures(row: Record<string, unknown> | undefined): Failures {
  return { count: Number(row?.count ?? 0), first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) };
}
