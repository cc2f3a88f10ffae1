/** What a mailed six-digit code is good for, and how often one may be asked for (V14; safety section 7). Pure; times in ms. */

export const codeHolds = 10 * 60_000;
/** Tries at one code, before it is looked at. */
export const codeTries = 5;
/** A code a minute and ten a day of one account: fifty guesses at a million, and no flood of mails. */
export const codeEvery = 60_000;
export const codesADay = 10;

/** Codes asked for from one address in an hour, and codes tried: a film school may share it on the last evening. */
export const askedOfAddress = 120;
export const triedOfAddress = 240;
export const addressWindow = 60 * 60_000;

const day = 24 * 60 * 60_000;
export const codeWindow = day;

/** What the account's codes of the last day say: when the newest was made (0 for none), and how many there were. */
export interface CodesGiven {
  newest: number;
  count: number;
}

/** ms until the next code may be made: 0 for now, Infinity where the day has had its ten. */
export function waitForCode(given: CodesGiven, now: number): number {
  if (given.count >= codesADay) return Number.POSITIVE_INFINITY;
  return given.newest === 0 ? 0 : Math.max(0, given.newest + codeEvery - now);
}

/** The digits of a typed code, which may come with spaces around or between, or in full-width figures; undefined where they are not six. */
export function readCode(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed.length > 40) return undefined;
  const digits = typed.normalize('NFKC').replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}
