/** Adds the application's calls to the framework's, so that everything typed by `Calls` knows them. Types only. */
import type { DashboardCalls } from './campaign/wire.ts';
import type { ForumCalls } from './forum/wire.ts';
import type { ForumDayCalls } from './forum-day/wire.ts';
import type { MailingCalls } from './mailing/wire.ts';
import type { OverviewCalls } from './overview/wire.ts';
import type { PairingCalls } from './pairing/wire.ts';
import type { PersonalCalls } from './personal/wire.ts';
import type { ReleaseCalls } from './release/wire.ts';
import type { SiteCalls } from './site/wire.ts';
import type { ViewingCalls } from './viewing/visit-wire.ts';
import type { ViewingStaffCalls } from './viewing/wire.ts';

declare module '#framework/api/wire.ts' {
  interface Calls
    extends DashboardCalls,
      ForumCalls,
      ForumDayCalls,
      MailingCalls,
      OverviewCalls,
      PairingCalls,
      PersonalCalls,
      ReleaseCalls,
      SiteCalls,
      ViewingCalls,
      ViewingStaffCalls {}
}
