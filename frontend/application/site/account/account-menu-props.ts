import type { SiteRealm } from '#application/site/rules/realms.ts';

export interface AccountMenuProps {
  realm: SiteRealm;
  /** id of the campaign whose mails go out; the page's own where it is left out */
  campaign?: string;
  /** before somebody signs out: what was typed is saved first */
  beforeSignOut?: () => Promise<void>;
  onSignedOut?: () => void;
}
