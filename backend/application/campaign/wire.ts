/**
 * What the campaign dashboard's calls under /api/desk carry, in one list for the server and the back office. Instants are 'YYYY-MM-DD hh:mm:ss' UTC.
 * Types only.
 */

import type { Agreement } from '#application/jury/rules/agreement.ts';
import type { ConflictHint, Judge } from '#application/jury/rules/conflicts.ts';
import type { Criterion, Scores } from '#application/jury/rules/criteria.ts';
import type { CountedVote, Measure, Ranked } from '#application/jury/rules/ranking.ts';
import type { Row } from '#codegen/model.ts';
import type { Bytes } from '#rules/answer.ts';
import type { ProblemCode } from '#rules/words/problem.ts';
import type { CheckLine, Light } from './rules/checks.ts';
import type { Statistics } from './rules/statistics.ts';
import type { CampaignWindow, WindowKind } from './rules/window.ts';

/** A vote as the dashboard shows it. */
export interface ShownVote extends CountedVote {
  scores: Scores;
  comment: string;
  at: string;
}

export interface DashboardCampaigns {
  /** the newest edition first */
  campaigns: { id: string; cname: string; ename: string }[];
  /** the campaign that the public site shows; where none has a window, the first of the list; '' where there is none */
  current: string;
  /** the campaign whose forum is being prepared: the current one if it has decision makers, else the newest that has; '' where none has */
  forum: string;
}

export interface RankedLine extends Omit<Ranked, 'votes'> {
  ver: number;
  number: string;
  cname: string;
  ename: string;
  programs: string[];
  status: string;
  /** pending: 'select', 'decline', '' */
  decision: string;
  /** the decision of which the applicant was informed last: 'select', 'decline', '' */
  told: string;
  /** criterion → mean of its ratings */
  criteria: Record<string, { mean: number | null; count: number }>;
  /** by how many of the jurors who should it was read */
  coverage: { read: number; of: number };
  votes: ShownVote[];
  /** what the jury wrote to one another about it after the selection had ended, the oldest first */
  notes: { id: string; juror: string; at: string; text: string }[];
}

/** How far the jury agrees about one thing: 'weight', a criterion's key, or 'result' of all criteria. */
export type AgreementLine = Agreement & { of: string };

export interface Ranking {
  by: Measure;
  top: number;
  program: string;
  /** seed of the resampling: the same seed gives the same ranges */
  seed: number;
  resamples: number;
  jurors: { id: string; name: string; ename: string; chair: boolean }[];
  /** votes that count by the measure */
  votes: number;
  criteria: Criterion[];
  agreement: AgreementLine[];
  /** by how much each juror rates higher than the others on the same pitches */
  jury: { juror: string; lean: number | null; count: number }[];
  lines: RankedLine[];
}

export interface JurorLine {
  id: string;
  name: string;
  ename: string;
  org: string;
  email: string;
  enabled: boolean;
  programs: string[];
  group: string;
  chair: boolean;
  /** when they declared that they are done, '' while they have not */
  doneAt: string;
  /** enrolments on their list, without those with a declared conflict */
  total: number;
  /** how many they opened */
  read: number;
  /** how many they chose, primary or alternative */
  rated: number;
  primary: number;
  alternative: number;
  comments: number;
  conflicts: number;
  /** mean of the weights given, null before the first */
  mean: number | null;
  /** 'YYYY-MM-DD hh:mm:ss' UTC of their last change, '' before the first */
  lastAt: string;
}

export interface JuryProgress {
  maxSel: number;
  /** of the selection window: 'not_started', 'open', 'ended' */
  state: string;
  end: string;
  lines: JurorLine[];
}

export interface WindowOverview extends CampaignWindow {
  kind: WindowKind;
  /** what opening and closing it now would set: field → instant; undefined where it is open or closed already */
  open?: Record<string, string>;
  close?: Record<string, string>;
}

export interface DashboardOverview {
  id: string;
  ver: number;
  cname: string;
  ename: string;
  zone: string;
  /** the server's clock */
  now: string;
  light: Light;
  lines: CheckLine[];
  windows: WindowOverview[];
  /** state → enrolments */
  states: Record<string, number>;
  /** the withdrawn ones, the latest first, and why */
  withdrawn: { id: string; cname: string; ename: string; at: string; reason: string; isByStaff: boolean }[];
  jurors: number;
  /** windows and clones are for administrators (P02) */
  mayManage: boolean;
}

export interface PendingLine {
  id: string;
  number: string;
  cname: string;
  ename: string;
  programs: string[];
  status: string;
  decision: 'select' | 'decline';
  told: 'select' | 'decline' | '';
  /** why it will not be released; '' where it will be */
  held: ProblemCode | '';
}

export interface Decisions {
  /** what a release would do now */
  select: number;
  decline: number;
  held: number;
  /** verified enrolments without any decision, pending or released, and those whose selection was undone */
  open: number;
  selected: number;
  declined: number;
  /** text that must be typed as a confirmation */
  typed: string;
  lines: PendingLine[];
}

export interface Released {
  select: number;
  decline: number;
  /** mails that are queued or being sent */
  mails: number;
  /** enrolments whose applicant has no usable e-mail address */
  unreachable: string[];
}

export interface Conflicts {
  hints: ConflictHint[];
  judges: { object: Judge['object']; id: string; name: string; ename: string; org: string; chair: boolean }[];
  enrolments: { id: string; number: string; cname: string; ename: string }[];
  /** conflicts that jurors have declared: 'juror enrolment' */
  declared: string[];
}

export interface CampaignStatistics extends Statistics {
  /** the campaign compared with */
  previous: { id: string; cname: string; ename: string } | null;
}

export interface CloneOffer {
  /** an id and edition that are free */
  id: string;
  cna: string;
  enaName: string;
  edition: number | null;
  /** fifty-two weeks, which keeps the weekdays */
  shift: number;
  counts: { images: number; pages: number; jurors: number; decisionMakers: number; days: number };
}

export interface Cloned {
  id: string;
  counts: Record<'options' | 'images' | 'pages' | 'jurors' | 'decisionMakers' | 'files', number>;
}

export interface Decided {
  /** enrolments whose pending decision has changed */
  changed: number;
  /** enrolments that are unchanged, and why: not verified, informed of the same decision before, or decided otherwise by somebody else meanwhile */
  skipped: { id: string; code: ProblemCode }[];
}

/**
 * @group dashboard
 * @may list campaign
 */
export interface DashboardCalls {
  'GET /api/desk': DashboardCampaigns;
  'GET /api/desk/:campaign/overview': DashboardOverview;
  'GET /api/desk/:campaign/statistics': CampaignStatistics;
  /** @may list enrolment */
  'GET /api/desk/:campaign/ranking': Ranking;
  'GET /api/desk/:campaign/jurors': JuryProgress;
  'GET /api/desk/:campaign/conflicts': Conflicts;
  'GET /api/desk/:campaign/decisions': Decisions;
  /** @may update enrolment */
  'PUT /api/desk/:campaign/decisions': Decided;
  /** @may update enrolment */
  'POST /api/desk/:campaign/release': Released;
  /** @for administrators */
  'POST /api/desk/:campaign/window': Row;
  /** @for administrators */
  'GET /api/desk/:campaign/clone': CloneOffer;
  /** @for administrators */
  'POST /api/desk/:campaign/clone': Cloned;
  /** @may export enrolment */
  'GET /api/desk/:campaign/export': Bytes;
  /** @may export enrolment */
  'GET /api/desk/:campaign/minutes': Bytes;
}

/** What the calls are sent. */
export interface DashboardBodies {
  /** `seen`: the pending decisions that were on the screen; one that somebody has changed since stays */
  'PUT /api/desk/:campaign/decisions': { ids: string[]; decision: string; seen?: Row };
  'POST /api/desk/:campaign/release': { confirm: string; select: number; decline: number };
  'POST /api/desk/:campaign/window': { kind: WindowKind; turn: 'open' | 'close'; ver: number; until?: string };
  'POST /api/desk/:campaign/clone': { id: string; cna: string; enaName: string; edition: number | null; take: string[]; windows: string; shift: number };
}
