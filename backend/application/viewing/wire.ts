/** What the calls under /api/vpman carry (R34, R35). Moments are ms since 1970, stored instants 'YYYY-MM-DD hh:mm:ss' UTC, lengths s. */

import type { TemplateText } from '#application/mailing/rules/mail-template.ts';
import type { Lang, Row } from '#codegen/model.ts';
import type { ViewingPageRead } from '#generated/objects.ts';
import type { Bytes } from '#rules/answer.ts';
import type { Leak } from './rules/leak.ts';
import type { Offer, Unopened } from './rules/meetings.ts';
import type { Missing } from './rules/missing.ts';
import type { PageName } from './rules/page-address.ts';
import type { ViewingTurn } from './rules/window.ts';
import type { WorkFacts, WorkKey } from './rules/works.ts';

/** The state of a page for its visitors. */
export type PageState = ViewingTurn | 'disabled';

export interface CampaignName {
  id: string;
  cname: string;
  ename: string;
  /** whether its id can be part of a viewing page's address */
  fits: boolean;
}

/** One language of a page in the list. */
export interface ListedPage {
  id: string;
  ver: number;
  title: string;
  state: PageState;
  access: string;
  start: string;
  end: string;
  works: number;
  /** number of different people or browsers */
  viewers: number;
  seconds: number;
}

/** GET /api/vpman: pages grouped by campaign and code, campaigns of the highest edition first. */
export interface ViewingList {
  now: string;
  campaigns: (CampaignName & { pages: (Record<Lang, ListedPage | null> & { pg: string; missing: Missing[]; links: number })[] })[];
  may: { create: boolean; update: boolean; remove: boolean };
}

/** GET /api/vpman/{campaign}/{pg}: the data of the composer. */
export interface ComposerFacts {
  campaign: CampaignName & { zone: string; programs: string[] };
  pages: Record<Lang, ViewingPageRead | null>;
  /** whether a password is set; the password itself is not read */
  hasPassword: Record<Lang, boolean>;
  works: WorkFacts[];
  now: string;
  may: { create: boolean; update: boolean; remove: boolean; mail: boolean };
}

/** GET /api/vpman/{campaign}/{pg}/works: pitches or films that can be added to a page. */
export interface FoundWorks {
  works: WorkFacts[];
  /** their total number; a search returns at most 200 */
  total: number;
}

export interface LinkLine {
  id: string;
  /** '' where the role may not see it */
  url: string;
  object: string;
  rowId: string;
  name: string;
  ename: string;
  org: string;
  lang: Lang;
  email: string;
  state: 'open' | 'revoked' | 'expired';
  at: number;
  endsAt: number | null;
  openedAt: number | null;
  seenAt: number | null;
  opens: number;
  leak: Leak;
}

/** Somebody of the campaign's forum or jury. */
export interface Person {
  object: 'decision_maker' | 'jury';
  id: string;
  name: string;
  ename: string;
  org: string;
  email: string;
  lang: Lang;
}

export interface Holder extends Person {
  /** has a valid link */
  hasLink: boolean;
}

/** GET …/links */
export interface LinksOfPage {
  links: LinkLine[];
  /** everybody of the campaign who could have one: enabled decision makers and jurors */
  people: Holder[];
  now: number;
}

export interface Viewer {
  viewer: string;
  /** '' for an anonymous visitor */
  link: string;
  name: string;
  ename: string;
  org: string;
  works: number;
  videos: number;
  seconds: number;
  begunAt: number;
  seenAt: number;
  leak: Leak;
}

/** One video of a work, or the opening of the work where `video` is ''. */
export interface WatchedVideo {
  work: WorkKey;
  video: string;
  name: string;
  viewers: number;
  seconds: number;
  duration: number;
  /** mean share of its length that its viewers saw, 0 to 1 */
  mean: number;
  /** number of viewers who saw it to its end */
  whole: number;
}

export interface WatchedWork {
  work: WorkKey;
  number: string;
  cname: string;
  ename: string;
  /** still on the page */
  onPage: boolean;
  viewers: number;
  seconds: number;
  seenAt: number;
  videos: WatchedVideo[];
}

/** GET …/statistics */
export interface ViewingStatistics {
  viewers: Viewer[];
  works: WatchedWork[];
  totals: { viewers: number; persons: number; seconds: number; opens: number; links: number; unopened: number };
  now: number;
}

/** GET …/statistics/viewer?id= and …/statistics/work?id=: single rows. */
export interface WatchLine {
  viewer: string;
  name: string;
  ename: string;
  org: string;
  work: WorkKey | '';
  video: string;
  videoName: string;
  begunAt: number;
  seenAt: number;
  seconds: number;
  duration: number;
  place: number;
  share: number;
  opens: number;
}

export interface WorkDetail {
  lines: WatchLine[];
  curves: { video: string; name: string; duration: number; viewers: number; attention: number[] }[];
}

/** GET …/before: what people have not opened before the next day of meetings. */
export interface BeforeMeetings {
  day: string;
  /** the source of the timetable */
  from: 'release' | 'board' | 'none';
  meetings: number;
  lines: (Unopened & { name: string; ename: string; org: string; number: string; cname: string; enameOfWork: string; hasLink: boolean })[];
}

/** GET …/wishes */
export interface WishOffers {
  /** their total number; `lines` has the 200 most watched */
  total: number;
  lines: (Offer & { ver: number; name: string; ename: string; org: string; number: string; cname: string; enameOfWork: string })[];
}

/** POST …/links: everybody chosen has a link now; with mails, the batch of them. */
export type HandedOut = { chosen: number; made: number } | { batch: string; job: string; made: number };

/**
 * @group viewing
 * @may list viewing_page
 */
export interface ViewingStaffCalls {
  'GET /api/vpman': ViewingList;
  /**
   * number of works of the other campaign that were left out
   * @may create viewing_page
   */
  'POST /api/vpman/clone': { row: Row; left: number };
  'GET /api/vpman/:campaign/text': TemplateText;
  'GET /api/vpman/:campaign/:pg': ComposerFacts;
  /** @query object!=pitch q=an program=A status=verified */
  'GET /api/vpman/:campaign/:pg/works': FoundWorks;
  'GET /api/vpman/:campaign/:pg/links': LinksOfPage;
  /** @may update viewing_page */
  'POST /api/vpman/:campaign/:pg/links': HandedOut;
  /** @may update viewing_page */
  'POST /api/vpman/:campaign/:pg/links/revoke': { count: number };
  'GET /api/vpman/:campaign/:pg/statistics': ViewingStatistics;
  /** @query id!=an-id */
  'GET /api/vpman/:campaign/:pg/statistics/viewer': WatchLine[];
  /** @query id!=an-id */
  'GET /api/vpman/:campaign/:pg/statistics/work': WorkDetail;
  'GET /api/vpman/:campaign/:pg/before': BeforeMeetings;
  'GET /api/vpman/:campaign/:pg/wishes': WishOffers;
  /** @may update decision_maker */
  'POST /api/vpman/:campaign/:pg/wishes': { place: number; ver: number };
  /**
   * @may export decision_maker
   * @may export jury
   */
  'GET /api/vpman/:campaign/:pg/export': Bytes;
}

/** What the calls are sent. */
export interface ViewingStaffBodies {
  'POST /api/vpman/clone': { from: PageName; to: PageName };
  'POST /api/vpman/:campaign/:pg/links': {
    object: Holder['object'];
    rows: 'all' | string[];
    endsAt: number | null;
    mail?: boolean;
    text?: Partial<TemplateText>;
  };
  'POST /api/vpman/:campaign/:pg/links/revoke': { links: 'all' | string[] };
  'POST /api/vpman/:campaign/:pg/wishes': { dm: string; pitch: string; ver: number };
}
