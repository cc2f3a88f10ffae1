/** How often a viewing page's password may be tried: from one address, and for one page in all. Pure. */

/** The counts before this try. */
export interface Tries {
  count: number;
  /** the last one, ms; 0 for none */
  last: number;
}

/** Most wrong tries of an address within the window. */
export const mostTries = 5;
/** After those it must wait, ms. */
export const triesWindow = 15 * 60_000;
/** Most wrong tries for a page within the window, from all addresses: more of them mean that somebody guesses from many places. */
export const mostTriesOfPage = 200;

/** Time to wait, ms; 0: the password may be checked. `now` in ms. */
export function waitOf(address: Tries, page: Tries, now: number): number {
  const until = address.count >= mostTries ? address.last + triesWindow : page.count >= mostTriesOfPage ? page.last + 60_000 : 0;
  return Math.max(0, until - now);
}

/** Number of tries left after another wrong one. */
export function triesLeft(address: Tries): number {
  return Math.max(0, mostTries - address.count - 1);
}
