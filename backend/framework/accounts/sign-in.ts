import { type Account, findAccount } from '#framework/data/system/accounts.ts';
import type { Tools } from '#framework/tools.ts';
import { type Client, checkSignIn } from './check-sign-in.ts';

export type { Client } from './check-sign-in.ts';

/**
 * Signs a member of staff in by id or e-mail; gives the account and the token of a new session.
 * @throws Refusal msg.login (K01)
 */
export async function signIn(tools: Tools, login: unknown, password: unknown, client: Client): Promise<{ account: Account; token: string }> {
  const find = (typed: string) => findAccount(tools.db, typed.trim());
  const account = await checkSignIn(tools, 'staff', { login, counted: (typed) => typed.trim().normalize('NFKC').toLowerCase(), find }, password, client);
  const token = await tools.sessions.create(account, client, tools.now().getTime());
  tools.log.info({ user: account.id }, 'signed in');
  return { account, token };
}
