/** Header and footer: the campaign's name, the languages (as links, so that they work without a script), the sponsors, the link for staff. */

import { type Html, html } from '#framework/html/escape.ts';
import { language, languages } from '#rules/words/language.ts';
import { cardList } from './info.ts';
import type { PageContext } from './page-context.ts';
import { mark } from './pictures.ts';

export function headerOf(context: PageContext): Html {
  const { campaign, lang, text } = context;
  const home = context.link('/');
  const logo = campaign?.images.logo?.[0];
  const brand = logo ? mark(logo, lang, 40, text.title) : text.title;
  const names = `brand${logo ? '' : ' display'}`;
  const here = new URLSearchParams(context.query);
  return html`<header class="top">
${home ? html`<a class="${names}" href="${home}">${brand}</a>` : html`<span class="${names}">${brand}</span>`}
${menuOf(context)}<nav class="languages" aria-label="${text.language}">${languages.map((code) => {
    here.set('lang', code);
    return html`<a href="?${here.toString()}" lang="${language[code].html}" hreflang="${language[code].html}"${code === lang && html` aria-current="true"`}>${language[code].short}</a>`;
  })}</nav>
</header>`;
}

/** The pages that staff put into the menu. */
function menuOf(context: PageContext): Html | undefined {
  const pages = (context.campaign?.pages ?? []).filter(({ inMenu }) => inMenu).slice(0, 6);
  if (!pages.length) return undefined;
  const here = context.info?.page.slug;
  return html`<nav class="site-menu" aria-label="${context.text.info.menu}"><ul>${pages.map(({ slug, title }) => html`<li><a href="${context.link(`/info/${slug}`)}"${slug === here && html` aria-current="page"`}>${title[context.lang]}</a></li>`)}</ul></nav>`;
}

export function footerOf(context: PageContext): Html {
  const { campaign, lang, text } = context;
  const sponsors = campaign?.images.sponsor ?? [];
  const staff = context.addressOf('/erp');
  return html`<footer class="bottom">
${
  sponsors.length > 0 &&
  html`<section class="sponsors" aria-labelledby="sponsors"><h2 id="sponsors">${text.sponsors}</h2><ul>${sponsors.map((picture) => {
    const image = mark(picture, lang, 56, text.sponsors);
    return html`<li>${isWeb(picture.link) ? html`<a href="${picture.link}" rel="noopener" target="_blank">${image}</a>` : image}</li>`;
  })}</ul></section>`
}
${cardList(
  context,
  (campaign?.pages ?? []).filter(({ kind }) => kind !== 'news'),
)}
<div class="end"><p>${campaign?.title[lang] || text.title}</p>${staff !== undefined && html`<a href="${staff}">${text.staff}</a>`}</div>
</footer>`;
}

function isWeb(link: string): boolean {
  return /^https?:\/\//i.test(link);
}
