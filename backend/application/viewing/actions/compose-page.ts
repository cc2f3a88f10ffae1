/** R35: reads for the composer, search for works to add, and copies of whole pages. Saving uses the records API. */

import { listReader, staffCampaign, texts } from '#application/campaign/actions/staff-rows.ts';
import type { Row } from '#codegen/model.ts';
import { countRows } from '#framework/data/queries/counts.ts';
import { narrowReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { createRecord } from '#framework/records/create-record.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { ViewingPageRead } from '#generated/objects.ts';
import { type Actor, administrator } from '#rules/accounts/actor.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { idIn, where } from '#rules/records/facts.ts';
import { inEach } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { PageName } from '../rules/page-address.ts';
import { factFields, storedWorks, type WorkObject, worksOf } from '../rules/works.ts';
import type { ComposerFacts, FoundWorks } from '../wire.ts';
import { factOf, factsOf, managedPage, mayOf, passwordsOf, worksOfPair } from './managed-pages.ts';

/** Most works that one search returns. */
export const mostFound = 200;

/**
 * Both languages of a page and the materials of their works; a page that does not exist yet has neither. Six statements. @throws Refusal
 * msg.notfound, msg.forbidden
 */
export async function readComposer(tools: Tools, actor: Actor, campaign: string, pg: string): Promise<ComposerFacts> {
  const page = await managedPage(tools, actor, campaign, pg);
  const facts = await factsOf(tools, actor, worksOfPair(page.pages));
  const secret = await passwordsOf(tools, page.ids);
  const { pages, campaign: row } = page;
  const has = (one: Row | undefined) => one !== undefined && secret.has(idIn(one, 'id'));
  return {
    campaign: {
      ...{ id: campaign, cname: idIn(row, 'cna') || campaign, ename: idIn(row, 'enaName'), fits: true },
      ...{ zone: idIn(row, 'zone'), programs: texts(row.programs) },
    },
    pages: inEach((lang) => (pages[lang] ?? null) as ViewingPageRead | null), // in the form of its reader
    hasPassword: inEach((lang) => has(pages[lang])),
    works: [...facts.values()],
    now: stampOf(tools.now()),
    may: { ...mayOf(tools, actor), mail: actor.roles.some((role) => role === administrator || role === '[op]') },
  };
}

export interface WorksAsked {
  object: WorkObject;
  q: string;
  program: string;
  status: string;
}

/**
 * Pitches of the campaign or films of the catalogue, by their numbers or titles; at most 200, with their total number. @throws Refusal msg.notfound,
 * msg.forbidden
 */
export async function findWorks(tools: Tools, actor: Actor, campaign: string, { object, q, program, status }: WorksAsked): Promise<FoundWorks> {
  await staffCampaign(tools, actor, campaign);
  const reader = listReader(tools, actor, object);
  const of: Filter[] = [];
  if (object === 'pitch') of.push(where({ cid: campaign, ...(program && { attProgram: program }), ...(status && { status }) }));
  if (q.trim()) of.push({ kind: 'search', text: q.trim() });
  const filter: Filter = { kind: 'and', of };
  const narrow = narrowReader(reader, new Set(['id', ...factFields[object]]));
  const sort = { field: object === 'pitch' ? 'enrollid' : 'cname', order: 'ASC' } as const;
  const rows = await loadPage(tools.db, narrow, { filter, sort, limit: mostFound, offset: 0 });
  const total = rows.length < mostFound ? rows.length : (await countRows(tools.db, reader, filter)).count;
  return { works: rows.map((row) => factOf(object, row)), total };
}

/**
 * Copies a page to the other language or to another campaign. The copy is disabled until somebody has checked it, and has no password. A copy to
 * another campaign leaves out pitches, because they belong to their campaign, and dates. Returns the new row and the number of works left out.
 * @throws Refusal msg.notfound, msg.forbidden, msg.dataexists where such a page exists, msg.invalid
 */
export async function clonePage(tools: Tools, actor: Actor, from: PageName, to: PageName): Promise<{ row: Row; left: number }> {
  const source = (await managedPage(tools, actor, from.campaign, from.pg)).pages[from.lang];
  if (!source) throw new Refusal('msg.notfound', { values: { object: 'viewing_page', id: from.pg } });
  const target = await managedPage(tools, actor, to.campaign, to.pg);
  if (target.pages[to.lang]) throw new Refusal('msg.dataexists', { values: { object: 'viewing_page', id: to.pg } });
  const isSame = from.campaign === to.campaign;
  const works = worksOf(source);
  const copied = isSame ? works : works.filter(({ key }) => key.startsWith('film:'));
  const { title, intro, start, end, access, protect, mark } = source;
  const copy: Row = {
    ...{ cid: to.campaign, pg: to.pg, lang: to.lang, title: title ?? '', intro: intro ?? '' },
    ...(isSame && { start: start ?? '', end: end ?? '' }),
    ...{ access: access ?? 'open', protect: protect ?? false, mark: mark ?? 'name', works: storedWorks(copied), enabled: false },
  };
  const row = await createRecord(tools, actor, 'viewing_page', copy);
  tools.log.info({ from, to, user: actor.id }, 'viewing page copied');
  return { row, left: works.length - copied.length };
}
