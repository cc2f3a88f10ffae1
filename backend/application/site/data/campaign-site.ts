/** Reads for the public pages: every campaign's windows and names, one whole campaign, its images. */

import type { ObjectModel } from '#codegen/model.ts';
import type { Database } from '#framework/data/engine/connect.ts';
import { decodeRow } from '#framework/data/rows/codec.ts';
import type { Campaign, LayoutImage } from '#generated/objects.ts';

/** Most images of one campaign's pages; there are only a few for each place. */
const mostImages = 200;

export type CampaignDates = Pick<Campaign, 'id' | 'cna' | 'enaName' | 'cStart' | 'cEnd' | 'sStart' | 'sEnd'>;

/** All campaigns, newest first, with the columns that a list needs. */
export async function loadCampaignCards(db: Database, model: ObjectModel<'campaign'>): Promise<CampaignDates[]> {
  const rows = await db.query('SELECT id, cna, enaName, cStart, cEnd, sStart, sEnd FROM campaign ORDER BY cStart DESC, id');
  return rows.map((raw) => decodeRow(model, raw, db.kind));
}

export async function loadCampaign(db: Database, model: ObjectModel<'campaign'>, id: string): Promise<Campaign | undefined> {
  const [raw] = await db.query('SELECT * FROM campaign WHERE id = ?', [id]);
  return raw && decodeRow(model, raw, db.kind);
}

/** The visible images, in their order. */
export async function loadLayoutImages(db: Database, model: ObjectModel<'layout_image'>, campaign: string): Promise<LayoutImage[]> {
  const rows = await db.query(`SELECT * FROM layout_image WHERE cid = ? AND enabled = 1 ORDER BY pos, id LIMIT ${mostImages}`, [campaign]);
  return rows.map((raw) => decodeRow(model, raw, db.kind));
}

/** Ids of the campaigns that have a decision maker. */
export async function forumCampaigns(db: Database): Promise<Set<string>> {
  return new Set((await db.query('SELECT DISTINCT cid FROM decision_maker WHERE cid IS NOT NULL')).map(({ cid }) => String(cid)));
}
