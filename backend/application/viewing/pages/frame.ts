/** What viewing pages share with the campaign site's pages: header, footer, the campaign's style. Pure. */

import { footerOf, headerOf } from '#application/site/pages/frame.ts';
import type { PageContext, SitePage } from '#application/site/pages/page-context.ts';
import { siteTexts } from '#application/site/pages/texts.ts';
import type { SiteFacts } from '#application/site/wire.ts';
import { type Html, html } from '#framework/html/escape.ts';
import { language } from '#rules/words/language.ts';
import { type ViewingTexts, viewingTexts } from './texts.ts';

export interface ViewingFrame {
  /** the facts for header and footer */
  site: PageContext;
  text: ViewingTexts;
}

/** @param query parameters for the language links: the page's code, the preview */
export function frameOf(given: { facts: SiteFacts; origin: string; query: Record<string, string>; addressOf: PageContext['addressOf'] }): ViewingFrame {
  const { facts, origin, query, addressOf } = given;
  const { lang, campaign } = facts;
  const link: PageContext['link'] = (route) => {
    const address = addressOf(route);
    if (address === undefined) return '';
    return campaign ? `${address}?campaign=${campaign.id}` : address;
  };
  const site: PageContext = {
    ...{ facts, origin, query, addressOf, link, lang, campaign, text: siteTexts[lang], kind: 'enrol' as const },
    ...{ route: undefined, path: '', missingCampaign: undefined, isWork: false, parts: { scripts: [], styles: [] } },
  };
  return { site, text: viewingTexts[lang] };
}

/** A complete page. */
export function framed(frame: ViewingFrame, page: { title: string; name: string; head: Html; before?: Html | undefined; main: Html; after?: Html }): SitePage {
  const { site, text } = frame;
  const style = site.campaign?.enrolCss;
  return {
    lang: language[site.lang].html,
    theme: 'dark',
    title: page.title,
    head: html`${page.head}${style && html`<link rel="stylesheet" href="${style}">`}`,
    bodyClass: `campaign viewing page-viewing-${page.name}`,
    body: html`<a class="skip" href="#main">${text.skip}</a>${page.before}${headerOf(site)}${page.main}${footerOf(site)}${page.after}`,
    isFound: true,
    brand: site.campaign?.brand,
  };
}
