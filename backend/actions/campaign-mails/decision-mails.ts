/** The mails of decisions, in the transaction that releases the decisions: whoever is told of one finds it so. */
import type { Tools } from '#backend/actions/tools.ts';
import type { Transaction } from '#backend/data/connect.ts';
import { utcText } from '#backend/data/history.ts';
import { alreadyWritten, closeEmptied, releaseAbout } from '#backend/data/mail-batches.ts';
import { campaignMail } from '#backend/mail/campaign-mail.ts';
import { queueMail } from '#backend/mail/outbox.ts';
import type { Row } from '#codegen/model.ts';
import { idIn } from '#domain/facts.ts';
import { sortableId } from '../create-record.ts';
import { loadWith } from '../decide-standing.ts';
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
  tools: Pick<Tools, 'registry' | 'tables' | 'config'>,
  tx: Transaction,
  campaign: Row,
  enrolments: readonly Row[],
  now: Date,
  by: string,
): Promise<DecisionMails> {
  const model = mailModel(tools);
  const cid = idIn(campaign, 'id');
  const done: DecisionMails = { count: 0, looked: 0, unreachable: [] };
  for (const [decision, template] of [
    ['select', 'mailSelected'],
    ['decline', 'mailDeclined'],
  ] as const) {
    const rows = enrolments.filter((row) => row.decision === decision);
    for (const row of rows) done.looked += await releaseAbout(tx, cid, template, idIn(row, 'id'), utcText(now));
    const told = await alreadyWritten(
      tx,
      cid,
      template,
      rows.map((row) => idIn(row, 'id')),
      '',
    );
    for (const { about, to, lang, isValid, values } of await ofEnrolments(tools, loadWith(tx, tools.registry), campaign, rows)) {
      if (told.has(about)) continue;
      if (!isValid) {
        done.unreachable.push(about);
        continue;
      }
      const mail = { id: `decision-${sortableId(now)}`, to, ...campaignMail(tools, campaign, template, lang, values(lang)), lang, template, cid, about, by };
      await queueMail(tx, model, mail, now);
      done.count += 1;
    }
  }
  await closeEmptied(tx, cid, by, now.getTime());
  return { ...done, count: done.count + done.looked };
}
