/** GET /healthz (the process is alive) and GET /readyz (it can serve), for supervisors and balancers. */
import type { RequestListener } from 'node:http';
import type { RequestHandler, Response } from 'express';
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

/** What is asked while the server starts, which may take its time where tables change: alive, and not ready. */
export const whileStarting: RequestListener = (req, res) => {
  const isAlive = req.url === '/healthz';
  res.writeHead(isAlive ? 200 : 503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    ...(!isAlive && { 'Retry-After': '1' }),
  });
  res.end(JSON.stringify({ status: isAlive ? 'ok' : 'starting' }));
};
