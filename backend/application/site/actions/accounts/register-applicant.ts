import type { Lang, Row } from '#codegen/model.ts';
import type { Client } from '#framework/accounts/check-sign-in.ts';
import { hashPassword } from '#framework/accounts/hash-password.ts';
import { codeRefusal, codeWait, tryCode, waitRefusal } from '#framework/accounts/one-time-code.ts';
import { registrar, saveAccount } from '#framework/accounts/save-account.ts';
import { type Account, accountById, lockAccount } from '#framework/data/system/accounts/accounts.ts';
import { findSecret, newestSecret, spendSecrets } from '#framework/data/system/accounts/secrets.ts';
import { createRecord } from '#framework/records/create-record.ts';
import type { Tools } from '#framework/tools.ts';
import type { Applicant, Campaign } from '#generated/objects.ts';
import { codeEvery } from '#rules/accounts/one-time-code.ts';
import { checkPassword } from '#rules/accounts/password.ts';
import { isMailbox, normalAddress } from '#rules/mail.ts';
import { isLang } from '#rules/words/language.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { findSiteAccounts } from '../../data/site-accounts.ts';
import { countCodeRequest, countCodeTry } from './count-code-request.ts';
import { inEqualTime } from './equal-time.ts';
import { loadCampaign, mailCode } from './mail-code.ts';
import { readInput } from './read-input.ts';

/**
 * A cookie in the browser that registered: the name of the mailed code. The code confirms the address only in this browser, so nobody who registers
 * with another person's address gets an account that this person confirms.
 */
export interface Pending {
  email: string;
  /** the name of the code */
  pending: string;
  /** seconds until another may be requested */
  wait: number;
}

const purposeOf = (id: string) => ({ realm: 'applicant', kind: 'verify-code', account: id }) as const;
const secondsToNext = codeEvery / 1000;

/**
 * Makes an account with a name that waits for its code, or takes over one that nobody has confirmed. The code is sent by the campaign's mail.
 * @param pending of an earlier registration in this browser
 * @throws Refusal msg.invalid with fields (V11, V12), msg.pwmatch (V13), msg.exists (K02) where a confirmed account has the address, msg.wait,
 * msg.limit
 */
export async function registerApplicant(tools: Tools, body: unknown, lang: Lang, pending: string | undefined, client: Client): Promise<Pending> {
  const input = readInput(body, ['name', 'email', 'pw', 'confirm', 'lang', 'campaign']);
  const email = normalAddress(input.email);
  const name = foldedName(input.name);
  refuseWrong(name, email, input.pw, input.confirm, tools.config.passwordMin);
  const fields = { name, pw: input.pw, lang: isLang(input.lang) ? input.lang : lang };
  await countCodeRequest(tools, 'applicant', email, client);
  return inEqualTime(async () => {
    const [known] = await findSiteAccounts(tools.db, 'applicant', email);
    if (known?.verified || known?.enabled === false) {
      await hashPassword(input.pw);
      throw taken();
    }
    const campaign = await loadCampaign(tools, input.campaign);
    if (!known) {
      const made = await makeAccount(tools, { email, ...fields });
      if (made) return mailFirst(tools, made, email, campaign);
    }
    const account = known ?? (await findSiteAccounts(tools.db, 'applicant', email))[0];
    if (!account || account.verified) throw taken();
    return takeOver(tools, account, email, fields, campaign, pending);
  });
}

/** The name as it is stored: white space folded. */
export function foldedName(typed: string): string {
  return typed.replace(/\s+/g, ' ').trim();
}

/** As long as the schema takes it. */
const longestName = 100;

/** The name, V11, V12, V13 together, so that everything wrong is shown at once. */
export function refuseWrong(name: string, email: string, pw: string, confirm: string, minimum: number): void {
  const problems: Problem[] = checkPassword(pw, minimum);
  if (email === '') problems.unshift({ path: 'email', code: 'field.required' });
  else if (!isMailbox(email)) problems.unshift({ path: 'email', code: 'field.email' });
  if (name === '') problems.unshift({ path: 'name', code: 'field.required' });
  else if ([...name].length > longestName) problems.unshift({ path: 'name', code: 'field.long', values: { limit: longestName } });
  const differs: Problem[] = pw === confirm ? [] : [{ path: 'confirm', code: 'field.same' }];
  if (problems.length) throw new Refusal('msg.invalid', { fields: [...problems, ...differs] });
  if (differs.length) throw new Refusal('msg.pwmatch', { fields: differs });
}

export function taken(): Refusal {
  return new Refusal('msg.exists', { fields: [{ path: 'email', code: 'msg.exists' }] });
}

/** undefined where another request made it at the same moment. */
async function makeAccount(tools: Tools, fields: Partial<Applicant> & { email: string }): Promise<string | undefined> {
  try {
    const row = await createRecord(tools, registrar('applicant', 'site'), 'applicant', fields);
    return row.id;
  } catch (error) {
    if (error instanceof Refusal && (await findSiteAccounts(tools.db, 'applicant', fields.email)).length) return undefined;
    throw error;
  }
}

async function mailFirst(tools: Tools, id: string, email: string, campaign: Campaign | undefined): Promise<Pending> {
  const account = await accountById(tools.db, 'applicant', id);
  if (!account) throw new Refusal('msg.again');
  return { email, pending: await send(tools, account, campaign), wait: secondsToNext };
}

/** Nobody has confirmed the address: the new password replaces the old one, and earlier codes become invalid, except one for this browser. */
async function takeOver(
  tools: Tools,
  account: Account,
  email: string,
  fields: Row,
  campaign: Campaign | undefined,
  pending: string | undefined,
): Promise<Pending> {
  const at = tools.now().getTime();
  const wait = await codeWait(tools.db, purposeOf(account.id), at);
  if (wait > 0 && wait <= codeEvery) {
    const newest = await newestSecret(tools.db, 'applicant', 'verify-code', account.id);
    if (newest === undefined || newest.id !== pending) throw waitRefusal(wait);
    await saveAccount(tools, 'applicant', account.id, fields);
    return { email, pending: newest.id, wait: Math.ceil(wait / 1000) };
  }
  let made = '';
  await saveAccount(tools, 'applicant', account.id, fields, {
    action: 'register',
    also: async (tx) => {
      made = (await mailCode(tools, tx, { account, to: account.email, purpose: purposeOf(account.id), campaign })).id;
    },
  });
  tools.outbox.wake();
  return { email, pending: made, wait: secondsToNext };
}

/** A new code for an account that waits for one. @throws Refusal msg.wait, msg.limit */
export async function send(tools: Tools, account: Account, campaign: Campaign | undefined): Promise<string> {
  const { id } = await tools.db.transaction(async (tx) => {
    await lockAccount(tx, 'applicant', account.id);
    return mailCode(tools, tx, { account, to: account.email, purpose: purposeOf(account.id), campaign });
  });
  tools.outbox.wake();
  return id;
}

/**
 * Sends the code again, for the browser that registered.
 * @throws Refusal msg.session where this browser has no unfinished registration, msg.wait, msg.limit
 */
export async function mailCodeAgain(tools: Tools, body: unknown, pending: string | undefined, client: Client): Promise<Pending> {
  const input = readInput(body, ['email', 'campaign']);
  const email = normalAddress(input.email);
  await countCodeRequest(tools, 'applicant', email, client);
  const account = await waiting(tools, email, pending);
  if (!account) throw new Refusal('msg.session');
  return { email, pending: await send(tools, account, await loadCampaign(tools, input.campaign)), wait: secondsToNext };
}

/**
 * Confirms the address by its code and returns the account.
 * @throws Refusal msg.code with how many tries are left (K03, V14), msg.limit
 */
export async function verifyApplicant(tools: Tools, body: unknown, pending: string | undefined, client: Client): Promise<Account> {
  const input = readInput(body, ['email', 'code', 'campaign']);
  const email = normalAddress(input.email);
  await countCodeTry(tools, 'applicant', email, client);
  const account = await waiting(tools, email, pending);
  if (!account) throw codeRefusal(0);
  const { matches, left } = await tryCode(tools, purposeOf(account.id), input.code, pending);
  if (!matches) throw codeRefusal(left);
  const verified = await saveAccount(
    tools,
    'applicant',
    account.id,
    { verified: true },
    { action: 'verify', also: (tx) => spendSecrets(tx, 'applicant', account.id) },
  );
  tools.log.info({ applicant: account.id }, 'address confirmed');
  return verified;
}

/** The unconfirmed account of this browser's registration, which must be the newest one for the address. */
async function waiting(tools: Tools, email: string, pending: string | undefined): Promise<Account | undefined> {
  const secret = pending === undefined ? undefined : await findSecret(tools.db, pending);
  if (secret?.realm !== 'applicant' || secret.kind !== 'verify-code') return undefined;
  const account = await accountById(tools.db, 'applicant', secret.account);
  if (!account?.enabled || account.verified || normalAddress(account.email) !== email) return undefined;
  return (await newestSecret(tools.db, 'applicant', 'verify-code', account.id))?.id === pending ? account : undefined;
}
