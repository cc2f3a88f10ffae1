/** The home page below its hero tells a story: what the forum is, what came of it, where to read on, when, who was here, how, what is new, and what to do. */

import { type Html, html } from '#framework/html/escape.ts';
import { instant, inZone, iso, stampOf, zoneHours } from '#framework/time.ts';
import { fill } from '#rules/words/fill.ts';
import type { CampaignFacts, PageCard, Picture, SiteFacts } from '../wire.ts';
import type { PageContext } from './page-context.ts';
import { sourcesOf } from './pictures.ts';
import { stateLine } from './state.ts';

export function homeSections(context: PageContext, campaign: CampaignFacts): Html {
  return html`${story(context, campaign)}${numbers(context)}${chapters(context, campaign)}${keyDates(context, campaign)}${films(context)}${howTo(context, campaign)}${news(context, campaign)}${otherCampaigns(context)}${invitation(context, campaign)}`;
}

/** A part of the page: its heading on the left of a wide window, what it says beside it. */
export function band(name: string, heading: string, body: Html): Html {
  return html`<section class="band ${name}" aria-labelledby="${name}"><div class="band-inner"><h2 id="${name}">${heading}</h2><div class="band-body">${body}</div></div></section>`;
}

/** The pages that staff put on the home page; the first is what the forum is, the others lead on. */
function onHome({ pages }: CampaignFacts): PageCard[] {
  return pages.filter((page) => page.onHome && page.kind !== 'news');
}

/** What the forum is, in one sentence that fills the window. */
function story(context: PageContext, campaign: CampaignFacts): Html | undefined {
  const [first] = onHome(campaign);
  if (!first) return undefined;
  const { lang, text } = context;
  const said = first.lead[lang] || first.title[lang];
  return html`<section class="band story" aria-labelledby="story"><div class="band-inner"><h2 id="story" class="story-name">${first.title[lang]}</h2><div class="band-body"><p class="manifesto display">${said}</p><p><a class="more" href="${context.link(`/info/${first.slug}`)}">${text.info.read}<span class="unseen">: ${first.title[lang]}</span></a></p></div></div></section>`;
}

/** What has come of it so far, as the system counts it; nothing before the first edition has ended. */
function numbers({ home, text }: PageContext): Html | undefined {
  if (!home?.counts.films) return undefined;
  const { editions, films: count, countries, meetings } = home.counts;
  const cells = [
    [editions, text.counts.editions],
    [count, text.counts.films],
    [countries, text.counts.countries],
    [meetings, text.counts.meetings],
  ] as const;
  return html`<section class="band numbers" aria-label="${text.counts.label}"><dl class="band-inner">${cells.filter(([value]) => value > 0).map(([value, label]) => html`<div><dt>${label}</dt><dd class="display">${value.toLocaleString('en')}</dd></div>`)}</dl></section>`;
}

/** Where to read on, as a table of contents. */
function chapters(context: PageContext, campaign: CampaignFacts): Html | undefined {
  const [, ...rest] = onHome(campaign);
  if (!rest.length) return undefined;
  const { lang, text } = context;
  return band(
    'chapters',
    text.chapters,
    html`<ul>${rest.map((page) => html`<li><a href="${context.link(`/info/${page.slug}`)}"><h3>${page.title[lang]}</h3>${page.lead[lang] && html`<p>${page.lead[lang]}</p>`}</a></li>`)}</ul>`,
  );
}

/** Pitches of earlier editions that are films now: who was here. */
function films(context: PageContext): Html | undefined {
  const { home, text, lang, campaign } = context;
  if (!home?.films.length) return undefined;
  const editions = campaign?.pages.find(({ kind }) => kind === 'editions');
  const shown = home.films.map(
    ({ title, director, edition, picture }) =>
      html`<li><figure>${still(picture, title[lang])}<figcaption><h3>${title[lang]}</h3><p>${[director, edition[lang]].filter(Boolean).join('・')}</p></figcaption></figure></li>`,
  );
  return band(
    'films',
    text.films,
    html`<ul>${shown}</ul>${editions && html`<p><a class="more" href="${context.link(`/info/${editions.slug}`)}">${editions.title[lang]}</a></p>`}`,
  );
}

function still(picture: Picture, title: string): Html {
  const { src, srcset } = sourcesOf(picture);
  return html`<img src="${src}"${srcset && html` srcset="${srcset}" sizes="(min-width: 900px) 30vw, (min-width: 600px) 46vw, 92vw"`} width="${picture.width || 800}" height="${picture.height || 450}" alt="${title}" loading="lazy" decoding="async">`;
}

/** The newest three. */
function news(context: PageContext, { pages }: CampaignFacts): Html | undefined {
  const shown = pages.filter(({ kind, onHome: isShown }) => kind === 'news' && isShown).slice(0, 3);
  if (!shown.length) return undefined;
  return band(
    'news',
    context.text.info.kinds.news,
    html`<ul>${shown.map(
      ({ slug, date, title, lead }) =>
        html`<li><a href="${context.link(`/info/${slug}`)}">${date && html`<time datetime="${date}">${date}</time>`}<b class="news-title">${title[context.lang]}</b>${lead[context.lang] && html`<span class="news-lead">${lead[context.lang]}</span>`}</a></li>`,
    )}</ul>`,
  );
}

/** The last word: what to do now, over the campaign's own colour. */
function invitation(context: PageContext, campaign: CampaignFacts): Html | undefined {
  const { text } = context;
  const { state } = campaign.enrol;
  if (state === 'ended') return undefined;
  const rules = campaign.pages.find(({ kind }) => kind === 'rules');
  return html`<section class="invitation" aria-labelledby="invitation"><div class="band-inner"><h2 id="invitation">${text.invitation[state]}</h2><p class="actions"><a class="ui-button is-ink" href="${context.link('/enroll')}">${text.do[state === 'open' ? 'enrol' : 'account']}</a>${rules && html`<a class="ui-button is-bare" href="${context.link(`/info/${rules.slug}`)}">${rules.title[context.lang]}</a>`}</p></div></section>`;
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
  const line = html`<ol>${dates.map(({ label, at, shown }, index) => {
    const state = at <= facts.now ? 'past' : index === next ? 'next' : 'later';
    return html`<li class="is-${state}"><span class="date-name">${label}</span><time datetime="${iso(at)}">${shown}</time>${state !== 'later' && html`<span class="date-state">${names[state]}</span>`}</li>`;
  })}</ol><p class="note">${fill(names.zone, { zone: campaign.zone })}</p>`;
  return band('dates', names.heading, line);
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

function howTo({ text, link }: PageContext, campaign: CampaignFacts): Html | undefined {
  if (campaign.enrol.state === 'ended') return undefined;
  const list = html`<ol>${text.steps.list.map((step) => html`<li><h3>${step.title}</h3><p>${step.text}</p></li>`)}</ol>`;
  return band('how', text.steps.heading, html`${list}<p><a class="more" href="${link('/enroll')}#asked">${text.asked.heading}</a></p>`);
}

function otherCampaigns(context: PageContext): Html | undefined {
  const { facts, text, lang, campaign } = context;
  const others: SiteFacts['campaigns'] = facts.campaigns.filter(({ id }) => id !== campaign?.id).slice(0, 6);
  if (!others.length) return undefined;
  const list = html`<ul>${others.map((other) => {
    // The jury of an edition may still select after its enrolment has ended.
    const kind = other.enrol.state === 'ended' && other.select.state === 'open' ? 'select' : 'enrol';
    return html`<li><a href="${context.link('/', { campaign: other.id })}"><b class="other-title">${other.title[lang]}</b>${stateLine(context, kind, other[kind])}</a></li>`;
  })}</ul>`;
  return band('others', text.others, list);
}
