/** The home page below its hero: key dates, how to enrol, earlier editions. */

import { type Html, html } from '#framework/html/escape.ts';
import { instant, inZone, iso, stampOf, zoneHours } from '#framework/time.ts';
import { fill } from '#rules/words/fill.ts';
import type { CampaignFacts, SiteFacts } from '../wire.ts';
import type { PageContext } from './page-context.ts';
import { stateLine } from './state.ts';

export function homeSections(context: PageContext, campaign: CampaignFacts): Html {
  return html`${story(context, campaign)}${keyDates(context, campaign)}${howTo(context, campaign)}${news(context, campaign)}${otherCampaigns(context)}`;
}

/** What the forum is, and where to read on: the pages that staff put on the home page. */
function story(context: PageContext, { pages }: CampaignFacts): Html | undefined {
  const shown = pages.filter(({ onHome, kind }) => onHome && kind !== 'news');
  const [first, ...rest] = shown;
  if (!first) return undefined;
  const { lang, text } = context;
  const to = (slug: string) => context.link(`/info/${slug}`);
  return html`<section class="band story" aria-labelledby="story"><div class="band-inner"><div class="story-first"><h2 id="story">${first.title[lang]}</h2>${first.lead[lang] && html`<p class="lead">${first.lead[lang]}</p>`}<p><a class="story-more" href="${to(first.slug)}">${text.info.read}<span class="unseen">: ${first.title[lang]}</span></a></p></div>
${rest.length > 0 && html`<ul class="story-list">${rest.map((page) => html`<li><a href="${to(page.slug)}"><h3>${page.title[lang]}</h3>${page.lead[lang] && html`<p>${page.lead[lang]}</p>`}</a></li>`)}</ul>`}</div></section>`;
}

/** The newest three. */
function news(context: PageContext, { pages }: CampaignFacts): Html | undefined {
  const shown = pages.filter(({ kind, onHome }) => kind === 'news' && onHome).slice(0, 3);
  if (!shown.length) return undefined;
  return html`<section class="band news" aria-labelledby="news"><div class="band-inner"><h2 id="news">${context.text.info.kinds.news}</h2><ul>${shown.map(
    ({ slug, date, title, lead }) =>
      html`<li><a href="${context.link(`/info/${slug}`)}">${date && html`<time datetime="${date}">${date}</time>`}<span class="news-title">${title[context.lang]}</span>${lead[context.lang] && html`<span class="news-lead">${lead[context.lang]}</span>`}</a></li>`,
  )}</ul></div></section>`;
}

interface KeyDate {
  label: string;
  /** 'YYYY-MM-DD hh:mm:ss' UTC, '' where it has none */
  at: string;
  shown: string;
}

/** The dates of the windows and of the forum, with what comes next. */
export function keyDates({ text, facts }: PageContext, campaign: CampaignFacts): Html | undefined {
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
