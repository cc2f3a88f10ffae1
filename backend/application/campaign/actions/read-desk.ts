import { forumCampaigns } from '#application/site/data/campaign-site.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/actor.ts';
import { currentCampaign } from '../rules/current.ts';
import type { DeskCampaigns } from '../wire.ts';
import { allCampaigns, text } from './desk-rows.ts';

/** The campaigns that this person may list. @throws Refusal msg.forbidden */
export async function readDesk(tools: Tools, actor: Actor): Promise<DeskCampaigns> {
  const rows = (await allCampaigns(tools, actor)).sort((a, b) => Number(b.edition ?? 0) - Number(a.edition ?? 0) || (text(a.cStart) < text(b.cStart) ? 1 : -1));
  const current = currentCampaign(rows, stampOf(tools.now())) ?? rows[0];
  const prepared = tools.registry.get('decision_maker') ? await forumCampaigns(tools.db) : new Set<string>();
  const first = String(current?.id ?? '');
  return {
    campaigns: rows.map((row) => ({ id: String(row.id), cname: text(row.cna) || String(row.id), ename: text(row.enaName) })),
    current: first,
    forum: prepared.has(first) ? first : String(rows.find(({ id }) => prepared.has(String(id)))?.id ?? ''),
  };
}
