/** Adds the application's calls to the framework's, so that everything typed by `Calls` knows them. Types only. */
import type { DashboardBodies, DashboardCalls } from './campaign/wire.ts';
import type { ForumBodies, ForumCalls } from './forum/wire.ts';
import type { ForumDayBodies, ForumDayCalls } from './forum-day/wire.ts';
import type { JuryStaffBodies, JuryStaffCalls } from './jury/wire.ts';
import type { MailingBodies, MailingCalls } from './mailing/wire.ts';
import type { OverviewCalls } from './overview/wire.ts';
import type { PairingBodies, PairingCalls } from './pairing/wire.ts';
import type { PersonalBodies, PersonalCalls } from './personal/wire.ts';
import type { ReleaseBodies, ReleaseCalls } from './release/wire.ts';
import type { SiteBodies, SiteCalls } from './site/wire.ts';
import type { ViewingBodies, ViewingCalls } from './viewing/visit-wire.ts';
import type { ViewingStaffBodies, ViewingStaffCalls } from './viewing/wire.ts';

declare module '#framework/api/wire.ts' {
  interface Calls
    extends DashboardCalls,
      ForumCalls,
      ForumDayCalls,
      JuryStaffCalls,
      MailingCalls,
      OverviewCalls,
      PairingCalls,
      PersonalCalls,
      ReleaseCalls,
      SiteCalls,
      ViewingCalls,
      ViewingStaffCalls {}

  interface Bodies
    extends DashboardBodies,
      ForumBodies,
      ForumDayBodies,
      JuryStaffBodies,
      MailingBodies,
      PairingBodies,
      PersonalBodies,
      ReleaseBodies,
      SiteBodies,
      ViewingBodies,
      ViewingStaffBodies {}
}
