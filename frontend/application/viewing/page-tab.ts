import type { PageName } from '#application/viewing/rules/page-address.ts';
import type { ComposerFacts } from '#application/viewing/wire.ts';

/** The properties of every tab except the composer. */
export interface PageTabProps {
  name: PageName;
  facts: ComposerFacts;
}
