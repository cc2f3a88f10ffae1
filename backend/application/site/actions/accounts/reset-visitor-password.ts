import { randomBytes } from 'node:crypto';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import { type Client, checkOwnPassword } from '#framework/accounts/check-sign-in.ts';
import { codeRefusal, tryCode } from '#framework/accounts/one-time-code.ts';
import { saveAccount } from '#framework/accounts/save-account.ts';
import { type Account, accountById, lockAccount } from '#framework/data/system/accounts/accounts.ts';
import { forgiveAccount } from '#framework/data/system/accounts/attempts.ts';
import { spendSecrets } from '#framework/data/system/accounts/secrets.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { codeEvery } from '#rules/accounts/one-time-code.ts';
import { checkPassword } from '#rules/accounts/password.ts';
import { isMailbox, normalAddress } from '#rules/mail.ts';
import { Refusal } from '#rules/words/problem.ts';
import { countCodeRequest, countCodeTry } from './count-code-request.ts';
import { inEqualTime } from './equal-time.ts';
import { loadCampaign, mailCode, mailNotice } from './mail-code.ts';
import { readInput } from './read-input.ts';
import { findVisitor } from './sign-in-visitor.ts';

/** The purpose of a code that sets a password. */
export const resetPurpose = (realm: SiteRealm, id: string) => ({ realm, kind: 'reset-code', account: id }) as const;

/**
 * Mails a code for a new password; jurors get their first password in the same way. `wait` is in seconds.
 * @throws Refusal msg.notexist (K02), msg.disabled, msg.wait, msg.limit
 */
export async function mailResetCode(tools: Tools, realm: SiteRealm, body: unknown, client: Client): Promise<{ email: string; wait: number }> {
  const input = readInput(body, ['email', 'campaign']);
  const email = normalAddress(input.email);
  if (email === '') throw new Refusal('msg.invalid', { fields: [{ path: 'email', code: 'field.required' }] });
  if (!isMailbox(email)) throw new Refusal('msg.invalid', { fields: [{ path: 'email', code: 'field.email' }] });
  await countCodeRequest(tools, realm, email, client);
  return inEqualTime(async () => {
    const account = await findVisitor(tools, realm, email, input.campaign);
    if (!account || !isMailbox(account.email)) throw new Refusal('msg.notexist', { fields: [{ path: 'email', code: 'msg.notexist' }] });
    if (!account.enabled) throw new Refusal('msg.disabled', { fields: [{ path: 'email', code: 'msg.disabled' }] });
    const campaign = await loadCampaign(tools, account.campaign || input.campaign);
    await tools.db.transaction(async (tx) => {
      await lockAccount(tx, realm, account.id);
      await mailCode(tools, tx, { account, to: account.email, purpose: resetPurpose(realm, account.id), campaign });
    });
    tools.outbox.wake();
    tools.log.info({ [realm]: account.id }, 'password reset asked for');
    return { email, wait: codeEvery / 1000 };
  });
}

/**
 * Sets a new password with a mailed code, ends every session of the account and resets its failed sign-ins. The code proves the address, so it counts
 * as confirmed.
 * @throws Refusal msg.invalid with `pw` (V12), msg.pwmatch (K04), msg.code with how many tries are left (K03), msg.limit
 */
export async function resetVisitorPassword(tools: Tools, realm: SiteRealm, body: unknown, client: Client): Promise<{ email: string }> {
  const input = readInput(body, ['email', 'code', 'pw', 'confirm', 'campaign']);
  refuseWrong(tools, input.pw, input.confirm);
  const email = normalAddress(input.email);
  await countCodeTry(tools, realm, email, client);
  const account = await findVisitor(tools, realm, email, input.campaign);
  if (!account?.enabled) throw codeRefusal(0);
  const { matches, left } = await tryCode(tools, resetPurpose(realm, account.id), input.code);
  if (!matches) throw codeRefusal(left);
  await savePassword(tools, realm, account, { pw: input.pw, ...(realm === 'applicant' ? { verified: true } : {}) }, 'reset');
  await forgiveAccount(tools.db, { realm, account: normalAddress(account.email) });
  return { email };
}

/**
 * Changes one's own password and ends all one's sessions; returns the account for a new one. The old password is asked for, and wrong ones count like
 * failed sign-ins.
 * @throws Refusal msg.pwmatch (K04), msg.limit, msg.invalid with the field: `old` is wrong, `pw` too short (V12)
 */
export async function changeVisitorPassword(tools: Tools, actor: Actor, realm: SiteRealm, body: unknown, client: Client): Promise<string> {
  const input = readInput(body, ['old', 'pw', 'confirm']);
  refuseWrong(tools, input.pw, input.confirm);
  const known = await accountById(tools.db, realm, actor.id);
  const own = { account: known, counted: normalAddress(known?.email ?? ''), field: 'old' };
  const account = await checkOwnPassword(tools, realm, own, input.old, client);
  const saved = await savePassword(tools, realm, account, { pw: input.pw }, 'password');
  return tools.sessionsOf(realm).create(saved, client, tools.now().getTime());
}

function refuseWrong(tools: Tools, pw: string, confirm: string): void {
  const problems = checkPassword(pw, tools.config.passwordMin);
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  if (pw !== confirm) throw new Refusal('msg.pwmatch', { fields: [{ path: 'confirm', code: 'field.same' }] });
}

/** A mail about the change is sent with it. */
async function savePassword(tools: Tools, realm: SiteRealm, account: Account, changes: { pw: string; verified?: boolean }, action: string): Promise<Account> {
  const at = stampOf(tools.now());
  const saved = await saveAccount(tools, realm, account.id, changes, {
    action,
    also: async (tx) => {
      await spendSecrets(tx, realm, account.id);
      await mailNotice(tools, tx, account, { id: `changed-${randomBytes(16).toString('hex')}`, template: 'sitePassword', values: { at } });
    },
  });
  await tools.sessionsOf(realm).endAllOf(account.id);
  tools.outbox.wake();
  tools.log.info({ [realm]: account.id }, 'password set');
  return saved;
}
