/** Reads for the public pages: every campaign's windows and names, one whole campaign, its images. */

import type { ObjectModel } from '#codegen/model.ts';
import type { Database } from '#framework/data/engine/connect.ts';
import { table } from '#framework/data/engine/table.ts';
import { decodeRow } from '#framework/data/rows/codec.ts';
import type { Campaign, Film, Jury, LayoutImage, SitePage } from '#generated/objects.ts';

/** Most images of one campaign's pages; there are only a few for each place. */
const mostImages = 200;
/** Most pages of one campaign's site. */
const mostPages = 200;
/** Most people that the page of the jury shows. */
const mostJurors = 200;
/** Most titles that the page of earlier editions lists. */
const mostEarlier = 300;

export type CampaignDates = Pick<Campaign, 'id' | 'cna' | 'enaName' | 'cStart' | 'cEnd' | 'sStart' | 'sEnd'>;

/** All campaigns, newest first, with the columns that a list needs. */
export async function loadCampaignCards(db: Database, model: ObjectModel<'campaign'>): Promise<CampaignDates[]> {
  const rows = await table(db, 'campaign')
    .select('id', 'cna', 'enaName', 'cStart', 'cEnd', 'sStart', 'sEnd')
    .orderBy([{ column: 'cStart', order: 'desc' }, 'id']);
  return rows.map((raw) => decodeRow(model, raw, db.kind));
}

export async function loadCampaign(db: Database, model: ObjectModel<'campaign'>, id: string): Promise<Campaign | undefined> {
  const raw = await table(db, 'campaign').where({ id }).first();
  return raw && decodeRow(model, raw, db.kind);
}

/** The visible images, in their order. */
export async function loadLayoutImages(db: Database, model: ObjectModel<'layout_image'>, campaign: string): Promise<LayoutImage[]> {
  const rows = await table(db, 'layout_image').where({ cid: campaign, enabled: 1 }).orderBy(['pos', 'id']).limit(mostImages);
  return rows.map((raw) => decodeRow(model, raw, db.kind));
}

/** The pages of a campaign's site in their order; drafts too only where staff look at them. */
export async function loadSitePages(db: Database, model: ObjectModel<'site_page'>, campaign: string, drafts: boolean): Promise<SitePage[]> {
  const rows = await table(db, 'site_page')
    .where({ cid: campaign, ...(drafts ? {} : { status: 'published' }) })
    .orderBy(['pos', 'id'])
    .limit(mostPages);
  return rows.map((raw) => decodeRow(model, raw, db.kind));
}

/** Jurors of a campaign who may be shown, the chair first. */
export async function loadShownJury(db: Database, model: ObjectModel<'jury'>, campaign: string): Promise<Jury[]> {
  const rows = await table(db, 'jury')
    .where({ cid: campaign, onSite: 1, enabled: 1 })
    .orderBy([{ column: 'chair', order: 'desc' }, 'name', 'id'])
    .limit(mostJurors);
  return rows.map((raw) => decodeRow(model, raw, db.kind));
}

/** Pitches that were selected in campaigns other than this one, newest campaign first: what earlier editions showed. */
export async function loadEarlierPitches(db: Database, campaign: string, before: string): Promise<{ campaign: string; cname: string; ename: string }[]> {
  const rows = await table(db, 'pitch as p')
    .join('campaign as c', 'c.id', 'p.cid')
    .where('p.status', 'selected')
    .whereNot('p.cid', campaign)
    .where('c.sEnd', '<', before)
    .select('p.cid as campaign', 'p.cname as cname', 'p.ename as ename')
    .orderBy([{ column: 'c.sEnd', order: 'desc' }, 'p.enrollid', 'p.id'])
    .limit(mostEarlier);
  return rows.map(({ campaign: cid, cname, ename }) => ({ campaign: String(cid), cname: String(cname ?? ''), ename: String(ename ?? '') }));
}

/** Ids of the campaigns that have a decision maker. */
export async function forumCampaigns(db: Database): Promise<Set<string>> {
  return new Set(await table(db, 'decision_maker').distinct().whereNotNull('cid').pluck('cid'));
}

/** How much came of these campaigns: pitches that were selected, countries they come from, meetings that were planned. */
export async function countEarlier(
  db: Database,
  campaigns: readonly string[],
  hasMeetings: boolean,
): Promise<{ editions: number; films: number; countries: number; meetings: number }> {
  const selected = () =>
    table(db, 'pitch')
      .whereIn('cid', [...campaigns])
      .where('status', 'selected');
  const [first] = await selected().countDistinct({ editions: 'cid', films: 'enrolment', countries: 'pLocation' });
  const [met] = hasMeetings
    ? await table(db, 'pairing')
        .whereIn('cid', [...campaigns])
        .count({ meetings: '*' })
    : [];
  const number = (value: unknown) => Number(value ?? 0);
  return { editions: number(first?.editions), films: number(first?.films), countries: number(first?.countries), meetings: number(met?.meetings) };
}

/** Films of the catalogue with one of these Chinese titles. */
export async function loadFilmsTitled(db: Database, model: ObjectModel<'film'>, titles: readonly string[]): Promise<Film[]> {
  if (!titles.length) return [];
  const rows = await table(db, 'film')
    .whereIn('cname', [...titles])
    .orderBy('id')
    .limit(mostEarlier);
  return rows.map((raw) => decodeRow(model, raw, db.kind));
}
