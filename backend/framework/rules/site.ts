/**
 * Host and path → route (specification section 2, R40-R42). The server and the browser's router share it, so both say the
 * same about an address. Pure.
 */

import { applicationRules } from './application.ts';

/** domain → root path: {"erp.example.com": "/erp"} shows only the routes under /erp on that host, with the prefix removed. */
export type Sites = Record<string, string>;

export interface Site {
  /** false: nothing is shown on this host at all */
  allowed: boolean;
  /** what the host's mapping removes from addresses: '/erp', or '' where nothing is mapped */
  root: string;
  /** what precedes the face's routes in the address bar, without a slash at its end: '/erp', '/shop/spring', or '' */
  base: string;
  /** the whole route as the specification lists it: '/erp/bookman' */
  route: string;
  /** 'staff' is the back office, a name of the application's faces, or 'public' for the rest */
  face: string;
}

const staffRoot = '/erp';

/** R40 with a mapping: the routes under the host's root. R41 without: every route, if IP access is enabled. */
export function resolveSite(request: { host: string; path: string; sites: Sites; ipAccess: boolean }): Site {
  const root = rootOf(request.host, request.sites);
  const route = normalPath(`${root ?? ''}${normalPath(request.path)}`);
  const { face, prefix } = faceOf(route);
  const base = prefix.startsWith(root ?? '') ? prefix.slice((root ?? '').length) : '';
  return { allowed: root !== undefined || request.ipAccess, root: root ?? '', base, route, face };
}

/** Staff calls are answered only where a host shows staff routes: the domain of a public page is no way into the back office. */
export function servesStaff(site: Pick<Site, 'allowed' | 'root'>): boolean {
  return site.allowed && (site.root === '' || isUnder(site.root, staffRoot));
}

/** A route's address on the host: '/erp/bookman' → '/bookman' where '/erp' is the root; undefined where it is not shown. */
export function addressOf(route: string, site: Pick<Site, 'root'>): string | undefined {
  if (!isUnder(route, site.root)) return undefined;
  return normalPath(route.slice(site.root.length));
}

/** What precedes the back office's screens in their addresses: '/erp', or '' where the host shows nothing else. */
export function staffBase(site: Pick<Site, 'root'>): string {
  const home = addressOf(staffRoot, site);
  return home === undefined || home === '/' ? '' : home;
}

/** Whether the staff route has a screen; `objects` are the registry's names and route aliases. */
export function isStaffRoute(route: string, objects: { name: string; route?: string }[]): boolean {
  const { screens, isScreen } = applicationRules();
  if (ownScreens.has(route) || workbench.test(route) || screens.includes(route) || isScreen?.(route)) return true;
  return objectScreen(route, objects) !== undefined;
}

/** Which screen of which object the staff route is, if it is one's. */
export function objectScreen(route: string, objects: { name: string; route?: string }[]): { name: string; screen: 'list' | 'edit' } | undefined {
  const isEdit = route.endsWith('/edit');
  const list = isEdit ? route.slice(0, -'/edit'.length) : route;
  const object = objects.find(({ name, route: own }) => list === `${staffRoot}/pb-${name}` || list === own);
  return object && { name: object.name, screen: isEdit ? 'edit' : 'list' };
}

/** The page that the workbench of schemas shows in its frame. */
export const previewScreen = 'schema-preview';

/** The workbench of one object, also of one that is new. */
const workbench = /^\/erp\/(schemas|options)\/[\p{L}\p{N}_-]+$/u;

/** Staff screens of the framework itself (section 2); the others come from the schemas and from the application. */
const own = ['changes', 'login', 'sysman', 'toolman', 'trash', 'test', 'permissions', 'profile', 'schemas', 'options', previewScreen];
const ownScreens = new Set(['/erp', ...own.map((name) => `/erp/${name}`)]);

/** Every staff screen written by hand, the application's too. */
export function staffScreens(): string[] {
  return [...ownScreens, ...applicationRules().screens];
}

/** Calls of visitors are answered only where a host shows public pages, or sign-ins beside staff's. */
export function servesPublic(site: Pick<Site, 'allowed' | 'root'>): boolean {
  const { publicRoutes, realms } = applicationRules();
  const signIns = Object.values(realms).flatMap(({ signIn }) => (signIn === undefined ? [] : [signIn]));
  return site.allowed && [...publicRoutes, ...signIns].some((route) => isUnder(route, site.root));
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

/** R41: the first segment is the base of the back office; an application's face says how many are its own. */
function faceOf(route: string): { face: string; prefix: string } {
  const segments = route.split('/').slice(1);
  if (`/${segments[0]}` === staffRoot) return { face: 'staff', prefix: staffRoot };
  const face = applicationRules().faces.find(({ root, segments: own }) => isUnder(route, root) && segments.filter(Boolean).length >= own);
  return face ? { face: face.name, prefix: `/${segments.slice(0, face.segments).join('/')}` } : { face: 'public', prefix: '' };
}

/** Is the route the root itself, or below it? */
export function isUnder(route: string, root: string): boolean {
  return root === '' || route === root || route.startsWith(`${root}/`);
}

/** One slash in front, none behind, none doubled; '/' for nothing. */
function normalPath(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`;
}
