/** The back office's page, the campaign site's and their assets: which one an address gets, and its Content-Security-Policy (R40-R42; safety section 11). */
import { randomBytes } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import helmet from 'helmet';
import type { Tools } from '#backend/actions/tools.ts';
import { escapeHtml } from '#backend/html/escape.ts';
import { htmlLang } from '#backend/html/texts.ts';
import { playerHosts } from '#domain/campaign/player.ts';
import { languageOf } from '#domain/language.ts';
import { Refusal } from '#domain/problem.ts';
import { isStaffRoute, myToken, servesPublic } from '#domain/site.ts';
import type { Pages } from './page-source.ts';
import { sendMyPage } from './site/my-page.ts';
import { campaignStyle, sendSitePage } from './site/pages.ts';
import { sendViewingPage } from './site/viewing-page.ts';
import './request.ts';

export function pagesRouter(tools: Tools, pages: Pages): Router {
  const router = Router();
  router.use(
    helmet({
      contentSecurityPolicy: false, // set for each page with its own nonce
      strictTransportSecurity: tools.config.baseUrl?.startsWith('https:') ?? false,
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
    }),
  );
  router.use(pages.assets);
  router.get('/site/css/:campaign/:file', campaignStyle(tools));
  router.use(async (req, res) => {
    // A viewing page's password comes as a form.
    const isForm = req.method === 'POST' && req.site.face === 'viewing';
    if (req.method !== 'GET' && req.method !== 'HEAD' && !isForm) throw new Refusal('msg.route');
    await sendPage(tools, pages, req, res);
  });
  return router;
}

async function sendPage(tools: Tools, pages: Pages, req: Request, res: Response): Promise<void> {
  const nonce = randomBytes(16).toString('base64url');
  res.setHeader('Content-Security-Policy', policy(nonce, pages.development, req));
  res.setHeader('Cache-Control', 'no-cache');
  const token = servesPublic(req.site) ? myToken(req.site.route) : undefined;
  if (req.site.face === 'staff') await sendBackOffice(tools, pages, req, res, nonce);
  else if (req.site.face === 'viewing') await sendViewingPage(tools, pages, req, res, nonce);
  else if (token !== undefined) await sendMyPage(tools, pages, req, res, { token, nonce });
  else await sendSitePage(tools, pages, req, res, nonce);
}

async function sendBackOffice(tools: Tools, pages: Pages, req: Request, res: Response, nonce: string): Promise<void> {
  const { site } = req;
  // An unknown address gets the same page with status 404: it is the page that shows page-not-found with the path (R42).
  const known = site.allowed && isStaffRoute(site.route, staffObjects(tools));
  const html = await pages.html('erp', req.originalUrl, nonce);
  const metas = { 'csp-nonce': nonce, base: site.base, root: site.root, ...(known ? {} : { status: '404' }) };
  const head = Object.entries(metas)
    .map(([key, value]) => `<meta name="${key}" content="${escapeHtml(value)}">`)
    .join('');
  res
    .status(known ? 200 : 404)
    .type('html')
    .send(html.replace(/<html\b[^>]*>/i, `<html lang="${htmlLang[languageOf(req.headers.cookie)]}">`).replace(/<head>/i, `<head>${head}`));
}

function staffObjects(tools: Tools): { name: string; route?: string }[] {
  return tools.registry.objects().map(({ model }) => ({ name: model.name, route: model.entity.route }));
}

/** The composer shows a viewing page in a frame of its own; nobody else frames us. */
function policy(nonce: string, development: boolean, req: Request): string {
  const asksPreview = req.site.face === 'viewing' && req.query.preview === '1';
  const own = `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${development ? own : "'self'"}`,
    `style-src ${development ? "'self' 'unsafe-inline'" : own}`,
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob:",
    `frame-src ${req.site.face === 'staff' ? "'self' " : ''}${playerHosts.join(' ')}`,
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${asksPreview ? "'self'" : "'none'"}`,
  ].join('; ');
}
