/** Checks a viewing page's password. Each try is counted first, and limited by address and by page. */
import { matchesPassword } from '#framework/accounts/hash-password.ts';
import { forgetAttempt } from '#framework/data/system/accounts/attempts.ts';
import type { Tools } from '#framework/tools.ts';
import { countTry, forgiveTries } from '../data/viewing.ts';
import { triesLeft, triesWindow, waitOf } from '../rules/password-limit.ts';
import type { ViewingPage } from './find-page.ts';
import { newPass, openPass, type Pass, proofOf } from './visitor.ts';

export type Entered = { kind: 'in'; pass: Pass } | { kind: 'wrong'; left: number } | { kind: 'limit'; wait: number };

/** Longer texts cannot be a password. */
const longest = 128;

/** For the right password: the pass with its proof, for both languages of the page if they have the same password. `wait` in ms. */
export async function enterPage(
  tools: Tools,
  { page, siblings }: { page: ViewingPage; siblings: readonly ViewingPage[] },
  given: { pw: string; address: string; cookie: string | undefined },
): Promise<Entered> {
  const now = tools.now().getTime();
  const counted = `${page.campaign}/${page.pg}`;
  const before = await countTry(tools.db, counted, given.address, now, triesWindow);
  const wait = waitOf(before.address, before.page, now);
  if (wait > 0) {
    await forgetAttempt(tools.db, before.id);
    return { kind: 'limit', wait };
  }
  const known = openPass(tools.config, counted, given.cookie) ?? newPass();
  const proofs: string[] = [];
  if (given.pw.length <= longest) {
    for (const one of siblings) if (one.hash && (await matchesPassword(one.hash, given.pw))) proofs.push(proofOf(tools.config, one.id, one.hash));
  }
  if (!proofs.includes(proofOf(tools.config, page.id, page.hash)) || page.hash === '') {
    const left = triesLeft(before.address);
    return left > 0 ? { kind: 'wrong', left } : { kind: 'limit', wait: triesWindow };
  }
  await forgiveTries(tools.db, counted, given.address);
  return { kind: 'in', pass: { ...known, proofs: [...new Set([...known.proofs, ...proofs])] } };
}
