/** Where somebody is in the panel, kept over a reload: a telephone that shows the mail with the code may have thrown the page away. Never a password. */

import type { SiteRealm } from '#application/site/rules/realms.ts';
import { inTab } from '#client/kept.ts';

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
  const kept = inTab.read(nameOf(realm)) as Kept | null | undefined; // written below
  return kept && Date.now() - kept.sentAt < holds ? kept : undefined;
}

/** A browser that keeps nothing still signs in. */
export function keep(realm: SiteRealm, kept: Kept | undefined): void {
  inTab.write(nameOf(realm), kept && (kept.view === 'verify' || kept.view === 'reset') ? kept : undefined);
}

const nameOf = (realm: SiteRealm) => `account-${realm}`;
