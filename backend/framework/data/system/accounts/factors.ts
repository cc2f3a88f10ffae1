/** Second factors of accounts: the app's secret sealed, recovery codes as hashes. One account has one at most. */
import type { Executor, Transaction } from '../../engine/connect.ts';
import { table } from '../../engine/table.ts';
import type { Account } from './accounts.ts';

export interface FactorRow {
  realm: string;
  account: string;
  /** when the account was made: of one that was deleted, a later one of the same id inherits nothing */
  born: string;
  /** sealed */
  secret: string;
  /** ms; 0 while it is being set up, and does not count yet */
  activeAt: number;
  /** the last time step that a code of the app was taken for: none opens twice */
  step: number;
  /** hashes of the recovery codes that are left */
  recovery: string[];
}

/** The account's factor, one that is being set up too. */
export async function findFactor(db: Executor, realm: string, account: Pick<Account, 'id' | 'born'>): Promise<FactorRow | undefined> {
  const row = await table(db, '_factor').where({ realm, account: account.id }).first();
  return row && row.born === account.born ? read(row) : undefined;
}

/** In the place of the account's former one. */
export async function putFactor(tx: Transaction, factor: FactorRow): Promise<void> {
  const { activeAt, recovery, ...named } = factor;
  await removeFactor(tx, factor.realm, factor.account);
  await table(tx, '_factor').insert({ ...named, active_at: activeAt, recovery: JSON.stringify(recovery) });
}

/** One that is being set up counts from now on; false where another request was first. */
export async function activateFactor(tx: Transaction, factor: FactorRow, recovery: readonly string[], step: number, at: number): Promise<boolean> {
  const pending = { realm: factor.realm, account: factor.account, secret: factor.secret, active_at: 0 };
  return (
    (await table(tx, '_factor')
      .where(pending)
      .update({ active_at: at, step, recovery: JSON.stringify(recovery) })) > 0
  );
}

/** Takes the code of a time step; false where one of it, or of a later one, was taken already. */
export async function takeStep(db: Executor, { realm, account, secret }: FactorRow, step: number): Promise<boolean> {
  return (await table(db, '_factor').where({ realm, account, secret }).where('step', '<', step).update({ step })) > 0;
}

/** Takes the recovery code that `matches`; of parallel requests one gets it. */
export async function takeRecovery(tx: Transaction, { realm, account, secret }: FactorRow, matches: (hash: string) => boolean): Promise<boolean> {
  const row = await table(tx, '_factor').where({ realm, account, secret }).forUpdate().first();
  const stored = row ? read(row).recovery : [];
  const left = stored.filter((hash) => !matches(hash));
  if (left.length === stored.length) return false;
  await setRecovery(tx, { realm, account }, left);
  return true;
}

export async function setRecovery(tx: Transaction, { realm, account }: Pick<FactorRow, 'realm' | 'account'>, recovery: readonly string[]): Promise<void> {
  await table(tx, '_factor')
    .where({ realm, account })
    .update({ recovery: JSON.stringify(recovery) });
}

export async function removeFactor(db: Executor, realm: string, account: string): Promise<void> {
  await table(db, '_factor').where({ realm, account }).del();
}

function read(row: Record<string, unknown>): FactorRow {
  return {
    realm: String(row.realm),
    account: String(row.account),
    born: String(row.born),
    secret: String(row.secret),
    activeAt: Number(row.active_at),
    step: Number(row.step),
    recovery: JSON.parse(String(row.recovery)) as string[], // written here
  };
}
