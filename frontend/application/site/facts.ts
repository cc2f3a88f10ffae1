/** The facts that the server wrote into the page, the server's clock, and the addresses of the site's pages. No React. */

import type { PublicRoute } from '#application/site/rules/routes.ts';
import type { CampaignFacts, SiteFacts } from '#application/site/wire.ts';
import type { Lang } from '#codegen/model.ts';
import { instant, stampOf } from '#framework/time.ts';
import { addressOf } from '#rules/site.ts';
import { defaultLang, language, languages } from '#rules/words/language.ts';

let known: SiteFacts | undefined;
/** the server's clock minus the device's, ms; a device's clock may be wrong by days */
let offset = 0;

/** The facts that came with the page, or newer ones that were fetched since. */
export function siteFacts(): SiteFacts {
  if (known) return known;
  const text = document.getElementById('facts')?.textContent ?? '';
  const facts = JSON.parse(text) as SiteFacts; // written by our server
  // The server's clock is compared with the start of the response, because on a slow phone the script may run seconds later.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const age = Number(document.documentElement.dataset.age ?? 0); // of a page that a worker had stored
  takeFacts(facts, age + (navigation?.responseStart ? performance.now() - navigation.responseStart : 0));
  return facts;
}

/** The campaign of the page. Only pages of a campaign have a panel. */
export function campaignFacts(): CampaignFacts {
  const { campaign } = siteFacts();
  if (!campaign) throw new Error('this page has no campaign');
  return campaign;
}

/** Replaces the facts. @param age ms since the server wrote them */
export function takeFacts(facts: SiteFacts, age = 0): void {
  const isNew = known !== undefined;
  known = facts;
  offset = instant(facts.now) + age - Date.now();
  if (isNew) for (const listener of [...listeners]) listener(facts);
}

const listeners = new Set<(facts: SiteFacts) => void>();

/**
 * Calls the listener when the page gets newer facts: the window opened or ended, or the page is looked at again.
 * @returns a function that removes the listener
 */
export function onFacts(listener: (facts: SiteFacts) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** ms since 1970 by the server's clock, or by the rehearsed one. */
export function serverNow(): number {
  siteFacts();
  return Date.now() + offset;
}

/** The same as 'YYYY-MM-DD hh:mm:ss' UTC. */
export function serverStamp(): string {
  return stampOf(serverNow());
}

export function pageLang(): Lang {
  return languages.find((lang) => language[lang].html === document.documentElement.lang) ?? defaultLang;
}

/** The address of a page of the site on this host. It has the campaign and the rehearsal of the present page's address. */
export function pageAddress(route: PublicRoute, more: Record<string, string> = {}): string {
  const root = document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? '';
  return `${addressOf(route, { root }) ?? route}${pageQuery(more)}`;
}

/** The address of a page that staff wrote. */
export function infoAddress(slug: string): string {
  const root = document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? '';
  const route = `/info/${slug}`;
  return `${addressOf(route, { root }) ?? route}${pageQuery()}`;
}

/** '?campaign=ccdf15&at=…' of this page, '' where it has neither. */
export function pageQuery(more: Record<string, string> = {}): string {
  const here = new URLSearchParams(location.search);
  const query = new URLSearchParams();
  for (const name of ['campaign', 'at']) if (here.get(name)) query.set(name, here.get(name) ?? '');
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  const text = query.toString();
  return text ? `?${text}` : '';
}
