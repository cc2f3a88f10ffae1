import { type Account, findAccount } from '#backend/data/accounts.ts';
import { countAttempt, forgetAttempt, forgiveAccount } from '#backend/data/attempts.ts';
import { Refusal } from '#domain/problem.ts';
import { maySignIn } from '#domain/sign-in-limit.ts';
import { matchesPassword, pretendToVerify } from './hash-password.ts';
import type { Tools } from './tools.ts';

export interface Client {
  address: string;
  agent: string;
}

/** Longer ones belong to no account. */
const longestLogin = 254;

/**
 * Signs a member of staff in by id or e-mail; gives the account and the token of a new session. The failure is counted before
 * the password is looked at, and wrong, unknown, disabled and locked get the same answer in the same time (K01; safety section 7).
 * Throws Refusal msg.login.
 */
export async function signIn(tools: Tools, login: unknown, password: unknown, client: Client): Promise<{ account: Account; token: string }> {
  if (typeof login !== 'string' || typeof password !== 'string' || login.length > longestLogin || password.length > 1_000) throw new Refusal('msg.login');
  const now = tools.now().getTime();
  const typed = login.trim();
  const attempt = { realm: 'staff' as const, account: typed.normalize('NFKC').toLowerCase(), address: client.address };
  const before = await countAttempt(tools.db, attempt, now);
  const account = await findAccount(tools.db, typed);
  const allowed = maySignIn(before.account, before.address, now);
  const matches = allowed && account?.enabled && account.hash ? await matchesPassword(account.hash, password) : await pretendToVerify(password);
  if (!allowed) await forgetAttempt(tools.db, before.id);
  if (!matches || !account || account.roles.length === 0) throw new Refusal('msg.login');
  await forgiveAccount(tools.db, attempt);
  const token = await tools.sessions.create(account, client, now);
  tools.log.info({ user: account.id }, 'signed in');
  return { account, token };
}
