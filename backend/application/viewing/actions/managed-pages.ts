/**
 * Reads viewing pages for the back office: their rows in both languages, their works, and the people of their links. The number of statements does
 * not depend on the rows.
 */

import { staffCampaign, staffRows } from '#application/campaign/actions/staff-rows.ts';
import type { Lang, Row } from '#codegen/model.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { among, idIn, where } from '#rules/records/facts.ts';
import { thumbLink } from '#rules/records/upload.ts';
import { inEach, langOf, languages } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { isViewingCode } from '../rules/access.ts';
import type { PagePair } from '../rules/missing.ts';
import { factFields, idOf, objectOf, type WorkFacts, type WorkKey, type WorkObject, workFacts, worksOf } from '../rules/works.ts';
import type { Person } from '../wire.ts';

/** Width of the picture beside a work. */
const thumb = 320;

export interface ManagedPage {
  campaign: Row;
  pg: string;
  pages: PagePair;
  /** ids of the existing pages */
  ids: string[];
}

/** @throws Refusal msg.notfound for an unknown campaign, or a code that no address can have; msg.forbidden */
export async function managedPage(tools: Tools, actor: Actor, campaign: string, pg: string): Promise<ManagedPage> {
  if (!isViewingCode(campaign) || !isViewingCode(pg)) throw new Refusal('msg.notfound', { values: { object: 'viewing_page', id: pg } });
  const row = await staffCampaign(tools, actor, campaign);
  const found = await staffRows(tools, actor, 'viewing_page', where({ cid: campaign, pg }));
  // A database may find 'A' for 'a'; an address must not.
  const rows = found.filter((one) => one.pg === pg);
  const pages = pairOf(rows);
  return { campaign: row, pg, pages, ids: rows.map((one) => idIn(one, 'id')) };
}

/** The same for a page that exists in at least one language. @throws Refusal msg.notfound */
export async function existingPage(tools: Tools, actor: Actor, campaign: string, pg: string): Promise<ManagedPage> {
  const page = await managedPage(tools, actor, campaign, pg);
  if (!page.ids.length) throw new Refusal('msg.notfound', { values: { object: 'viewing_page', id: pg } });
  return page;
}

export function pairOf<P extends { lang: unknown }>(rows: readonly P[]): Record<Lang, P | undefined> {
  return inEach((lang) => rows.find((row) => row.lang === lang));
}

export function worksOfPair(pages: PagePair): WorkKey[] {
  return [...new Set(languages.flatMap((lang) => worksOf(pages[lang])).map(({ key }) => key))];
}

/** The materials of these works, for people who may list pitches and films; others get none. */
export async function factsOf(tools: Tools, actor: Actor, keys: readonly WorkKey[]): Promise<Map<WorkKey, WorkFacts>> {
  const facts = new Map<WorkKey, WorkFacts>();
  for (const object of ['pitch', 'film'] as const) {
    const ids = [...new Set(keys.filter((key) => objectOf(key) === object).map(idOf))];
    const model = tools.registry.get(object)?.model;
    if (!ids.length || !model || !may(model, actor.roles, 'list')) continue;
    for (let start = 0; start < ids.length; start += 1_000) {
      const filter = among('id', ids.slice(start, start + 1_000));
      const rows =
        object === 'pitch'
          ? await staffRows(tools, actor, object, filter, factFields[object])
          : await staffRows(tools, actor, object, filter, factFields[object]);
      for (const row of rows) {
        const work = factOf(object, row);
        facts.set(work.key, work);
      }
    }
  }
  return facts;
}

export function factOf(object: WorkObject, row: Row): WorkFacts {
  return workFacts(object, row, (link) => thumbLink(link, thumb));
}

/** Says whether each page has a password. The password itself is not read. */
export async function passwordsOf(tools: Tools, ids: readonly string[]): Promise<Set<string>> {
  const model = tools.registry.get('viewing_page')?.model;
  if (!model || !ids.length) return new Set();
  const query = { filter: among('id', ids), sort: { field: model.entity.key, order: 'ASC' }, limit: ids.length, offset: 0 } as const;
  const rows = await loadPage(tools.db, wholeReader(model, tools.db.kind), query);
  return new Set(rows.filter((row) => idIn(row, 'pw') !== '').map((row) => idIn(row, 'id')));
}

export interface PersonOfPage extends Person {
  enabled: boolean;
}

/** The decision makers and jurors of a campaign; a kind that this person may not list is left out. */
export async function peopleOf(tools: Tools, actor: Actor, campaign: string): Promise<PersonOfPage[]> {
  const people: PersonOfPage[] = [];
  for (const object of ['decision_maker', 'jury'] as const) {
    const model = tools.registry.get(object)?.model;
    if (!model || !may(model, actor.roles, 'list')) continue;
    const rows = await staffRows(tools, actor, object, where({ cid: campaign }), ['name', 'ename', 'org', 'email', 'lang', 'enabled']);
    for (const row of rows) {
      const [id, name, ename, org, email] = (['id', 'name', 'ename', 'org', 'email'] as const).map((field) => idIn(row, field)) as [
        string,
        string,
        string,
        string,
        string,
      ]; // five names, five texts
      people.push({ object, id, name, ename, org, email, lang: langOf(row.lang), enabled: row.enabled !== false });
    }
  }
  return people.sort((a, b) => (a.object === b.object ? a.name.localeCompare(b.name) : a.object < b.object ? -1 : 1));
}

/** The person's permissions for viewing pages. */
export function mayOf(tools: Tools, actor: Actor): { create: boolean; update: boolean; remove: boolean } {
  const model = tools.registry.get('viewing_page')?.model;
  const holds = (verb: 'create' | 'update' | 'delete') => model !== undefined && may(model, actor.roles, verb);
  return { create: holds('create'), update: holds('update'), remove: holds('delete') };
}

/** People who may edit viewing pages may see their links and how they were used. @throws Refusal msg.forbidden */
export function demandComposer(tools: Tools, actor: Actor): void {
  modelFor(tools, actor, 'viewing_page', 'update');
}
