/**
 * Calls a minute by one caller: a window per key, in memory, for what only costs time and not trust. Each answer that was counted tells how many are
 * left, in the headers of the IETF's draft (draft-ietf-httpapi-ratelimit-headers): `RateLimit-Policy: "name";q=60;w=60`, `RateLimit: "name";r=59;t=42`.
 */
import type { Response } from 'express';
import type { Tools } from '#framework/tools.ts';
import { type ProblemCode, Refusal } from '#rules/words/problem.ts';

const mostKeys = 10_000;
const minute = 60_000;

/** Where a caller is in its minute. */
export interface Turn {
  isOpen: boolean;
  /** calls that it still has */
  left: number;
  /** whole seconds until it has all of them again */
  reset: number;
}

/** Counts the calls of a key, with the one that is asked about, and tells whether it is within `most` a minute. */
export function countMinute(most: number): (key: string, now: number) => Turn {
  let windows = new Map<string, { start: number; count: number }>();
  return (key, now) => {
    const known = windows.get(key);
    // A clock that was set back ends the window: otherwise nobody could call until the clock reaches the same time again.
    const isOver = !known || now - known.start >= minute || now < known.start;
    if (isOver && windows.size >= mostKeys) windows = new Map([...windows].filter(([, window]) => now - window.start < minute).slice(-mostKeys / 2));
    const window = isOver ? { start: now, count: 0 } : known;
    windows.set(key, window);
    window.count += 1;
    return { isOpen: window.count <= most, left: Math.max(0, most - window.count), reset: Math.max(1, Math.ceil((window.start + minute - now) / 1000)) };
  };
}

/**
 * Counts a call of `key` and tells the caller in the answer's headers; a call may count towards several limits, each by its name.
 * @param name of the limit, in the headers
 * @throws Refusal `code` with Retry-After, for one more than `most` a minute
 */
export function perMinute(tools: Pick<Tools, 'now'>, name: string, most: number, code: ProblemCode = 'msg.limit'): (res: Response, key: string) => void {
  const count = countMinute(most);
  return (res, key) => {
    const { isOpen, left, reset } = count(key, tools.now().getTime());
    res.append('RateLimit-Policy', `"${name}";q=${most};w=60`);
    res.append('RateLimit', `"${name}";r=${left};t=${reset}`);
    if (isOpen) return;
    res.setHeader('Retry-After', String(reset));
    throw new Refusal(code);
  };
}
