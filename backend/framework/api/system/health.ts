import type { RequestHandler } from 'express';
import { checkHealth } from '#framework/system/check-health.ts';
import type { Tools } from '#framework/tools.ts';

/** GET /healthz: 200 when the database answers, 503 when it does not. */
export function healthHandler(tools: Tools): RequestHandler {
  return async (_req, res) => {
    const healthy = await checkHealth(tools);
    res.setHeader('Cache-Control', 'no-store');
    if (!healthy) res.setHeader('Retry-After', '1');
    res.status(healthy ? 200 : 503).json({ status: healthy ? 'ok' : 'unavailable' });
  };
}
