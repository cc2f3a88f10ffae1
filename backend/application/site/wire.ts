/** What the public site's calls under /api/site carry, in one list for the server and the browser. Instants are 'YYYY-MM-DD hh:mm:ss' UTC. Types only. */

import type { CampaignWindow } from '#application/campaign/rules/window.ts';
import type { Demand, Limits } from '#application/enrolment/rules/demands.ts';
import type { Criterion, Scores } from '#application/jury/rules/criteria.ts';
import type { TalkState } from '#application/jury/rules/talk.ts';
import type { JsonValue, Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { BegunUpload, UploadState } from '#framework/files/wire.ts';
import type { Applicant, Enrolment } from '#generated/objects.ts';
import type { Bytes } from '#rules/answer.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { Brand } from './rules/brand.ts';

export type Both = Record<Lang, string>;

export interface Picture {
  src: string;
  alt: Both;
  link: string;
  /** px; 0 where unknown */
  width: number;
  height: number;
}

/** A page that staff wrote, in a menu or on the home page. */
export interface PageCard {
  slug: string;
  /** a code of site_page_kind */
  kind: string;
  title: Both;
  lead: Both;
  /** 'YYYY-MM-DD' of news, '' for none */
  date: string;
  inMenu: boolean;
  onHome: boolean;
}

/** The same with what stands on it. Texts of `body` are sanitised HTML. */
export interface WholePage extends PageCard {
  id: string;
  /** the row's version: what somebody who agrees to rules has read */
  ver: number;
  isDraft: boolean;
  body: Both;
  items: { title: Both; text: Both; link: string }[];
  picture: Picture | undefined;
  /** 'YYYY-MM-DD hh:mm:ss' UTC */
  changedAt: string;
}

/** What an info page shows beside the campaign's facts. */
export interface InfoFacts {
  page: WholePage;
  /** of the page of the jury: who may be shown, by name, the chair first */
  jury: { name: Both; chair: boolean; org: string; position: string; bio: Both; photo: string }[];
  /** of the page of earlier editions: campaigns, newest first, with the titles that were selected there */
  earlier: { id: string; title: Record<string, string>; titles: { cname: string; ename: string }[] }[];
}

/** What the home page tells of earlier editions. */
export interface HomeFacts {
  counts: { editions: number; films: number; countries: number; meetings: number };
  /** pitches of earlier editions that are films in the catalogue now */
  films: { title: Both; director: string; edition: Both; picture: Picture }[];
}

/** What the page of an open draft says before its form is there, to whoever writes it. */
export interface DraftHead {
  /** as EnrolmentFacts has them */
  owner: string;
  until: string;
  /** what staff wrote when they sent it back; '' for nothing */
  returnMsg: string;
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
  brand: Brand;
  programs: string[];
  /** 'GMT+8' */
  zone: string;
  maxSel: number;
  /** proposal template */
  ppurl: string;
  /** the forum's days, in the campaign's zone */
  days: { date: string; start: string; end: string }[];
  /** the message of the window's state */
  enrolMessage: Both;
  selectMessage: Both;
  /** by place: enroll, enroll_edit, selection, selection_edit, logo, sponsor */
  images: Record<string, Picture[]>;
  /** what staff wrote beside the forms, in its order */
  pages: PageCard[];
  /** address of the campaign's own style for the state; '' for none */
  enrolCss: string;
  selectCss: string;
}

/** GET /api/site?campaign= ; also in every page as <script type="application/json" id="facts">. */
export interface SiteFacts {
  /** the server's clock, or the moment that staff rehearse */
  now: string;
  /** set while staff see the site at another moment */
  rehearsal?: string;
  lang: Lang;
  campaigns: CampaignCard[];
  /** the campaign that the address names, else the current one */
  campaign?: CampaignFacts;
  /** what comes before the site's routes on this host */
  base: string;
  /** minimum number of characters of a new password, 4 unless the installation has a higher one (B04) */
  passwordMin: number;
}

/** GET /api/site/applicant/me */
export interface ApplicantFacts {
  email: string;
  name: string;
  lang: Lang;
  profile: Pick<Applicant, 'name' | 'phone' | 'rcountry' | 'rcity' | 'line' | 'wechat'>;
  ver: number;
}

/** GET /api/site/jury/me */
export interface JurorFacts {
  name: string;
  ename: string;
  email: string;
  campaign: string;
  /** of their campaign's jury */
  chair: boolean;
  lang: Lang;
}

/** What erasing one's own data would do, or did: GET and POST /api/site/{realm}/erasure. */
export interface ErasureFacts {
  /** when it was asked for and could not be done at once; '' */
  asked: string;
  /** done: the session is over */
  isErased: boolean;
  /** how many enrolments go, how many are emptied but for what is counted, how many selected ones keep title and names */
  removed: number;
  emptied: number;
  contacts: number;
  /** what a campaign needs until it is over; `title` '' for a juror's own work, `until` '' where no end is set */
  needed: { title: string; campaign: Both; until: string }[];
}

export interface ReceiptFacts {
  no: string;
  at: string;
  hash: string;
  /** the page of the rules that were in force (site_page), and its version; its history has the text */
  rules?: string;
  rulesVer?: number;
  files: { field: string; fileName: string; size: number; sha256: string }[];
}

/** One of the applicant's enrolments in the list: GET /api/site/enrolments?campaign= */
export interface EnrolmentCard {
  id: string;
  campaign: string;
  /** the name of whose it is, for somebody who was invited to write it; '' for one's own */
  owner: string;
  cname: string;
  ename: string;
  programs: string[];
  status: 'draft' | 'submitted' | 'verified' | 'selected' | 'withdrawn';
  /** number of required fields that are empty */
  missing: number;
  savedAt: string;
  submitAt: string;
  /** whether there is a receipt; an enrolment that staff submitted has none */
  hasReceipt: boolean;
  returnMsg: string;
  /** a draft that accepts changes now: the window is open, or in the grace of a draft that was begun before the end */
  mayEdit: boolean;
  mayWithdraw: boolean;
  mayRestore: boolean;
  /** one's own draft, in which nothing was written yet */
  isUntouched: boolean;
  /** the deadline that staff put off for this enrolment alone; '' where the campaign's end holds */
  until: string;
}

/** GET /api/site/enrolments/{id}?ver=N while the row still has that version: only what changes with time. */
export interface EnrolmentPulse {
  id: string;
  ver: number;
  status: EnrolmentCard['status'];
  /** whether the server accepts changes now: a draft, and the window is open or in its grace */
  mayEdit: boolean;
  mayWithdraw: boolean;
  /** whether the applicant may take the withdrawal back */
  mayRestore: boolean;
  /** the deadline that staff put off for this enrolment alone; '' where the campaign's end holds */
  until: string;
  /** which form the campaign has now: another mark than that of the form that is open means that it asks something else */
  form: string;
}

/** GET /api/site/enrolments/{id} */
export interface EnrolmentFacts extends EnrolmentPulse {
  campaign: string;
  /** the name of whose it is, for somebody who was invited to write it and neither submits nor withdraws it; '' for one's own */
  owner: string;
  /** path → who changed it last, '' for staff; without what this person changed last. It comes where somebody else has written since the page's version */
  changedBy?: Record<string, string>;
  /** the fields that an applicant may read */
  values: Partial<Enrolment>;
  /** the problems that prevent a submission; `path` is a field, nested ones with a slash: 'director/cname' */
  missing: Problem[];
  savedAt: string;
  /** when the decision was sent to the applicant; '' while none was */
  toldAt: string;
  receipt?: ReceiptFacts;
}

/** Somebody who may write an enrolment with its applicant: GET /api/site/enrolments/{id}/writers */
export interface WriterFacts {
  id: string;
  email: string;
  /** of their account; '' until they have joined */
  name: string;
  state: 'invited' | 'expired' | 'joined';
  /** until when the invitation may be used */
  until: string;
}

/** What the link of an invitation leads to. Only whoever reads the invited address has it. */
export interface InvitationFacts {
  /** the invited address */
  email: string;
  /** who invites */
  owner: string;
  cname: string;
  ename: string;
  campaign: string;
  /** the address has an account already */
  hasAccount: boolean;
}

/** GET /api/site/form?campaign= : the form's fields as an applicant may see them, with the options of the campaign's edition. */
export interface FormFacts {
  model: ObjectModel;
  /** address of an ES module: `validate(record) → RawError[]`, `conditions` (docs/decisions/003) */
  validator: string;
  /** the fields of the campaign that decide, for `missingOf` of #application/enrolment/rules/enrolment.ts */
  terms: { programs: string[]; edition: number | null; demands: Demand[] };
  /** names it: `form` of an enrolment */
  mark: string;
}

/**
 * PATCH /api/site/enrolments/{id} {changes: FieldChange[], ver?: the version that the page knows}. Fields that somebody else changed, too, are not written and come back as conflicts;
 * values that no draft can hold (too long, not an address) come back as refused; the rest of the call is saved. Several changes of one path are
 * applied in order.
 */
export interface Merged {
  enrolment: EnrolmentFacts;
  conflicts: { path: string; mine: JsonValue; theirs: JsonValue }[];
  refused: Problem[];
}

/** A juror's own selection for one enrolment. */
export interface OwnSelection {
  /** 'none' means read but not chosen */
  choice: 'primary' | 'alternative' | 'none';
  /** 1-5, 0 for none */
  weight: number;
  /** by the campaign's criteria; a criterion that is not rated is missing */
  scores: Scores;
  comment: string;
  conflict: boolean;
  /** 0 while there is none */
  ver: number;
}

/** A juror's progress. Enrolments with a declared conflict are not part of `total`. */
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
  /** the message of the window's state */
  message: Both;
  /** whether choices may be changed: the window is open, and the juror has not declared that they are done */
  mayEdit: boolean;
  /** whether they may declare that they are done, or take it back: the window is open */
  mayDeclare: boolean;
  /** when they declared it, '' while they have not */
  doneAt: string;
  /** what each pitch is rated by; none where the campaign has none */
  criteria: Criterion[];
  /** the jury's discussion after the end */
  talk: { state: TalkState; until: string };
  progress: SelectionProgress;
  /** in the order that the campaign has for its jurors' lists; none before the window opens */
  items: SelectionItem[];
  /** removed from the list because the juror declared a conflict */
  conflicts: Pick<SelectionItem, 'enrolment' | 'number' | 'cname' | 'ename'>[];
  onboarding: Both;
  guideline: Both;
  /** field → code → label, for the codes in the rows of the list */
  labels: Record<string, Record<string, Both>>;
}

/** GET /api/site/selection/{enrolment} */
export interface SelectionEntry {
  item: SelectionItem;
  /** the fields that a juror may read: the project, the people without their contacts, links and files */
  values: Partial<Enrolment>;
  /** of the campaign's own questions, those that jurors see */
  answers: { label: Both; text: Both; files: Row[] }[];
  /** after the end, where the campaign lets its jurors discuss */
  talk?: JuryTalk;
}

/** What the other jurors of an enrolment chose, and what all of them wrote to one another. */
export interface JuryTalk {
  mayWrite: boolean;
  until: string;
  votes: (Pick<OwnSelection, 'choice' | 'weight' | 'scores' | 'comment'> & TalkJuror)[];
  notes: ({ id: string; isOwn: boolean; at: string; text: string } & TalkJuror)[];
}

interface TalkJuror {
  name: string;
  ename: string;
  chair: boolean;
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

/** Why a link does not open for somebody who is not signed in anywhere; the sentences are in locales/{lang}/site-link.json. */
export type LinkFault = 'malformed' | 'video' | 'private' | 'unreachable' | 'notfound' | 'login' | 'failing';

export interface LinkCheck {
  ok: boolean;
  reason?: LinkFault;
  /** only the form of the address was checked, because the host was not asked or did not answer */
  formOnly?: true;
  /** how long the film is, where its host says so */
  seconds?: number;
}

/** What a film's length comes to beside what the campaign asks, in the page's language. */
export interface LengthSaid {
  message: string;
  isOther: boolean;
}

/** A code was sent to the address; seconds until another one can be requested. */
export interface CodeSent {
  email: string;
  wait: number;
}

/** An upload of the form; the answer to the last piece has the enrolment as it is then. */
export interface EnrolmentUpload extends UploadState {
  enrolment?: EnrolmentFacts;
}

/**
 * @group site
 * @for everybody
 */
export interface SiteCalls {
  /** @group none */
  'GET /site/css/:campaign/:file': Bytes;
  /** @group none */
  'GET /robots.txt': Bytes;
  /** @group none */
  'GET /sitemap.xml': Bytes;
  /** @query campaign=an-id */
  'GET /api/site': SiteFacts;
  /** @for jury */
  'GET /api/site/selection': SelectionFacts;
  /** @for jury */
  'GET /api/site/selection/:enrolment': SelectionEntry;
  /** @for jury */
  'PUT /api/site/selection/:enrolment': { item: SelectionItem; progress: SelectionProgress };
  /** @for jury */
  'POST /api/site/selection/done': SelectionFacts;
  /** @for jury */
  'POST /api/site/selection/:enrolment/conflict': SelectionFacts;
  /** @for jury */
  'POST /api/site/selection/:enrolment/notes': JuryTalk;
  /** @for applicant */
  'GET /api/site/enrolments': EnrolmentCard[];
  /** @for applicant */
  'POST /api/site/enrolments': EnrolmentFacts;
  /**
   * `until`: when the late start ends that staff gave them; '' for none
   * @for applicant
   * @query campaign=an-id
   */
  'GET /api/site/late-start': { until: string };
  /**
   * @for applicant
   * @query ver=1
   */
  'GET /api/site/enrolments/:id': EnrolmentFacts | EnrolmentPulse;
  /** @for applicant */
  'PATCH /api/site/enrolments/:id': Merged;
  /** @for applicant */
  'POST /api/site/enrolments/:id/submit': EnrolmentFacts;
  /** @for applicant */
  'POST /api/site/enrolments/:id/withdraw': EnrolmentFacts;
  /** @for applicant */
  'POST /api/site/enrolments/:id/restore': EnrolmentFacts;
  /** @for applicant */
  'GET /api/site/enrolments/:id/writers': WriterFacts[];
  /** @for applicant */
  'POST /api/site/enrolments/:id/writers': WriterFacts[];
  /** @for applicant */
  'DELETE /api/site/enrolments/:id/writers/:writer': WriterFacts[];
  'POST /api/site/invitation': InvitationFacts;
  /** @for applicant */
  'POST /api/site/invitation/accept': { id: string; campaign: string };
  'POST /api/site/invitation/register': { id: string; campaign: string };
  /**
   * @for applicant
   * @query zone=Asia/Taipei
   */
  'GET /api/site/enrolments/:id/receipt.pdf': Bytes;
  'GET /api/site/enrolments/:id/print.pdf': Bytes;
  /**
   * `message` says in the applicant's language why a link does not open
   * @for applicant
   */
  'POST /api/site/link': LinkCheck & { message?: string; length?: LengthSaid };
  /** @for applicant */
  'POST /api/site/uploads': BegunUpload;
  /** @for applicant */
  'GET /api/site/uploads/:id': EnrolmentUpload;
  /**
   * @for applicant
   * @query offset=0
   */
  'PATCH /api/site/uploads/:id': EnrolmentUpload;
  /** @for applicant */
  'DELETE /api/site/uploads/:id': null;
  /**
   * @for applicant
   * @query campaign=an-id
   */
  'GET /api/site/form': FormFacts;
  /** @group none */
  'GET /api/site/form/:file': Bytes;
  'POST /api/site/applicant/register': CodeSent;
  'POST /api/site/applicant/verify': ApplicantFacts;
  'POST /api/site/applicant/code': CodeSent;
  'POST /api/site/applicant/login': ApplicantFacts;
  /** @for applicant */
  'GET /api/site/applicant/me': ApplicantFacts;
  'POST /api/site/applicant/forgot': CodeSent;
  'POST /api/site/applicant/reset': { email: string };
  /** @for applicant */
  'PUT /api/site/applicant/password': null;
  /** @for applicant */
  'PUT /api/site/applicant/profile': ApplicantFacts;
  /** @for applicant */
  'POST /api/site/applicant/address': CodeSent;
  /** @for applicant */
  'POST /api/site/applicant/address/confirm': ApplicantFacts;
  'POST /api/site/applicant/logout': null;
  /** @for applicant */
  'GET /api/site/applicant/data': Bytes;
  /**
   * The same with the content of one's files, as a ZIP
   * @for applicant
   */
  'GET /api/site/applicant/data.zip': Bytes;
  /** @for applicant */
  'GET /api/site/applicant/erasure': ErasureFacts;
  /** @for applicant */
  'POST /api/site/applicant/erasure': ErasureFacts;
  /** @for applicant */
  'DELETE /api/site/applicant/erasure': ErasureFacts;
  'POST /api/site/jury/login': JurorFacts;
  /** @for jury */
  'GET /api/site/jury/me': JurorFacts;
  'POST /api/site/jury/forgot': CodeSent;
  'POST /api/site/jury/reset': { email: string };
  /** @for jury */
  'PUT /api/site/jury/password': null;
  'POST /api/site/jury/logout': null;
  /** @for jury */
  'GET /api/site/jury/data': Bytes;
  /**
   * The same with the content of one's files, as a ZIP
   * @for jury
   */
  'GET /api/site/jury/data.zip': Bytes;
  /** @for jury */
  'GET /api/site/jury/erasure': ErasureFacts;
  /** @for jury */
  'POST /api/site/jury/erasure': ErasureFacts;
  /** @for jury */
  'DELETE /api/site/jury/erasure': ErasureFacts;
  /**
   * @group accounts
   * @may update applicant
   */
  'POST /api/pb/applicant/:id/code': CodeSent;
  /**
   * @group accounts
   * @may update jury
   */
  'POST /api/pb/jury/:id/code': CodeSent;
  /**
   * of each film whose length the campaign asks
   * @group dashboard
   * @may read enrolment
   */
  'GET /api/pb/enrolment/:id/lengths': (LengthSaid & { path: string })[];
}

/** Texts that a visitor types, and the campaign on whose site it is. */
type VisitorBody<Key extends string> = Record<Key, string>;

/** What the calls are sent. */
export interface SiteBodies {
  'PUT /api/site/selection/:enrolment': { ver: number } & Record<string, unknown>;
  'POST /api/site/selection/done': { done: boolean };
  'POST /api/site/selection/:enrolment/conflict': { declared: boolean };
  'POST /api/site/selection/:enrolment/notes': { text: string };
  'POST /api/site/enrolments': { campaign: string; copyOf?: string };
  'PATCH /api/site/enrolments/:id': { changes: unknown; ver?: number };
  'POST /api/site/enrolments/:id/submit': unknown;
  'POST /api/site/enrolments/:id/withdraw': { reason: string };
  'POST /api/site/enrolments/:id/restore': Record<string, never>;
  'POST /api/site/enrolments/:id/writers': { email: string; lang: string };
  'POST /api/site/invitation': { token: string };
  'POST /api/site/invitation/accept': { token: string };
  'POST /api/site/invitation/register': { token: string; name: string; pw: string; confirm: string; lang: string };
  /** `limits`: what the campaign asks of the film's length; other limits of the field are passed over */
  'POST /api/site/link': { url: string; limits?: Limits };
  'POST /api/site/uploads': unknown;
  'PATCH /api/site/uploads/:id': Blob;
  'POST /api/site/applicant/register': { name: string; email: string; pw: string; confirm: string; lang: string; campaign: string };
  'POST /api/site/applicant/verify': { email: string; code: string; campaign: string };
  'POST /api/site/applicant/code': { email: string; campaign: string };
  'POST /api/site/applicant/login': VisitorBody<'email' | 'pw' | 'campaign'>;
  'POST /api/site/applicant/forgot': VisitorBody<'email' | 'campaign'>;
  'POST /api/site/applicant/reset': VisitorBody<'email' | 'code' | 'pw' | 'confirm' | 'campaign'>;
  'PUT /api/site/applicant/password': { old: string; pw: string; confirm: string };
  'POST /api/site/applicant/erasure': { pw: string };
  'PUT /api/site/applicant/profile': { ver: number } & Record<string, unknown>;
  'POST /api/site/applicant/address': { email: string; pw: string; campaign: string };
  'POST /api/site/applicant/address/confirm': { email: string; code: string };
  'POST /api/site/jury/login': VisitorBody<'email' | 'pw' | 'campaign'>;
  'POST /api/site/jury/forgot': VisitorBody<'email' | 'campaign'>;
  'POST /api/site/jury/reset': VisitorBody<'email' | 'code' | 'pw' | 'confirm' | 'campaign'>;
  'PUT /api/site/jury/password': { old: string; pw: string; confirm: string };
  'POST /api/site/jury/erasure': { pw: string };
}
