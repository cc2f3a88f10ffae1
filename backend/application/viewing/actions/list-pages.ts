import { allCampaigns, deskRows } from '#application/campaign/actions/desk-rows.ts';
import type { Row } from '#codegen/model.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/actor.ts';
import { idIn } from '#rules/facts.ts';
import { everyRow } from '#rules/filter.ts';
import { inEach } from '#rules/language.ts';
import { countLinks } from '../data/view-links.ts';
import { sumByPage } from '../data/watch-statistics.ts';
import { isViewingCode } from '../rules/access.ts';
import { missingInLanguages } from '../rules/missing.ts';
import { turnOf } from '../rules/window.ts';
import { worksOf } from '../rules/works.ts';
import type { ListedPage, PageState, ViewingList } from '../wire.ts';
import { factsOf, mayOf, pairOf, worksOfPair } from './desk-pages.ts';

/** R34: all viewing pages, grouped by campaign and code. Six statements, whatever their number. @throws Refusal msg.forbidden */
export async function listViewingPages(tools: Tools, actor: Actor): Promise<ViewingList> {
  const now = tools.now();
  const campaigns = (await allCampaigns(tools, actor)).sort(
    (a, b) => Number(b.edition ?? 0) - Number(a.edition ?? 0) || (idIn(a, 'cStart') < idIn(b, 'cStart') ? 1 : -1),
  );
  const rows = await deskRows(tools, actor, 'viewing_page', everyRow);
  const facts = await factsOf(
    tools,
    actor,
    rows.flatMap((row) => worksOf(row).map(({ key }) => key)),
  );
  const sums = new Map((await sumByPage(tools.db)).map((sum) => [sum.page, sum]));
  const links = await countLinks(tools.db, now.getTime());
  const listed = (row: Row | undefined): ListedPage | null => {
    if (!row) return null;
    const id = idIn(row, 'id');
    const sum = sums.get(id);
    return {
      ...{ id, ver: Number(row.ver), title: idIn(row, 'title'), state: stateOf(row, stampOf(now)), access: idIn(row, 'access') || 'open' },
      ...{ start: idIn(row, 'start'), end: idIn(row, 'end'), works: worksOf(row).length, viewers: sum?.viewers ?? 0, seconds: sum?.seconds ?? 0 },
    };
  };
  return {
    now: stampOf(now),
    campaigns: campaigns.map((campaign) => {
      const id = idIn(campaign, 'id');
      const own = rows.filter(({ cid }) => cid === id);
      const codes = [...new Set(own.map(({ pg }) => String(pg)))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
      return {
        ...{ id, cname: idIn(campaign, 'cna') || id, ename: idIn(campaign, 'enaName'), fits: isViewingCode(id) },
        pages: codes.map((pg) => {
          const pages = pairOf(own.filter((row) => row.pg === pg));
          const known = new Map(worksOfPair(pages).flatMap((key) => (facts.has(key) ? [[key, facts.get(key)!] as const] : []))); // has() was asked
          const count = links.find((one) => one.campaign === id && one.page === pg)?.count ?? 0;
          return { pg, ...inEach((lang) => listed(pages[lang])), missing: missingInLanguages(pages, known), links: count };
        }),
      };
    }),
    may: mayOf(tools, actor),
  };
}

/** @param now 'YYYY-MM-DD hh:mm:ss' UTC */
function stateOf(row: Row, now: string): PageState {
  return row.enabled === false ? 'disabled' : turnOf({ start: idIn(row, 'start'), end: idIn(row, 'end') }, now);
}
