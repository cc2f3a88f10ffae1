import { findAccount, savePassword } from '#backend/data/accounts.ts';
import { utcText } from '#backend/data/history.ts';
import type { Actor } from '#domain/actor.ts';
import { checkPassword } from '#domain/password.ts';
import { Refusal } from '#domain/problem.ts';
import { type Client, checkOwnPassword } from './check-sign-in.ts';
import { hashPassword } from './hash-password.ts';
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
  const now = tools.now();
  const own = { account: await findAccount(tools.db, actor.id), counted: actor.id.toLowerCase(), field: 'old' };
  const account = await checkOwnPassword(tools, 'staff', own, change.old, client);
  // checkPassword refused everything but a string.
  await savePassword(tools.db, tools.registry.get('user')?.model, account.id, await hashPassword(change.pw as string), utcText(now));
  await tools.sessions.endAllOf(account.id);
  const renewed = await findAccount(tools.db, account.id);
  if (!renewed) throw new Refusal('msg.session');
  return tools.sessions.create(renewed, client, now.getTime());
}
