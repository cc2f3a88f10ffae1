/** What the public pages are made of, as of the server's clock or of the moment that staff rehearse (S02, S03; issue: the campaign site). */
import type { Tools } from '#backend/actions/tools.ts';
import { loadCampaign, loadCampaignCards, loadLayoutImages } from '#backend/data/campaign-site.ts';
import type { JsonValue, Lang, Row } from '#codegen/model.ts';
import type { Both, CampaignCard, CampaignFacts, Picture, SiteFacts } from '#domain/campaign/calls.ts';
import { currentCampaign, isAnnounced } from '#domain/campaign/current.ts';
import { type WindowState, windowOf } from '#domain/campaign/window.ts';
import { isObject } from '#domain/record.ts';
import type { Site } from '#domain/site.ts';
import { stampOf } from './moment.ts';

export interface SiteQuestion {
  lang: Lang;
  site: Pick<Site, 'base'>;
  /** a campaign's id; the current campaign without it */
  campaign?: string;
  /** the moment that staff rehearse, as the address has it; what cannot be read is the server's own clock */
  at?: string;
}

/** @returns facts without `campaign` where the named one does not exist, or where there is none at all */
export async function readSite(tools: Tools, question: SiteQuestion): Promise<SiteFacts> {
  const rehearsal = question.at === undefined ? undefined : stampOf(question.at);
  const now = rehearsal ?? stampOf(tools.now())!; // a clock's date can always be written
  const facts: SiteFacts = { now, ...(rehearsal === undefined ? {} : { rehearsal }), lang: question.lang, campaigns: [], base: question.site.base };
  const model = tools.registry.get('campaign')?.model;
  if (!model || tools.tables.blocked('campaign') !== undefined) return facts;
  const rows = await loadCampaignCards(tools.db, model);
  facts.campaigns = rows.filter(isAnnounced).map((row) => cardOf(row, now));
  const id = question.campaign ?? currentCampaign(rows, now)?.id;
  const row = typeof id === 'string' && rows.some((known) => known.id === id) ? await loadCampaign(tools.db, model, id) : undefined;
  if (row) facts.campaign = await campaignFacts(tools, row, now);
  return facts;
}

function cardOf(row: Row, now: string): CampaignCard {
  return { id: textOf(row.id), title: titleOf(row), enrol: windowOf(row, 'enrol', now), select: windowOf(row, 'select', now) };
}

async function campaignFacts(tools: Tools, row: Row, now: string): Promise<CampaignFacts> {
  const card = cardOf(row, now);
  return {
    ...card,
    edition: numberOf(row.edition),
    programs: Array.isArray(row.programs) ? row.programs.map(textOf) : [],
    zone: textOf(row.zone) || 'GMT+8',
    maxSel: numberOf(row.maxSel),
    ppurl: textOf(row.ppurl),
    enrolMessage: messageOf(row, card.enrol.state, 'cBefore', 'cAfter'),
    selectMessage: messageOf(row, card.select.state, 'sBefore', 'sAfter'),
    images: await imagesOf(tools, card.id),
    enrolCss: '',
    selectCss: '',
  };
}

function messageOf(row: Row, state: WindowState, before: string, after: string): Both {
  const message = state === 'not_started' ? row[before] : state === 'ended' ? row[after] : undefined;
  return isObject(message) ? { tw: textOf(message.tw), en: textOf(message.en) } : { tw: '', en: '' };
}

async function imagesOf(tools: Tools, campaign: string): Promise<CampaignFacts['images']> {
  const model = tools.registry.get('layout_image')?.model;
  if (!model || tools.tables.blocked('layout_image') !== undefined) return {};
  const images: CampaignFacts['images'] = {};
  for (const row of await loadLayoutImages(tools.db, model, campaign)) {
    const picture = pictureOf(row);
    if (!picture) continue;
    const place = textOf(row.place);
    images[place] = [...(images[place] ?? []), picture];
  }
  return images;
}

function pictureOf(row: Row): Picture | undefined {
  const [attachment] = Array.isArray(row.image) ? row.image : [];
  const src = isObject(attachment) ? textOf(attachment.link) : '';
  return src ? { src, alt: { tw: textOf(row.altTw), en: textOf(row.altEn) }, link: textOf(row.link) } : undefined;
}

/** An English name that nobody wrote is the Chinese one. */
function titleOf(row: Row): Both {
  const tw = textOf(row.cna);
  return { tw, en: textOf(row.enaName) || tw };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
