/** The campaign site's pages and the campaigns' own styles, rendered here with the facts of the address (R01-R05, S02, S03, B01). */

import type { Request, RequestHandler, Response } from 'express';
import { readDraftHead } from '#application/enrolment/actions/list-enrolments.ts';
import { readAsked } from '#application/enrolment/actions/read-form.ts';
import type { AskedStep } from '#application/enrolment/rules/asked.ts';
import { readSelections } from '#application/jury/actions/read-selections.ts';
import { wordsOfSelection } from '#application/jury/rules/selection.ts';
import type { Lang } from '#codegen/model.ts';
import { sessionToken, whoseSession } from '#framework/api/accounts/session-cookie.ts';
import { identify } from '#framework/api/accounts/staff.ts';
import type { Pages } from '#framework/api/pages/page-source.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { signsOf } from '#framework/words.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { addressOf, servesPublic, servesStaff } from '#rules/site.ts';
import { isLang, languageOf, saveLanguage } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { readHome } from '../actions/read-home.ts';
import { readInfo } from '../actions/read-info.ts';
import { readStyle } from '../actions/read-style.ts';
import { sitePage } from '../pages/page.ts';
import { siteMap } from '../pages/structured.ts';
import { infoSlug, isPublicRoute, type PublicRoute, servesViewing } from '../rules/routes.ts';
import { siteWords } from '../rules/site-words.ts';
import type { CampaignFacts, DraftHead, SiteFacts } from '../wire.ts';
import { siteFactsFor } from './facts.ts';
import { sendWritten } from './send-written.ts';
import '#framework/api/request.ts';

const island = 'application/site/island.tsx';
const signIn = 'application/enrolment/site/screens/account/SignIn.tsx';

/** The interactive parts of the pages, by route: modules of the build, and what they fetch next for nobody, or for who is signed in. */
const parts: Partial<Record<PublicRoute, { module: string; door?: string; own?: string; work?: string; words: readonly string[] }>> = {
  '/enroll': { module: 'application/enrolment/site/EnrolGate.tsx', door: signIn, words: siteWords['enrol-gate'] },
  '/enroll/edit': {
    module: 'application/enrolment/site/EnrolPage.tsx',
    door: signIn,
    own: 'application/enrolment/site/screens/list/List.tsx',
    work: 'application/enrolment/site/screens/form/EnrolForm.tsx',
    words: siteWords['enrol-desk'],
  },
  '/selection': { module: 'application/jury/site/SelectionGate.tsx', words: siteWords['selection-gate'] },
  '/selection/edit': { module: 'application/jury/site/SelectionPage.tsx', words: siteWords['selection-desk'] },
};

/** Answers any address of the public site: 200 for a page, 404 for all others in the same look (R42). */
export async function sendSitePage(tools: Tools, pages: Pages, req: Request, res: Response, nonce: string): Promise<void> {
  const { site } = req;
  const route = site.allowed && isPublicRoute(site.route) ? site.route : undefined;
  const slug = site.allowed ? infoSlug(site.route) : undefined;
  const lang = chosenLanguage(req, res);
  // Only a rehearsal and the look at a draft need to know who is signed in.
  if (req.query.at !== undefined || req.query.draft !== undefined) await identified(tools, req, res);
  const facts = route || slug !== undefined ? await siteFactsFor(tools, req, lang) : nothing(tools, req, lang);
  const info = slug === undefined || !facts.campaign ? undefined : await readInfo(tools, facts.campaign.id, slug, mayLookAtDrafts(req));
  const named = typeof req.query.campaign === 'string' ? req.query.campaign : undefined;
  const part = route && facts.campaign ? parts[route] : undefined;
  const isWork = route === '/enroll/edit' && typeof req.query.id === 'string';
  const realm = route?.startsWith('/selection') ? 'jury' : 'applicant';
  const isDoor = route !== undefined && sessionToken(req, realm) === undefined;
  const actor = part && isThere(tools, realm) ? await whoseSession(tools, req, realm) : undefined;
  const draft = actor && isWork && facts.campaign ? await draftIn(tools, req, actor, facts.campaign.id) : undefined;
  if (draft) res.setHeader('Cache-Control', 'no-store');
  const modules = part ? [island, part.module, isDoor ? part.door : isWork ? part.work : part.own].filter((one) => one !== undefined) : [];
  const page = sitePage({
    facts,
    route,
    info,
    home: route === '/' && facts.campaign ? await readHome(tools, facts.campaign.id, facts.now) : undefined,
    asked: route === '/enroll' && facts.campaign ? await askedIn(tools, facts.campaign, facts.now) : undefined,
    path: decoded(req.path),
    missingCampaign: named !== undefined && (route || slug !== undefined) && !facts.campaign ? named : undefined,
    origin: originOf(tools, req),
    isWork,
    draft,
    isDoor,
    query: {
      ...(named && facts.campaign ? { campaign: named } : {}),
      ...(facts.rehearsal === undefined ? {} : { at: `${facts.rehearsal.replace(' ', 'T')}Z` }),
    },
    addressOf: (target) => (site.allowed && (!target.startsWith('/erp') || servesStaff(site)) ? addressOf(target, site) : undefined),
    parts: {
      ...(pages.partsOf?.('site', modules, part?.words ?? [], lang) ?? { scripts: [], styles: [] }),
      calls: !actor || !facts.campaign || facts.rehearsal !== undefined ? [] : firstCalls(route, facts.campaign.id, isWork ? String(req.query.id) : undefined),
    },
  });
  const built = await (route === undefined ? pages.html : (pages.written ?? pages.html))('site', req.originalUrl, nonce);
  res.status(page.isFound ? 200 : 404);
  const metas = { base: site.base, root: site.root, ...(page.isFound ? {} : { status: '404' }) };
  await sendWritten(tools, req, res, {
    built,
    page,
    metas,
    nonce,
    isTextLater: part !== undefined || route === '/',
    words: part ? signsOf(lang, part.words) + noticeOf(facts, lang) + (actor && route === '/selection/edit' ? await listSigns(tools, actor, lang) : '') : '',
  });
}

/** The sentence beside fields that ask for personal data (PrivacyLine.tsx). */
function noticeOf({ campaign }: SiteFacts, lang: Lang): string {
  return campaign?.pages.find(({ kind }) => kind === 'privacy')?.lead[lang] ?? '';
}

/** Nothing where the list is refused or its table waits for a change: the panel says why. */
async function listSigns(tools: Tools, actor: Actor, lang: Lang): Promise<string> {
  if (!isThere(tools, 'enrolment') || !isThere(tools, 'selection')) return '';
  const facts = await readSelections(tools, actor).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  return facts ? wordsOfSelection(facts, lang) : '';
}

/**
 * What the panel asks for who is signed in, so that it is on its way before the script is; of nobody else, or a refusal would wait for the first call after the
 * sign-in. The addresses are those of the frontend's calls. What somebody types is not among them: the page before may still be saving it, and an answer from
 * before that would be an older one.
 */
function firstCalls(route: PublicRoute | undefined, campaign: string, id: string | undefined): string[] {
  const query = new URLSearchParams({ campaign }).toString();
  if (route === '/selection') return ['/api/site/jury/me', '/api/site/selection'];
  if (route === '/selection/edit') return ['/api/site/jury/me'];
  if (route === '/enroll' || (route === '/enroll/edit' && id === undefined)) return ['/api/site/applicant/me', `/api/site/enrolments?${query}`];
  return route === '/enroll/edit' ? ['/api/site/applicant/me', `/api/site/form?${query}`] : [];
}

/** For who opens the page: what a script fetches of it, to store it or to look what has changed, says nothing of a person. */
async function draftIn(tools: Tools, req: Request, actor: Actor, campaign: string): Promise<DraftHead | undefined> {
  if (req.headers['sec-fetch-mode'] !== 'navigate' || !isThere(tools, 'enrolment')) return undefined;
  return readDraftHead(tools, actor, String(req.query.id), campaign);
}

/** Nothing where nobody may begin any more, or while the table waits for a change. */
async function askedIn(tools: Tools, { id, enrol }: CampaignFacts, now: string): Promise<AskedStep[] | undefined> {
  return enrol.state === 'ended' || !isThere(tools, 'enrolment') ? undefined : readAsked(tools, id, now);
}

/** The schemas have it, and its table waits for no change. */
function isThere({ registry, tables }: Tools, object: string): boolean {
  return registry.get(object) !== undefined && tables.blocked(object) === undefined;
}

/** Staff who may read the object see what is not published, where the address asks for it. */
function mayLookAtDrafts(req: Request): boolean {
  return req.query.draft !== undefined && req.actor?.realm === 'staff' && !req.must;
}

/** GET /site/css/{campaign}/{style}-{hash}.css */
export function campaignStyle(tools: Tools): RequestHandler {
  return async (req, res) => {
    if (!servesPublic(req.site) && !servesViewing(req.site, String(req.params.campaign))) throw new Refusal('msg.route');
    const { css, isCurrent } = await readStyle(tools, String(req.params.campaign), String(req.params.file));
    res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    res.setHeader('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache');
    res.type('css').send(css);
  };
}

/** GET /robots.txt: the public pages may be read, the back office, calls and personal pages need not be. */
export function robots(tools: Tools): RequestHandler {
  return (req, res) => {
    if (!servesPublic(req.site)) throw new Refusal('msg.route');
    res
      .type('text')
      .send(
        `User-agent: *\nDisallow: /erp\nDisallow: /api/\nDisallow: /my/\nDisallow: /vp/\nSitemap: ${originOf(tools, req)}${addressOf('/sitemap.xml', req.site) ?? '/sitemap.xml'}\n`,
      );
  };
}

/** GET /sitemap.xml: the pages of the current campaign in every language. */
export function sitemap(tools: Tools): RequestHandler {
  return async (req, res) => {
    if (!servesPublic(req.site)) throw new Refusal('msg.route');
    const { campaign } = await siteFactsFor(tools, req, languageOf(undefined));
    res
      .type('application/xml')
      .send(siteMap(campaign, (route, lang) => `${originOf(tools, req)}${addressOf(route, req.site) ?? route}${lang ? `?lang=${lang}` : ''}`));
  };
}

function originOf({ config }: Tools, req: Request): string {
  return config.baseUrl ?? `${req.protocol}://${req.host}`;
}

/** B01: a language in the address is remembered for 365 days, without a script. */
function chosenLanguage(req: Request, res: Response): Lang {
  const { lang } = req.query;
  if (!isLang(lang)) return languageOf(req.headers.cookie);
  res.append('Set-Cookie', saveLanguage(lang));
  return lang;
}

/** The facts for an address that belongs to no page: no campaign. */
function nothing(tools: Tools, req: Request, lang: Lang): SiteFacts {
  const now = stampOf(tools.now());
  return { now, lang, campaigns: [], base: req.site.base, passwordMin: tools.config.passwordMin };
}

function identified(tools: Tools, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => identify(tools)(req, res, (error?: unknown) => (error ? reject(error) : resolve())));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
