/** An applicant invites people by mail to write one enrolment with them, sees who has joined, and takes that back (decision 132). */
import { bothSides } from '#application/campaign/rules/two-sides.ts';
import { mailWords } from '#application/mailing/campaign-mail.ts';
import { campaignName, timesOf } from '#application/mailing/rules/mail-template.ts';
import { newLinkId, tokenOf } from '#application/personal/actions/link-token.ts';
import { countLinksBy, insertLink, revokeLinksOf } from '#application/personal/data/links.ts';
import { findSiteAccounts } from '#application/site/data/site-accounts.ts';
import type { WriterFacts } from '#application/site/wire.ts';
import { accountById } from '#framework/data/system/accounts/accounts.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { publicAddress } from '#framework/mail/site-address.ts';
import { mailText } from '#framework/mail/texts.ts';
import { sortableId } from '#framework/records/create-record.ts';
import { Work } from '#framework/records/verb.ts';
import { instant, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Enrolment, EnrolmentWriter } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isMailbox, normalAddress } from '#rules/mail.ts';
import { where } from '#rules/records/facts.ts';
import { langOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { writersWhere } from '../data/writers.ts';
import { demandBody, demandEditable, ownEnrolment, siteModel, type Terms, termsRow } from './own.ts';

/** Most people whom one enrolment is written with, beside its applicant. */
export const mostWriters = 5;
/** How long an invitation may be used, ms. */
export const invitationHolds = 14 * 86_400_000;
/** Most invitations of one applicant in a day, those that were taken back included: each is a mail to somebody who did not ask for it. */
export const invitationsADay = 20;
const day = 86_400_000;

export const writerObject = 'enrolment_writer';

/** By address. @throws Refusal msg.notfound for an enrolment that is not one's own */
export async function readWriters(tools: Tools, actor: Actor, id: string): Promise<WriterFacts[]> {
  await ownEnrolment(tools, tools.db, actor, id);
  const now = tools.now().getTime();
  const facts: WriterFacts[] = [];
  for (const { id: writer, email, applicant, invitedAt } of await writersWhere(tools, tools.db, { enrolment: id })) {
    const account = applicant ? await accountById(tools.db, 'applicant', applicant) : undefined;
    const ends = endOf(invitedAt);
    const state = account ? 'joined' : ends <= now ? 'expired' : 'invited';
    // The address that they have by now.
    facts.push({ id: writer, email: account?.email ?? email, name: account?.name ?? '', state, until: stampOf(ends) });
  }
  return facts.sort((one, two) => (one.email < two.email ? -1 : 1));
}

/**
 * Invites an address, or sends it a new link where it has not joined; the earlier link opens nothing then. Whether the address has an account is not looked
 * at, so the answer is the same. @throws Refusal msg.notfound, msg.window, msg.locked, msg.limit, msg.invalid with `email`
 */
export async function inviteWriter(tools: Tools, actor: Actor, id: string, body: unknown): Promise<WriterFacts[]> {
  const given = demandBody(body, ['email', 'lang']);
  const email = normalAddress(typeof given.email === 'string' ? given.email : '');
  if (email === '') throw wrong('field.required');
  if (!isMailbox(email)) throw wrong('field.email');
  const inviter = await accountById(tools.db, 'applicant', actor.id);
  if (!inviter) throw new Refusal('msg.session');
  if (email === normalAddress(inviter.email)) throw wrong('msg.nochange');
  const now = tools.now();
  await tools.db.transaction(async (tx) => {
    // Under the enrolment's lock, so that invitations at the same moment are counted.
    const row = await ownEnrolment(tools, tx, actor, id, true);
    const campaign = await termsRow(tools, tx, row.cid);
    await demandEditable(tools, actor, row, campaign);
    const writers = await writersWhere(tools, tx, { enrolment: id });
    const known = writers.find((writer) => writer.email === email);
    const [account] = await findSiteAccounts(tx, 'applicant', email);
    // Somebody who has joined may have another address by now.
    if (known?.applicant || writers.some(({ applicant }) => applicant && applicant === account?.id)) return;
    if (!known && writers.length >= mostWriters) throw new Refusal('msg.invalid', { fields: [tooMany] });
    if ((await countLinksBy(tx, 'write', actor.id, now.getTime() - day)) >= invitationsADay) throw new Refusal('msg.limit');
    const work = new Work(tools, tx, actor, 'invite', now);
    const invited = { enrolment: id, email, inviter: actor.id, invitedAt: work.at };
    const writer = known ? await work.change(writerObject, known, invited) : await work.add(writerObject, { id: sortableId(now), ...invited });
    const link = { kind: 'write', object: writerObject, rowId: String(writer.id) } as const;
    await revokeLinksOf(tx, link, now.getTime());
    const at = { at: now.getTime(), endsAt: now.getTime() + invitationHolds };
    const linkId = newLinkId();
    await insertLink(tx, { ...link, ...at, id: linkId, campaign: row.cid, page: '', by: actor.id, revokedAt: null, openedAt: null, seenAt: null, opens: 0 });
    const { name } = inviter;
    const mail = { from: name ? `${name} <${inviter.email}>` : inviter.email, by: actor.id, token: tokenOf(tools.config, linkId), endsAt: at.endsAt };
    await mailInvitation(tools, tx, row, campaign, { ...mail, email, lang: langOf(given.lang) });
  });
  tools.outbox.wake();
  tools.log.info({ applicant: actor.id, enrolment: id }, 'invited to write');
  return readWriters(tools, actor, id);
}

const tooMany = { path: 'email', code: 'field.toomany', values: { limit: mostWriters } } as const;

function wrong(code: 'field.required' | 'field.email' | 'msg.nochange'): Refusal {
  return new Refusal('msg.invalid', { fields: [{ path: 'email', code }] });
}

interface Invitation {
  /** who invites */
  from: string;
  by: string;
  token: string;
  email: string;
  lang: ReturnType<typeof langOf>;
  endsAt: number;
}

async function mailInvitation(tools: Tools, tx: Work['tx'], row: Enrolment, campaign: Terms, invitation: Invitation): Promise<void> {
  const { from, by, token, email, lang, endsAt } = invitation;
  const [first, second] = bothSides(lang, row.cname, row.ename);
  const name = campaignName(campaign, lang);
  const values = {
    ...{ from, campaign: name, title: oneLine(first || second || name), until: timesOf(stampOf(endsAt), campaign.zone, lang).time },
    url: publicAddress(tools.config, '/enroll', { campaign: row.cid, lang, invite: token }),
  };
  const { subject, body } = mailText(tools.config.localesDir, 'writerInvited', lang, values, mailWords);
  const mail = { id: sortableId(tools.now()), to: email, subject, body, lang, template: 'writerInvited', by };
  await queueMail(tools, tx, siteModel(tools, 'mail'), { ...mail, more: { cid: row.cid } }, tools.now());
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Whoever was invited or joined writes it no longer, at once. @throws Refusal msg.notfound */
export async function removeWriter(tools: Tools, actor: Actor, id: string, writer: string): Promise<WriterFacts[]> {
  await tools.db.transaction(async (tx) => {
    await ownEnrolment(tools, tx, actor, id, true);
    const work = new Work(tools, tx, actor, 'delete', tools.now());
    const [row] = await work.rows(writerObject, where({ id: writer, enrolment: id }));
    if (!row) throw new Refusal('msg.notfound', { values: { object: writerObject, id: writer } });
    await work.remove(writerObject, row);
    await revokeLinksOf(tx, { kind: 'write', object: writerObject, rowId: writer }, tools.now().getTime());
  });
  return readWriters(tools, actor, id);
}

/** When the invitation ends, ms since 1970. */
function endOf(invitedAt: EnrolmentWriter['invitedAt']): number {
  return (instant(invitedAt) || 0) + invitationHolds;
}
