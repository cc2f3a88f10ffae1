import { type Account, findAccount } from '#framework/data/system/accounts/accounts.ts';
import type { Tools } from '#framework/tools.ts';
import { type Client, checkSignIn } from './check-sign-in.ts';
import { checkSecond } from './factor.ts';

export type { Client } from './check-sign-in.ts';

export interface StaffSignIn {
  id: unknown;
  pw: unknown;
  /** the second factor, of those who have set one up */
  code: unknown;
}

/**
 * Signs a member of staff in by id or e-mail; gives the account and the token of a new session.
 * @throws Refusal msg.login (K01), msg.factor, msg.factorcode
 */
export async function signIn(tools: Tools, given: StaffSignIn, client: Client): Promise<{ account: Account; token: string }> {
  const find = (typed: string) => findAccount(tools.db, typed.trim());
  const counted = (typed: string) => typed.trim().normalize('NFKC').toLowerCase();
  const second = (account: Account) => checkSecond(tools, account, given.code);
  const account = await checkSignIn(tools, 'staff', { login: given.id, counted, find, second }, given.pw, client);
  const token = await tools.sessions.create(account, client, tools.now().getTime());
  tools.log.info({ user: account.id }, 'signed in');
  return { account, token };
}
