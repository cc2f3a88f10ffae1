/** How often a sign-in may be tried (safety section 7): by account and by address, counted before the password is looked at. Pure. */

/** Failures a day without any delay. */
export const freeFailures = 5;
/** Failures a day of one account after which only a reset helps. */
export const mostFailuresOfAccount = 20;
/** An address may serve a whole office, so it may fail more often than one account. */
export const mostFailuresOfAddress = 100;
export const failureWindow = 24 * 60 * 60 * 1000;

/** What was counted of one account or one address in the last day, this attempt not among them. */
export interface Failures {
  count: number;
  /** when the first and the last one were, ms; 0 for none */
  first: number;
  last: number;
}

/** Milliseconds to wait after so many failures: none up to five, then 2 s, 4 s, 8 s … at most 15 minutes. */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(2 ** (failures - freeFailures + 1) * 1000, 15 * 60 * 1000);
}

/** Whether the account's own failures let the password be checked now. `now` in ms. The answer to a refused attempt is the same as to a wrong password. */
export function mayTryAccount(account: Failures, now: number): boolean {
  return account.count < mostFailuresOfAccount && waitLeft(account.last, delayAfter(account.count), now) === 0;
}

/** ms until a password may be checked again for this address, 0 for now: an office may learn this, as it reveals nothing about any account. `now` in ms. */
export function addressWait(address: Failures, now: number): number {
  if (address.count >= mostFailuresOfAddress) return Math.max(1, address.first + failureWindow - now);
  // An address is slowed down only where one account's delays no longer do it: many accounts tried from one place.
  return waitLeft(address.last, delayAfter(address.count - mostFailuresOfAccount + freeFailures), now);
}

/** Without a delay an attempt that runs beside this one, and may be counted a moment later, does not matter. */
function waitLeft(last: number, delay: number, now: number): number {
  return delay === 0 ? 0 : Math.max(0, last + delay - now);
}
