/** One work of a viewing page, to read and watch. The section is in the page from the start, and shown when its poster is chosen. Pure. */

import { otherSide } from '#application/campaign/rules/two-sides.ts';
import type { Lang } from '#codegen/model.ts';
import { type Html, html } from '#framework/html/escape.ts';
import { sizeText } from '#rules/records/upload.ts';
import { fill } from '#rules/words/fill.ts';
import type { ShownPicture, ShownWork } from '../rules/shown.ts';
import type { ViewingVideo } from '../visit-wire.ts';
import type { ViewingTexts } from './texts.ts';

export interface RoomPlace {
  previous: ShownWork | undefined;
  next: ShownWork | undefined;
}

export function roomOf(work: ShownWork, { previous, next }: RoomPlace, text: ViewingTexts, lang: Lang): Html {
  const { anchor, title, otherTitle, facts, logline, synopsis, bio, stills, proposal, videos, protect } = work;
  const still = stills[0] ?? work.poster;
  const people = (
    [
      [text.director, work.director],
      [text.producer, work.producer],
    ] as const
  ).filter(([, name]) => name);
  return html`<section class="room" id="${anchor}" aria-labelledby="${anchor}-title" data-work="${work.key}">
<nav class="room-ways" aria-label="${text.other}"><a class="room-back" href="#wall">${text.back}</a>
<span>${previous && html`<a href="#${previous.anchor}" rel="prev" title="${previous.title}">${text.previous}</a>`}${next && html`<a href="#${next.anchor}" rel="next" title="${next.title}">${text.next}</a>`}</span></nav>
${videos.length > 0 && html`<div class="stage" data-stage="${anchor}">${still && html`<img class="stage-still" src="${still.src}" srcset="${still.srcset}" sizes="(max-width: 1100px) 100vw, 1100px" alt="" loading="lazy" decoding="async">`}<noscript>${videos.map((video) => plainVideo(video, still, protect, text))}</noscript></div>`}
<div class="room-text"><header><h2 id="${anchor}-title" tabindex="-1">${title}</h2>
${otherTitle && html`<p class="room-other" lang="${otherSide(lang)}">${otherTitle}</p>`}
<p class="room-facts">${[work.number, ...facts].filter(Boolean).join('・')}</p></header>
${people.length > 0 && html`<dl class="room-people">${people.map(([role, name]) => html`<div><dt>${role}</dt><dd>${name}</dd></div>`)}</dl>`}
${logline && html`<p class="room-logline">${logline}</p>`}
${synopsis && html`<section class="room-synopsis"><h3>${text.synopsis}</h3>${paragraphs(synopsis)}</section>`}
${bio && html`<section class="room-synopsis"><h3>${text.about}</h3>${paragraphs(bio)}</section>`}
${videos.length === 0 && html`<p class="room-none">${text.novideo}</p>`}
${proposal && html`<p><a class="ui-button is-line" href="${proposal.href}" target="_blank" rel="noopener">${fill(text.proposal, { size: sizeText(proposal.size) })}</a></p>`}</div>
${stills.length > 0 && html`<section class="room-stills" aria-label="${text.stills}">${stills.map((one, index) => stillLink(one, fill(text.still, { title, n: index + 1 })))}</section>`}
</section>`;
}

function stillLink(picture: ShownPicture, alt: string): Html {
  return html`<a href="${picture.whole}" target="_blank" rel="noopener"><img src="${picture.src}" srcset="${picture.srcset}" sizes="(max-width: 700px) 100vw, 360px"${sizeOf(picture)} alt="${alt}" loading="lazy" decoding="async"></a>`;
}

/** A picture has its size before it loads. */
export function sizeOf({ width, height }: ShownPicture): Html | undefined {
  return width > 0 && height > 0 ? html` width="${width}" height="${height}"` : undefined;
}

/** For browsers without a script: the browser's own player, or a link. A protected video needs the overlay, so it needs the script. */
function plainVideo({ kind, src, type, host, title, subtitles }: ViewingVideo, still: ShownPicture | undefined, protect: boolean, text: ViewingTexts): Html {
  if ((kind === 'file' || kind === 'direct') && !protect)
    return html`<video controls playsinline preload="none"${still && html` poster="${still.src}"`} aria-label="${title}"><source src="${src}"${type && html` type="${type}"`}>${subtitles.map(({ lang, label, src: track }) => html`<track kind="subtitles" srclang="${lang}" label="${label}" src="${track}">`)}</video>`;
  if (kind === 'frame' || kind === 'link')
    return html`<p class="stage-note"><a class="ui-button is-solid" href="${src.replace(/[?&]autoplay=1/, '')}" target="_blank" rel="noopener noreferrer">${fill(text.elsewhere, { host, name: title })}</a></p>`;
  return html`<p class="stage-note">${text.script}</p>`;
}

function paragraphs(long: string): Html[] {
  return long.split(/\n{1,}/).flatMap((line) => (line.trim() ? [html`<p>${line.trim()}</p>`] : []));
}
