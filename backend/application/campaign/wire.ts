/** The payloads of the campaign dashboard's calls under /api/desk: one list of shapes for the server and the back office. Instants are 'YYYY-MM-DD hh:mm:ss' UTC. Types only. */

import type { ConflictHint, Judge } from '#application/jury/rules/conflicts.ts';
import type { CountedVote, Measure, Ranked } from '#application/jury/rules/ranking.ts';
import type { Row } from '#codegen/model.ts';
import type { Bytes } from '#rules/answer.ts';
import type { ProblemCode } from '#rules/words/problem.ts';
import type { CheckLine, Light } from './rules/checks.ts';
import type { Statistics } from './rules/statistics.ts';
import type { CampaignWindow, WindowKind } from './rules/window.ts';

/** A vote as the dashboard shows it. */
export interface ShownVote extends CountedVote {
  comment: string;
  at: string;
}

export interface DashboardCampaigns {
  /** the newest edition first */
  campaigns: { id: string; cname: string; ename: string }[];
  /** the one that the public site shows; the first of the list where none has a window, '' where there is none */
  current: string;
  /** the one whose forum is prepared: the current one if it has decision makers, else the newest that has; '' where none has */
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
  /** the decision that the applicant was informed of last: 'select', 'decline', '' */
  told: string;
  votes: ShownVote[];
}

export interface Ranking {
  by: Measure;
  top: number;
  program: string;
  /** of the resampling: the same seed gives the same bands */
  seed: number;
  resamples: number;
  jurors: { id: string; name: string; ename: string }[];
  /** votes that count */
  votes: number;
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
  /** enrolments on their list, without those that a conflict takes away */
  total: number;
  /** opened */
  read: number;
  /** chosen, primary or alternative */
  rated: number;
  primary: number;
  alternative: number;
  comments: number;
  conflicts: number;
  /** mean of the weights given, null before the first */
  mean: number | null;
  /** 'YYYY-MM-DD hh:mm:ss' UTC of the last thing they said, '' before the first */
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
  /** what opening and closing it now would set: field → instant; undefined where it is that already */
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
  jurors: number;
  /** P02: windows and clones are an administrator's */
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
  /** why it stays behind; '' where it will be released */
  held: ProblemCode | '';
}

export interface Decisions {
  /** what a release does now */
  select: number;
  decline: number;
  held: number;
  /** verified ones without any decision, pending or released */
  open: number;
  selected: number;
  declined: number;
  /** what has to be typed */
  typed: string;
  lines: PendingLine[];
}

export interface Released {
  select: number;
  decline: number;
  /** mails on their way */
  mails: number;
  /** enrolments whose applicant has no address that mail can go to */
  unreachable: string[];
}

export interface Conflicts {
  hints: ConflictHint[];
  judges: { object: Judge['object']; id: string; name: string; ename: string; org: string }[];
  enrolments: { id: string; number: string; cname: string; ename: string }[];
  /** what jurors have declared themselves: 'juror enrolment' */
  declared: string[];
}

export interface CampaignStatistics extends Statistics {
  /** the campaign compared with */
  previous: { id: string; cname: string; ename: string } | null;
}

export interface CloneOffer {
  /** a name and number that are free */
  id: string;
  cna: string;
  enaName: string;
  edition: number | null;
  /** fifty-two weeks: the weekdays stay */
  shift: number;
  counts: { images: number; jurors: number; decisionMakers: number; days: number };
}

export interface Cloned {
  id: string;
  counts: Record<'images' | 'jurors' | 'decisionMakers' | 'files', number>;
}

export interface Decided {
  /** enrolments whose pending decision is another now */
  changed: number;
  /** those that stay as they were, and why: not verified, or informed of the same before */
  skipped: { id: string; code: ProblemCode }[];
}

export interface DashboardCalls {
  'GET /api/desk': DashboardCampaigns;
  'GET /api/desk/:campaign/overview': DashboardOverview;
  'GET /api/desk/:campaign/statistics': CampaignStatistics;
  'GET /api/desk/:campaign/ranking': Ranking;
  'GET /api/desk/:campaign/jurors': JuryProgress;
  'GET /api/desk/:campaign/conflicts': Conflicts;
  'GET /api/desk/:campaign/decisions': Decisions;
  'PUT /api/desk/:campaign/decisions': Decided;
  'POST /api/desk/:campaign/release': Released;
  'POST /api/desk/:campaign/window': Row;
  'GET /api/desk/:campaign/clone': CloneOffer;
  'POST /api/desk/:campaign/clone': Cloned;
  'GET /api/desk/:campaign/export': Bytes;
}
