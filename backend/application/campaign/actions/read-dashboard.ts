import { forumCampaigns } from '#application/site/data/campaign-site.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { currentCampaign } from '../rules/current.ts';
import type { DashboardCampaigns } from '../wire.ts';
import { allCampaigns } from './staff-rows.ts';

/** The campaigns that this person may list. @throws Refusal msg.forbidden */
export async function readDashboard(tools: Tools, actor: Actor): Promise<DashboardCampaigns> {
  const rows = (await allCampaigns(tools, actor)).sort((a, b) => (b.edition ?? 0) - (a.edition ?? 0) || (a.cStart < b.cStart ? 1 : -1));
  const current = currentCampaign(rows, stampOf(tools.now())) ?? rows[0];
  const prepared = tools.registry.get('decision_maker') ? await forumCampaigns(tools.db) : new Set<string>();
  const first = current?.id ?? '';
  return {
    campaigns: rows.map((row) => ({ id: row.id, cname: row.cna || row.id, ename: row.enaName })),
    current: first,
    forum: prepared.has(first) ? first : (rows.find(({ id }) => prepared.has(id))?.id ?? ''),
  };
}
