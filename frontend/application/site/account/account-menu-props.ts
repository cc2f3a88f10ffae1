import type { SiteRealm } from '#application/site/rules/realms.ts';

export interface AccountMenuProps {
  realm: SiteRealm;
  /** id of the campaign that sends the mails; by default the page's */
  campaign?: string;
  /** called before somebody signs out: saves what was typed */
  beforeSignOut?: () => Promise<void>;
  onSignedOut?: () => void;
}
