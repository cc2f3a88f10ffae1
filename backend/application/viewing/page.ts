/**
 * GET and POST /vp/{campaign}?pg=&lang=&link=&preview= (R06): the page, or one that says why it is not shown. A personal link is removed from the
 * address at once.
 */
import { createHmac } from 'node:crypto';
import express, { type Request, type Response } from 'express';
import { linkOfToken, linkOpened, linkState } from '#application/personal/actions/personal-links.ts';
import { readSite } from '#application/site/actions/read-site.ts';
import { sendWritten } from '#application/site/api/send-written.ts';
import type { SitePage } from '#application/site/pages/page-context.ts';
import type { Lang } from '#codegen/model.ts';
import { identify } from '#framework/api/accounts/staff.ts';
import type { Pages } from '#framework/api/pages/page-source.ts';
import { sameOriginOnly } from '#framework/api/safety.ts';
import { sanitise } from '#framework/html/sanitise.ts';
import { homeZone } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { addressOf, servesStaff } from '#rules/site.ts';
import { fill } from '#rules/words/fill.ts';
import { isLang, languageOf, saveLanguage } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { enterPage } from './actions/enter-page.ts';
import type { ViewingPage, Visit } from './actions/find-page.ts';
import { noteBeat, noteUse, placesOf } from './actions/note-watching.ts';
import { holderOf, newPass, openPass } from './actions/visitor.ts';
import { frameOf, type ViewingFrame } from './pages/frame.ts';
import { viewingPage } from './pages/page.ts';
import { type RefusalFacts, refusalPage } from './pages/refusal.ts';
import { viewingTexts } from './pages/texts.ts';
import { refusals, type ViewingRefusal } from './rules/access.ts';
import type { ShownWork } from './rules/shown.ts';
import { originsOf } from './rules/sources.ts';
import { callsOf, passCookie, setPass, viewerOf, visited, worksOfPage } from './visit.ts';
import type { ViewingMark } from './visit-wire.ts';
import '#framework/api/request.ts';

const form = express.urlencoded({ extended: false, limit: 4_096, parameterLimit: 8 });

/** One request, and what its answer needs. */
interface Asking {
  tools: Tools;
  pages: Pages;
  req: Request;
  res: Response;
  nonce: string;
  campaign: string;
  lang: Lang;
}

export async function sendViewingPage(tools: Tools, pages: Pages, req: Request, res: Response, nonce: string): Promise<void> {
  if (!req.site.allowed) throw new Refusal('msg.route');
  const [campaign = '', ...more] = req.site.route.split('/').slice(2);
  const { pg, lang, link } = req.query;
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Cache-Control', 'private, no-store');
  if (req.query.preview === '1') await passThrough(req, res, identify(tools));
  const preferred = languageOf(req.headers.cookie);
  const { found, visit, previews } = await visited(tools, req, { campaign, pg, lang, preferred });
  const asking: Asking = { tools, pages, req, res, nonce, campaign, lang: isLang(lang) ? lang : preferred };
  if (more.length || !('page' in found) || !visit) {
    const none = more.length || 'page' in found ? { refusal: 'address' as const } : found;
    return refuse(
      asking,
      none.refusal,
      'other' in none && none.other ? { other: { lang: none.other, href: hrefOf(asking, { pg: none.pg, lang: none.other }) } } : {},
    );
  }
  asking.lang = found.page.lang;
  // A preview does not change the language that staff have chosen for themselves.
  if (!previews && isLang(lang)) res.append('Set-Cookie', saveLanguage(lang));
  if (typeof link === 'string' && !previews) return takeLink(asking, found.page, link);
  if (req.method === 'POST') return enter(asking, found, visit);
  if (visit.refusal) return refuse(asking, visit.refusal, whyOf(asking, found.page, visit.refusal));
  await show(asking, found.page, visit, previews);
}

/** Stores the token of the address in a cookie and redirects, so that the address can be shown or passed on without it. */
async function takeLink({ tools, req, res, ...asking }: Asking, page: ViewingPage, token: string): Promise<void> {
  const all = { tools, req, res, ...asking };
  const link = await linkOfToken(tools, token);
  if (link?.kind !== 'view' || link.campaign !== page.campaign || link.page !== page.pg) return refuse(all, 'link', {});
  const state = linkState(link, tools.now().getTime());
  const isGone = state === 'open' && (await holderOf(tools, link, page.lang)) === undefined;
  if (state !== 'open' || isGone) return refuse(all, state === 'expired' ? 'expired' : 'revoked', {});
  if (req.method === 'GET') {
    await linkOpened(tools, link);
    await noteUse(tools, link.id, { address: req.ip ?? '', agent: req.headers['user-agent'] ?? '' });
  }
  const pass = openPass(tools.config, `${page.campaign}/${page.pg}`, passCookie(req, page)) ?? newPass();
  setPass(tools, req, res, page, { ...pass, link: link.id });
  res.redirect(303, hrefOf(all, page));
}

/** The form of the password page, as browsers without a script send it. */
async function enter(asking: Asking, found: { page: ViewingPage; siblings: ViewingPage[] }, visit: Visit): Promise<void> {
  const { tools, req, res } = asking;
  const { page } = found;
  await passThrough(req, res, sameOriginOnly(tools.config));
  if (visit.refusal !== undefined && visit.refusal !== 'password') return refuse(asking, visit.refusal, whyOf(asking, page, visit.refusal));
  await passThrough(req, res, form);
  const { pw } = (req.body ?? {}) as Record<string, unknown>; // a form's fields, or nothing
  const entered = await enterPage(tools, found, { pw: typeof pw === 'string' ? pw : '', address: req.ip ?? '', cookie: passCookie(req, page) });
  if (entered.kind === 'in') {
    setPass(tools, req, res, page, entered.pass);
    return res.redirect(303, hrefOf(asking, page));
  }
  if (entered.kind === 'wrong') return refuse(asking, 'wrong', { ...whyOf(asking, page, 'wrong'), left: entered.left });
  res.setHeader('Retry-After', Math.ceil(entered.wait / 1000));
  return refuse(asking, 'limit', { minutes: Math.max(1, Math.ceil(entered.wait / 60_000)) });
}

async function show(asking: Asking, page: ViewingPage, visit: Visit, previews: boolean): Promise<void> {
  const { tools, req, res } = asking;
  const { works } = await worksOfPage(tools, page, previews, viewerOf(req, visit, previews));
  const { visitor } = visit;
  if (!previews && req.method === 'GET') {
    const known = passCookie(req, page) !== undefined;
    // The first answer to a personal link is a redirect that sets a cookie, so this browser stores cookies.
    if (visitor.link && known) await noteBeat(tools, page, visitor, { work: '', video: '', spans: [], at: 0, duration: 0 }, true);
    setPass(tools, req, res, page, visitor);
  }
  const frame = await frameFor(asking, { pg: page.pg, ...(previews && { preview: '1' }) });
  const policy = String(res.getHeader('Content-Security-Policy'));
  const shown = works.flatMap(({ videos }) => videos);
  const hasStream = shown.some(({ stream }) => stream);
  // What was made of a film may come from the store, to a script too.
  const origins = [...originsOf(shown), hasStream && tools.storage.direct?.origin].filter(Boolean).join(' ');
  // hls.js gives the video a blob as its source, and uses a worker.
  if (origins || hasStream)
    res.setHeader(
      'Content-Security-Policy',
      `${policy.replace(/(media-src|connect-src) [^;]*/g, (rule) => `${rule} ${origins}`.trim())}; worker-src 'self' blob:`,
    );
  const isOver = (work: ShownWork): boolean => work.isMarked || (page.protect && page.mark !== 'off');
  const mark = works.some(isOver) ? markOf(tools, req, page, visit, previews) : null;
  const html = viewingPage(frame, {
    ...{ title: page.title, intro: sanitise(page.intro), end: previews ? '' : page.end, works },
    zone: frame.site.campaign?.zone ?? homeZone.value,
    isOpen: page.access === 'open' && !previews,
    address: hrefOf(asking, page),
    viewing: {
      ...{ lang: page.lang, calls: callsOf(page), suffix: previews ? '?preview=1' : '', preview: previews },
      ...{
        viewer: visit.name,
        mark,
        personal: visitor.link !== '',
        places: visitor.link && !previews ? await placesOf(tools, visitor.viewer, works) : [],
        seconds: works.some(({ protect }) => protect) ? tools.config.viewingSeconds : 0,
      },
      works: works.map((work) => ({
        ...{ work: work.key, anchor: work.anchor, title: work.title, videos: work.videos },
        ...{ protect: work.protect, isMarked: isOver(work) },
      })),
    },
    preview: previews ? { leave: hrefOf(asking, page), isEnabled: page.enabled } : undefined,
  });
  await send(asking, html, 200, `${Object.values(frame.text.player).join('')}${mark?.text ?? ''}`);
}

/** What lies over a protected film: it names the viewer as the statistics do, and drifts as no other's does. */
function markOf(tools: Tools, req: Request, page: ViewingPage, visit: Visit, previews: boolean): ViewingMark {
  const words = viewingTexts[page.lang].mark;
  const { visitor, name, email } = visit;
  const person = [name, page.mark === 'email' ? email : ''].filter(Boolean).join(' ');
  const text = previews ? fill(words.preview, { name: req.actor?.id ?? '' }) : person || fill(words.visitor, { id: visitor.viewer.slice(0, 6) });
  return {
    text,
    seed: createHmac('sha256', tools.config.serverSecret)
      .update(`viewing mark ${viewerOf(req, visit, previews)}`)
      .digest()
      .readUInt16BE(),
  };
}

/** What a refusal may show of the page: its name and dates only where the visitor may be let in at some time. */
function whyOf(asking: Asking, page: ViewingPage, refusal: ViewingRefusal): Partial<RefusalFacts> {
  if (refusal === 'before') return { title: page.title, at: page.start };
  if (refusal === 'after') return { title: page.title, at: page.end };
  return refusal === 'password' || refusal === 'wrong' ? { title: page.title, action: hrefOf(asking, page) } : {};
}

async function refuse(asking: Asking, refusal: ViewingRefusal, more: Partial<RefusalFacts>): Promise<void> {
  const { req, res, campaign } = asking;
  const pg = typeof req.query.pg === 'string' ? req.query.pg : undefined;
  const frame = await frameFor(asking, pg === undefined ? {} : { pg });
  const isUnknown = refusal === 'page' && !frame.site.campaign;
  const shown = isUnknown ? 'campaign' : refusal;
  // Allows a form whose page sends no origin.
  if (shown === 'password' || shown === 'wrong') res.setHeader('Referrer-Policy', 'same-origin');
  await send(asking, refusalPage(frame, { refusal: shown, campaign, zone: frame.site.campaign?.zone ?? homeZone.value, ...more }), refusals[shown]);
}

async function frameFor({ tools, req, campaign, lang }: Asking, query: Record<string, string>): Promise<ViewingFrame> {
  const { site } = req;
  return frameOf({
    facts: { ...(await readSite(tools, { lang, site, campaign })), campaigns: [] },
    origin: tools.config.baseUrl ?? `${req.protocol}://${req.host}`,
    query,
    addressOf: (target) => (!target.startsWith('/erp') || servesStaff(site) ? addressOf(target, site) : undefined),
  });
}

/** @param words what the page's script will say */
async function send({ tools, pages, req, res, nonce }: Asking, page: SitePage, status: number, words = ''): Promise<void> {
  const built = await (pages.written ?? pages.html)('viewing', req.path, nonce);
  const { site } = req;
  res.status(status);
  await sendWritten(tools, req, res, {
    built,
    page,
    ...{ nonce, words, isTextLater: true },
    metas: { base: site.base, root: site.root, ...(status === 200 ? {} : { status: String(status) }) },
  });
}

/** The page's address on this host. */
function hrefOf({ req, campaign }: Pick<Asking, 'req' | 'campaign'>, { pg, lang }: { pg?: string | undefined; lang: Lang }): string {
  const path = addressOf(`/vp/${campaign}`, req.site) ?? req.path;
  return `${path}?${new URLSearchParams({ ...(pg !== undefined && { pg }), lang })}`;
}

/** An express handler for an asynchronous function. */
function passThrough(req: Request, res: Response, handler: express.RequestHandler): Promise<void> {
  return new Promise((resolve, reject) => void handler(req, res, (error?: unknown) => (error ? reject(error) : resolve())));
}
