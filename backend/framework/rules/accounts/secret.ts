/**
 * The `secret` header of the calls of specification section 7: the current date under the public secret. It shows that the sender is this application and the
 * request fresh; it is never an identity. Pure: the caller does the cryptography.
 */
import { dateAt, utcDay } from '#framework/time.ts';

/** Layout of the header's bytes before base64url: iv, then ciphertext, then tag. */
export const secretLayout = { iv: 12, text: 10, tag: 16 } as const;

/** 'YYYY-MM-DD' in UTC of an instant. */
export function secretDate(now: Date): string {
  return utcDay(now);
}

/** C06: the date in the header may be off by one day, for a clock that is off or a request at midnight. */
export function isFreshSecret(date: string, now: Date): boolean {
  const day = 86_400_000;
  return [-day, 0, day].some((shift) => secretDate(dateAt(now.getTime() + shift)) === date);
}
