import type { SiteRealm } from '#application/site/rules/realms.ts';
import type { PanelState, View } from './panel-state.ts';
import type { FactsOf } from './use-me.ts';

/** The properties of all views of the panel. */
export interface ViewProps {
  realm: SiteRealm;
  campaign: string;
  email: string;
  setEmail: (email: string) => void;
  go: (view: View, more?: Partial<PanelState>) => void;
  panel: PanelState;
  signedIn: (facts: FactsOf<SiteRealm>) => void;
}
