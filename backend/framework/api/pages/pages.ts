/** The back office's page, the application's and their assets: which one an address gets, and its Content-Security-Policy (R40-R42; safety section 11). */
import { randomBytes } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import helmet from 'helmet';
import type { Lang } from '#codegen/model.ts';
import { escapeHtml, type Html, html } from '#framework/html/escape.ts';
import { hintLinks } from '#framework/html/hints.ts';
import { isListed, validatorAddress } from '#framework/records/reading/list-objects.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isStaffRoute, objectScreen, previewScreen } from '#rules/site.ts';
import { Slot } from '#rules/slot.ts';
import { language, languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { sessionToken, whoseSession } from '../accounts/session-cookie.ts';
import { sendCompressed } from './compressed.ts';
import type { Pages } from './page-source.ts';
import { typeFiles } from './type-files.ts';
import '../request.ts';

/** The application's public pages. */
export interface PublicPages {
  /** files of its pages, by path */
  assets(tools: Tools): [path: string, handler: RequestHandler][];
  /** answers an address of a face other than the back office; its policy is set */
  sendPage(tools: Tools, pages: Pages, req: Request, res: Response, nonce: string): Promise<void>;
  /** whether a POST of a form is answered by a page */
  takesForm(req: Request): boolean;
  /** hosts that pages show in frames, and whether the back office may frame this page */
  frames: { hosts: readonly string[]; isOwn(req: Request): boolean };
}

export const publicPages = new Slot<PublicPages | undefined>(undefined);

export function pagesRouter(tools: Tools, pages: Pages): Router {
  const router = Router();
  router.use(
    helmet({
      contentSecurityPolicy: false, // set for each page with its own nonce
      strictTransportSecurity: false, // every answer's, see safety
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
    }),
  );
  router.use(pages.assets);
  router.get('/type/:file', typeFiles(tools));
  for (const [path, handler] of publicPages.value?.assets(tools) ?? []) router.get(path, handler);
  router.use(async (req, res) => {
    const isForm = req.method === 'POST' && (publicPages.value?.takesForm(req) ?? false);
    if (req.method !== 'GET' && req.method !== 'HEAD' && !isForm) throw new Refusal('msg.route');
    await sendPage(tools, pages, req, res);
  });
  return router;
}

async function sendPage(tools: Tools, pages: Pages, req: Request, res: Response): Promise<void> {
  const nonce = randomBytes(16).toString('base64url');
  res.setHeader('Content-Security-Policy', policy(nonce, pages.development, req, tools.storage.direct?.origin));
  res.setHeader('Cache-Control', 'no-cache');
  if (isPreview(req)) res.setHeader('X-Frame-Options', 'SAMEORIGIN');
  const sendPublic = req.site.face === 'staff' ? undefined : publicPages.value?.sendPage;
  if (sendPublic) await sendPublic(tools, pages, req, res, nonce);
  // Without an application there are no public pages: the root is the way in.
  else if (req.site.face !== 'staff' && req.site.route === '/') res.redirect(302, '/erp');
  else await sendBackOffice(tools, pages, req, res, nonce);
}

async function sendBackOffice(tools: Tools, pages: Pages, req: Request, res: Response, nonce: string): Promise<void> {
  const { site } = req;
  // An unknown address gets the same page with status 404: it is the page that shows page-not-found with the path (R42).
  const objects = staffObjects(tools);
  const known = site.allowed && isStaffRoute(site.route, objects);
  const built = await pages.html('erp', req.originalUrl, nonce);
  const metas = {
    'csp-nonce': nonce,
    base: site.base,
    root: site.root,
    ...(known ? {} : { status: '404' }),
    ...(sessionToken(req, 'staff') ? {} : { session: 'none' }),
  };
  const head = Object.entries(metas)
    .map(([key, value]) => `<meta name="${key}" content="${escapeHtml(value)}">`)
    .join('');
  res.status(known ? 200 : 404).type('html');
  const lang = languageOf(req.headers.cookie);
  const actor = known && !bare.has(site.route) ? await whoseSession(tools, req, 'staff') : undefined;
  const ahead = hintsOf(tools, pages, lang, actor, site.route === '/erp' ? { screen: 'home' } : objectScreen(site.route, objects));
  const page = built.replace(/<html\b[^>]*>/i, `<html lang="${language[lang].html}">`).replace(/<head>/i, `<head>${head}`);
  await sendCompressed(req, res, page.replace(/<\/head>/i, `${ahead}</head>`));
}

/** Of the framework's screens those that people open the day with: the build's files for it (vite.config.ts; what an application adds to forms), or the module that shows it. */
const screens = { list: ['list'], edit: ['edit', 'form-parts'], home: ['framework/admin/home/Home.tsx'] };
/** Routes where no frame with a menu stands around the screen. */
const bare = new Set(['/erp/login', `/erp/${previewScreen}`]);

interface Shown {
  screen: keyof typeof screens;
  /** the object's */
  name?: string;
}

/**
 * What the page's script would ask for one after the other, as hints: its words, its screen, who is signed in, the objects and their rules are on their way
 * before it runs. Calls are for who is signed in only: a refused answer would wait for the first call after the sign-in, and be taken for its answer.
 */
function hintsOf(tools: Tools, pages: Pages, lang: Lang, actor: Actor | undefined, shown: Shown | undefined): Html {
  const parts = pages.partsOf?.('erp', [`texts-${lang}`, ...(actor && shown ? screens[shown.screen] : [])], [], lang) ?? { scripts: [], styles: [] };
  const calls = actor ? ['/api/auth/me', '/api/objects', '/api/views', ...validatorsFor(tools, actor, shown)] : [];
  return html`<link rel="preload" as="style" href="/type/running.css">${hintLinks({ ...parts, calls })}`;
}

/** Of users, by which the sign-in is stored (E14), and of the object for its form and the colours of its rows. */
function validatorsFor({ registry }: Tools, { roles }: Actor, { name = '', screen }: Partial<Shown> = {}): string[] {
  const own = registry.get(name);
  const needed = [registry.get('user'), screen === 'edit' || own?.model.list.rowColor.length ? own : undefined];
  return [...new Set(needed)].flatMap((entry) => (entry && isListed(entry, roles) ? [validatorAddress(entry)] : []));
}

function staffObjects(tools: Tools): { name: string; route?: string }[] {
  return tools.registry.objects().map(({ model }) => ({ name: model.name, route: model.entity.route }));
}

/** The workbench shows what is edited in a page of its own: nothing in it is saved, and nothing of it can be pressed from another site. */
function isPreview(req: Request): boolean {
  return req.site.face === 'staff' && req.site.route === `/erp/${previewScreen}`;
}

/** The back office may show a public page, and the workbench's preview, in a frame; no other site may frame us. */
function policy(nonce: string, development: boolean, req: Request, store: string | undefined): string {
  const frames = publicPages.value?.frames;
  const own = `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${development ? own : "'self'"}`,
    `style-src ${development ? "'self' 'unsafe-inline'" : own}`,
    "img-src 'self' data: blob: https:",
    `media-src 'self' blob:${store ? ` ${store}` : ''}`,
    `frame-src ${[...(req.site.face === 'staff' ? ["'self'"] : []), ...(frames?.hosts ?? [])].join(' ') || "'none'"}`,
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isPreview(req) || frames?.isOwn(req) ? "'self'" : "'none'"}`,
  ].join('; ');
}
