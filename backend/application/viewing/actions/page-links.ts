/** Personal links of a viewing page in bulk: made, changed, revoked, and how each was used (issue 6, point 3). */

import { campaignRow } from '#application/mailing/actions/campaign.ts';
import { newLinkId, tokenOf } from '#application/personal/actions/link-token.ts';
import { linkState } from '#application/personal/actions/personal-links.ts';
import { campaignLinks, type LinkRow } from '#application/personal/data/links.ts';
import type { Lang } from '#codegen/model.ts';
import { publicAddress } from '#framework/mail/site-address.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { defaultLang } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { insertLinks, moveLinkEnds, revokeLinks } from '../data/view-links.ts';
import { addressesOfLinks } from '../data/watch.ts';
import { playedInOneGo, sumByViewer, type ViewerSum } from '../data/watch-statistics.ts';
import { judgeLink, type Leak } from '../rules/leak.ts';
import type { LinkLine, LinksOfPage } from '../wire.ts';
import { demandComposer, existingPage, type ManagedPage, type PersonOfPage, peopleOf } from './managed-pages.ts';

/**
 * The links of a page, newest first, each with its person and how it was used, and everybody who could have one. @throws Refusal msg.notfound,
 * msg.forbidden
 */
export async function readPageLinks(tools: Tools, actor: Actor, campaign: string, pg: string): Promise<LinksOfPage> {
  const page = await existingPage(tools, actor, campaign, pg);
  const now = tools.now().getTime();
  const people = await peopleOf(tools, actor, campaign);
  const rows = await campaignLinks(tools.db, campaign, 'view', pg);
  const leaks = await leaksOf(tools, page, rows, await sumByViewer(tools.db, page.ids));
  const byKey = new Map(people.map((person) => [`${person.object} ${person.id}`, person]));
  const model = tools.registry.get('viewing_page')?.model;
  const shows = model !== undefined && may(model, actor.roles, 'update');
  const existing = new Set(rows.filter((link) => linkState(link, now) === 'open').map(keyOf));
  return {
    links: rows.map((link): LinkLine => {
      const person = byKey.get(keyOf(link));
      const lang = person?.lang ?? defaultLang;
      return {
        ...{ id: link.id, url: shows ? linkUrl(tools, link, lang) : '', object: link.object, rowId: link.rowId, lang },
        ...{ name: person?.name ?? '', ename: person?.ename ?? '', org: person?.org ?? '', email: person?.email ?? '' },
        ...{ state: linkState(link, now), at: link.at, endsAt: link.endsAt, openedAt: link.openedAt, seenAt: link.seenAt, opens: link.opens },
        leak: leaks.get(link.id) ?? quiet,
      };
    }),
    people: people.filter(({ enabled }) => enabled).map(({ enabled: _, ...person }) => ({ ...person, hasLink: existing.has(`${person.object} ${person.id}`) })),
    now,
  };
}

const quiet: Leak = { level: 'none', why: [], networks: 0, devices: 0 };

/** Whether each of these links was probably passed on, with two statements. */
export async function leaksOf(tools: Tools, page: Pick<ManagedPage, 'ids'>, links: readonly LinkRow[], sums: readonly ViewerSum[]): Promise<Map<string, Leak>> {
  const used = links.filter(({ opens, seenAt }) => opens > 0 || seenAt !== null).map(({ id }) => id);
  const uses = byLink(await addressesOfLinks(tools.db, used));
  const inOneGo = byLink(page.ids.length ? await playedInOneGo(tools.db, page.ids) : []);
  const paces = new Map(sums.map((sum) => [sum.link, { seconds: sum.seconds, begunAt: sum.playedFrom, seenAt: sum.playedTo }]));
  const leaks = new Map<string, Leak>();
  for (const { id } of links) {
    const pace = paces.get(id);
    const at = uses.get(id);
    if (pace || at) leaks.set(id, judgeLink(at ?? [], pace ?? { seconds: 0, begunAt: 0, seenAt: 0 }, inOneGo.get(id) ?? []));
  }
  return leaks;
}

function byLink<T extends { link: string }>(rows: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const own = found.get(row.link);
    if (own) own.push(row);
    else found.set(row.link, [row]);
  }
  return found;
}

export interface LinksAsked {
  object: 'decision_maker' | 'jury';
  /** 'all' enabled people of the campaign, or these */
  rows: 'all' | readonly string[];
  /** ms since 1970, null for none */
  endsAt: number | null;
}

export interface MadeLinks {
  /** everybody chosen, each with their valid link */
  given: { person: PersonOfPage; link: LinkRow }[];
  made: number;
}

/**
 * Gives everybody chosen a valid link, an existing or a new one; all end at `endsAt`. The number of statements does not depend on the people.
 * @throws Refusal msg.notfound, msg.forbidden, msg.nothing where nobody is chosen, msg.invalid with `rows` for somebody outside of the campaign, or
 * with `endsAt` in the past
 */
export async function makePageLinks(tools: Tools, actor: Actor, campaign: string, pg: string, asked: LinksAsked): Promise<MadeLinks> {
  demandComposer(tools, actor);
  await existingPage(tools, actor, campaign, pg);
  const at = tools.now().getTime();
  if (asked.endsAt !== null && asked.endsAt <= at) throw new Refusal('msg.invalid', { fields: [{ path: 'endsAt', code: 'field.range' }] });
  const people = (await peopleOf(tools, actor, campaign)).filter(({ object, enabled }) => object === asked.object && enabled);
  const wanted = asked.rows === 'all' ? undefined : new Set(asked.rows);
  const chosen = wanted ? people.filter(({ id }) => wanted.has(id)) : people;
  if (wanted && chosen.length < wanted.size) throw new Refusal('msg.invalid', { fields: [{ path: 'rows', code: 'field.reference' }] });
  if (!chosen.length) throw new Refusal('msg.nothing');
  const done = await tools.db.transaction(async (tx) => {
    // Under the campaign's lock, so that two requests at the same time do not make two links for one person.
    await campaignRow(tools, tx, campaign, true);
    const existing = new Map(
      (await campaignLinks(tx, campaign, 'view', pg)).filter((link) => linkState(link, at) === 'open').map((link) => [keyOf(link), link]),
    );
    const given = chosen.map((person) => {
      const known = existing.get(`${person.object} ${person.id}`);
      const fresh = { object: person.object, rowId: person.id, campaign, page: pg, at, by: actor.id, revokedAt: null, openedAt: null, seenAt: null, opens: 0 };
      return { person, known, link: known ? { ...known, endsAt: asked.endsAt } : { ...fresh, id: newLinkId(), kind: 'view' as const, endsAt: asked.endsAt } };
    });
    const fresh = given.filter(({ known }) => !known).map(({ link }) => link);
    await insertLinks(tx, fresh);
    await moveLinkEnds(
      tx,
      given.filter(({ known }) => known && known.endsAt !== asked.endsAt).map(({ link }) => link.id),
      asked.endsAt,
    );
    return { given: given.map(({ person, link }) => ({ person, link })), made: fresh.length };
  });
  tools.log.info({ campaign, pg, made: done.made, chosen: chosen.length, user: actor.id }, 'viewing links made');
  return done;
}

/** Revokes these links of a page, or all valid ones. @throws Refusal msg.notfound, msg.forbidden, msg.nothing where none was valid */
export async function revokePageLinks(tools: Tools, actor: Actor, campaign: string, pg: string, ids: 'all' | readonly string[]): Promise<{ count: number }> {
  demandComposer(tools, actor);
  await existingPage(tools, actor, campaign, pg);
  const now = tools.now().getTime();
  const count = await tools.db.transaction((tx) => revokeLinks(tx, campaign, pg, now, ids === 'all' ? undefined : ids));
  if (!count) throw new Refusal('msg.nothing');
  tools.log.info({ campaign, pg, count, user: actor.id }, 'viewing links revoked');
  return { count };
}

/** The complete address of a link. */
export function linkUrl(tools: Pick<Tools, 'config'>, { id, campaign, page }: Pick<LinkRow, 'id' | 'campaign' | 'page'>, lang: Lang): string {
  return publicAddress(tools.config, `/vp/${campaign}`, { pg: page, lang, link: tokenOf(tools.config, id) });
}

function keyOf(link: Pick<LinkRow, 'object' | 'rowId'>): string {
  return `${link.object} ${link.rowId}`;
}
