/** The page at /info/{slug} with what the system adds to its kind. */
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { inAll } from '#rules/words/language.ts';
import { loadCampaignCards, loadEarlierPitches } from '../data/campaign-site.ts';
import type { InfoFacts } from '../wire.ts';
import { readSitePages, wholePage } from './read-page.ts';

/** @returns undefined where the campaign has no such page, or only a draft of it that is not asked for */
export async function readInfo(tools: Tools, campaign: string, slug: string, drafts: boolean): Promise<InfoFacts | undefined> {
  const row = (await readSitePages(tools, campaign, drafts)).find((one) => one.slug === slug);
  if (!row) return undefined;
  return { page: await wholePage(tools, row), earlier: row.kind === 'editions' ? await earlierEditions(tools, campaign) : [] };
}

async function earlierEditions(tools: Tools, campaign: string): Promise<InfoFacts['earlier']> {
  const model = tools.registry.get('campaign')?.model;
  if (!model) return [];
  const pitches = await loadEarlierPitches(tools.db, campaign, stampOf(tools.now()));
  const campaigns = await loadCampaignCards(tools.db, model);
  return campaigns.flatMap(({ id, cna, enaName }) => {
    const titles = pitches.filter((pitch) => pitch.campaign === id);
    return titles.length ? [{ id, title: inAll({ tw: cna, en: enaName }), titles }] : [];
  });
}
