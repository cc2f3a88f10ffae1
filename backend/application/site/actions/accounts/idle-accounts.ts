/** Accounts that belong to nothing that goes on, erased so many months after their last sign-in as their campaign keeps data, told 30 days ahead (decision 162). */
import { isOver } from '#application/site/rules/erasure.ts';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import { endsUnused, warnedAhead } from '#application/site/rules/retention.ts';
import { readAccount } from '#framework/data/system/accounts/accounts.ts';
import { signedIn } from '#framework/data/system/accounts/sessions.ts';
import { noteEnding } from '#framework/data/system/accounts/sign-ins.ts';
import { publicAddress } from '#framework/mail/site-address.ts';
import type { Work } from '#framework/records/verb.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign } from '#generated/objects.ts';
import { everyRow } from '#rules/queries/filter.ts';
import { type IdleAccount, idleApplicants, idleJurors } from '../../data/site-accounts.ts';
import { endOfCampaign } from '../../rules/erasure.ts';
import { eraseApplicant, eraseJuror } from './erase-visitor.ts';
import { mailNotice, pages } from './mail-code.ts';

/** By `applicant`: what somebody entered, writes with another, or may begin. */
const parts = ['enrolment', 'enrolment_writer', 'enrolment_extension'];

/** An account, and when it is over where nobody signs in, ms. */
export type Idle = IdleAccount & { due: number };

/** Those of the campaign: applicants made before its end who have no enrolment, and its jurors who are in no jury that goes on and are not shown on the site. */
export async function idleOf(work: Work, campaign: Campaign, only?: Pick<IdleAccount, 'realm' | 'id'>): Promise<Idle[]> {
  const isThere = (object: string) => work.tools.registry.get(object) !== undefined;
  const asks = (realm: SiteRealm) => (only === undefined || only.realm === realm) && isThere(realm);
  const found = asks('applicant') ? await idleApplicants(work.tx, endOfCampaign(campaign), parts.filter(isThere), only?.id) : [];
  if (asks('jury')) {
    const going = (await work.rows('campaign', everyRow)).filter((other) => !isOver(other, work.at)).map(({ id }) => id);
    found.push(...(await idleJurors(work.tx, campaign.id, going, only?.id)));
  }
  return found.map((account) => ({ ...account, due: endsUnused(campaign, account) }));
}

/** Says what will go, and from which day on at the earliest, where nobody signs in. */
export async function foretellIdle(work: Work, campaign: Campaign): Promise<void> {
  const idle = await idleOf(work, campaign);
  for (const object of ['applicant', 'jury'] as const) {
    const due = idle.filter(({ realm }) => realm === object).map((account) => account.due);
    if (due.length) work.foretell({ do: 'clear', object, count: due.length, from: stampOf(Math.max(Math.min(...due), work.now.getTime() + warnedAhead)) });
  }
}

/** What is to be done with it now: its owner has signed in, was not told yet, has been told and the day has come. */
export function stepOf({ due, endsAt }: Idle, now: number): 'wait' | 'warn' | 'erase' {
  // What was told holds for a day that is no earlier than it is by now: months or sign-ins may have moved it.
  if (endsAt < due) return due - warnedAhead <= now ? 'warn' : 'wait';
  return endsAt <= now ? 'erase' : 'wait';
}

/** In the account's own transaction, behind its lock. True where something was done. */
export async function endIdle(
  tools: Tools,
  work: Work,
  campaign: Campaign,
  account: Pick<IdleAccount, 'realm' | 'id'>,
): Promise<'warned' | 'erased' | undefined> {
  const { realm, id } = account;
  const row = await work.lock(realm, id);
  const [now] = await idleOf(work, campaign, account);
  const step = now && stepOf(now, work.now.getTime());
  if (!now || !step || step === 'wait' || (await signedIn(work.tx, realm, [id])).size) return undefined;
  if (step === 'erase') {
    if ('cid' in row) await eraseJuror(work, row, 'expire');
    else await eraseApplicant(work, row, 'expire');
    return 'erased';
  }
  const endsAt = Math.max(now.due, work.now.getTime() + warnedAhead);
  await noteEnding(work.tx, realm, id, endsAt);
  const values = { date: stampOf(endsAt).slice(0, 10), url: publicAddress(tools.config, pages[realm], { campaign: campaign.id }) };
  await mailNotice(tools, work.tx, readAccount(row, realm), { id: `ends-${id}-${endsAt}`, template: 'erasedSoon', values });
  return 'warned';
}
