import { findAccount } from '#framework/data/system/accounts/accounts.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { checkPassword } from '#rules/accounts/password.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Client, checkOwnPassword } from './check-sign-in.ts';
import { saveStaffPassword } from './save-account.ts';

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
  const own = { account: await findAccount(tools.db, actor.id), counted: actor.id.toLowerCase(), field: 'old' };
  const account = await checkOwnPassword(tools, 'staff', own, change.old, client);
  // checkPassword refused everything but a string.
  const renewed = await saveStaffPassword(tools, account.id, change.pw as string, { action: 'password' });
  await tools.sessions.endAllOf(account.id);
  return tools.sessions.create(renewed, client, tools.now().getTime());
}
