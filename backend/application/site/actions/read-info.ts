/** The page at /info/{slug} with what the system adds to its kind. */
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { inAll } from '#rules/words/language.ts';
import { loadCampaign, loadCampaignCards, loadEarlierPitches, loadShownJury } from '../data/campaign-site.ts';
import type { InfoFacts } from '../wire.ts';
import { readSitePages, retentionSentence, wholePage } from './read-page.ts';

/** @returns undefined where the campaign has no such page, or only a draft of it that is not asked for */
export async function readInfo(tools: Tools, campaign: string, slug: string, drafts: boolean): Promise<InfoFacts | undefined> {
  const row = (await readSitePages(tools, campaign, drafts)).find((one) => one.slug === slug);
  const model = tools.registry.get('campaign')?.model;
  const edition = row && model && (await loadCampaign(tools.db, model, campaign));
  if (!row || !edition) return undefined;
  return {
    page: await wholePage(tools, row, retentionSentence(tools, edition)),
    jury: row.kind === 'jury' ? await shownJury(tools, campaign) : [],
    earlier: row.kind === 'editions' ? await earlierEditions(tools, campaign) : [],
  };
}

/** None while the table waits for a change. */
async function shownJury(tools: Tools, campaign: string): Promise<InfoFacts['jury']> {
  const model = tools.registry.get('jury')?.model;
  if (!model || tools.tables.blocked('jury') !== undefined) return [];
  const rows = await loadShownJury(tools.db, model, campaign);
  return rows.map(({ name, ename, chair, org, position, bio, bioEn, photo }) => ({
    name: inAll({ tw: name, en: ename }),
    chair,
    org,
    position,
    bio: inAll({ tw: bio, en: bioEn }),
    photo: photo[0]?.link ?? '',
  }));
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
