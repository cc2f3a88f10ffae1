/** How often a viewing page's password may be tried: from one address, and of one page in all. Pure. */

/** What was counted, this attempt not among them. */
export interface Tries {
  count: number;
  /** the last one, ms; 0 for none */
  last: number;
}

/** Wrong ones of an address within the window. */
export const mostTries = 5;
/** Then it waits, ms. */
export const triesWindow = 15 * 60_000;
/** Wrong ones of a page within the window, from wherever: above it somebody guesses from many places. */
export const mostTriesOfPage = 200;

/** ms to wait; 0: the password may be looked at. `now` in ms. */
export function waitOf(address: Tries, page: Tries, now: number): number {
  const until = address.count >= mostTries ? address.last + triesWindow : page.count >= mostTriesOfPage ? page.last + 60_000 : 0;
  return Math.max(0, until - now);
}

/** How many are left after another wrong one. */
export function triesLeft(address: Tries): number {
  return Math.max(0, mostTries - address.count - 1);
}
