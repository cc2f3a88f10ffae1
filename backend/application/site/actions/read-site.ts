/** The facts of the public pages, by the server's clock or at a moment that staff rehearse (S02, S03; issue: the campaign site). */

import { currentCampaign, isAnnounced } from '#application/campaign/rules/current.ts';
import { inSides } from '#application/campaign/rules/two-sides.ts';
import { type WindowState, windowOf } from '#application/campaign/rules/window.ts';
import type { Lang } from '#codegen/model.ts';
import { findFiles } from '#framework/data/system/files/files.ts';
import { homeZone, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign, LayoutImage } from '#generated/objects.ts';
import { nameInLink } from '#rules/records/upload.ts';
import type { Site } from '#rules/site.ts';
import { inAll, inEach } from '#rules/words/language.ts';
import { type CampaignDates, loadCampaign, loadCampaignCards, loadLayoutImages } from '../data/campaign-site.ts';
import { brandOf } from '../rules/brand.ts';
import type { Both, CampaignCard, CampaignFacts, SiteFacts } from '../wire.ts';
import { cardOfPage, readSitePages, retentionSentence } from './read-page.ts';
import { styleAddress } from './read-style.ts';

export interface SiteQuestion {
  lang: Lang;
  site: Pick<Site, 'base'>;
  /** a campaign's id; the current campaign without it */
  campaign?: string;
  /** the moment that staff rehearse, 'YYYY-MM-DD hh:mm:ss' UTC */
  at?: string;
}

/** @returns facts without `campaign` where the named one does not exist, or where there is none at all */
export async function readSite(tools: Tools, question: SiteQuestion): Promise<SiteFacts> {
  const rehearsal = question.at;
  const now = rehearsal ?? stampOf(tools.now());
  const { passwordMin } = tools.config;
  const { lang } = question;
  const facts: SiteFacts = { now, ...(rehearsal === undefined ? {} : { rehearsal }), lang, campaigns: [], base: question.site.base, passwordMin };
  const model = tools.registry.get('campaign')?.model;
  if (!model || tools.tables.blocked('campaign') !== undefined) return facts;
  const rows = await loadCampaignCards(tools.db, model);
  facts.campaigns = rows.filter(isAnnounced).map((row) => cardOf(row, now));
  const id = question.campaign ?? currentCampaign(rows, now)?.id;
  const row = typeof id === 'string' && rows.some((known) => known.id === id) ? await loadCampaign(tools.db, model, id) : undefined;
  if (row) facts.campaign = await campaignFacts(tools, row, now);
  return facts;
}

function cardOf(row: CampaignDates, now: string): CampaignCard {
  return { id: row.id, title: titleOf(row), enrol: windowOf(row, 'enrol', now), select: windowOf(row, 'select', now) };
}

async function campaignFacts(tools: Tools, row: Campaign, now: string): Promise<CampaignFacts> {
  const card = cardOf(row, now);
  return {
    ...card,
    edition: row.edition ?? 0,
    brand: brandOf(row),
    programs: row.programs,
    zone: row.zone || homeZone.value,
    maxSel: row.maxSel ?? 0,
    ppurl: /^https?:/i.test(row.ppurl) || row.ppurl.startsWith('/get/files/') ? row.ppurl : '',
    days: daysOf(row.days),
    enrolMessage: await messageOf(card.enrol.state, [row.cBefore, row.cOpen, row.cAfter]),
    selectMessage: await messageOf(card.select.state, [row.sBefore, row.sOpen, row.sAfter]),
    images: await imagesOf(tools, card.id),
    pages: (await readSitePages(tools, card.id)).map((page) => cardOfPage(page, retentionSentence(tools, row))),
    enrolCss: await styleAddress(row, 'enrol', card.enrol.state),
    selectCss: await styleAddress(row, 'select', card.select.state),
  };
}

type Message = Campaign['cBefore'];

async function messageOf(state: WindowState, [before, open, after]: readonly [Message, Message, Message]): Promise<Both> {
  const { tw = '', en = '' } = { not_started: before, open, ended: after }[state];
  const texts = inSides(tw, en);
  if (!Object.values(texts).some(Boolean)) return texts;
  const { sanitise } = await import('#framework/html/sanitise.ts'); // loaded when it is needed, not at every start
  return inEach((lang) => sanitise(texts[lang]));
}

async function imagesOf(tools: Tools, campaign: string): Promise<CampaignFacts['images']> {
  const model = tools.registry.get('layout_image')?.model;
  if (!model || tools.tables.blocked('layout_image') !== undefined) return {};
  const rows = await loadLayoutImages(tools.db, model, campaign);
  const names = rows.map((row) => nameInLink(linkOf(row))).filter((name) => name !== undefined);
  const files = new Map((await findFiles(tools.db, names)).map((file) => [file.name, file]));
  const images: CampaignFacts['images'] = {};
  for (const row of rows) {
    const src = linkOf(row);
    if (!src) continue;
    const { width, height } = files.get(nameInLink(src) ?? '') ?? {};
    const alt = inSides(row.altTw, row.altEn);
    const { place } = row;
    images[place] = [...(images[place] ?? []), { src, alt, link: row.link, width: width ?? 0, height: height ?? 0 }];
  }
  return images;
}

function linkOf({ image }: LayoutImage): string {
  return image[0]?.link ?? '';
}

function daysOf(days: Campaign['days']): CampaignFacts['days'] {
  return days.map(({ date = '', start = '', end = '' }) => ({ date, start, end }));
}

/** An empty English name is replaced by the Chinese one. */
function titleOf({ cna, enaName }: CampaignDates): Both {
  return inAll({ tw: cna, en: enaName });
}
