/** What a password must be (V12, B04; safety section 7). Pure. */
import type { Problem } from '#rules/words/problem.ts';

/** Longer ones only make the hash expensive. */
export const passwordMaximum = 128;

/** The problems of a new password; its characters are counted, not its bytes. `minimum` is 4 unless a setting raises it. */
export function checkPassword(password: unknown, minimum: number, path = 'pw'): Problem[] {
  if (typeof password !== 'string') return [{ path, code: 'field.type' }];
  const length = [...password].length;
  if (length === 0) return [{ path, code: 'field.required' }];
  if (length < minimum) return [{ path, code: 'field.short', values: { limit: minimum } }];
  if (length > passwordMaximum) return [{ path, code: 'field.long', values: { limit: passwordMaximum } }];
  return [];
}
