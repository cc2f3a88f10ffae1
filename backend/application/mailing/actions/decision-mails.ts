/** The mails of decisions, in the transaction that releases the decisions: whoever is told of one finds it so. */

import { pendingOf, toldOf } from '#application/jury/rules/decisions.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { sortableId } from '#framework/records/create-record.ts';
import { loadWith } from '#framework/records/decide-standing.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign, Enrolment } from '#generated/objects.ts';
import { campaignMail } from '../campaign-mail.ts';
import { alreadyWritten, closeEmptied, releaseAbout } from '../data/mail-batches.ts';
import { mailModel } from './campaign.ts';
import { ofEnrolments } from './recipients.ts';

export interface DecisionMails {
  /** mails on their way now */
  count: number;
  /** of them, those that were written and looked over before */
  looked: number;
  /** applicants without an address that mail can go to: enrolment ids */
  unreachable: string[];
}

/**
 * Mails for enrolments whose `decision` is 'select' or 'decline' (rows as they stood before the release). A mail that was written for looking over and is
 * still held leaves as it was edited; an enrolment without one gets the standard text; who was told the same before is not told again.
 * Call `tools.outbox.wake()` after the commit.
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
    const told = await toldBefore(tx, cid, template, rows);
    for (const { about, to, lang, isValid, values } of await ofEnrolments(tools, loadWith(tx, tools.registry), campaign, rows)) {
      if (told.has(about)) continue;
      if (!isValid) {
        done.unreachable.push(about);
        continue;
      }
      const mail = { id: `decision-${sortableId(now)}`, to, ...campaignMail(tools, campaign, template, lang, values(lang)), lang, template, cid, about, by };
      await queueMail(tools, tx, model, mail, now);
      done.count += 1;
    }
  }
  await closeEmptied(tx, cid, by, now.getTime());
  return { ...done, count: done.count + done.looked };
}

/** Who was told the same since they were last told anything: a decision that was turned round is news, also the second time. */
async function toldBefore(tx: Transaction, cid: string, template: string, rows: readonly Enrolment[]): Promise<Set<string>> {
  const fresh = rows.filter((row) => !toldOf(row)).map((row) => row.id);
  const told = await alreadyWritten(tx, cid, template, fresh, '');
  for (const row of rows.filter(toldOf)) for (const id of await alreadyWritten(tx, cid, template, [row.id], row.toldAt)) told.add(id);
  return told;
}
