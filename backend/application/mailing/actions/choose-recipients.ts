/** The people whom a choice of recipients would reach; nothing is written. */

import type { ShownRecipient } from '#application/mailing/wire.ts';
import type { Tools } from '#framework/tools.ts';
import { isObject } from '#rules/records/record.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { isMailKind } from '../rules/bulk-mail.ts';
import { readWhom } from './batch-order.ts';
import { campaignRow } from './campaign.ts';
import { loadRecipients, writtenBefore } from './recipients.ts';

/** `{campaign, kind, whom}` → recipients. @throws Refusal msg.notfound, msg.badrequest, msg.invalid with fields */
export async function chooseRecipients(tools: Tools, payload: unknown): Promise<ShownRecipient[]> {
  if (!isObject(payload)) throw new Refusal('msg.badrequest');
  if (!isMailKind(payload.kind)) throw new Refusal('msg.invalid', { fields: [{ path: 'kind', code: 'field.option' }] });
  const problems: Problem[] = [];
  const whom = readWhom(payload.whom, payload.kind, problems);
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  const campaign = await campaignRow(tools, tools.db, payload.campaign);
  const recipients = await loadRecipients(tools, tools.db, campaign, payload.kind, whom);
  const before = await writtenBefore(tools.db, campaign, payload.kind, recipients, tools.now());
  return recipients.map(({ about, title, to, lang, isValid }) => ({ about, title, to, lang, isValid, already: before.has(about) }));
}
