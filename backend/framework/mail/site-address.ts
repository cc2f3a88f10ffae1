/** Addresses in mails: always the configured ones, never what a request claims (safety section 9). */
import type { Config } from '#backend/config.ts';
import { addressOf, resolveSite } from '#rules/site.ts';

type Settings = Pick<Config, 'baseUrl' | 'host' | 'port' | 'sites'>;

/**
 * The whole address of a route of the public site: on BASE_URL where its host shows the route, else on the mapped host that does,
 * else where the settings listen. `query` is put behind it.
 */
export function publicAddress(config: Settings, route: string, query: Record<string, string> = {}): string {
  const base = new URL(config.baseUrl ?? `http://${config.host}:${config.port}`);
  const search = new URLSearchParams(query).toString();
  const tail = search ? `?${search}` : '';
  for (const host of [base.host, ...Object.keys(config.sites)]) {
    const site = resolveSite({ host, path: '/', sites: config.sites, ipAccess: host === base.host && Object.keys(config.sites).length === 0 });
    const path = site.allowed ? addressOf(route, site) : undefined;
    if (path !== undefined) return `${base.protocol}//${host}${path}${tail}`;
  }
  return `${base.origin}${route}${tail}`;
}
