/** The mails about decisions, written in the transaction that releases the decisions, so that a mail always matches the released state. */

import { announcedOf, pendingOf } from '#application/jury/rules/decisions.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { loadWith } from '#framework/records/check-related.ts';
import { sortableId } from '#framework/records/create-record.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign, Enrolment } from '#generated/objects.ts';
import { campaignMail } from '../campaign-mail.ts';
import { alreadyWritten, closeEmptied, releaseAbout } from '../data/mail-batches.ts';
import { mailModel } from './campaign.ts';
import { ofEnrolments } from './recipients.ts';

export interface DecisionMails {
  /** number of mails now in the outbox */
  count: number;
  /** those of them that were written and reviewed before */
  looked: number;
  /** ids of enrolments whose applicant has no usable e-mail address */
  unreachable: string[];
}

/**
 * Mails for enrolments whose `decision` is 'select' or 'decline' (rows from before the release). A mail that was written for review and is still held
 * is sent as it was edited; an enrolment without one gets the standard text. Applicants who were informed of the same decision before get no second
 * mail. Call `tools.outbox.wake()` after the commit.
 */
export async function composeDecisionMails(
  tools: Pick<Tools, 'registry' | 'tables' | 'config' | 'now' | 'db' | 'onSaved'>,
  tx: Transaction,
  campaign: Campaign,
  enrolments: readonly Enrolment[],
  now: Date,
  by: string,
): Promise<DecisionMails> {
  const model = mailModel(tools);
  const cid = campaign.id;
  const done: DecisionMails = { count: 0, looked: 0, unreachable: [] };
  for (const [decision, template] of [
    ['select', 'mailSelected'],
    ['decline', 'mailDeclined'],
  ] as const) {
    const rows = enrolments.filter((row) => pendingOf(row) === decision);
    for (const row of rows) done.looked += await releaseAbout(tx, cid, template, row.id, stampOf(now));
    const informed = await informedBefore(tx, cid, template, rows);
    for (const { about, to, lang, isValid, values } of await ofEnrolments(tools, loadWith(tx, tools.registry), campaign, rows)) {
      if (informed.has(about)) continue;
      if (!isValid) {
        done.unreachable.push(about);
        continue;
      }
      const mail = {
        id: `decision-${sortableId(now)}`,
        to,
        ...campaignMail(tools, campaign, template, lang, values(lang)),
        lang,
        template,
        more: { cid, about },
        by,
      };
      await queueMail(tools, tx, model, mail, now);
      done.count += 1;
    }
  }
  await closeEmptied(tx, cid, by, now.getTime());
  return { ...done, count: done.count + done.looked };
}

/** Applicants whose last mail was about the same decision. A decision that was reversed counts as new, also the second time. */
async function informedBefore(tx: Transaction, cid: string, template: string, rows: readonly Enrolment[]): Promise<Set<string>> {
  const fresh = rows.filter((row) => !announcedOf(row)).map((row) => row.id);
  const informed = await alreadyWritten(tx, cid, template, fresh, '');
  for (const row of rows.filter(announcedOf)) for (const id of await alreadyWritten(tx, cid, template, [row.id], row.toldAt)) informed.add(id);
  return informed;
}
