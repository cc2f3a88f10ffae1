import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { noteHistory } from '#framework/data/rows/history.ts';
import { type Account, findAccount, lockAccount } from '#framework/data/system/accounts/accounts.ts';
import { forgiveAccount } from '#framework/data/system/accounts/attempts.ts';
import { findSecret, insertSecret, spendSecrets, takeTry } from '#framework/data/system/accounts/secrets.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { mailText } from '#framework/mail/texts.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { checkPassword } from '#rules/accounts/password.ts';
import { isMailbox } from '#rules/mail.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type CodePurpose, isSame, makeCode, tryCode } from './one-time-code.ts';
import { saveStaffPassword } from './save-account.ts';

const linkHolds = 24 * 60 * 60_000;
/** Known and unknown accounts are answered after the same time. */
const equalTime = 250;

/** Where a person signs in, for the mail: `BASE_URL`, else the address that the settings listen on; never what a request claims (safety section 9). */
function signInAddress({ config }: Tools): string {
  return `${config.baseUrl ?? `http://${config.host}:${config.port}`}/erp/login`;
}

/**
 * Mails a six-digit code to the account of this id or e-mail. The answer says nothing about whether there is one; neither does its time.
 */
export async function forgotPassword(tools: Tools, login: unknown): Promise<void> {
  const waited = wait(equalTime);
  if (typeof login === 'string' && login.length <= 254) await mailCode(tools, login.trim());
  await waited;
}

async function mailCode(tools: Tools, login: string): Promise<void> {
  const model = tools.registry.get('mail')?.model;
  const account = await findAccount(tools.db, login);
  if (!model || !account?.enabled || !account.roles.length || !isMailbox(account.email)) return;
  const now = tools.now();
  try {
    await tools.db.transaction(async (tx) => {
      await lockAccount(tx, 'staff', account.id);
      const { id, code } = await makeCode(tools, tx, purposeOf(account), now.getTime());
      const text = mailText(tools.config.localesDir, 'reset', account.lang, { name: account.name, code, url: signInAddress(tools) });
      await queueMail(tools, tx, model, { id: `reset-${id}`, to: account.email, ...text, lang: account.lang, template: 'reset', by: account.id }, now);
    });
  } catch (error) {
    // Too soon or too often: the answer is the same.
    if (error instanceof Refusal) return;
    throw error;
  }
  tools.outbox.wake();
  tools.log.info({ user: account.id }, 'password reset asked for');
}

/**
 * A one-time link that an administrator hands over; it holds a day, and a newer one takes its place. `origin` is the address that the administrator uses.
 * @throws Refusal msg.admin, msg.notexist, msg.disabled
 */
export async function makeResetLink(tools: Tools, actor: Actor, id: string, loginUrl: string): Promise<{ link: string; endsAt: string }> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  const account = await findAccount(tools.db, id);
  if (!account || account.id !== id) throw new Refusal('msg.notexist');
  if (!account.enabled) throw new Refusal('msg.disabled');
  const at = tools.now().getTime();
  const key = randomBytes(16).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  await tools.db.transaction(async (tx) => {
    await spendSecrets(tx, 'staff', account.id);
    await insertSecret(tx, { id: key, realm: 'staff', kind: 'reset-link', account: account.id, hash: hashOf(secret), at, endsAt: at + linkHolds, tries: 0 });
    // The holder of the link can become this person, so the history records who made it.
    const model = tools.registry.get('user')?.model;
    if (model) await noteHistory(tx, { model, id: account.id, ver: account.ver, at: tools.now(), by: actor.id, action: 'resetlink', changes: {} });
  });
  tools.log.info({ user: account.id, by: actor.id }, 'password reset link made');
  // In the fragment: it reaches no server, no log and no referrer.
  return { link: `${loginUrl}#reset=${key}-${secret}`, endsAt: stampOf(at + linkHolds) };
}

export interface Reset {
  /** by a mailed code: the id or e-mail it was asked for, and the code */
  id: unknown;
  code: unknown;
  /** by a link: the text after `#reset=` */
  token: unknown;
  pw: unknown;
  confirm: unknown;
}

/**
 * Sets a new password by a mailed code or a link, ends every session of the account and forgives its failed sign-ins. Gives the account's id.
 * @throws Refusal msg.invalid with `pw` (V12), msg.pwmatch (K04), msg.code (K03): wrong, used, run out, or tried five times
 */
export async function resetPassword(tools: Tools, reset: Reset): Promise<string> {
  const problems = checkPassword(reset.pw, tools.config.passwordMin);
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  if (reset.pw !== reset.confirm) throw new Refusal('msg.pwmatch', { fields: [{ path: 'confirm', code: 'field.same' }] });
  const account = typeof reset.token === 'string' ? await byLink(tools, reset.token) : await byCode(tools, reset.id, reset.code);
  if (!account?.enabled) throw new Refusal('msg.code');
  const now = tools.now();
  const mail = tools.registry.get('mail')?.model;
  // checkPassword refused everything but a string.
  await saveStaffPassword(tools, account.id, reset.pw as string, {
    action: 'reset',
    async also(tx) {
      if (!mail || !isMailbox(account.email)) return;
      const text = mailText(tools.config.localesDir, 'changed', account.lang, { name: account.name, at: stampOf(now) });
      const id = `changed-${randomBytes(16).toString('hex')}`;
      await queueMail(tools, tx, mail, { id, to: account.email, ...text, lang: account.lang, template: 'changed', by: account.id }, now);
    },
  });
  await tools.sessions.endAllOf(account.id);
  for (const name of [account.id, account.email]) await forgiveAccount(tools.db, { realm: 'staff', account: name.normalize('NFKC').toLowerCase() });
  tools.outbox.wake();
  tools.log.info({ user: account.id }, 'password reset');
  return account.id;
}

async function byCode(tools: Tools, login: unknown, code: unknown): Promise<Account | undefined> {
  if (typeof login !== 'string' || login.length > 254) return undefined;
  const account = await findAccount(tools.db, login.trim());
  return account && (await tryCode(tools, purposeOf(account), code)).matches ? account : undefined;
}

const purposeOf = (account: Account): CodePurpose => ({ realm: 'staff', kind: 'reset-code', account: account.id });

async function byLink(tools: Tools, token: string): Promise<Account | undefined> {
  const [, key = '', secret = ''] = /^([0-9a-f]{32})-([\w-]{43})$/.exec(token) ?? [];
  const found = key ? await findSecret(tools.db, key) : undefined;
  if (found?.kind !== 'reset-link' || !isSame(found.hash, hashOf(secret))) return undefined;
  // One try: of two requests at once one gets it.
  if (!(await takeTry(tools.db, found.id, 1, tools.now().getTime()))) return undefined;
  const account = await findAccount(tools.db, found.account);
  return account?.id === found.account ? account : undefined;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
