/** GET /metrics, in the text of Prometheus: for whoever has METRICS_TOKEN; without one, for this machine alone. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Config } from '#backend/config.ts';
import type { Metrics } from '#framework/observe/metrics.ts';
import { gaugeReader } from '#framework/observe/read-gauges.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';

export function metricsHandler(tools: Tools & { metrics: Metrics; build: string }): RequestHandler {
  const readGauges = gaugeReader(tools, tools.metrics, tools.build);
  return async (req, res) => {
    if (!mayRead(req, tools.config)) throw new Refusal('msg.route');
    await readGauges();
    const { type, text } = await tools.metrics.text(tools.observer.slow);
    res.setHeader('Cache-Control', 'no-store');
    res.type(type).end(text);
  };
}

/**
 * Behind a proxy on the same machine every visitor comes from the loopback. So it counts only where nothing says that there is one: TRUST_PROXY and BASE_URL
 * are not set, as they are for visitors from outside, and no forwarding header came along.
 */
function mayRead(req: Request, { metricsToken, trustProxy, baseUrl }: Pick<Config, 'metricsToken' | 'trustProxy' | 'baseUrl'>): boolean {
  if (metricsToken !== undefined) return isSame(/^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '', metricsToken);
  const isForwarded = Object.keys(req.headers).some((name) => /^(x-forwarded-|x-real-ip$|forwarded$|via$)/.test(name));
  return trustProxy === 0 && baseUrl === undefined && !isForwarded && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(req.socket.remoteAddress ?? '');
}

function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
