/** What the staff's calls about a jury carry, besides those of the dashboard (campaign/wire.ts): who reads what. Types only. */
import type { AssignChange } from './rules/assign.ts';

/** How far a reader is with an enrolment. */
export type ReaderState = 'new' | 'opened' | 'rated' | 'conflict';

export interface AssignmentLine {
  id: string;
  ver: number;
  number: string;
  cname: string;
  ename: string;
  programs: string[];
  readers: { juror: string; state: ReaderState }[];
}

export interface AssignmentJuror {
  id: string;
  name: string;
  ename: string;
  group: string;
  chair: boolean;
  programs: string[];
  enabled: boolean;
  /** enrolments assigned to them, and how many of those they have not opened */
  load: number;
  open: number;
}

export interface AssignmentFacts {
  /** 'all' or 'assigned': whether the assignment counts for what jurors see */
  readBy: string;
  perPitch: number;
  /** a seed to begin with, the campaign's own */
  seed: number;
  jurors: AssignmentJuror[];
  /** verified and numbered enrolments, by number */
  lines: AssignmentLine[];
}

export interface AssignmentPlan {
  changes: AssignChange[];
  loads: { juror: string; before: number; after: number }[];
  /** enrolments that have fewer readers than wanted, because not enough may read them */
  short: { enrolment: string; has: number; wanted: number }[];
  /** names this plan: sent with it, so that what is saved is what was seen */
  mark: string;
}

/** What shall be assigned to whom. */
export interface AssignmentAsked {
  /** enrolments of this program; '' for all */
  program: string;
  /** jurors of this group; '' for all */
  group: string;
  /** readers each shall have; 0 for all who may */
  perPitch: number;
  isFilling: boolean;
  /** jurors are not given what hints at a conflict of interest */
  avoidsHints: boolean;
  seed: number;
}

/**
 * @group dashboard
 * @may list enrolment
 */
export interface JuryStaffCalls {
  'GET /api/desk/:campaign/assignment': AssignmentFacts;
  'POST /api/desk/:campaign/assignment/plan': AssignmentPlan;
  /** @may update enrolment */
  'PUT /api/desk/:campaign/assignment': { changed: number };
}

/** What the calls are sent. */
export interface JuryStaffBodies {
  'POST /api/desk/:campaign/assignment/plan': AssignmentAsked;
  'PUT /api/desk/:campaign/assignment': AssignmentAsked & { mark: string };
}
