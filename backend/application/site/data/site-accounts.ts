/** Accounts of the public site for signing in: rows of `applicant` and `jury`. */

import type { Executor } from '#framework/data/engine/connect.ts';
import { padded, raw, table } from '#framework/data/engine/table.ts';
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

/** An account that belongs to nothing that goes on, with its stamp and what was noted of its last sign-in. */
export interface IdleAccount {
  realm: SiteRealm;
  id: string;
  /** 'YYYY-MM-DD hh:mm:ss' UTC */
  made: string;
  /** ms, 0 for none */
  signedAt: number;
  endsAt: number;
}

/** Applicants made before then who have no row of these objects; `id`: that one alone. */
export async function idleApplicants(db: Executor, before: string, objects: readonly string[], id?: string): Promise<IdleAccount[]> {
  const found = signedRows(db, 'applicant', id).where('a.create_at', '<', before);
  for (const object of objects) found.whereNotExists(table(db, { o: object }).where('o.applicant', raw(db, '??', ['a.id'])));
  return (await found).map((row) => idleOf('applicant', row));
}

/** Jurors of the campaign that no page shows, and whose address is no juror's of the campaigns that go on. */
export async function idleJurors(db: Executor, campaign: string, going: readonly string[], id?: string): Promise<IdleAccount[]> {
  const found = signedRows(db, 'jury', id).where({ 'a.cid': campaign, 'a.onSite': false });
  const other = table(db, { o: 'jury' }).whereIn('o.cid', padded(going)).whereRaw('LOWER(??) = LOWER(??)', ['o.email', 'a.email']);
  if (going.length) found.whereNotExists(other);
  return (await found).map((row) => idleOf('jury', row));
}

function signedRows(db: Executor, realm: SiteRealm, id?: string) {
  const noted = raw(db, '?? = ??', ['s.account', 'a.id']);
  const rows = table(db, { a: realm })
    .leftJoin({ s: '_sign_in' }, (on) => on.on(noted).andOnVal('s.realm', realm))
    .whereNull('a.erasedAt');
  if (id !== undefined) rows.where('a.id', id);
  return rows.orderBy('a.id').select({ id: 'a.id', made: 'a.create_at', signed: 's.at', ends: 's.ends_at' });
}

function idleOf(realm: SiteRealm, row: Record<string, unknown>): IdleAccount {
  return { realm, id: String(row.id), made: String(row.made), signedAt: Number(row.signed ?? 0), endsAt: Number(row.ends ?? 0) };
}
