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
  /** when the last one was, ms; 0 for none */
  last: number;
}

/** Milliseconds to wait after so many failures: none up to five, then 2 s, 4 s, 8 s … at most 15 minutes. */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(2 ** (failures - freeFailures + 1) * 1000, 15 * 60 * 1000);
}

/** Whether the password may be looked at now. `now` in ms. */
export function maySignIn(account: Failures, address: Failures, now: number): boolean {
  if (account.count >= mostFailuresOfAccount || address.count >= mostFailuresOfAddress) return false;
  // An address is slowed down only where one account's delays no longer do it: many accounts tried from one place.
  const addressDelay = delayAfter(address.count - mostFailuresOfAccount + freeFailures);
  return hasWaited(account.last, delayAfter(account.count), now) && hasWaited(address.last, addressDelay, now);
}

/** Without a delay an attempt that runs beside this one, and may be counted a moment later, does not matter. */
function hasWaited(last: number, delay: number, now: number): boolean {
  return delay === 0 || now >= last + delay;
}
