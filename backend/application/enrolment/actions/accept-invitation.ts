/** Somebody follows the link of an invitation to write an enrolment: signs in or registers with the invited address, and writes it (decision 132). */
import { linkOfToken, linkState } from '#application/personal/actions/personal-links.ts';
import { findLink, type LinkRow, revokeLinksOf } from '#application/personal/data/links.ts';
import { readInput } from '#application/site/actions/accounts/read-input.ts';
import { foldedName, refuseWrong, taken } from '#application/site/actions/accounts/register-applicant.ts';
import { findSiteAccounts } from '#application/site/data/site-accounts.ts';
import type { InvitationFacts } from '#application/site/wire.ts';
import { registrar, saveAccount } from '#framework/accounts/save-account.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { type Account, accountById } from '#framework/data/system/accounts/accounts.ts';
import { spendSecrets } from '#framework/data/system/accounts/secrets.ts';
import { createRecord } from '#framework/records/create-record.ts';
import { Work } from '#framework/records/verb.ts';
import type { Tools } from '#framework/tools.ts';
import type { Enrolment, EnrolmentWriter } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { normalAddress } from '#rules/mail.ts';
import { langOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { writersWhere } from '../data/writers.ts';
import { siteModel } from './own.ts';
import { writerObject } from './writers.ts';

/** Where somebody who has joined goes on. */
export interface Joined {
  id: string;
  campaign: string;
}

interface Opened {
  link: LinkRow;
  writer: EnrolmentWriter;
  enrolment: Enrolment;
}

/** @throws Refusal my.none for no such link, my.revoked for one that was used or taken back, my.expired */
export async function readInvitation(tools: Tools, body: unknown): Promise<InvitationFacts> {
  const { token } = readInput(body, ['token']);
  const { writer, enrolment } = await opened(tools, token);
  const owner = await accountById(tools.db, 'applicant', enrolment.applicant);
  const [known] = await findSiteAccounts(tools.db, 'applicant', writer.email);
  const { cname, ename, cid } = enrolment;
  return { email: writer.email, owner: owner?.name || owner?.email || '', cname, ename, campaign: cid, hasAccount: known?.verified === true };
}

/**
 * The signed-in person writes it from now on; the link is used up, for this person it still leads to the enrolment.
 * @throws Refusal as readInvitation; msg.forbidden for an account with another address
 */
export async function acceptInvitation(tools: Tools, actor: Actor, body: unknown): Promise<Joined> {
  const { token } = readInput(body, ['token']);
  const link = await linkOfToken(tools, token);
  const [joined] = link?.kind === 'write' ? await writersWhere(tools, tools.db, { id: link.rowId, applicant: actor.id }) : [];
  if (link && joined) return { id: joined.enrolment, campaign: link.campaign };
  const found = await opened(tools, token);
  const account = await accountById(tools.db, 'applicant', actor.id);
  if (!account || normalAddress(account.email) !== found.writer.email) throw new Refusal('msg.forbidden');
  return join(tools, actor, found);
}

/**
 * Makes an account with the invited address, which the link has confirmed, and joins. A registration that nobody has confirmed is taken over.
 * @throws Refusal as readInvitation; msg.invalid, msg.pwmatch, msg.exists for an address with an account
 */
export async function registerInvited(tools: Tools, body: unknown): Promise<{ account: Account; joined: Joined }> {
  const { token, pw, confirm, ...input } = readInput(body, ['token', 'name', 'pw', 'confirm', 'lang']);
  const found = await opened(tools, token);
  const { email } = found.writer;
  const name = foldedName(input.name);
  refuseWrong(name, email, pw, confirm, tools.config.passwordMin);
  const fields = { name, pw, lang: langOf(input.lang), verified: true };
  const [known] = await findSiteAccounts(tools.db, 'applicant', email);
  if (known?.verified || known?.enabled === false) throw taken();
  const id = known?.id ?? (await createRecord(tools, registrar('applicant', 'site'), 'applicant', { email, ...fields })).id;
  // An open code of the earlier registration is of no use any more.
  if (known) await saveAccount(tools, 'applicant', id, fields, { action: 'verify', also: (tx) => spendSecrets(tx, 'applicant', id) });
  const account = await accountById(tools.db, 'applicant', id);
  if (!account) throw new Refusal('msg.again');
  const joined = await join(tools, { ...account, realm: 'applicant' }, found);
  tools.log.info({ applicant: id }, 'registered by an invitation');
  return { account, joined };
}

async function join(tools: Tools, actor: Actor, { link, writer, enrolment }: Opened): Promise<Joined> {
  await tools.db.transaction(async (tx) => {
    const work = new Work(tools, tx, actor, 'join', tools.now());
    const row = await work.lock(writerObject, writer.id);
    // Under the lock: of two requests with one link one joins, and what was taken back a moment ago is not used.
    if (row.applicant) throw new Refusal('my.revoked');
    demandOpen(await findLink(tx, link.id), tools.now().getTime());
    await work.change(writerObject, row, { applicant: actor.id, joinedAt: work.at });
    await revokeLinksOf(tx, link, tools.now().getTime());
  });
  tools.log.info({ applicant: actor.id, enrolment: enrolment.id }, 'joined to write');
  return { id: enrolment.id, campaign: enrolment.cid };
}

async function opened(tools: Tools, token: string): Promise<Opened> {
  const { db } = tools;
  const link = demandOpen(await linkOfToken(tools, token), tools.now().getTime());
  const [writer] = await writersWhere(tools, db, { id: link.rowId });
  const enrolment = writer && (await loadRow(db, wholeReader(siteModel(tools, 'enrolment'), db.kind), writer.enrolment));
  if (!writer || writer.applicant || !enrolment) throw new Refusal('my.revoked');
  return { link, writer, enrolment };
}

function demandOpen(link: LinkRow | undefined, now: number): LinkRow {
  if (link?.kind !== 'write') throw new Refusal('my.none');
  const state = linkState(link, now);
  if (state !== 'open') throw new Refusal(state === 'revoked' ? 'my.revoked' : 'my.expired');
  return link;
}
