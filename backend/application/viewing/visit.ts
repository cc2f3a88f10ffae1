/** The visitor of a viewing page, and what the page's calls have in common: the cookie, the preview, addresses, which files a page may deliver. */
import type { Request, Response } from 'express';
import type { Lang } from '#codegen/model.ts';
import { readCookie, setCookie } from '#framework/api/accounts/session-cookie.ts';
import type { Tools } from '#framework/tools.ts';
import { may } from '#rules/accounts/permission.ts';
import { type FoundPage, findPage, type PageQuestion, type ViewingPage, type Visit, visitPage } from './actions/find-page.ts';
import { readWorks, type ShownWorks, type WorkWords } from './actions/read-works.ts';
import { type AddressState, addressState, sealAddress, sealExtension } from './actions/sealed-address.ts';
import { type Pass, sealPass } from './actions/visitor.ts';
import { viewingTexts } from './pages/texts.ts';
import '#framework/api/request.ts';

/** How long a browser's cookie for a page lasts, s; the page's window and the link's end are checked each time. */
const passAge = 90 * 86_400;

/** `?preview=1`: staff who may read viewing pages see one as a visitor would. */
export function isPreview(tools: Tools, req: Request): boolean {
  const model = tools.registry.get('viewing_page')?.model;
  return req.query.preview === '1' && req.actor?.realm === 'staff' && model !== undefined && may(model, req.actor.roles, 'read');
}

export function passCookie(req: Request, page: Pick<ViewingPage, 'campaign' | 'pg'>): string | undefined {
  return readCookie(req, cookieName(page), '[\\w.~-]{40,200}');
}

export function setPass(tools: Tools, req: Request, res: Response, page: Pick<ViewingPage, 'campaign' | 'pg'>, pass: Pass): void {
  setCookie(req, res, cookieName(page), sealPass(tools.config, `${page.campaign}/${page.pg}`, pass), passAge);
}

/** Both have only letters and digits, by the rule of the address. */
const cookieName = ({ campaign, pg }: Pick<ViewingPage, 'campaign' | 'pg'>): string => `reelbase_view_${campaign}_${pg}`;

/** Extends the time of the addresses that a visitor has of a protected page. */
export function extendAddresses(tools: Tools, req: Request, res: Response, page: ViewingPage, viewer: string): void {
  const value = sealExtension(tools.config, { page: page.id, viewer }, tools.now().getTime());
  setCookie(req, res, extensionName(page), value, tools.config.viewingSeconds);
}

/** Whether a request's address opens a file of a protected page for whoever sends it. */
export function addressOfFile(tools: Tools, req: Request, page: ViewingPage, viewer: string, name: string): AddressState {
  const extension = readCookie(req, extensionName(page), '[0-9a-z]{1,10}\\.[\\w-]{22}');
  const { until, seal } = req.query;
  return addressState(tools.config, { page: page.id, viewer }, name, { until, seal }, extension, tools.now().getTime());
}

/** Each language is a page of its own, with its own time. */
const extensionName = ({ campaign, pg, lang }: ViewingPage): string => `reelbase_open_${campaign}_${pg}_${lang}`;

/** For whom addresses are sealed: the number in the cookie, which no other browser has; in a preview, the account. */
export function viewerOf(req: Request, visit: Visit, previews: boolean): string {
  return previews ? `staff ${req.actor?.id}` : visit.visitor.anonymous;
}

/** '/api/vp/ccdf15/1/tw' */
export function callsOf({ campaign, pg, lang }: Pick<ViewingPage, 'campaign' | 'pg' | 'lang'>): string {
  return `/api/vp/${campaign}/${pg}/${lang}`;
}

/** The page of a call's address with its visitor. */
export async function visited(
  tools: Tools,
  req: Request,
  question: Omit<PageQuestion, 'previews'>,
): Promise<{ found: FoundPage; visit?: Visit; previews: boolean }> {
  const previews = isPreview(tools, req);
  const found = await findPage(tools, { ...question, previews });
  if (!('page' in found)) return { found, previews };
  return { found, previews, visit: await visitPage(tools, found.page, passCookie(req, found.page), previews) };
}

/** @param viewer sealed into the addresses of a protected page */
export function worksOfPage(tools: Tools, page: ViewingPage, previews: boolean, viewer: string): Promise<ShownWorks> {
  return readWorks(tools, page, wordsOf(page.lang), addressesOf(tools, page, previews, viewer));
}

/** Makes the addresses of a page's files for a viewer; `isMarked`: of a work that is always watched with the viewer's mark. */
export function addressesOf(tools: Tools, page: ViewingPage, previews: boolean, viewer: string): (name: string, isMarked: boolean) => string {
  const now = tools.now().getTime();
  return (name, isMarked) => {
    const query = page.protect || isMarked ? sealAddress(tools.config, { page: page.id, viewer }, name, now) : '';
    return `${callsOf(page)}/file/${name}${query}${previews ? `${query ? '&' : '?'}preview=1` : ''}`;
  };
}

function wordsOf(lang: Lang): WorkWords {
  const { minutes, material, languages, subtitle } = viewingTexts[lang];
  return { minutes, material, languages, subtitle };
}

/** The works that a page may deliver and count, cached for some seconds, because a film is requested in thousands of ranges. */
export interface Holdings extends Pick<ShownWorks, 'files' | 'marked'> {
  /** 'film:… {video}', and 'film:… ' for the work itself */
  videos: ReadonlySet<string>;
}
const cacheMs = 10_000;
const mostCached = 200;

/** A change of the page takes effect at once, one of a film within ten seconds. */
export function holdingsReader(tools: Tools): (page: ViewingPage) => Promise<Holdings> {
  const cache = new Map<string, { ver: number; until: number; holdings: Promise<Holdings> }>();
  return (page) => {
    const now = tools.now().getTime();
    const known = cache.get(page.id);
    if (known && known.ver === page.ver && known.until > now) return known.holdings;
    const holdings = worksOfPage(tools, page, false, '').then(({ works, files, marked }): Holdings => {
      const videos = works.flatMap(({ key, videos: own }) => [`${key} `, ...own.map(({ video }) => `${key} ${video}`)]);
      return { files, marked, videos: new Set(videos) };
    });
    holdings.catch(() => cache.delete(page.id));
    if (cache.size >= mostCached) cache.clear();
    cache.set(page.id, { ver: page.ver, until: now + cacheMs, holdings });
    return holdings;
  };
}
