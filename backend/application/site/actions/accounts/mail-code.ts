import { campaignMail, mailWords } from '#application/mailing/campaign-mail.ts';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import { type CodePurpose, type MadeCode, makeCode } from '#framework/accounts/one-time-code.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import type { Account } from '#framework/data/system/accounts/accounts.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { publicAddress } from '#framework/mail/site-address.ts';
import { mailText } from '#framework/mail/texts.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign } from '#generated/objects.ts';
import { codeHolds } from '#rules/accounts/one-time-code.ts';
import { isMailbox } from '#rules/mail.ts';
import { Refusal, type Values } from '#rules/words/problem.ts';

/** Where people of a realm sign in. */
export const pages: Record<SiteRealm, string> = { applicant: '/enroll', jury: '/selection' };

/** The campaign with the id, for its mails; undefined where there is none. */
export async function loadCampaign(tools: Tools, id: string): Promise<Campaign | undefined> {
  const model = tools.registry.get('campaign')?.model;
  return model && id !== '' && id.length <= 64 ? loadRow(tools.db, wholeReader(model, tools.db.kind), id) : undefined;
}

/**
 * Makes a code and puts its mail into the outbox, in the caller's transaction; call `outbox.wake()` after it. `by` is who asked for it, where that is
 * not the account itself. @throws Refusal msg.wait, msg.limit
 */
export async function mailCode(
  tools: Tools,
  tx: Transaction,
  mail: { account: Account; to: string; purpose: CodePurpose & { realm: SiteRealm }; campaign: Campaign | undefined; by?: string },
): Promise<MadeCode> {
  const { account, to, purpose, campaign, by = account.id } = mail;
  const now = tools.now();
  const made = await makeCode(tools, tx, purpose, now.getTime());
  const template = purpose.kind === 'reset-code' ? 'mailReset' : 'mailVerify';
  const values = {
    // Nobody has confirmed the address yet: a name that anybody may have typed would be a text sent to a stranger.
    name: template === 'mailVerify' ? to : account.name || to,
    email: to,
    code: made.code,
    minutes: codeHolds / 60_000,
    url: publicAddress(tools.config, pages[purpose.realm], campaign && { campaign: campaign.id }),
  };
  const text = campaignMail(tools, campaign, template, account.lang, values);
  const cid = campaign?.id;
  await queueMail(tools, tx, mailModel(tools), { id: `code-${made.id}`, to, ...text, lang: account.lang, template, more: { cid: cid ?? '' }, by }, now);
  return made;
}

/** Informs the account's address of a change to the account, in the caller's transaction. */
export async function mailNotice(tools: Tools, tx: Transaction, account: Account, notice: { id: string; template: string; values: Values }): Promise<void> {
  if (!isMailbox(account.email)) return;
  const { id, template, values } = notice;
  const text = mailText(tools.config.localesDir, template, account.lang, { name: account.name || account.email, ...values }, mailWords);
  await queueMail(tools, tx, mailModel(tools), { id, to: account.email, ...text, lang: account.lang, template, by: account.id }, tools.now());
}

function mailModel(tools: Tools) {
  const model = tools.registry.get('mail')?.model;
  if (!model) throw new Refusal('msg.unavailable');
  return model;
}
