/**
 * Host and path → route (specification section 2, R40-R42). The server and the browser's router share it, so both say the
 * same about an address. Pure.
 */

import { pageNameOf } from './viewing/page-address.ts';

/** domain → root path: {"erp.example.com": "/erp"} shows only the routes under /erp on that host, with the prefix removed. */
export type Sites = Record<string, string>;

export interface Site {
  /** false: nothing is shown on this host at all */
  allowed: boolean;
  /** what the host's mapping removes from addresses: '/erp', or '' where nothing is mapped */
  root: string;
  /** what precedes the face's routes in the address bar, without a slash at its end: '/erp', '/vp/ccdf15', or '' */
  base: string;
  /** the whole route as the specification lists it: '/erp/filmman' */
  route: string;
  face: Face;
}

/** 'staff' is the back office, 'viewing' a campaign's viewing page, 'campaign' the rest of the public site. */
export type Face = 'staff' | 'viewing' | 'campaign';

const staffRoot = '/erp';
const viewingRoot = '/vp';

/** R40 with a mapping: the routes under the host's root. R41 without: every route, if IP access is enabled. */
export function resolveSite(request: { host: string; path: string; sites: Sites; ipAccess: boolean }): Site {
  const root = rootOf(request.host, request.sites);
  const route = normalPath(`${root ?? ''}${normalPath(request.path)}`);
  const { face, prefix } = faceOf(route);
  const base = prefix.startsWith(root ?? '') ? prefix.slice((root ?? '').length) : '';
  return { allowed: root !== undefined || request.ipAccess, root: root ?? '', base, route, face };
}

/** Staff calls are answered only where a host shows staff routes: a campaign's own domain is no way into the back office. */
export function servesStaff(site: Pick<Site, 'allowed' | 'root'>): boolean {
  return site.allowed && (site.root === '' || isUnder(site.root, staffRoot));
}

/** A route's address on the host: '/erp/filmman' → '/filmman' where '/erp' is the root; undefined where it is not shown. */
export function addressOf(route: string, site: Pick<Site, 'root'>): string | undefined {
  if (!isUnder(route, site.root)) return undefined;
  return normalPath(route.slice(site.root.length));
}

/** Whether the staff route has a screen; `objects` are the registry's names and route aliases. */
export function isStaffRoute(route: string, objects: { name: string; route?: string }[]): boolean {
  if (staffScreens.has(route)) return true;
  if (route.startsWith(composerRoot)) return pageNameOf(route.slice(composerRoot.length)) !== undefined;
  const list = route.endsWith('/edit') ? route.slice(0, -'/edit'.length) : route;
  return objects.some((object) => list === `${staffRoot}/pb-${object.name}` || list === object.route);
}

/** R35: the composer of one viewing page stands below. */
const composerRoot = '/erp/vpman/';

/** Staff screens written by hand (section 2); the others come from the schemas. */
const staffScreens = new Set([
  '/erp',
  '/erp/login',
  '/erp/sysman',
  '/erp/toolman',
  '/erp/test',
  '/erp/permissions',
  '/erp/profile',
  '/erp/ccdfdesk',
  '/erp/oooman',
  '/erp/vpman',
  '/erp/ooosetup',
  '/erp/ooorelease',
  '/erp/ooday',
]);

/** The campaign site's pages (R01-R05). */
export const publicRoutes = ['/', '/enroll', '/enroll/edit', '/selection', '/selection/edit'] as const;
export type PublicRoute = (typeof publicRoutes)[number];

export function isPublicRoute(route: string): route is PublicRoute {
  return (publicRoutes as readonly string[]).includes(route);
}

/** '/my/{token}', a person's own page: its token; undefined for every other address. */
export function myToken(route: string): string | undefined {
  return /^\/my\/([^/]+)$/.exec(route)?.[1];
}

/** The campaign site's calls are answered only where a host shows pages of it. */
export function servesPublic(site: Pick<Site, 'allowed' | 'root'>): boolean {
  return site.allowed && publicRoutes.some((route) => isUnder(route, site.root));
}

/** A viewing page and its calls are answered where the host shows that campaign's. */
export function servesViewing(site: Pick<Site, 'allowed' | 'root'>, campaign: string): boolean {
  return site.allowed && isUnder(`${viewingRoot}/${campaign}`, site.root);
}

/** The host's root without a slash at its end, '' for '/', undefined for an unmapped host. A mapping may name a port. */
function rootOf(host: string, sites: Sites): string | undefined {
  const name = host.trim().toLowerCase();
  for (const [domain, root] of Object.entries(sites)) {
    const wanted = domain.toLowerCase();
    if (wanted === name || wanted === withoutPort(name)) return normalPath(root) === '/' ? '' : normalPath(root);
  }
  return undefined;
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '').replace(/\.$/, '');
}

/** R41: the first segment is the base of the back office, the first two that of a viewing page. */
function faceOf(route: string): { face: Face; prefix: string } {
  const [first, second] = route.split('/').slice(1);
  if (`/${first}` === staffRoot) return { face: 'staff', prefix: staffRoot };
  if (`/${first}` === viewingRoot && second) return { face: 'viewing', prefix: `${viewingRoot}/${second}` };
  return { face: 'campaign', prefix: '' };
}

function isUnder(route: string, root: string): boolean {
  return root === '' || route === root || route.startsWith(`${root}/`);
}

/** One slash in front, none behind, none doubled; '/' for nothing. */
function normalPath(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`;
}
