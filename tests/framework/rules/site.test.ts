import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicRoute } from '#application/site/rules/routes.ts';
import { addressOf, isStaffRoute, resolveSite, servesStaff } from '#rules/site.ts';

const sites = { 'erp.example.com': '/erp', 'forum.example.com': '/', 'vp.example.com': '/vp/ccdf15', 'local.example.com:8080': '/erp' };
const at = (host: string, path: string, ipAccess = false) => resolveSite({ host, path, sites, ipAccess });
const open = (path: string) => resolveSite({ host: '127.0.0.1:8080', path, sites: {}, ipAccess: true });

const segment = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
const paths = fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);

describe('with a mapping of domain to root path', () => {
  it('R40 shows the routes under the root with the prefix removed', () => {
    expect(at('erp.example.com', '/filmman')).toEqual({ allowed: true, root: '/erp', base: '', route: '/erp/filmman', face: 'staff' });
    expect(at('erp.example.com', '/')).toMatchObject({ route: '/erp', base: '', face: 'staff' });
    expect(at('vp.example.com', '/')).toMatchObject({ route: '/vp/ccdf15', base: '', face: 'viewing' });
  });

  it('R40 the prefix itself is no route there: /erp/filmman would be /erp/erp/filmman', () => {
    const { route } = at('erp.example.com', '/erp/filmman');
    expect(route).toBe('/erp/erp/filmman');
    expect(isStaffRoute(route, [{ name: 'film', route: '/erp/filmman' }])).toBe(false);
  });

  it('R40 other roots cannot be reached on the host, whatever the path', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const { route } = at('erp.example.com', path);
        return route === '/erp' || route.startsWith('/erp/');
      }),
    );
  });

  it('R40 the host is compared without case, trailing dot and port, unless the mapping has a port', () => {
    expect(at('ERP.Example.com', '/').root).toBe('/erp');
    expect(at('erp.example.com:8443', '/').root).toBe('/erp');
    expect(at('erp.example.com.', '/').root).toBe('/erp');
    expect(at('local.example.com:8080', '/').allowed).toBe(true);
    expect(at('local.example.com:9090', '/').allowed).toBe(false);
  });

  it('R40 a host that is not mapped shows nothing, or everything if IP access is enabled too', () => {
    expect(at('other.example.com', '/erp').allowed).toBe(false);
    expect(at('other.example.com', '/erp', true)).toMatchObject({ allowed: true, route: '/erp', base: '/erp' });
  });

  it('R40 staff calls are answered only where the root covers staff routes', () => {
    expect(servesStaff(at('erp.example.com', '/'))).toBe(true);
    expect(servesStaff(at('forum.example.com', '/'))).toBe(true);
    expect(servesStaff(at('vp.example.com', '/'))).toBe(false);
    expect(servesStaff(at('other.example.com', '/'))).toBe(false);
    expect(servesStaff({ allowed: true, root: '/erpx' })).toBe(false);
  });
});

describe('without a mapping', () => {
  it('R41 the first segment is the base for staff, the first two are the base of a viewing page', () => {
    expect(open('/erp/filmman/edit')).toEqual({ allowed: true, root: '', base: '/erp', route: '/erp/filmman/edit', face: 'staff' });
    expect(open('/vp/ccdf15')).toMatchObject({ base: '/vp/ccdf15', face: 'viewing' });
    expect(open('/enroll/edit')).toMatchObject({ base: '', face: 'public' });
    expect(open('/vp')).toMatchObject({ base: '', face: 'public' });
    expect(open('/erpx')).toMatchObject({ base: '', face: 'public' });
  });

  it('R41 nothing is shown unless IP access is enabled', () => {
    expect(resolveSite({ host: '10.0.0.5', path: '/erp', sites: {}, ipAccess: false }).allowed).toBe(false);
  });

  it('R41 the base is a beginning of the route, and the route is the path', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const site = open(path);
        return site.route === path && (site.base === '' || site.route === site.base || site.route.startsWith(`${site.base}/`));
      }),
    );
  });
});

describe('routes and addresses', () => {
  it('R40 a route that the host shows has an address there that leads back to it', () => {
    fc.assert(
      fc.property(paths, fc.constantFrom('/', '/erp', '/vp/ccdf15', '/enroll'), (path, root) => {
        const mapped = { host: 'a.example.com', sites: { 'a.example.com': root }, ipAccess: false };
        const site = resolveSite({ ...mapped, path });
        const address = addressOf(site.route, site);
        expect(address).toBeDefined();
        expect(resolveSite({ ...mapped, path: address as string }).route).toBe(site.route);
      }),
    );
  });

  it('R40 double and trailing slashes make no other route', () => {
    fc.assert(fc.property(paths, (path) => open(`/${path}//`).route === open(path).route));
  });

  it('R42 unknown staff routes are known as such; R23 R24 every object has its list and edit', () => {
    const objects = [{ name: 'film', route: '/erp/filmman' }, { name: 'company' }];
    for (const route of ['/erp', '/erp/login', '/erp/sysman', '/erp/filmman', '/erp/filmman/edit', '/erp/pb-company', '/erp/pb-company/edit', '/erp/pb-film']) {
      expect(isStaffRoute(route, objects), route).toBe(true);
    }
    for (const route of ['/erp/nothing', '/erp/pb-nothing', '/erp/edit', '/erp/filmman/edit/edit', '/erp/companyman', '/', '/erp/pb-']) {
      expect(isStaffRoute(route, objects), route).toBe(false);
    }
    expect(isPublicRoute('/')).toBe(true);
    expect(isPublicRoute('/nowhere')).toBe(false);
  });
});
