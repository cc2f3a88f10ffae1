/** What search engines are told of a campaign beside the text: schema.org's Event as JSON-LD, and the list of addresses (sitemaps.org). Pure. */
import type { Lang } from '#codegen/model.ts';
import { type Html, html, jsonText } from '#framework/html/escape.ts';
import { iso } from '#framework/time.ts';
import { language, languages } from '#rules/words/language.ts';
import type { CampaignFacts } from '../wire.ts';
import type { PageContext } from './page-context.ts';

/** The forum as an event on the home page; nothing where its days are not known. */
export function eventOf({ lang, origin, text, link }: PageContext, { title, days, enrol, pages }: CampaignFacts): Html | undefined {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return undefined;
  const about = pages.find(({ kind }) => kind === 'about');
  const event = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: title[lang],
    startDate: first.date,
    endDate: last.date,
    eventStatus: 'https://schema.org/EventScheduled',
    ...(about?.lead[lang] ? { description: about.lead[lang] } : {}),
    organizer: { '@type': 'Organization', name: text.title },
    url: new URL(link('/', { at: undefined, zone: undefined }), origin).href,
    ...(enrol.end
      ? { offers: { '@type': 'Offer', price: 0, priceCurrency: 'TWD', validThrough: iso(enrol.end), url: new URL(link('/enroll'), origin).href } }
      : {}),
  };
  return html`<script type="application/ld+json">${jsonText(event)}</script>`;
}

/** @param address the absolute address of a route in a language */
export function siteMap(campaign: CampaignFacts | undefined, address: (route: string, lang?: Lang) => string): string {
  const routes = ['/', ...(campaign ? ['/enroll', '/selection', ...campaign.pages.map(({ slug }) => `/info/${slug}`)] : [])];
  const entries = routes.map(
    (route) =>
      html`<url><loc>${address(route)}</loc>${languages.map((lang) => html`<xhtml:link rel="alternate" hreflang="${language[lang].html}" href="${address(route, lang)}"/>`)}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries}</urlset>`}\n`;
}
