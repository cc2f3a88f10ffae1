/** Sign-ins that were tried, counted in the database before the password is looked at (safety section 7). */
import { realmNames } from '#rules/accounts/realm.ts';
import { type Failures, failureWindow } from '#rules/accounts/sign-in-limit.ts';
import type { Database } from '../engine/connect.ts';

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
  const { lastId: id } = await db.run('INSERT INTO _attempt (realm, account, address, at) VALUES (?, ?, ?, ?)', [realm, account, address, now]);
  const since = now - failureWindow;
  const count = 'SELECT COUNT(*) AS count, MIN(at) AS first, MAX(at) AS last FROM _attempt WHERE realm = ? AND failed = 1 AND at > ? AND id <> ?';
  const [ofAccount] = await db.query(`${count} AND account = ?`, [realm, since, id, account]);
  const [ofAddress] = await db.query(`${count} AND address = ?`, [realm, since, id, address]);
  return { id, account: failures(ofAccount), address: failures(ofAddress) };
}

/** Counts one, and tells how many of the address there were since `since`, this one among them. */
export async function countOfAddress(db: Database, attempt: Attempt, now: number, since: number): Promise<number> {
  const { realm, account, address } = attempt;
  await db.run('INSERT INTO _attempt (realm, account, address, at) VALUES (?, ?, ?, ?)', [realm, account.slice(0, 255), address, now]);
  const [row] = await db.query('SELECT COUNT(*) AS count FROM _attempt WHERE realm = ? AND address = ? AND at > ?', [realm, address, since]);
  return Number(row?.count ?? 0);
}

/** The attempt was none: it was turned away without a look at the password. */
export async function forgetAttempt(db: Database, id: number): Promise<void> {
  await db.run('DELETE FROM _attempt WHERE id = ?', [id]);
}

/** A success takes the account's failures away, those that the address had with other accounts stay. */
export async function forgiveAccount(db: Database, attempt: Pick<Attempt, 'realm' | 'account'>): Promise<void> {
  await db.run('UPDATE _attempt SET failed = 0 WHERE realm = ? AND account = ? AND failed = 1', [attempt.realm, attempt.account]);
}

export async function listFailures(db: Database, now: number): Promise<{ account: string; address: string; at: number }[]> {
  const realms = realmNames();
  const rows = await db.query(
    `SELECT account, address, at FROM _attempt WHERE at > ? AND failed = 1 AND realm IN (${realms.map(() => '?').join(', ')}) ORDER BY at DESC LIMIT 100`,
    [now - failureWindow, ...realms],
  );
  return rows.map((row) => ({ account: String(row.account), address: String(row.address), at: Number(row.at) }));
}

export async function sweepAttempts(db: Database, now: number): Promise<void> {
  await db.run('DELETE FROM _attempt WHERE at <= ?', [now - failureWindow]);
}

function failures(row: Record<string, unknown> | undefined): Failures {
  return { count: Number(row?.count ?? 0), first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) };
}
