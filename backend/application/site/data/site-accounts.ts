/** Accounts of the public site as signing in needs them: rows of `applicant` and `jury`. */

import type { Executor } from '#framework/data/engine/connect.ts';
import { type Account, accountObjects, readAccount } from '#framework/data/system/accounts.ts';
import type { SiteRealm } from '#rules/actor.ts';

/** The accounts of an address in its normal form: one applicant, a juror for each campaign. Addresses are ASCII, so LOWER is the same everywhere. */
export async function findSiteAccounts(db: Executor, realm: SiteRealm, address: string): Promise<Account[]> {
  const table = `\`${accountObjects[realm]}\``;
  const exact = realm === 'applicant' ? await db.query(`SELECT * FROM ${table} WHERE email = ?`, [address]) : [];
  // Staff may have typed one with capitals.
  const found = exact.length ? exact : await db.query(`SELECT * FROM ${table} WHERE LOWER(email) = ? ORDER BY id`, [address]);
  return found.map((row) => readAccount(row, realm));
}
