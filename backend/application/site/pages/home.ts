/** The home page below its hero: key dates, how to enrol, earlier editions. */

import { type Html, html } from '#framework/html/escape.ts';
import { instant, inZone, iso, stampOf, zoneHours } from '#framework/time.ts';
import { fill } from '#rules/words/fill.ts';
import type { CampaignFacts, SiteFacts } from '../wire.ts';
import type { PageContext } from './page-context.ts';
import { stateLine } from './state.ts';

export function homeSections(context: PageContext, campaign: CampaignFacts): Html {
  return html`${keyDates(context, campaign)}${howTo(context, campaign)}${otherCampaigns(context)}`;
}

interface KeyDate {
  label: string;
  /** 'YYYY-MM-DD hh:mm:ss' UTC, '' where it has none */
  at: string;
  shown: string;
}

function keyDates({ text, facts }: PageContext, campaign: CampaignFacts): Html | undefined {
  const names = text.dates;
  const moment = (label: string, at: string): KeyDate => ({ label, at, shown: inZone(at, campaign.zone) });
  const dates = [
    moment(names.enrolFrom, campaign.enrol.start),
    moment(names.enrolUntil, campaign.enrol.end),
    moment(names.selectFrom, campaign.select.start),
    moment(names.selectUntil, campaign.select.end),
    ...forumDays(names.days, campaign),
  ].filter(({ at }) => at !== '');
  if (!dates.length) return undefined;
  const next = dates.findIndex(({ at }) => at > facts.now);
  return html`<section class="band dates" aria-labelledby="dates"><div class="band-inner"><h2 id="dates">${names.heading}</h2>
<ol>${dates.map(({ label, at, shown }, index) => {
    const state = at <= facts.now ? 'past' : index === next ? 'next' : 'later';
    return html`<li class="is-${state}"><span class="date-name">${label}</span><time datetime="${iso(at)}">${shown}</time>${state !== 'later' && html`<span class="date-state">${names[state]}</span>`}</li>`;
  })}</ol><p class="note">${fill(names.zone, { zone: campaign.zone })}</p></div></section>`;
}

/** Consecutive days share one line. */
function forumDays(label: string, { days, zone }: CampaignFacts): KeyDate[] {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last || !/^\d{4}-\d\d-\d\d$/.test(first.date)) return [];
  // Days and hours in the campaign's zone.
  const at = instant(`${first.date} ${first.start || '00:00:00'}`) - zoneHours(zone) * 3_600_000;
  const shown = first === last ? first.date : `${first.date} – ${last.date}`;
  return [{ label, at: stampOf(at), shown }];
}

function howTo({ text }: PageContext, campaign: CampaignFacts): Html | undefined {
  if (campaign.enrol.state === 'ended') return undefined;
  return html`<section class="band how" aria-labelledby="how"><div class="band-inner"><h2 id="how">${text.steps.heading}</h2>
<ol>${text.steps.list.map((step) => html`<li><h3>${step.title}</h3><p>${step.text}</p></li>`)}</ol></div></section>`;
}

function otherCampaigns(context: PageContext): Html | undefined {
  const { facts, text, lang, campaign } = context;
  const others: SiteFacts['campaigns'] = facts.campaigns.filter(({ id }) => id !== campaign?.id).slice(0, 6);
  if (!others.length) return undefined;
  return html`<section class="band others" aria-labelledby="others"><div class="band-inner"><h2 id="others">${text.others}</h2>
<ul>${others.map((other) => {
    // The jury of an edition may still select after its enrolment has ended.
    const kind = other.enrol.state === 'ended' && other.select.state === 'open' ? 'select' : 'enrol';
    return html`<li><a href="${context.link('/', { campaign: other.id })}"><span class="other-title">${other.title[lang]}</span>${stateLine(context, kind, other[kind])}</a></li>`;
  })}</ul></div></section>`;
}
