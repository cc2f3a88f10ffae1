/** The addresses of a protected page's films end a while after the page does: for as long as it is open, it has their time extended. */
import { ApiError } from '#client/http/api-error.ts';
import { ask } from '#client/http/ask.ts';
import { pageAt } from './calls.ts';
import type { PageFacts } from './facts.ts';

/** The part of its time after which it is extended. */
const share = 0.4;
/** A sleeping computer's clock goes on: this often, ms, the page looks whether it is late. */
const mostBetween = 30_000;

let extendedAt = 0;

/** Extends from now on, and at once when the page is seen or connected again after a time in which nothing ran. */
export function keepExtended(facts: PageFacts): void {
  if (facts.seconds === 0) return;
  const every = facts.seconds * 1000 * share;
  extendedAt = Date.now();
  const look = (): void => {
    if (Date.now() - extendedAt >= every) void extend(facts);
  };
  setInterval(look, Math.min(mostBetween, every / 2));
  for (const [target, name] of [
    [document, 'visibilitychange'],
    [window, 'online'],
    [window, 'pageshow'],
  ] as const)
    target.addEventListener(name, look);
}

/** @returns why it is not extended: refused ('gone'), or nobody could be asked ('network') */
export async function extend(facts: PageFacts): Promise<'gone' | 'network' | undefined> {
  const { calls, suffix } = facts;
  const before = extendedAt;
  extendedAt = Date.now();
  try {
    await ask('POST /api/vp/:campaign/:pg/:lang/extend', { at: pageAt(calls), body: {}, ...(suffix && { query: { preview: '1' } }) });
    return undefined;
  } catch (error) {
    extendedAt = before;
    return error instanceof ApiError && error.status >= 400 && error.status < 500 ? 'gone' : 'network';
  }
}
