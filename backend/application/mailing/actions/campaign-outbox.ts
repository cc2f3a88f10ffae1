/** The outbox of one campaign: list, send again, stop. */
import type { CampaignOutbox } from '#application/mailing/wire.ts';
import { changeMail } from '#framework/system/read-operations.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import { campaignOfMail, loadOutbox } from '../data/mail-batches.ts';
import { campaignRow } from './campaign.ts';

/** Newest first. @throws Refusal msg.notfound */
export async function readCampaignOutbox(tools: Tools, campaign: unknown, query: { status?: string; offset: number; limit: number }): Promise<CampaignOutbox> {
  const row = await campaignRow(tools, tools.db, campaign);
  return { sends: tools.outbox.sends, ...(await loadOutbox(tools.db, idIn(row, 'id'), query)) };
}

/** Sends a mail of a campaign again, or stops it. Mails of the system are for administrators. @throws Refusal msg.notfound where it is in another state */
export async function changeCampaignMail(tools: Tools, actor: Actor, id: string, verb: 'retry' | 'stop'): Promise<void> {
  if (!(await campaignOfMail(tools.db, id))) throw new Refusal('msg.notfound');
  await changeMail(tools, actor, id, verb);
}
