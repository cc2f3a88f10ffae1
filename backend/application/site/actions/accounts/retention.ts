/** What a campaign keeps of people whom nobody selected is erased after the time that staff set, by the clock; switching that on says first what it comes to (decision 147). */
import { countedFields, type Fate, fateOf } from '#application/site/rules/erasure.ts';
import { hasRunOut, retainedUntil } from '#application/site/rules/retention.ts';
import type { RowOf } from '#codegen/model.ts';
import { emptied, noteErasure } from '#framework/accounts/erase-account.ts';
import { signedIn } from '#framework/data/system/accounts/sessions.ts';
import { type Verb, Work } from '#framework/records/verb.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign, Enrolment } from '#generated/objects.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { among, where } from '#rules/records/facts.ts';
import { differences } from '#rules/records/record.ts';
import { clock } from './clock.ts';
import { campaignsOf, eraseApplicant, eraseEnrolment } from './erase-visitor.ts';
import { endIdle, foretellIdle, idleOf, stepOf } from './idle-accounts.ts';

interface Expiring {
  /** accounts that have nothing but what expires: with all their enrolments */
  accounts: RowOf<'applicant'>[];
  /** of other accounts */
  enrolments: { row: Enrolment; fate: Fate }[];
}

/** Switched on, it is carried out at once where the time is over, and else foretold. */
export const startRetention: Verb<'campaign'> = async (work, campaign) => {
  const until = retainedUntil(campaign);
  const found = await expiringAt(work, campaign, until || work.at);
  if (until && until <= work.at) {
    for (const row of found.accounts) await expireAccount(work, row);
    for (const { row } of found.enrolments) await expireEnrolment(work, row);
  } else {
    const own = await work.rows('enrolment', among('applicant', idsOf(found.accounts)));
    const all = [...own.map((row) => fateOf(row, true)), ...found.enrolments.map(({ fate }) => fate)];
    const count = (fate: Fate) => all.filter((one) => one === fate).length;
    work.foretell({ do: 'delete', object: 'enrolment', count: count('removed'), from: until });
    work.foretell({ do: 'clear', object: 'enrolment', count: count('emptied'), from: until });
    work.foretell({ do: 'clear', object: 'applicant', count: found.accounts.length, from: until });
  }
  await foretellIdle(work, { ...campaign, keepSince: work.at });
  await work.change('campaign', campaign, { keepSince: work.at });
};

export const stopRetention: Verb<'campaign'> = async (work, campaign) => {
  await work.change('campaign', campaign, { keepSince: '' });
};

const switchedOn: Filter = { kind: 'compare', field: 'keepSince', op: 'null', value: false };

/** Erases what has run out; called each hour. Account by account and enrolment by enrolment, asked again behind the lock, so that several processes do each once. */
export async function carryOutRetention(tools: Tools): Promise<void> {
  if (['campaign', 'enrolment', 'applicant'].some((object) => !tools.registry.get(object) || tools.tables.blocked(object) !== undefined)) return;
  const inWork = <T>(does: (work: Work) => Promise<T>) => tools.db.transaction((tx) => does(new Work(tools, tx, clock, 'expire', tools.now())));
  const inTurn = async <T>(what: Record<string, string>, does: (work: Work) => Promise<T>) => {
    try {
      return await inWork(does);
    } catch (error) {
      // The others are not to wait for this one; the next hour tries again.
      tools.log.warn({ err: error, ...what }, 'what was stored for its time is not erased yet');
      return undefined;
    }
  };
  /** The campaign as it is by then; undefined where staff have switched it off, or given it another end, since the search. */
  const still = async (work: Work, { id }: Campaign) => (await work.rows('campaign', where({ id }))).find((now) => hasRunOut(now, work.at));
  const over = await inWork(async (work) => (await work.rows('campaign', switchedOn)).filter((campaign) => hasRunOut(campaign, work.at)));
  for (const campaign of over) {
    const found = await inWork((work) => expiringAt(work, campaign, work.at));
    for (const { id } of found.accounts)
      await inTurn({ applicant: id }, async (work) => {
        await work.lock('applicant', id);
        const now = await still(work, campaign);
        const { accounts } = now ? await expiringAt(work, now, work.at) : { accounts: [] };
        for (const row of accounts.filter((one) => one.id === id)) await expireAccount(work, row);
      });
    for (const { row } of found.enrolments)
      await inTurn({ enrolment: row.id }, async (work) => {
        const now = await work.lock('enrolment', row.id);
        if (isExpiring(work, now) && (await still(work, campaign))) await expireEnrolment(work, now);
      });
    if (found.accounts.length || found.enrolments.length)
      tools.log.info({ campaign: campaign.id, accounts: found.accounts.length, enrolments: found.enrolments.length }, 'erased: stored for its time');
    const done = { warned: 0, erased: 0 };
    for (const idle of await inWork((work) => idleOf(work, campaign))) {
      if (stepOf(idle, tools.now().getTime()) === 'wait') continue;
      const did = await inTurn({ [idle.realm]: idle.id }, async (work) => {
        const now = await still(work, campaign);
        return now && endIdle(tools, work, now, idle);
      });
      if (did) done[did] += 1;
    }
    if (done.warned || done.erased) tools.log.info({ campaign: campaign.id, ...done }, 'accounts that nobody signs in to');
  }
}

/** What of the campaign is to go then. An account that is signed in stays until it is not. */
async function expiringAt(work: Work, campaign: Campaign, then: string): Promise<Expiring> {
  const own = await work.rows('enrolment', where({ cid: campaign.id }));
  const known = (await work.rows('applicant', among('id', [...new Set(own.map(({ applicant }) => applicant))]))).filter(({ erasedAt }) => erasedAt === '');
  const all = await work.rows('enrolment', among('applicant', idsOf(known)));
  const campaigns = await campaignsOf(
    work,
    all.map(({ cid }) => cid),
  );
  const isOver = ({ cid, status }: Enrolment) => {
    const other = campaigns.get(cid);
    return status !== 'selected' && (cid === campaign.id || !other || hasRunOut(other, then));
  };
  const needed = new Set([...all.filter((row) => !isOver(row)).map(({ applicant }) => applicant), ...(await signedIn(work.tx, 'applicant', idsOf(known)))]);
  const accounts = known.filter(({ id }) => !needed.has(id));
  const going = new Set(idsOf(accounts));
  const enrolments = own.filter((row) => !going.has(row.applicant) && isExpiring(work, row)).map((row) => ({ row, fate: fateOf(row, true) }));
  return { accounts, enrolments };
}

/** Was it not selected, and is there something of it still? */
export function isExpiring(work: Work, row: Enrolment): boolean {
  if (row.status === 'selected') return false;
  const model = work.model('enrolment');
  return fateOf(row, true) === 'removed' || differences(row, { ...row, ...emptied(model, row, { keep: countedFields }) }, model.fields).length > 0;
}

/** Of an account that stays. */
export async function expireEnrolment(work: Work, row: Enrolment): Promise<void> {
  await eraseEnrolment(work, row, fateOf(row, true));
  await noteErasure(work, 'enrolment', row.id);
}

function expireAccount(work: Work, row: RowOf<'applicant'>): Promise<void> {
  return eraseApplicant(work, row, 'expire');
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
