/** Six-digit codes by mail, for every realm alike: made, tried, spent (V14, K03; safety section 7). */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Database, Executor } from '#framework/data/engine/connect.ts';
import { countSecrets, findSecret, insertSecret, newestSecret, type SecretKind, takeTry } from '#framework/data/system/accounts/secrets.ts';
import type { Tools } from '#framework/tools.ts';
import { codeHolds, codeTries, codeWindow, readCode, waitForCode } from '#rules/accounts/one-time-code.ts';
import { Refusal } from '#rules/words/problem.ts';

/** What a code is for. */
export interface CodePurpose {
  realm: string;
  kind: SecretKind;
  /** the account's id */
  account: string;
  /** what the code binds beside the account: the new address that it was sent to */
  about?: string;
}

export interface MadeCode {
  /** names the code; no secret, and no way in */
  id: string;
  code: string;
}

/** ms until the account may be sent another code of the kind: 0 for now, Infinity for not today. */
export async function codeWait(db: Executor, { realm, kind, account }: CodePurpose, at: number): Promise<number> {
  const newest = await newestSecret(db, realm, kind, account);
  const count = await countSecrets(db, realm, kind, account, at - codeWindow);
  return waitForCode({ newest: newest?.at ?? 0, count }, at);
}

/**
 * Makes a code in the caller's transaction, which holds the account's row, so that of parallel requests one gets it.
 * Codes made before hold no longer, for only the newest is looked at.
 * @throws Refusal msg.wait with `wait` in seconds, msg.limit
 */
export async function makeCode(tools: Tools, tx: Executor, purpose: CodePurpose, at: number): Promise<MadeCode> {
  const wait = await codeWait(tx, purpose, at);
  if (wait === Number.POSITIVE_INFINITY) throw new Refusal('msg.limit');
  if (wait > 0) throw waitRefusal(wait);
  const { realm, kind, account } = purpose;
  const id = randomBytes(16).toString('hex');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await insertSecret(tx, { id, realm, kind, account, hash: hashOf(tools, purpose, id, code), at, endsAt: at + codeHolds, tries: 0 });
  return { id, code };
}

export function waitRefusal(wait: number): Refusal {
  const seconds = Math.ceil(wait / 1000);
  return new Refusal('msg.wait', { values: { wait: seconds }, data: { wait: seconds } });
}

/**
 * Whether the typed code is the account's newest; with `id` only if that is the newest. The try is counted before the code is looked at,
 * so of any number of parallel guesses five are looked at. `left` is how many tries are left; what is no six digits is none.
 */
export async function tryCode(tools: Tools, purpose: CodePurpose, typed: unknown, id?: string): Promise<{ matches: boolean; left: number }> {
  const secret = await newestSecret(tools.db, purpose.realm, purpose.kind, purpose.account);
  const now = tools.now().getTime();
  if (!secret || secret.endsAt <= now || (id !== undefined && id !== secret.id)) return { matches: false, left: 0 };
  const code = readCode(typed);
  if (code === undefined) return { matches: false, left: Math.max(0, codeTries - secret.tries) };
  if (!(await takeTry(tools.db, secret.id, codeTries, now))) return { matches: false, left: 0 };
  if (isSame(secret.hash, hashOf(tools, purpose, secret.id, code))) return { matches: true, left: 0 };
  return { matches: false, left: await triesLeft(tools.db, secret.id) };
}

/** K03 with how many tries are left, in the field's words; none left asks for a new code. */
export function codeRefusal(left: number): Refusal {
  const field = left > 0 ? ({ path: 'code', code: 'field.codeleft', values: { left } } as const) : ({ path: 'code', code: 'field.codeover' } as const);
  return new Refusal('msg.code', { values: { left }, fields: [field], data: { left } });
}

async function triesLeft(db: Database, id: string): Promise<number> {
  return Math.max(0, codeTries - ((await findSecret(db, id))?.tries ?? codeTries));
}

/** Six digits are soon guessed from a plain hash; the key lies outside of the database. */
function hashOf({ config }: Tools, { about }: CodePurpose, id: string, code: string): string {
  const bound = about === undefined ? `${id} ${code}` : `${id} ${code} ${about}`;
  return createHmac('sha256', config.serverSecret).update(bound).digest('hex');
}

/** Compared in constant time. */
export function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
