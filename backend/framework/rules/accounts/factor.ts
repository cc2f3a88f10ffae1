/** The second factor of signing in: a code of an app that changes every half minute (TOTP, RFC 6238), or a recovery code. Pure. */
import type { Role } from '#codegen/model.ts';
import { readCode } from './one-time-code.ts';

/** s that a code of the app stands. */
export const codePeriod = 30;
/** The app's clock may be off by so many codes, either way. */
export const codeLeeway = 1;
/** Recovery codes given at once; each opens one sign-in. */
export const recoveryCount = 10;
/** 32 characters, none of which is read as another: 50 bits a code. */
export const recoveryLetters = 'abcdefghjkmnpqrstvwxyz0123456789';
export const recoveryLength = 10;

/** What somebody typed as their second factor. */
export type Typed = { app: string } | { recovery: string };

/** Six digits are the app's; ten characters, however spaced and in any case, a recovery code; undefined where it can be neither. */
export function readFactor(typed: unknown): Typed | undefined {
  const app = readCode(typed);
  if (app !== undefined) return { app };
  if (typeof typed !== 'string' || typed.length > 40) return undefined;
  const recovery = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return recovery.length === recoveryLength ? { recovery } : undefined;
}

/** As it is shown: in two halves. */
export function showRecovery(code: string): string {
  return `${code.slice(0, recoveryLength / 2)}-${code.slice(recoveryLength / 2)}`;
}

/** Whether one of the roles may not be used without a second factor. `demanding`: the roles of the setting. */
export function demandsFactor(roles: readonly Role[], demanding: readonly Role[]): boolean {
  return roles.some((role) => demanding.includes(role));
}
