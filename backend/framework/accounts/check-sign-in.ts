/** Passwords looked at, for every realm alike: every failure is counted before it is known to be one (safety section 7). */
import type { Account } from '#framework/data/system/accounts/accounts.ts';
import { type Attempt, type Counted, countAttempt, forgetAttempt, forgiveAccount } from '#framework/data/system/accounts/attempts.ts';
import type { Tools } from '#framework/tools.ts';
import { addressWait, mayTryAccount } from '#rules/accounts/sign-in-limit.ts';
import { Refusal } from '#rules/words/problem.ts';
import { matchesPassword, pretendToVerify } from './hash-password.ts';

export interface Client {
  address: string;
  agent: string;
}

/** Whether what is asked for beside the password is there. */
export type Second = 'passed' | 'missing' | 'wrong';

/** Longer ones belong to no account. */
const longestLogin = 254;
const longestPassword = 1_000;

/**
 * The account of the login, if the password is its own. Wrong, unknown, disabled and locked get the same answer in the same time (K01).
 * @param find the account of a login; `counted` is what its failures are counted under; `second` looks at the second factor, of an account whose password is right
 * @throws Refusal msg.login; msg.factor and msg.factorcode, which a right password alone is answered with; msg.limitfor where the address has to wait, whatever the account
 */
export async function checkSignIn(
  tools: Tools,
  realm: string,
  given: {
    login: unknown;
    counted: (login: string) => string;
    find: (login: string) => Promise<Account | undefined>;
    second?: (account: Account) => Promise<Second>;
  },
  password: unknown,
  client: Client,
): Promise<Account> {
  const { login } = given;
  if (typeof login !== 'string' || typeof password !== 'string' || login.length > longestLogin || password.length > longestPassword)
    throw new Refusal('msg.login');
  const now = tools.now().getTime();
  const attempt = { realm, account: given.counted(login), address: client.address };
  const before = await countInTurn(tools, attempt, now);
  const account = await given.find(login);
  const allowed = mayTryAccount(before.account, now);
  const matches = allowed && account?.enabled && account.hash ? await matchesPassword(account.hash, password) : await pretendToVerify(password);
  if (!allowed) await forgetAttempt(tools.db, before.id);
  if (!matches || !account || account.roles.length === 0) throw new Refusal('msg.login');
  const second = (await given.second?.(account)) ?? 'passed';
  // Neither a failure nor a success: a right password alone must not clear what guesses at the code have added up to.
  if (second === 'missing') {
    await forgetAttempt(tools.db, before.id);
    throw new Refusal('msg.factor');
  }
  if (second === 'wrong') throw new Refusal('msg.factorcode', { fields: [{ path: 'code', code: 'field.invalid' }] });
  await forgiveAccount(tools.db, attempt);
  return account;
}

/**
 * Asks a signed-in person for their password again; failures count like those of a sign-in, so that an open session cannot be used to guess it.
 * @param field where the form has it; `second` looks at the second factor, which the form has as `code`
 * @throws Refusal msg.limit, msg.limitfor, msg.invalid with the field
 */
export async function checkOwnPassword(
  tools: Tools,
  realm: string,
  own: { account: Account | undefined; counted: string; field: string; second?: (account: Account) => Promise<Second> },
  password: unknown,
  client: Client,
): Promise<Account> {
  const wrong = (code: 'field.required' | 'field.invalid', path = own.field) => new Refusal('msg.invalid', { fields: [{ path, code }] });
  if (typeof password !== 'string' || password === '') throw wrong('field.required');
  if (password.length > longestPassword) throw wrong('field.invalid');
  const now = tools.now().getTime();
  const before = await countInTurn(tools, { realm, account: own.counted, address: client.address }, now);
  if (!mayTryAccount(before.account, now)) {
    await forgetAttempt(tools.db, before.id);
    throw new Refusal('msg.limit');
  }
  if (!own.account || !(await matchesPassword(own.account.hash, password))) throw wrong('field.invalid');
  const second = (await own.second?.(own.account)) ?? 'passed';
  if (second === 'wrong') throw wrong('field.invalid', 'code');
  await forgetAttempt(tools.db, before.id);
  if (second === 'missing') throw wrong('field.required', 'code');
  return own.account;
}

/** Counts the attempt. @throws Refusal msg.limitfor with `minutes` where too many failed from its address, by whomever: then it is none */
async function countInTurn(tools: Tools, attempt: Attempt, now: number): Promise<Counted> {
  const before = await countAttempt(tools.db, attempt, now);
  const wait = addressWait(before.address, now);
  if (wait === 0) return before;
  await forgetAttempt(tools.db, before.id);
  throw new Refusal('msg.limitfor', { values: { minutes: Math.ceil(wait / 60_000) }, data: { wait: Math.ceil(wait / 1000) } });
}
