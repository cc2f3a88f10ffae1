/** A page that staff wrote (site_page): its text, its entries, and what the system knows of it: dates of the windows, the jury, titles of earlier editions. */
import { type Html, html, trusted } from '#framework/html/escape.ts';
import { plainText } from '#framework/html/plain-text.ts';
import { inZone } from '#framework/time.ts';
import { thumbLink } from '#rules/records/upload.ts';
import { fill } from '#rules/words/fill.ts';
import type { CampaignFacts, InfoFacts, PageCard, WholePage } from '../wire.ts';
import { keyDates } from './home.ts';
import type { PageContext, PageParts } from './page-context.ts';
import { sourcesOf } from './pictures.ts';

/** px; info.css has it too. */
const portraitSize = 112;

export function infoPage(context: PageContext, campaign: CampaignFacts, { page, jury, earlier }: InfoFacts): PageParts {
  const { lang, text } = context;
  const title = page.title[lang];
  const lead = page.lead[lang];
  const others = campaign.pages.filter(({ slug, kind }) => slug !== page.slug && kind !== 'news');
  const main = html`<main id="main" class="info is-${page.kind}">
<div class="info-inner"><article>
${page.isDraft && html`<p class="draft-mark">${text.info.draft}</p>`}
<p class="info-kind">${page.kind === 'news' && page.date ? html`<time datetime="${page.date}">${page.date}</time>` : text.info.kinds[page.kind as keyof typeof text.info.kinds]}</p>
<h1>${title}</h1>
${lead && html`<p class="lead">${lead}</p>`}
${pictureOf(context, page)}
${page.kind === 'calendar' && keyDates(context, campaign)}
${page.body[lang] && html`<div class="prose">${trusted(page.body[lang])}</div>`}
${entries(context, page)}
${jurors(context, jury)}
${earlier.map((edition) => html`<section class="edition"><h2>${edition.title[lang]}</h2><ul>${edition.titles.map(({ cname, ename }) => html`<li>${lang === 'en' ? ename || cname : cname || ename}</li>`)}</ul></section>`)}
${page.kind === 'rules' && html`<p class="note">${fill(text.info.version, { ver: page.ver, at: inZone(page.changedAt, campaign.zone) })}</p>`}
</article>
<aside class="info-side" aria-label="${text.info.more}">${cardList(context, others)}<p class="actions"><a class="ui-button is-solid" href="${context.link('/enroll')}">${text.do[campaign.enrol.state === 'ended' ? 'enrolled' : 'enrol']}</a></p></aside>
</div></main>`;
  return {
    title: fill(text.titles.info, { page: title, title: campaign.title[lang] }),
    description: lead || plainText(page.body[lang]).slice(0, 200) || title,
    picture: page.picture,
    main,
  };
}

/** Links to pages, in their order. */
export function cardList(context: PageContext, pages: readonly PageCard[]): Html | undefined {
  if (!pages.length) return undefined;
  return html`<ul class="info-links">${pages.map((page) => html`<li><a href="${context.link(`/info/${page.slug}`)}">${page.title[context.lang]}</a></li>`)}</ul>`;
}

function pictureOf({ lang }: PageContext, { picture }: WholePage): Html | undefined {
  if (!picture) return undefined;
  const { src, srcset } = sourcesOf(picture);
  return html`<img class="info-picture" src="${src}"${srcset && html` srcset="${srcset}" sizes="(min-width: 760px) 720px, 100vw"`}${picture.width > 0 && html` width="${picture.width}" height="${picture.height}"`} alt="${picture.alt[lang]}">`;
}

/** Questions open one by one, without a script; what has an address is a link; the rest are headings with their text. */
function entries({ lang, text }: PageContext, { kind, items }: WholePage): Html | undefined {
  if (!items.length) return undefined;
  if (kind === 'faq')
    return html`<div class="faq">${items.map(({ title, text: answer }) => html`<details><summary>${title[lang]}</summary>${paragraphs(answer[lang])}</details>`)}</div>`;
  return html`<ul class="entries">${items.map(
    ({ title, text: said, link }) =>
      html`<li><h2>${isWeb(link) ? html`<a href="${link}" rel="noopener" target="_blank">${title[lang]}<span class="unseen"> ${text.info.outside}</span></a>` : title[lang]}</h2>${paragraphs(said[lang])}</li>`,
  )}</ul>`;
}

/** Who is in the jury, as their rows say. */
function jurors({ lang, text }: PageContext, jury: InfoFacts['jury']): Html | undefined {
  if (!jury.length) return undefined;
  return html`<ul class="entries">${jury.map(({ name, chair, org, position, bio, photo }) => {
    const place = [org, position].filter(Boolean).join(' · ');
    return html`<li${photo && html` class="has-portrait"`}>${photo && portrait(photo, fill(text.info.portrait, { name: name[lang] }))}<h2>${name[lang]}${chair && html`<span class="entry-role">${text.info.chair}</span>`}</h2>${place && html`<p>${place}</p>`}${paragraphs(bio[lang])}</li>`;
  })}</ul>`;
}

/** A square of `portraitSize`, of the smallest of its sizes that is sharp there. */
function portrait(photo: string, alt: string): Html {
  const at = (width: 160 | 320) => thumbLink(photo, width);
  const sharp = at(320) !== photo && html` srcset="${at(160)} 160w, ${at(320)} 320w" sizes="${portraitSize}px"`;
  return html`<img class="portrait" src="${at(320)}"${sharp} width="${portraitSize}" height="${portraitSize}" alt="${alt}" loading="lazy" decoding="async">`;
}

function paragraphs(said: string): Html {
  return html`${said
    .split(/\n\s*\n?/)
    .filter(Boolean)
    .map((part) => html`<p>${part}</p>`)}`;
}

function isWeb(link: string): boolean {
  return /^https?:\/\//i.test(link);
}
