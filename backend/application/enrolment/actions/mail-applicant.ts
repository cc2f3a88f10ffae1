import { bothSides } from '#application/campaign/rules/two-sides.ts';
import { mailWords } from '#application/mailing/campaign-mail.ts';
import { campaignName, timesOf } from '#application/mailing/rules/mail-template.ts';
import type { Row } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { publicAddress } from '#framework/mail/site-address.ts';
import { mailText } from '#framework/mail/texts.ts';
import { sortableId } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isMailbox } from '#rules/mail.ts';
import { langOf } from '#rules/words/language.ts';
import { campaignOf, ownEnd } from '../rules/deadline.ts';

type MailTools = Pick<Tools, 'registry' | 'config' | 'now' | 'db' | 'onSaved'>;

/** The mail of a step that staff take with somebody's enrolment, and the field with its reason. */
const steps: Record<string, { template: string; reason?: string }> = {
  return: { template: 'returned', reason: 'returnMsg' },
  withdraw: { template: 'staffWithdrew', reason: 'withdrawMsg' },
  reopen: { template: 'staffReopened' },
  reinstate: { template: 'staffReinstated' },
};

/** S01: staff sent an enrolment back, withdrew it or took that back. The applicant gets a mail, with the reason, in the same transaction. */
export function mailStep(tools: MailTools): NonNullable<RecordTools['onStep']> {
  return async (tx, { object, name, actor, row }) => {
    const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (object !== 'enrolment' || !step || actor.id === row.applicant) return false;
    return mailApplicant(tools, tx, actor, row, step.template, { reason: step.reason ? String(row[step.reason]) : '' });
  };
}

/** Staff gave the draft of one applicant another end, or took it back: the applicant gets the end that holds now by mail. So does whoever may begin late, or may not any more. */
export function mailDeadline(tools: MailTools): NonNullable<RecordTools['onChange']> {
  return async (tx, { model, actor, before, after, names }) => {
    if (model.name === 'enrolment_extension' && (!after || names.includes('until'))) return mailLateStart(tools, tx, actor, before, after);
    if (!before || !after || model.name !== 'enrolment' || !names.includes('extendedUntil') || after.status !== 'draft') return;
    const campaigns = tools.registry.get('campaign')?.model;
    const campaign = campaigns && (await loadRow(tx, wholeReader(campaigns, tx.kind), String(after.cid)));
    if (!campaign) return;
    const end = campaignOf(after, campaign).cEnd;
    if (end === campaignOf(before, campaign).cEnd) return;
    await mailApplicant(tools, tx, actor, after, 'deadlineMoved', (lang) => ({ until: timesOf(String(end), campaign.zone, lang).time }));
  };
}

/**
 * Somebody who has no draft may begin one until then: they hear of it when staff give it, of another end, and that it was taken back, unless it was over or
 * enrolment is open for everybody as long. What they have begun keeps its deadline.
 */
async function mailLateStart(tools: MailTools, tx: Transaction, actor: Actor, before: Row | undefined, after: Row | undefined): Promise<void> {
  const row = after ?? before;
  if (!row) return;
  const campaigns = tools.registry.get('campaign')?.model;
  const campaign = campaigns && (await loadRow(tx, wholeReader(campaigns, tx.kind), String(row.cid)));
  if (!campaign || (!after && (String(row.until) <= stampOf(tools.now()) || ownEnd({ extendedUntil: String(row.until) }, campaign) === ''))) return;
  await mailApplicant(tools, tx, actor, row, after ? 'lateStart' : 'lateStartEnded', (lang) => ({
    title: campaignName(campaign, lang),
    until: timesOf(String(row.until), campaign.zone, lang).time,
    url: publicAddress(tools.config, '/enroll', { campaign: campaign.id }),
  }));
}

type Said = Record<string, string>;

async function mailApplicant(
  tools: MailTools,
  tx: Transaction,
  actor: Actor,
  row: Row,
  template: string,
  more: Said | ((lang: ReturnType<typeof langOf>) => Said),
): Promise<boolean> {
  const [applicants, mails] = [tools.registry.get('applicant')?.model, tools.registry.get('mail')?.model];
  const applicant = applicants && (await loadRow(tx, wholeReader(applicants, tx.kind), String(row.applicant)));
  const to = String(applicant?.email ?? '');
  if (!mails || !isMailbox(to)) return false;
  const lang = langOf(applicant?.lang);
  const [first, second] = bothSides(lang, row.cname, row.ename);
  const values = {
    name: String(applicant?.name || to),
    title: String(first || second || '—').replace(/\s+/g, ' '),
    url: publicAddress(tools.config, '/enroll/edit', { campaign: String(row.cid), id: String(row.id) }),
    ...(typeof more === 'function' ? more(lang) : more),
  };
  const { subject, body } = mailText(tools.config.localesDir, template, lang, values, mailWords);
  const now = tools.now();
  const mail = { id: sortableId(now), to, subject, body, lang, template, more: { cid: String(row.cid) }, by: actor.id };
  await queueMail(tools, tx, mails, mail, now);
  return true;
}
