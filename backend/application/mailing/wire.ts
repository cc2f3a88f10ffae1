/** The answers of the calls under /api/desk/mails. Types only; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
import type { Lang } from '#codegen/model.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { BatchKind, MailKind, Whom } from './rules/bulk-mail.ts';
import type { MailTemplate, MailText, Placeholder, TemplateText } from './rules/mail-template.ts';

export interface BatchMail {
  id: string;
  to: string;
  subject: string;
  body: string;
  lang: Lang;
  status: string;
  about: string;
  tries: number;
  nextAt: string;
  error: string;
  ver: number;
}

export interface OutboxLine {
  id: string;
  to: string;
  subject: string;
  lang: string;
  template: string;
  batch: string;
  status: string;
  tries: number;
  nextAt: string;
  sentAt: string;
  error: string;
  at: string;
}

/** Somebody who gets no mail, and why. */
export interface Skipped {
  about: string;
  title: Record<Lang, string>;
  to: string;
}

/** The result for a batch's recipients; lists are cut at 500. */
export interface BatchReport {
  written: number;
  /** already had a mail of the kind */
  already: Skipped[];
  /** have no usable e-mail address */
  unreachable: Skipped[];
}

/** A batch in an answer; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
export interface ShownBatch {
  id: string;
  campaign: string;
  kind: BatchKind;
  /** 'unfinished': its writing was interrupted; it can only be discarded */
  state: BatchState | 'unfinished';
  by: string;
  at: string;
  releasedBy: string;
  releasedAt: string;
  job: string;
  /** state of a mail → number of mails */
  counts: Record<string, number>;
  /** complete once all mails are written */
  report: Partial<BatchReport>;
}

export type ShownMail = BatchMail & { title: Record<Lang, string> };

export interface CampaignOutbox {
  /** false where no mail is ever sent, because SMTP_URL is not set */
  sends: boolean;
  /** state → number of mails */
  counts: Record<string, number>;
  mails: OutboxLine[];
}

export interface ShownRecipient {
  about: string;
  title: Record<Lang, string>;
  to: string;
  lang: Lang;
  /** has a usable e-mail address */
  isValid: boolean;
  /** already had a mail of the kind; gets another only if the batch is composed with `again` */
  already: boolean;
}

export interface TemplateHelp {
  template: MailTemplate;
  placeholders: readonly Placeholder[];
  /** the campaign's own text; empty where it uses the standard text, and for texts that a campaign does not store */
  own: Record<Lang, MailText>;
  standard: Record<Lang, MailText>;
}

export interface Preview {
  /** the enrolment or juror that it is about, '' for the samples */
  about: string;
  to: string;
  lang: Lang;
  /** the value of each placeholder, so that an editor can update the preview at every keystroke */
  values: Record<Lang, Record<string, string>>;
  mails: Record<Lang, MailText>;
  problems: Problem[];
}

/** The texts of a campaign and their placeholders. */
export interface Templates {
  ver: number;
  name: Record<Lang, string>;
  templates: TemplateHelp[];
}

/** One page of a batch. */
export interface BatchPage extends ShownBatch {
  mails: ShownMail[];
  total: number;
}

/**
 * @group mailing
 * @role [op]
 */
export interface MailingCalls {
  /**
   * @for staff
   * @query campaign!=an-id
   */
  'GET /api/desk/mails/templates': Templates;
  'POST /api/desk/mails/preview': Preview;
  'POST /api/desk/mails/test': { to: string };
  'POST /api/desk/mails/recipients': ShownRecipient[];
  /** @query campaign!=an-id */
  'GET /api/desk/mails/batches': ShownBatch[];
  'POST /api/desk/mails/batches': { batch: string; job: string };
  /** @query offset=0 */
  'GET /api/desk/mails/batches/:id': BatchPage;
  'DELETE /api/desk/mails/batches/:id': null;
  'POST /api/desk/mails/batches/:id/release': { count: number };
  'POST /api/desk/mails/batches/:id/stop': { count: number };
  'PUT /api/desk/mails/batches/:id/mails/:mail': null;
  'DELETE /api/desk/mails/batches/:id/mails/:mail': null;
  /** @query campaign!=an-id status=sent offset=0 */
  'GET /api/desk/mails/outbox': CampaignOutbox;
  'POST /api/desk/mails/outbox/:id/retry': null;
  'POST /api/desk/mails/outbox/:id/stop': null;
}

export type BatchState = 'composing' | 'held' | 'released' | 'discarded';

/** What fills the placeholders that a kind of mail leaves to its sender. */
type BatchValues = Record<'when' | 'place', Record<Lang, string>>;

/** What the calls are sent. */
export interface MailingBodies {
  'POST /api/desk/mails/preview': { campaign: string; template: MailTemplate; about?: string | undefined };
  'POST /api/desk/mails/test': { campaign: string; template: MailTemplate; text: TemplateText; lang: Lang; about?: string; values?: BatchValues };
  'POST /api/desk/mails/recipients': { campaign: string; kind: MailKind; whom: Whom };
  'POST /api/desk/mails/batches': { campaign: string; kind: MailKind; whom: Whom; text: TemplateText; values: BatchValues; again: boolean };
  'PUT /api/desk/mails/batches/:id/mails/:mail': { subject: string; body: string; ver: number };
}
