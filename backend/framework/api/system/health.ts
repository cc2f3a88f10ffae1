/** GET /healthz (the process is alive) and GET /readyz (it can serve), for supervisors and balancers. */
import type { RequestListener } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { asksForPage, startingPage } from '#framework/api/error-page.ts';
import { checkReadiness } from '#framework/system/check-health.ts';
import type { Tools } from '#framework/tools.ts';

/** 200 as long as the process answers at all, whatever its database does: another start would not help. */
export const healthHandler: RequestHandler = (_req, res) => answer(res, 'ok');

/** 200 while it can serve; else 503 with the reason. */
export function readyHandler(tools: Pick<Tools, 'db' | 'signs'>): RequestHandler {
  return async (_req, res) => answer(res, await checkReadiness(tools));
}

function answer(res: Response, status: string): void {
  const isWell = status === 'ok' || status === 'ready';
  res.setHeader('Cache-Control', 'no-store');
  if (!isWell) res.setHeader('Retry-After', '1');
  res.status(isWell ? 200 : 503).json({ status });
}

/** What is asked while the server starts, which may take its time where tables change: alive, and not ready. Who asks for a page gets one that asks again. */
export function whileStarting(localesDir: string): RequestListener {
  const page = startingPage(localesDir);
  return (req, res) => {
    const [path = '/'] = (req.url ?? '/').split('?');
    const isAlive = path === '/healthz';
    const isPage = asksForPage({ path, headers: req.headers });
    res.writeHead(isAlive ? 200 : 503, {
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Vary: 'Accept',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': isPage ? page.policy : "default-src 'none'; frame-ancestors 'none'",
      ...(!isAlive && { 'Retry-After': '1' }),
    });
    res.end(isPage ? page.html : JSON.stringify({ status: isAlive ? 'ok' : 'starting' }));
  };
}
