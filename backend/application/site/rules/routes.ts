/** Routes of the application (specification section 2): pages of the campaign site, and the staff screens that are not made from a schema. Pure. */
import type { Face } from '#rules/application.ts';
import { isUnder, type Site } from '#rules/site.ts';

/** The campaign site's pages (R01-R05). */
export const publicRoutes = ['/', '/enroll', '/enroll/edit', '/selection', '/selection/edit'] as const;
export type PublicRoute = (typeof publicRoutes)[number];

/** The screens of sections 2.2 and 2.3 that are not made from a schema. */
export const screens = ['/erp/ccdfdesk', '/erp/oooman', '/erp/vpman', '/erp/ooosetup', '/erp/ooorelease', '/erp/ooday'] as const;

const viewingRoot = '/vp';

/** R41: the first two segments are the base of a viewing page. */
export const faces: readonly Face[] = [{ name: 'viewing', root: viewingRoot, segments: 2 }];

/** '/info/{slug}', a page that staff wrote (site_page): its slug; undefined for every other address. */
export function infoSlug(route: string): string | undefined {
  return /^\/info\/([a-z0-9-]+)$/.exec(route)?.[1];
}

export function isPublicRoute(route: string): route is PublicRoute {
  return (publicRoutes as readonly string[]).includes(route);
}

/** '/my/{token}', a personal page: its token; undefined for every other address. */
export function myToken(route: string): string | undefined {
  return /^\/my\/([^/]+)$/.exec(route)?.[1];
}

/** A viewing page and its calls are answered on every host that shows that campaign. */
export function servesViewing(site: Pick<Site, 'allowed' | 'root'>, campaign: string): boolean {
  return site.allowed && isUnder(`${viewingRoot}/${campaign}`, site.root);
}
