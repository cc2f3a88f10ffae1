/** Accounts of the public site as signing in needs them: rows of `applicant` and `jury`. */

import type { Executor } from '#framework/data/engine/connect.ts';
import { type Account, accountRows, readAccount } from '#framework/data/system/accounts.ts';
import type { SiteRealm } from '../rules/realms.ts';

export interface SiteAccount extends Account {
  /** a juror's; '' for others */
  campaign: string;
}

/** The accounts of an address in its normal form: one applicant, a juror for each campaign. */
export async function findSiteAccounts(db: Executor, realm: SiteRealm, address: string): Promise<SiteAccount[]> {
  const found = await accountRows(db, realm, address, realm === 'applicant');
  return found.map((row) => ({ ...readAccount(row, realm), campaign: String(row.cid ?? '') }));
}
