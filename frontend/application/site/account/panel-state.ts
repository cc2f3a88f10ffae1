/** Stores the step of the sign-in panel over a reload: a phone may unload the page while its user reads the mail with the code. Passwords are never stored. */

import type { SiteRealm } from '#application/site/rules/realms.ts';
import { inTab, onDevice } from '#client/device-store.ts';

export type View = 'in' | 'register' | 'verify' | 'forgot' | 'reset';

export interface PanelState {
  view: View;
  email: string;
  /** when the code was sent, ms since 1970 */
  sentAt: number;
  /** the code is for an account that signed in before its address was confirmed */
  isUnverified: boolean;
}

/** A code is valid for ten minutes; after that the panel starts from the beginning. */
const holds = 15 * 60_000;

export function readPanel(realm: SiteRealm): PanelState | undefined {
  const panel = inTab.read(nameOf(realm)) as PanelState | null | undefined; // written below
  return panel && Date.now() - panel.sentAt < holds ? panel : undefined;
}

/** Signing in also works in a browser that stores nothing. */
export function storePanel(realm: SiteRealm, panel: PanelState | undefined): void {
  inTab.write(nameOf(realm), panel && (panel.view === 'verify' || panel.view === 'reset') ? panel : undefined);
}

const nameOf = (realm: SiteRealm) => `account-${realm}`;

const mark = 'account-known';

/** Somebody has signed in on this device as an applicant, now or earlier. */
export function noteAccount(): void {
  if (onDevice.read(mark) !== true) onDevice.write(mark, true);
}

/** The views with a tab, the one that is opened first at their head: whoever has never signed in here has most likely no account yet. */
export function tabsOf(realm: SiteRealm): ['in', 'register'] | ['register', 'in'] {
  return realm === 'applicant' && onDevice.read(mark) !== true ? ['register', 'in'] : ['in', 'register'];
}
