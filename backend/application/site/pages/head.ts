/** The head of a page, for browsers, search engines and link previews. */

import { type Html, html } from '#framework/html/escape.ts';
import { hintLinks } from '#framework/html/hints.ts';
import { language, languages } from '#rules/words/language.ts';
import type { PageContext, PageParts } from './page-context.ts';
import { breadthOn, preloaded } from './pictures.ts';
import { eventOf } from './structured.ts';

export function headOf(context: PageContext, page: PageParts, isFound: boolean): Html {
  const { campaign, kind, lang, origin, route, parts, text } = context;
  const style = campaign && (kind === 'enrol' ? campaign.enrolCss : campaign.selectCss);
  const place = context.info ? `/info/${context.info.page.slug}` : route;
  const here = place === undefined ? '' : context.link(place, { at: undefined, zone: undefined });
  const absolute = (address: string) => new URL(address, origin).href;
  // A form has the page to itself; what a panel needs comes after what is seen at once.
  return html`${page.picture && !context.isWork && preloaded(page.picture, breadthOn(route))}
<meta name="description" content="${page.description}">
${(!isFound || context.info?.page.isDraft) && html`<meta name="robots" content="noindex">`}
<meta property="og:type" content="website">
<meta property="og:site_name" content="${text.title}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:locale" content="${language[lang].openGraph}">
${languages.filter((one) => one !== lang).map((one) => html`<meta property="og:locale:alternate" content="${language[one].openGraph}">`)}
${isFound && here && html`<meta property="og:url" content="${absolute(here)}"><link rel="canonical" href="${absolute(here)}">${languages.map((one) => html`<link rel="alternate" hreflang="${language[one].html}" href="${absolute(context.link(place ?? '/', { at: undefined, zone: undefined, lang: one }))}">`)}`}
${page.picture && html`<meta property="og:image" content="${absolute(page.picture.src)}"><meta name="twitter:card" content="summary_large_image">${page.picture.width > 0 && html`<meta property="og:image:width" content="${page.picture.width}"><meta property="og:image:height" content="${page.picture.height}">`}`}
${campaign && route === '/' && eventOf(context, campaign)}
${style && html`<link rel="stylesheet" href="${style}">`}
${hintLinks(parts, true)}`;
}
