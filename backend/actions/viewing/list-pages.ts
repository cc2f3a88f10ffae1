import { utcText } from '#backend/data/history.ts';
import { countLinks } from '#backend/data/view-links.ts';
import { sumByPage } from '#backend/data/watch-statistics.ts';
import type { Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { idIn } from '#domain/facts.ts';
import { everyRow } from '#domain/filter.ts';
import { isViewingCode } from '#domain/viewing/access.ts';
import type { ListedPage, PageState, ViewingList } from '#domain/viewing/desk-calls.ts';
import { missingInLanguages } from '#domain/viewing/missing.ts';
import { turnOf } from '#domain/viewing/window.ts';
import { worksOf } from '#domain/viewing/works.ts';
import { allCampaigns, deskRows } from '../desk/desk-rows.ts';
import type { Tools } from '../tools.ts';
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
      ...{ id, ver: Number(row.ver), title: idIn(row, 'title'), state: stateOf(row, utcText(now)), access: idIn(row, 'access') || 'open' },
      ...{ start: idIn(row, 'start'), end: idIn(row, 'end'), works: worksOf(row).length, viewers: sum?.viewers ?? 0, seconds: sum?.seconds ?? 0 },
    };
  };
  return {
    now: utcText(now),
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
          return { pg, tw: listed(pages.tw), en: listed(pages.en), missing: missingInLanguages(pages, known), links: count };
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
