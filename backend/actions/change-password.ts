import { findAccount, savePassword } from '#backend/data/accounts.ts';
import { countAttempt, forgetAttempt } from '#backend/data/attempts.ts';
import { utcText } from '#backend/data/history.ts';
import type { Actor } from '#domain/actor.ts';
import { checkPassword } from '#domain/password.ts';
import { Refusal } from '#domain/problem.ts';
import { maySignIn } from '#domain/sign-in-limit.ts';
import { hashPassword, matchesPassword } from './hash-password.ts';
import type { Client } from './sign-in.ts';
import type { Tools } from './tools.ts';

export interface PasswordChange {
  old: unknown;
  pw: unknown;
  confirm: unknown;
}

/**
 * Changes the actor's own password and ends all their sessions; gives the token of a new one. The old one is asked for and counted like a sign-in, so a
 * session left open is no way to guess it. Throws Refusal msg.pwmatch (K04), msg.limit, msg.invalid with the field: `old` is wrong, `pw` too short (V12).
 */
export async function changePassword(tools: Tools, actor: Actor, change: PasswordChange, client: Client): Promise<string> {
  const problems = checkPassword(change.pw, tools.config.passwordMin);
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  if (change.pw !== change.confirm) throw new Refusal('msg.pwmatch', { fields: [{ path: 'confirm', code: 'field.same' }] });
  if (typeof change.old !== 'string') throw new Refusal('msg.invalid', { fields: [{ path: 'old', code: 'field.required' }] });
  const now = tools.now();
  const before = await countAttempt(tools.db, { realm: 'staff', account: actor.id.toLowerCase(), address: client.address }, now.getTime());
  if (!maySignIn(before.account, before.address, now.getTime())) {
    await forgetAttempt(tools.db, before.id);
    throw new Refusal('msg.limit');
  }
  const account = await findAccount(tools.db, actor.id);
  if (!account || !(await matchesPassword(account.hash, change.old))) throw new Refusal('msg.invalid', { fields: [{ path: 'old', code: 'field.invalid' }] });
  await forgetAttempt(tools.db, before.id);
  // checkPassword refused everything but a string.
  await savePassword(tools.db, tools.registry.get('user')?.model, account.id, await hashPassword(change.pw as string), utcText(now));
  await tools.sessions.endAllOf(account.id);
  const renewed = await findAccount(tools.db, account.id);
  if (!renewed) throw new Refusal('msg.session');
  return tools.sessions.create(renewed, client, now.getTime());
}
