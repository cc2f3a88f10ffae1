/** Accounts of the public site for signing in: rows of `applicant` and `jury`. */

import type { Executor } from '#framework/data/engine/connect.ts';
import { table } from '#framework/data/engine/table.ts';
import { type Account, accountRows, readAccount } from '#framework/data/system/accounts/accounts.ts';
import type { SiteRealm } from '../rules/realms.ts';

export interface SiteAccount extends Account {
  /** campaign of a juror; '' for others */
  campaign: string;
}

/** The accounts with an address in its normal form: one applicant, one juror for each campaign. */
export async function findSiteAccounts(db: Executor, realm: SiteRealm, address: string): Promise<SiteAccount[]> {
  const found = await accountRows(db, realm, address, realm === 'applicant');
  return found.map((row) => ({ ...readAccount(row, realm), campaign: String(row.cid ?? '') }));
}

/** Ids of those who asked to be erased and are not yet, whoever asked first. */
export async function waitingErasures(db: Executor, realm: SiteRealm): Promise<string[]> {
  const found = table(db, realm).whereNotNull('eraseAsked').whereNull('erasedAt').orderBy(['eraseAsked', 'id']);
  return (await found.pluck('id')).map(String);
}
