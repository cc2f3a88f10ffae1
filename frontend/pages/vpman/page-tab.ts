import type { ComposerFacts } from '#domain/viewing/desk-calls.ts';
import type { PageName } from '#domain/viewing/page-address.ts';

/** What every tab but the composer is given. */
export interface PageTabProps {
  name: PageName;
  facts: ComposerFacts;
}
