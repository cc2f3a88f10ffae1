import { nearestSelection } from '#application/campaign/rules/current.ts';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import { type Client, checkSignIn } from '#framework/accounts/check-sign-in.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import type { Account } from '#framework/data/system/accounts/accounts.ts';
import { newestSecret } from '#framework/data/system/accounts/secrets.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { normalAddress } from '#rules/mail.ts';
import { Refusal } from '#rules/words/problem.ts';
import { findSiteAccounts, type SiteAccount } from '../../data/site-accounts.ts';
import { loadCampaign } from './mail-code.ts';
import { readInput } from './read-input.ts';
import { send } from './register-applicant.ts';

/** Signed in, with the session's token; or the password is right but the address not confirmed yet: `pending` as after registering. */
export type SignedIn = { account: Account; token: string } | { pending: string | undefined };

/**
 * Signs an applicant or a juror in by e-mail and password. Where a juror has several campaigns, it is the named one, else the one whose selection is
 * closest in time.
 * @throws Refusal msg.login (K01), the same for wrong, unknown, disabled and locked
 */
export async function signInVisitor(tools: Tools, realm: SiteRealm, body: unknown, client: Client): Promise<SignedIn> {
  const input = readInput(body, ['email', 'pw', 'campaign']);
  const find = (typed: string) => findVisitor(tools, realm, normalAddress(typed), input.campaign);
  const account = await checkSignIn(tools, realm, { login: input.email, counted: normalAddress, find }, input.pw, client);
  if (!account.verified) return { pending: await pendingOf(tools, account, input.campaign) };
  const token = await tools.sessionsOf(realm).create(account, client, tools.now().getTime());
  tools.log.info({ [realm]: account.id }, 'signed in');
  return { account, token };
}

/** The account with an address; a juror may have one in several campaigns. */
export async function findVisitor(tools: Tools, realm: SiteRealm, email: string, campaign: string): Promise<SiteAccount | undefined> {
  const accounts = email === '' ? [] : await findSiteAccounts(tools.db, realm, email);
  if (accounts.length < 2) return accounts[0];
  const named = accounts.find((account) => account.campaign === campaign);
  if (named) return named;
  const model = tools.registry.get('campaign')?.model;
  const rows = model ? await Promise.all(accounts.map((account) => loadRow(tools.db, wholeReader(model, tools.db.kind), account.campaign))) : [];
  const nearest = nearestSelection(
    rows.filter((row) => row !== undefined),
    stampOf(tools.now()),
  );
  return accounts.find((account) => account.campaign === nearest?.id) ?? accounts[0];
}

/** A person who knows the password gets a new code, or can use the one that was sent a moment ago. */
async function pendingOf(tools: Tools, account: Account, campaign: string): Promise<string | undefined> {
  try {
    return await send(tools, account, await loadCampaign(tools, campaign));
  } catch (error) {
    if (!(error instanceof Refusal) || (error.code !== 'msg.wait' && error.code !== 'msg.limit')) throw error;
    return (await newestSecret(tools.db, 'applicant', 'verify-code', account.id))?.id;
  }
}
