/** A viewing page: a wall of posters, and a section for each work. The server renders it completely, so that texts and stills need no script. Pure. */

import type { SitePage } from '#application/site/pages/page-context.ts';
import { backdrop, preloaded } from '#application/site/pages/pictures.ts';
import { inLines } from '#application/site/pages/title-lines.ts';
import { type Html, html, jsonText, trusted } from '#framework/html/escape.ts';
import { plainText } from '#framework/html/plain-text.ts';
import { inZone, iso } from '#framework/time.ts';
import { fill } from '#rules/words/fill.ts';
import { language } from '#rules/words/language.ts';
import type { ShownWork } from '../rules/shown.ts';
import type { ViewingFacts } from '../visit-wire.ts';
import { framed, type ViewingFrame } from './frame.ts';
import { roomOf, sizeOf } from './room.ts';

export interface ViewingPageFacts {
  title: string;
  /** sanitised */
  intro: string;
  end: string;
  zone: string;
  works: ShownWork[];
  /** anybody may see it, so search engines and link previews may, too */
  isOpen: boolean;
  /** '/vp/ccdf15?pg=1&lang=tw' on this host */
  address: string;
  viewing: ViewingFacts;
  /** for a preview: the address without it, and whether visitors can see the page */
  preview: { leave: string; isEnabled: boolean } | undefined;
}

/** Posters that are visible at first; the others load when they come near. */
const eager = 4;

export function viewingPage(frame: ViewingFrame, facts: ViewingPageFacts): SitePage {
  const { site, text } = frame;
  const { works, title, viewing } = facts;
  const picture = site.campaign?.images.enroll?.[0];
  const main = html`<main id="main"><header class="vp-head">${backdrop(picture, site.lang)}<div class="vp-head-inner"><p class="vp-kicker">${site.campaign?.title[site.lang] ?? text.kicker}</p><h1>${inLines(title)}</h1>
${facts.intro && html`<div class="message vp-intro">${trusted(facts.intro)}</div>`}
<p class="vp-line">${viewing.viewer && html`<strong>${fill(text.viewer, { name: viewing.viewer })}</strong>`}${works.length > 0 && html`<span>${fill(text.count, { n: works.length })}</span>`}${untilLine(facts, frame)}</p></div></header>
<div class="wall" id="wall">${works.length ? wallGroups(works, frame) : html`<p class="wall-none">${text.none}</p>`}</div>
<div class="rooms">${works.map((work, index) => roomOf(work, { previous: works[index - 1], next: works[index + 1] }, text, site.lang))}</div>
<p class="vp-privacy">${viewing.personal ? text.privacyPersonal : text.privacy}</p></main>`;
  return framed(frame, {
    title: fill(text.title, { title }),
    name: 'wall',
    head: headOf(frame, facts),
    before: previewBar(frame, facts),
    main,
    after: html`<script type="application/json" id="viewing">${jsonText({ ...viewing, texts: text.player })}</script>`,
  });
}

function untilLine({ end, zone }: ViewingPageFacts, { site, text }: ViewingFrame): Html | undefined {
  if (end === '') return undefined;
  const [one = '', two = ''] = fill(text.until, { at: '\n' }).split('\n');
  return html`<span>${one}<time datetime="${iso(end)}">${inZone(end, zone)}</time> ${zone}${two}</span><span class="own" data-at="${iso(end)}" data-zone="${zone}" data-label="${site.text.own}"></span>`;
}

/** Groups in the order of the staff; without groups there are no headings. */
function wallGroups(works: readonly ShownWork[], frame: ViewingFrame): Html[] {
  const groups = new Map<string, ShownWork[]>();
  for (const work of works) groups.set(work.group, [...(groups.get(work.group) ?? []), work]);
  let count = 0;
  return [...groups].map(([name, members], index) => {
    const shown = name || (groups.size > 1 ? frame.text.other : '');
    return html`<section class="wall-group"${shown ? html` aria-labelledby="group-${index}"` : html` aria-label="${frame.text.wall}"`}>${shown && html`<h2 id="group-${index}">${shown}</h2>`}
<ul>${members.map((work) => html`<li>${poster(work, frame, count++ < eager)}</li>`)}</ul></section>`;
  });
}

function poster(work: ShownWork, { text }: ViewingFrame, isFirst: boolean): Html {
  const { anchor, title, director, isPoster, poster: picture } = work;
  const kinds = [...new Set(work.videos.map(({ material }) => text.material[material]))];
  const image = picture
    ? html`<img src="${picture.src}" srcset="${picture.srcset}" sizes="(max-width: 640px) 46vw, 240px"${sizeOf(picture)} alt="" decoding="async"${isFirst ? html` fetchpriority="high"` : html` loading="lazy"`}>`
    : undefined;
  // The title is shown over a still; a poster has it in its picture.
  return html`<a class="poster" href="#${anchor}" data-open="${anchor}"><span class="poster-face${isPoster ? '' : picture ? ' is-still' : ' is-drawn'}" data-tone="${toneOf(work.key)}">${image}${!isPoster && html`<span class="poster-name" aria-hidden="true">${title}</span>`}<span class="poster-seen" hidden></span></span>
<span class="poster-title">${title}</span><span class="poster-facts">${[director, ...kinds].filter(Boolean).join('・')}</span></a>`;
}

/** The same background colour for a work on every page. */
function toneOf(key: string): number {
  return [...key].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 997, 7) % 6;
}

function headOf({ site, text }: ViewingFrame, facts: ViewingPageFacts): Html {
  const description =
    plainText(facts.intro).slice(0, 300) ||
    facts.works
      .map(({ title }) => title)
      .join(language[site.lang].list)
      .slice(0, 300);
  const meta = html`<meta name="description" content="${facts.isOpen ? description : text.kicker}">`;
  if (!facts.isOpen) return html`${meta}<meta name="robots" content="noindex">`;
  const absolute = (address: string): string => new URL(address, site.origin).href;
  const picture = site.campaign?.images.enroll?.[0];
  const shared = picture?.src ?? facts.works.find(({ poster: one }) => one?.isPublic)?.poster?.whole;
  return html`${picture && preloaded(picture)}${meta}<meta property="og:type" content="website"><meta property="og:site_name" content="${site.text.title}"><meta property="og:title" content="${facts.title}">
<meta property="og:description" content="${description}"><meta property="og:locale" content="${language[site.lang].openGraph}"><meta property="og:url" content="${absolute(facts.address)}"><link rel="canonical" href="${absolute(facts.address)}">
${shared && html`<meta property="og:image" content="${absolute(shared)}"><meta name="twitter:card" content="summary_large_image">`}`;
}

function previewBar({ text }: ViewingFrame, { preview }: ViewingPageFacts): Html | undefined {
  if (!preview) return undefined;
  return html`<aside class="rehearsal vp-preview" aria-label="${text.preview}"><p><span>${text.preview}</span>${!preview.isEnabled && html` ${text.previewHidden}`} <a href="${preview.leave}">${text.previewLeave}</a></p></aside>`;
}
