/** Where somebody is in the panel, kept over a reload: a telephone that shows the mail with the code may have thrown the page away. Never a password. */
import type { SiteRealm } from '#rules/actor.ts';

export type View = 'in' | 'register' | 'verify' | 'forgot' | 'reset';

export interface Kept {
  view: View;
  email: string;
  /** when the code went out, ms since 1970 */
  sentAt: number;
  /** the code goes to an account that signed in and is not confirmed */
  isUnverified: boolean;
}

/** A code holds ten minutes; later the panel begins anew. */
const holds = 15 * 60_000;

export function readKept(realm: SiteRealm): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(realm)) ?? 'null') as Kept | null; // written below
    return kept && Date.now() - kept.sentAt < holds ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keep(realm: SiteRealm, kept: Kept | undefined): void {
  try {
    if (kept && (kept.view === 'verify' || kept.view === 'reset')) sessionStorage.setItem(nameOf(realm), JSON.stringify(kept));
    else sessionStorage.removeItem(nameOf(realm));
  } catch {
    // A browser that keeps nothing still signs in.
  }
}

const nameOf = (realm: SiteRealm) => `account-${realm}`;
