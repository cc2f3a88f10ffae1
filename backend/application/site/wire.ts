/** What the public site's calls under /api/site carry: one list of shapes for the server and the browser. Instants are 'YYYY-MM-DD hh:mm:ss' UTC. Types only. */

import type { CampaignWindow } from '#application/campaign/rules/window.ts';
import type { JsonValue, Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Problem } from '#rules/problem.ts';

export type Both = Record<Lang, string>;

export interface Picture {
  src: string;
  alt: Both;
  link: string;
  /** px; 0 where it is not known */
  width: number;
  height: number;
}

/** A campaign in a list of them. */
export interface CampaignCard {
  id: string;
  title: Both;
  enrol: CampaignWindow;
  select: CampaignWindow;
}

/** A campaign as its pages show it. Messages are sanitised HTML. */
export interface CampaignFacts extends CampaignCard {
  edition: number;
  programs: string[];
  /** 'GMT+8' */
  zone: string;
  maxSel: number;
  /** proposal template */
  ppurl: string;
  /** the forum's days, in the campaign's zone */
  days: { date: string; start: string; end: string }[];
  /** the message of the window's state; '' while it is open */
  enrolMessage: Both;
  selectMessage: Both;
  /** by place: enroll, enroll_edit, selection, selection_edit, logo, sponsor */
  images: Record<string, Picture[]>;
  /** the campaign's own style for the state, as a file; '' for none */
  enrolCss: string;
  selectCss: string;
}

/** GET /api/site?campaign= ; also in every page as <script type="application/json" id="facts">. */
export interface SiteFacts {
  /** the server's clock, or the moment that staff rehearse */
  now: string;
  /** set while staff see the site as of another moment */
  rehearsal?: string;
  lang: Lang;
  campaigns: CampaignCard[];
  /** the one that the address names, else the current one */
  campaign?: CampaignFacts;
  /** what precedes the site's routes on this host */
  base: string;
  /** a new password's least characters, 4 unless the installation asks for more (B04) */
  passwordMin: number;
}

/** GET /api/site/applicant/me */
export interface ApplicantFacts {
  email: string;
  name: string;
  lang: Lang;
  /** name, phone, rcountry, rcity, line, wechat */
  profile: Row;
  ver: number;
}

/** GET /api/site/jury/me */
export interface JurorFacts {
  name: string;
  email: string;
  campaign: string;
  lang: Lang;
}

export interface ReceiptFacts {
  no: string;
  at: string;
  hash: string;
  files: { field: string; fileName: string; size: number; sha256: string }[];
}

/** One of the applicant's enrolments in the list: GET /api/site/enrolments?campaign= */
export interface EnrolmentCard {
  id: string;
  campaign: string;
  cname: string;
  ename: string;
  programs: string[];
  status: 'draft' | 'submitted' | 'verified' | 'selected' | 'withdrawn';
  /** how many required things are missing */
  missing: number;
  savedAt: string;
  submitAt: string;
  /** what was submitted has a receipt; staff who submit for somebody give none */
  hasReceipt: boolean;
  returnMsg: string;
  /** a draft that the server takes changes of now: the window is open, or in the grace of what was begun before its end */
  mayEdit: boolean;
}

/** GET /api/site/enrolments/{id}?ver=N while the row still has that version: what time alone changes. */
export interface EnrolmentPulse {
  id: string;
  ver: number;
  status: EnrolmentCard['status'];
  /** whether the server takes changes now: a draft, and the window open or in its grace */
  mayEdit: boolean;
  mayWithdraw: boolean;
}

/** GET /api/site/enrolments/{id} */
export interface EnrolmentFacts extends EnrolmentPulse {
  campaign: string;
  /** the fields that an applicant may read */
  values: Row;
  /** what keeps it from being submitted; `path` is a field, nested ones with a slash: 'director/cname' */
  missing: Problem[];
  savedAt: string;
  receipt?: ReceiptFacts;
}

/** GET /api/site/form?campaign= : the form's fields as an applicant may see them, with the options of the campaign's edition. */
export interface FormFacts {
  model: ObjectModel;
  /** address of an ES module: `validate(record) → RawError[]`, `conditions` (docs/decisions/003) */
  validator: string;
  /** what of the campaign decides, for `missingOf` of #application/enrolment/rules/enrolment.ts */
  terms: { programs: string[]; edition: number | null };
}

/**
 * PATCH /api/site/enrolments/{id} {changes: FieldChange[]}: fields that somebody else changed too stay as they are and come back as conflicts; values
 * that no draft can hold (too long, no address) come back as refused, and everything else of the call is saved. Changes of one path are steps, in order.
 */
export interface Merged {
  enrolment: EnrolmentFacts;
  conflicts: { path: string; mine: JsonValue; theirs: JsonValue }[];
  refused: Problem[];
}

/** A juror's own choice of one enrolment. */
export interface OwnSelection {
  /** 'none' is read, and not chosen */
  choice: 'primary' | 'alternative' | 'none';
  /** 1-5, 0 for none */
  weight: number;
  comment: string;
  conflict: boolean;
  /** 0 while there is none */
  ver: number;
}

/** How far a juror has come: what they declared a conflict on is not among the `total`. */
export interface SelectionProgress {
  total: number;
  read: number;
  primary: number;
  maxSel: number;
}

/** GET /api/site/selection */
export interface SelectionFacts {
  campaign: string;
  title: Both;
  window: CampaignWindow;
  /** the message of the window's state; '' while it is open */
  message: Both;
  /** whether the window is open for selections */
  mayEdit: boolean;
  progress: SelectionProgress;
  /** by number; none before the window opens */
  items: SelectionItem[];
  /** taken off the list by the juror's own declaration */
  conflicts: Pick<SelectionItem, 'enrolment' | 'number' | 'cname' | 'ename'>[];
  onboarding: Both;
  guideline: Both;
  /** field → code → label, of the codes that the list's rows have */
  labels: Record<string, Record<string, Both>>;
}

/** GET /api/site/selection/{enrolment} */
export interface SelectionEntry {
  item: SelectionItem;
  /** what a juror may read of it: the project, the people without their contacts, links and files */
  values: Row;
}

export interface SelectionItem {
  enrolment: string;
  number: string;
  cname: string;
  ename: string;
  programs: string[];
  genre: string[];
  len: string;
  stage: number | null;
  country: string;
  still: string;
  isRead: boolean;
  own: OwnSelection;
}
