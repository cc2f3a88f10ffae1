import type { SiteRealm } from '#application/site/rules/realms.ts';
import type { Kept, View } from './kept.ts';
import type { FactsOf } from './use-me.ts';

/** What all views of the panel are given. */
export interface ViewProps {
  realm: SiteRealm;
  campaign: string;
  email: string;
  setEmail: (email: string) => void;
  go: (view: View, more?: Partial<Kept>) => void;
  kept: Kept;
  signedIn: (facts: FactsOf<SiteRealm>) => void;
}
