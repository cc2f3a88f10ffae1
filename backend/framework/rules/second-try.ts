/** C09: which calls a client sends again by itself. One table for every client of ours, and for the server, which keeps refusals out of it. Pure. */

/** Statuses that say 'come again', on any method: nothing was decided. A business refusal never has one of them. */
export const repeatedStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether the one second try is made. `outcome` is the answer's status, or 'failed' where the network gave none:
 * then only a safe method goes again, or a call with a key that makes it the same call, since a write may have arrived.
 */
export function goesAgain(method: string, outcome: number | 'failed', isKeyed = false): boolean {
  return outcome === 'failed' ? isKeyed || safeMethods.has(method) : repeatedStatuses.has(outcome);
}

/** Longest pause that a person waits for, ms. */
const longestPause = 3_000;

/** ms before the second try: what the answer's Retry-After asks for in seconds, else `usual`. */
export function pauseBefore(retryAfter: string | null | undefined, usual: number): number {
  return retryAfter && /^\d+$/.test(retryAfter) ? Math.min(longestPause, Math.max(usual, Number(retryAfter) * 1000)) : usual;
}
