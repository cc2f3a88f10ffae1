/** Somebody's own wish to be erased: what would go and what must stay, the wish itself, taking it back, and carrying it out once nothing stands against it (decisions 125, 146). */

import { endOfCampaign, isOver } from '#application/site/rules/erasure.ts';
import { type SiteRealm, siteRealms } from '#application/site/rules/realms.ts';
import type { RowOf } from '#codegen/model.ts';
import { type Client, checkOwnPassword } from '#framework/accounts/check-sign-in.ts';
import { registrar } from '#framework/accounts/save-account.ts';
import { accountById } from '#framework/data/system/accounts/accounts.ts';
import { Work } from '#framework/records/verb.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { normalAddress } from '#rules/mail.ts';
import { where } from '#rules/records/facts.ts';
import { inAll } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { waitingErasures } from '../../data/site-accounts.ts';
import type { ErasureFacts } from '../../wire.ts';
import { clock } from './clock.ts';
import { campaignsOf, enrolmentsOf, eraseApplicant, eraseJuror } from './erase-visitor.ts';
import { readInput } from './read-input.ts';

/** What an erasure would do now. @throws Refusal msg.session where the account is gone */
export function readErasure(tools: Tools, actor: Actor, realm: SiteRealm): Promise<ErasureFacts> {
  return inWork(tools, actor, realm, 'erase', async (work) => {
    const [row] = await work.rows(realm, where({ id: actor.id }));
    if (!row) throw new Refusal('msg.session');
    return factsIn(work, row);
  });
}

/**
 * Erases the person's data at once where nothing stands against it; else it is noted on the account, for staff. The password is asked for, and wrong ones count.
 * @throws Refusal msg.invalid with `pw`, msg.limit
 */
export async function askErasure(tools: Tools, actor: Actor, realm: SiteRealm, body: unknown, client: Client): Promise<ErasureFacts> {
  const { pw } = readInput(body, ['pw']);
  const known = await accountById(tools.db, realm, actor.id);
  await checkOwnPassword(tools, realm, { account: known, counted: normalAddress(known?.email ?? ''), field: 'pw' }, pw, client);
  const facts = await inWork(tools, actor, realm, 'erase', async (work) => {
    const row = await work.lock(realm, actor.id);
    const found = await factsIn(work, row);
    if (!found.needed.length) return eraseIn(work, row, found);
    // Asking is not the erasure, and the history says so.
    const asking = new Work(tools, work.tx, work.actor, 'askerase', work.now);
    return factsIn(work, await asking.change(realm, row, { eraseAsked: row.eraseAsked || work.at }));
  });
  if (facts.isErased) await tools.sessionsOf(realm).endAllOf(actor.id);
  tools.log.info({ [realm]: actor.id, erased: facts.isErased }, 'erasure asked for');
  return facts;
}

/** The wish is taken back; one that is not there, too. @throws Refusal msg.session where the account is gone */
export function takeBackErasure(tools: Tools, actor: Actor, realm: SiteRealm): Promise<ErasureFacts> {
  return inWork(tools, actor, realm, 'keepdata', async (work) => {
    const row = await work.lock(realm, actor.id);
    return factsIn(work, await work.change(realm, row, { eraseAsked: '' }));
  });
}

/** Carries out the wishes that nothing stands against any more; called each hour. Several processes on one database do each once: it is asked again behind the lock. */
export async function carryOutErasures(tools: Tools): Promise<void> {
  for (const realm of siteRealms) {
    if (!tools.registry.get(realm) || tools.tables.blocked(realm) !== undefined) continue;
    for (const id of await waitingErasures(tools.db, realm)) {
      try {
        const facts = await inWork(tools, clock, realm, 'erase', async (work) => {
          const row = await work.lock(realm, id);
          const found = await factsIn(work, row);
          return found.asked && !row.erasedAt && !found.needed.length ? eraseIn(work, row, found) : found;
        });
        if (facts.isErased) tools.log.info({ [realm]: id }, 'erased as asked: what it waited for is over');
      } catch (error) {
        // The others are not to wait for this one; the next hour tries again.
        tools.log.warn({ err: error, [realm]: id }, 'an erasure that was asked for is put off');
      }
    }
  }
}

async function eraseIn(work: Work, row: RowOf<SiteRealm>, facts: ErasureFacts): Promise<ErasureFacts> {
  if ('cid' in row) await eraseJuror(work, row);
  else await eraseApplicant(work, row);
  return { ...facts, isErased: true };
}

async function factsIn(work: Work, row: RowOf<SiteRealm>): Promise<ErasureFacts> {
  const counts = { removed: 0, emptied: 0, contacts: 0, needed: 0 };
  const needed: ErasureFacts['needed'] = [];
  if ('cid' in row) {
    const campaign = (await campaignsOf(work, [row.cid])).get(row.cid);
    if (campaign && !isOver(campaign, work.at))
      needed.push({ title: '', campaign: inAll({ tw: campaign.cna, en: campaign.enaName || campaign.cna }), until: endOfCampaign(campaign) });
  } else {
    for (const { enrolment, fate, until, campaign } of await enrolmentsOf(work, row.id)) {
      counts[fate] += 1;
      if (fate === 'needed') needed.push({ title: enrolment.cname || enrolment.ename, campaign, until });
    }
  }
  const { removed, emptied, contacts } = counts;
  return { asked: row.eraseAsked, isErased: false, removed, emptied, contacts, needed };
}

/** `as`: what the history calls it. On their own account everybody may write what no payload may. */
function inWork<T>(tools: Tools, actor: Actor, realm: SiteRealm, as: string, does: (work: Work) => Promise<T>): Promise<T> {
  const by = actor.realm === realm ? registrar(realm, actor.id) : actor;
  return tools.db.transaction((tx) => does(new Work(tools, tx, by, as, tools.now())));
}
