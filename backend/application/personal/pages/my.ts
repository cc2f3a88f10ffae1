/** A personal page as the server renders it: title, state, timetable, times and wishes can be read without a script. Pure. */

import { tableName } from '#application/pairing/rules/grid.ts';
import { footerOf, headerOf } from '#application/site/pages/frame.ts';
import { headOf } from '#application/site/pages/head.ts';
import type { PageContext, PageParts, SitePage } from '#application/site/pages/page-context.ts';
import { partWords } from '#application/site/pages/part-words.ts';
import { backdrop } from '#application/site/pages/pictures.ts';
import { siteTexts } from '#application/site/pages/texts.ts';
import type { SiteFacts } from '#application/site/wire.ts';
import type { Lang } from '#codegen/model.ts';
import { type Html, html, jsonText } from '#framework/html/escape.ts';
import { dateAt, instant, inZone, iso } from '#framework/time.ts';
import { readWords } from '#framework/words.ts';
import type words from '#locales/tw/site-my.json';
import { fill } from '#rules/words/fill.ts';
import { inEach, language } from '#rules/words/language.ts';
import type { MyFacts } from '../rules/my-facts.ts';

type MyTexts = typeof words;
const texts = inEach((lang) => readWords<MyTexts>(lang, 'site-my'));

/** Why a link opens nothing. */
export type MyFailure = 'my.none' | 'my.revoked' | 'my.expired' | 'msg.limit';

export interface MyQuestion {
  /** the campaign's facts, for header and footer; without a campaign where the link is invalid */
  site: SiteFacts;
  lang: Lang;
  /** the page, or the reason why there is none */
  my: MyFacts | MyFailure;
  status: number;
  origin: string;
  addressOf: PageContext['addressOf'];
  parts: PageContext['parts'];
  /** addresses of the schedule's files; '' where there are none */
  files: { pdf: string; ics: string };
}

export function myPage(question: MyQuestion): SitePage {
  const { site, lang, my, parts, origin, addressOf } = question;
  const text = texts[lang];
  const campaign = typeof my === 'string' ? undefined : site.campaign;
  const context: PageContext = {
    facts: site,
    route: undefined,
    path: '',
    missingCampaign: undefined,
    origin,
    query: {},
    addressOf,
    isWork: false,
    parts,
    lang,
    text: siteTexts[lang],
    kind: 'enrol',
    campaign,
    link: (target) => addressOf(target) ?? '',
  };
  const page = typeof my === 'string' ? failurePage(context, text, my, question.status) : personPage(context, text, my, question.files);
  return {
    lang: language[lang].html,
    theme: typeof my === 'string' ? 'dark' : 'light',
    title: page.title,
    head: headOf({ ...context, campaign: undefined }, page, false),
    bodyClass: `campaign page-my${typeof my === 'string' ? ' page-missing' : ''}`,
    body: html`<a class="skip" href="#main">${context.text.skip}</a>${headerOf(context)}${page.main}${footerOf(context)}<script type="application/json" id="facts">${jsonText(site)}</script>${typeof my !== 'string' && html`<script type="application/json" id="my">${jsonText(my)}</script>`}`,
    isFound: typeof my !== 'string',
    brand: campaign?.brand,
  };
}

function failurePage({ lang, text: siteText, link }: PageContext, text: MyTexts, failure: MyFailure, status: number): PageParts {
  const { title, text: said } = text.error[failure];
  const home = link('/');
  const main = html`<main id="main"><section class="hero">${backdrop(undefined, lang)}<div class="hero-inner"><div class="hero-text">
<p class="state is-ended">${status}</p><h1>${title}</h1><div class="message"><p>${said}</p><p>${text.error.ask}</p></div>
${home && html`<p class="actions"><a class="ui-button is-solid" href="${home}">${siteText.do.back}</a></p>`}</div></div></section></main>`;
  return { title, description: title, picture: undefined, main };
}

function personPage({ lang }: PageContext, text: MyTexts, my: MyFacts, files: MyQuestion['files']): PageParts {
  const { side, campaign, wishes, name } = my;
  const title = fill(text.title, { name: name[lang], campaign: campaign.title[lang] });
  const { until } = wishes;
  const main = html`<main id="main" class="desk my">
<div class="desk-head">
<p class="desk-campaign">${campaign.title[lang]}</p>
<h1>${fill(text.hello[side], { name: name[lang] })}</h1>
<div class="desk-window"><p class="state is-${wishes.state === 'open' ? 'open' : 'ended'}">${text.state[wishes.state]}</p>
${until && html`<div class="window"><p><span class="window-name">${text.until}</span> <span class="nowrap"><time datetime="${iso(until)}">${inZone(until, campaign.zone)}</time> <span class="zone">${campaign.zone}</span></span></p><p class="own" data-at="${iso(until)}" data-zone="${campaign.zone}" data-label="${text.own}"></p></div>`}</div>
<p class="my-intro">${text.intro[side][wishes.state]}</p><p class="my-private">${text.private}</p>
</div>
${my.schedule ? timetable(text, my, lang, files) : html`<p class="my-later">${text.schedule.none}</p>`}
<noscript><p class="noscript">${text.script}</p></noscript>
<div id="panel" data-part="my" class="my-panel">${plainTimes(text, my, lang)}${side === 'dm' && plainWishes(text, my, lang)}</div>${partWords(lang)}
</main>`;
  return { title, description: title, picture: undefined, main };
}

function timetable(text: MyTexts, { schedule, side, campaign }: MyFacts, lang: Lang, files: MyQuestion['files']): Html | false {
  if (!schedule) return false;
  const { zone } = campaign;
  const days = [...new Set(schedule.meetings.map(({ start }) => inZone(start, zone).slice(0, 10)))];
  const words = text.schedule;
  return html`<section class="my-schedule" aria-labelledby="my-schedule"><h2 id="my-schedule">${words.title}</h2>
<p class="my-note">${fill(words.version, { number: schedule.number, at: inZone(schedule.at, zone) })} · ${fill(words.zone, { zone })}</p>
${schedule.meetings.length === 0 && html`<p>${words.empty}</p>`}
${days.map(
  (day) =>
    html`<h3>${dayText(day, lang)}</h3><ol class="my-meetings">${schedule.meetings
      .filter(({ start }) => inZone(start, zone).startsWith(day))
      .map(
        (meeting) =>
          html`<li><span class="num"><time datetime="${iso(meeting.start)}">${inZone(meeting.start, zone).slice(11)}</time>–<time datetime="${iso(meeting.end)}">${inZone(meeting.end, zone).slice(11)}</time></span> <span class="my-with"><strong>${meeting.with[lang]}</strong>${meeting.detail && html` <span>${meeting.detail}</span>`}</span>${meeting.room && html` <span class="my-room">${tableName(meeting.room, (room) => fill(words.table, { room }))}</span>`}</li>`,
      )}</ol>`,
)}
${(files.pdf || files.ics) && html`<p class="actions">${files.pdf && html`<a class="ui-button is-line" download href="${files.pdf}">${words.pdf}</a>`} ${files.ics && html`<a class="ui-button is-line" href="${files.ics}">${words.ics}</a>`}</p>`}
<p class="unseen">${words.with[side]}</p></section>`;
}

/** The read-only part, which the script replaces by the editable one. */
function plainTimes(text: MyTexts, { slots, cells, side, campaign }: MyFacts, lang: Lang): Html {
  const chosen = slots.filter((_slot, index) => cells[index] === '1');
  const days = [...new Set(chosen.map(({ start }) => inZone(start, campaign.zone).slice(0, 10)))];
  return html`<section><h2>${text.time.title[side]}</h2>${slots.length === 0 ? html`<p>${text.time.none}</p>` : chosen.length === 0 && html`<p>${text.time.nothing[side]}</p>`}
${
  days.length > 0 &&
  html`<dl class="my-times">${days.map(
    (day) =>
      html`<dt>${dayText(day, lang)}</dt><dd class="num">${chosen
        .filter(({ start }) => inZone(start, campaign.zone).startsWith(day))
        .map(({ start }) => inZone(start, campaign.zone).slice(11))
        .join(language[lang].list)}</dd>`,
  )}</dl>`
}</section>`;
}

function plainWishes(text: MyTexts, { priority, pitches }: MyFacts, lang: Lang): Html {
  const byId = new Map(pitches.map((pitch) => [pitch.id, pitch]));
  return html`<section><h2>${text.wish.title}</h2>${priority.length === 0 && html`<p>${text.wish.nothing}</p>`}
<ol>${priority.map((id) => html`<li>${byId.get(id)?.number} ${byId.get(id)?.title[lang]}</li>`)}</ol></section>`;
}

function dayText(day: string, lang: Lang): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;
  const at = dateAt(instant(`${day} 00:00:00`));
  const week = at.toLocaleDateString(language[lang].times, { weekday: 'short', timeZone: options.timeZone });
  return fill(language[lang].day, { day, weekday: week.replace('週', '') });
}
