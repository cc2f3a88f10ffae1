import type { PageName } from '#application/viewing/rules/page-address.ts';
import type { ComposerFacts } from '#application/viewing/wire.ts';

/** What every tab but the composer is given. */
export interface PageTabProps {
  name: PageName;
  facts: ComposerFacts;
}
