import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Account, findAccount, savePassword } from '#backend/data/accounts.ts';
import { forgiveAccount } from '#backend/data/attempts.ts';
import { utcText } from '#backend/data/history.ts';
import { countSecrets, findSecret, insertSecret, newestSecret, spendSecrets, takeTry } from '#backend/data/secrets.ts';
import { queueMail } from '#backend/mail/outbox.ts';
import { mailText } from '#backend/mail/texts.ts';
import { type Actor, isAdministrator } from '#domain/actor.ts';
import { isMailbox } from '#domain/mail.ts';
import { checkPassword } from '#domain/password.ts';
import { Refusal } from '#domain/problem.ts';
import { hashPassword } from './hash-password.ts';
import type { Tools } from './tools.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const codeHolds = 10 * minute;
const codeTries = 5;
const linkHolds = day;
/** A code a minute and ten a day: fifty guesses at a million, and no flood of mails. */
const codesADay = 10;
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
  const at = now.getTime();
  const last = await newestSecret(tools.db, 'staff', 'reset-code', account.id);
  if (last && at - last.at < minute) return;
  if ((await countSecrets(tools.db, 'staff', 'reset-code', account.id, at - day)) >= codesADay) return;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = randomBytes(16).toString('hex');
  const values = { name: account.name, code, url: signInAddress(tools) };
  const text = mailText(tools.config.localesDir, 'reset', account.lang, values);
  await tools.db.transaction(async (tx) => {
    await insertSecret(tx, {
      id,
      realm: 'staff',
      kind: 'reset-code',
      account: account.id,
      hash: codeHash(tools, id, code),
      at,
      endsAt: at + codeHolds,
      tries: 0,
    });
    await queueMail(tx, model, { id: `reset-${id}`, to: account.email, ...text, lang: account.lang, template: 'reset', by: account.id }, now);
  });
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
  });
  tools.log.info({ user: account.id, by: actor.id }, 'password reset link made');
  // In the fragment: it reaches no server, no log and no referrer.
  return { link: `${loginUrl}#reset=${key}-${secret}`, endsAt: utcText(new Date(at + linkHolds)) };
}

export interface Reset {
  /** by a mailed code: the id or e-mail it was asked for, and the code */
  id: unknown;
  code: unknown;
  /** by a link: what stands behind `#reset=` */
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
  const hash = await hashPassword(reset.pw as string); // checkPassword refused everything but a string
  const now = tools.now();
  const mail = tools.registry.get('mail')?.model;
  await tools.db.transaction(async (tx) => {
    await spendSecrets(tx, 'staff', account.id);
    await savePassword(tx, tools.registry.get('user')?.model, account.id, hash, utcText(now));
    if (!mail || !isMailbox(account.email)) return;
    const text = mailText(tools.config.localesDir, 'changed', account.lang, { name: account.name, at: utcText(now) });
    const id = `changed-${randomBytes(16).toString('hex')}`;
    await queueMail(tx, mail, { id, to: account.email, ...text, lang: account.lang, template: 'changed', by: account.id }, now);
  });
  await tools.sessions.endAllOf(account.id);
  for (const name of [account.id, account.email]) await forgiveAccount(tools.db, { realm: 'staff', account: name.normalize('NFKC').toLowerCase() });
  tools.outbox.wake();
  tools.log.info({ user: account.id }, 'password reset');
  return account.id;
}

async function byCode(tools: Tools, login: unknown, code: unknown): Promise<Account | undefined> {
  if (typeof login !== 'string' || login.length > 254 || typeof code !== 'string' || !/^\d{6}$/.test(code.trim())) return undefined;
  const account = await findAccount(tools.db, login.trim());
  const secret = account && (await newestSecret(tools.db, 'staff', 'reset-code', account.id));
  if (!secret || !(await takeTry(tools.db, secret.id, codeTries, tools.now().getTime()))) return undefined;
  return isSame(secret.hash, codeHash(tools, secret.id, code.trim())) ? account : undefined;
}

async function byLink(tools: Tools, token: string): Promise<Account | undefined> {
  const [, key = '', secret = ''] = /^([0-9a-f]{32})-([\w-]{43})$/.exec(token) ?? [];
  const found = key ? await findSecret(tools.db, key) : undefined;
  if (found?.kind !== 'reset-link' || !isSame(found.hash, hashOf(secret))) return undefined;
  // One try: of two requests at once one gets it.
  if (!(await takeTry(tools.db, found.id, 1, tools.now().getTime()))) return undefined;
  const account = await findAccount(tools.db, found.account);
  return account?.id === found.account ? account : undefined;
}

/** Six digits are soon guessed from a plain hash; the key lies outside of the database. */
function codeHash({ config }: Tools, id: string, code: string): string {
  return createHmac('sha256', config.serverSecret).update(`${id} ${code}`).digest('hex');
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
