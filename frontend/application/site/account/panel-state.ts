/** The step of the sign-in panel, stored over a reload: a telephone that shows the mail with the code may have thrown the page away. Never a password. */

import type { SiteRealm } from '#application/site/rules/realms.ts';
import { inTab } from '#client/device-store.ts';

export type View = 'in' | 'register' | 'verify' | 'forgot' | 'reset';

export interface PanelState {
  view: View;
  email: string;
  /** when the code went out, ms since 1970 */
  sentAt: number;
  /** the code goes to an account that signed in and is not confirmed */
  isUnverified: boolean;
}

/** A code holds ten minutes; later the panel begins anew. */
const holds = 15 * 60_000;

export function readPanel(realm: SiteRealm): PanelState | undefined {
  const panel = inTab.read(nameOf(realm)) as PanelState | null | undefined; // written below
  return panel && Date.now() - panel.sentAt < holds ? panel : undefined;
}

/** A browser that keeps nothing still signs in. */
export function keep(realm: SiteRealm, panel: PanelState | undefined): void {
  inTab.write(nameOf(realm), panel && (panel.view === 'verify' || panel.view === 'reset') ? panel : undefined);
}

const nameOf = (realm: SiteRealm) => `account-${realm}`;
