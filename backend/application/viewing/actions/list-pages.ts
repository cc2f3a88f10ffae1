import { allCampaigns, staffRows } from '#application/campaign/actions/staff-rows.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { ViewingPageRead } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { everyRow } from '#rules/queries/filter.ts';
import { inEach } from '#rules/words/language.ts';
import { countLinks } from '../data/view-links.ts';
import { sumByPage } from '../data/watch-statistics.ts';
import { isViewingCode } from '../rules/access.ts';
import { missingInLanguages } from '../rules/missing.ts';
import { turnOf } from '../rules/window.ts';
import { worksOf } from '../rules/works.ts';
import type { ListedPage, PageState, ViewingList } from '../wire.ts';
import { factsOf, mayOf, pairOf, worksOfPair } from './managed-pages.ts';

/** R34: all viewing pages, grouped by campaign and code, always with six statements. @throws Refusal msg.forbidden */
export async function listViewingPages(tools: Tools, actor: Actor): Promise<ViewingList> {
  const now = tools.now();
  const campaigns = (await allCampaigns(tools, actor)).sort((a, b) => (b.edition ?? 0) - (a.edition ?? 0) || (a.cStart < b.cStart ? 1 : -1));
  const rows = await staffRows(tools, actor, 'viewing_page', everyRow);
  const facts = await factsOf(
    tools,
    actor,
    rows.flatMap((row) => worksOf(row).map(({ key }) => key)),
  );
  const sums = new Map((await sumByPage(tools.db)).map((sum) => [sum.page, sum]));
  const links = await countLinks(tools.db, now.getTime());
  const listed = (row: ViewingPageRead | undefined): ListedPage | null => {
    if (!row) return null;
    const id = row.id;
    const sum = sums.get(id);
    return {
      ...{ id, ver: row.ver, title: row.title, state: stateOf(row, stampOf(now)), access: row.access || 'open' },
      ...{ start: row.start, end: row.end, works: worksOf(row).length, viewers: sum?.viewers ?? 0, seconds: sum?.seconds ?? 0 },
    };
  };
  return {
    now: stampOf(now),
    campaigns: campaigns.map((campaign) => {
      const id = campaign.id;
      const own = rows.filter(({ cid }) => cid === id);
      const codes = [...new Set(own.map(({ pg }) => pg))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
      return {
        ...{ id, cname: campaign.cna || id, ename: campaign.enaName, fits: isViewingCode(id) },
        pages: codes.map((pg) => {
          const pages = pairOf(own.filter((row) => row.pg === pg));
          const known = new Map(worksOfPair(pages).flatMap((key) => (facts.has(key) ? [[key, facts.get(key)!] as const] : []))); // checked by has()
          const count = links.find((one) => one.campaign === id && one.page === pg)?.count ?? 0;
          return { pg, ...inEach((lang) => listed(pages[lang])), missing: missingInLanguages(pages, known), links: count };
        }),
      };
    }),
    may: mayOf(tools, actor),
  };
}

/** @param now 'YYYY-MM-DD hh:mm:ss' UTC */
function stateOf(row: ViewingPageRead, now: string): PageState {
  return row.enabled === false ? 'disabled' : turnOf({ start: row.start, end: row.end }, now);
}
