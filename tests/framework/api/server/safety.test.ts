import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeeper } from '#framework/api/safety.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe('what holds for every request', () => {
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    server = await startServer();
    admin = await server.signIn('admin');
  });
  afterAll(() => server.stop());
  const logout = (headers: Record<string, string>, body?: string) => admin('/api/auth/logout', { method: 'POST', headers, body });

  it('refuses requests of other sites, by Sec-Fetch-Site and by Origin', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      const answer = await logout(headers);
      expect(answer.status).toBe(403);
      expect((await answer.json()).err.code).toBe('msg.origin');
    }
    expect((await admin('/api/auth/me')).status).toBe(200);
    expect((await server.anonymous('/api/auth/logout', { method: 'POST', headers: { origin: server.url } })).status).toBe(200);
  });

  it('accepts the configured address as its own, too, where a proxy in front changes the host', async () => {
    const proxied = await startServer({ env: { BASE_URL: 'https://erp.example.com/' } });
    const from = async (origin: string) => (await proxied.anonymous('/api/auth/logout', { method: 'POST', headers: { origin } })).status;
    expect(await from('https://erp.example.com')).toBe(200);
    expect(await from('https://evil.example.com')).toBe(403);
    await proxied.stop();
  });

  it('C09 names what of a request it cannot read, in both languages, whichever call it is', async () => {
    const made = await admin('/api/pb/company', { method: 'POST', json: { id: 'named', name: 'North Shore', type: 2 } });
    expect(made.status).toBe(201);
    const calls: [path: string, method: string, json: unknown, field: string][] = [
      ['/api/pb/company/named/follow', 'PUT', {}, 'follows'],
      ['/api/pb/company/named/assignment', 'PUT', { account: 'admin', is: 'lost' }, 'is'],
      ['/api/pb/company/named/presence/page-of-admin', 'PUT', {}, 'isTyping'],
      ['/api/pb/company/bulk', 'POST', { act: 'vanish', ids: ['named'] }, 'mode'],
    ];
    for (const [path, method, json, field] of calls)
      for (const [lang, message] of [
        ['tw', `${field} 不正確`],
        ['en', `${field} is not valid`],
      ]) {
        const answer = await admin(path, { method, json, headers: { cookie: `${admin.cookie}; lang=${lang}` } });
        expect(answer.status, path).toBe(400);
        expect((await answer.json()).err, path).toMatchObject({ code: 'msg.badrequest', fields: [{ path: field, code: 'field.invalid', message }] });
      }
  });

  it('accepts only JSON, of at most 100 KB and 32 levels', async () => {
    const plain = await logout({ 'content-type': 'text/plain' }, '{}');
    expect([plain.status, (await plain.json()).err.message]).toEqual([415, expect.stringContaining('application/json')]);
    expect((await logout({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=b')).status).toBe(415);
    expect((await logout({ 'content-type': 'application/json' }, '{"a":')).status).toBe(400);
    expect((await logout({ 'content-type': 'application/json' }, JSON.stringify({ a: 'x'.repeat(101 * 1024) }))).status).toBe(413);
    expect((await logout({ 'content-type': 'application/json' }, `${'['.repeat(40)}${']'.repeat(40)}`)).status).toBe(413);
    expect(isDeeper([[[1]]], 3)).toBe(false);
    expect(isDeeper([[[[]]]], 3)).toBe(true);
  });

  it('a value that is no text and cannot be made one is refused by its name where a text is asked for', async () => {
    const json = '{"to":{"toString":1},"version":{"toString":1}}';
    const answer = await admin('/api/schemas/user/revert', { method: 'POST', headers: { 'content-type': 'application/json' }, body: json });
    expect(answer.status).toBe(400);
    expect((await answer.json()).err).toMatchObject({ code: 'msg.badrequest', fields: [{ path: 'toString', code: 'field.invalid' }] });
  });

  it('R47 K23 an unknown route of the API is refused in the catalogue’s form and the visitor’s language, with a request id', async () => {
    const answer = await server.anonymous('/api/nothing%2Fhere', { headers: { cookie: 'lang=en' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await answer.json()).toEqual({
      done: false,
      msg: expect.stringContaining('Page not found'),
      err: { code: 'msg.route', message: expect.any(String), fields: [] },
      stk: null,
      data: null,
    });
    expect((await (await server.anonymous('/api/nothing')).json()).msg).toContain('找不到頁面');
  });

  it('a path that cannot be decoded is a bad request and no failure', async () => {
    expect(await rawStatus(server.url, '/api/pb/film/%E0%A4%A', admin.cookie)).toBe(400);
    expect(await rawStatus(server.url, '/erp/%', '')).toBeLessThan(500);
  });

  it('answers contain no statement, stack, path or address', async () => {
    await server.db.exec('ALTER TABLE company RENAME TO company_away');
    const answer = await admin('/api/pb/company');
    await server.db.exec('ALTER TABLE company_away RENAME TO company');
    const text = await answer.text();
    expect(answer.ok).toBe(false);
    expect(text).not.toMatch(/SELECT|no such table|company_away|node_modules|\.ts|\/work|127\.0\.0\.1/);
    expect(JSON.parse(text).stk).toBeNull();
  });

  it('K25 a failure of the server is in the log that administrators read', async () => {
    type Entry = { side: string; level: string; src: string };
    // The answer does not wait for its line in the log.
    const isLogged = async (): Promise<boolean> =>
      (await (await admin('/api/system')).json()).data.log.some(
        ({ side, level, src }: Entry) => side === 'S' && level === 'error' && src.includes('/api/pb/company'),
      );
    await expect.poll(isLogged).toBe(true);
  });

  it('GET /api/config is public and has what a page needs', async () => {
    const { data } = await (await server.anonymous('/api/config')).json();
    expect(data).toMatchObject({
      languages: ['tw', 'en'],
      publicSecret: 'public',
      popupTimeout: 8000,
      notifyTimeout: 5000,
      buildCheck: 300,
      site: { base: '/erp', root: '', ipAccess: true },
      demo: false,
    });
  });
});

describe('pages and hosts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ env: { SITES: '{"erp.example.com":"/erp","forum.example.com":"/enroll"}', TRUST_PROXY: '1' } });
  });
  afterAll(() => server.stop());
  const at = (host: string, path: string, init: RequestInit & { json?: unknown } = {}) =>
    server.anonymous(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-forwarded-host': host, 'x-forwarded-proto': 'https' } });

  it('R40 a mapped host shows the routes under its root without the prefix; R42 an unknown one gets the page with status 404', async () => {
    const known = await at('erp.example.com', '/pb-film');
    expect(known.status).toBe(200);
    const html = await known.text();
    expect(html).toContain('<title>erp</title>');
    expect(html).toContain('<meta name="base" content="">');
    expect(html).toContain('<meta name="root" content="/erp">');
    expect((await at('erp.example.com', '/erp/pb-film')).status).toBe(404);
    expect((await at('erp.example.com', '/enroll')).status).toBe(404);
    const other = await at('other.example.com', '/erp');
    expect(other.status).toBe(404);
  });

  it('R40 staff calls exist only on a host that shows staff routes', async () => {
    expect((await at('erp.example.com', '/api/auth/me')).status).toBe(401);
    for (const host of ['forum.example.com', 'other.example.com']) {
      for (const path of ['/api/auth/me', '/api/pb/film', '/api/objects', '/api/recent', '/api/system'])
        expect((await at(host, path)).status, `${host}${path}`).toBe(404);
      expect((await at(host, '/api/auth/login', { method: 'POST', json: { id: 'op', pw: 'op-password' } })).status).toBe(404);
    }
  });

  it('on https the session cookie is Secure and bound to the host by its name', async () => {
    const answer = await at('erp.example.com', '/api/auth/login', { method: 'POST', json: { id: 'op', pw: 'op-password' } });
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-reelbase_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=43200$/);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await at('erp.example.com', '/api/auth/me', { headers: { cookie } })).status).toBe(200);
  });

  it('on https a cookie without the prefix is ignored, beside the prefixed one or alone; on http the prefixed one is', async () => {
    const answer = await at('erp.example.com', '/api/auth/login', { method: 'POST', json: { id: 'op', pw: 'op-password' } });
    const [name = '', token = ''] = (answer.headers.get('set-cookie')?.split(';')[0] ?? '').split('=');
    const bare = name.replace('__Host-', '');
    const me = async (cookie: string) => (await at('erp.example.com', '/api/auth/me', { headers: { cookie } })).status;
    expect(await me(`${bare}=${token}`)).toBe(401);
    expect(await me(`${bare}=${'x'.repeat(43)}; ${name}=${token}`)).toBe(200);
    expect(await me(`${bare}=${token}; ${name}=${'x'.repeat(43)}`)).toBe(440);
    const plain = { headers: { cookie: `${name}=${token}`, 'x-forwarded-host': 'erp.example.com', 'x-forwarded-proto': 'http' } };
    expect((await server.anonymous('/api/auth/me', plain)).status).toBe(401);
  });

  it('every answer has nosniff and a policy, and on https asks for https', async () => {
    const paths = ['/', '/pb-film', '/nowhere', '/healthz', '/api/config', '/api/nothing', '/get', '/get/none', '/get/files/none.png', '/assets/none.js'];
    for (const path of [...paths, '/site/css/none/none.css', '/favicon.ico']) {
      const { headers, status } = await at('erp.example.com', path);
      const found = [headers.get('x-content-type-options'), headers.get('strict-transport-security'), headers.has('content-security-policy')];
      expect([path, status, ...found]).toEqual([path, status, 'nosniff', 'max-age=31536000; includeSubDomains', true]);
      const plain = await server.anonymous(path, { headers: { 'x-forwarded-host': 'erp.example.com', 'x-forwarded-proto': 'http' } });
      expect([path, plain.headers.get('strict-transport-security')]).toEqual([path, null]);
    }
  });

  it('an invalid Host is a bad request, without a stack, at every kind of address', async () => {
    for (const host of ['a b', 'a/b', '<x>', '[::1', 'a:b', 'a..b', 'user@erp.example.com', 'erp.example.com:80:80', '\\', "'"]) {
      for (const path of ['/', '/healthz', '/api/config', '/get/files/none', '/api/auth/login']) {
        const { status, text } = await raw(server.url, path, { host });
        expect([host, path, status]).toEqual([host, path, 400]);
        expect(text).not.toMatch(/node_modules|\.ts:|at .*\(/);
        const forwarded = await raw(server.url, path, { host: 'erp.example.com', 'x-forwarded-host': host });
        expect([host, path, forwarded.status]).toEqual([host, path, 400]);
      }
    }
    for (const host of ['erp.example.com', 'erp.example.com:8080', '127.0.0.1', '[::1]:80', 'xn--fiq228c.example'])
      expect([host, (await raw(server.url, '/healthz', { host })).status]).toEqual([host, 200]);
  });

  it('the data folder and everything in it belong to the server only', async () => {
    const { dataDir } = server.tools.config;
    const wide = [];
    for (const entry of ['', ...(await readdir(dataDir, { recursive: true }))]) {
      const { mode } = await stat(join(dataDir, entry));
      if (mode & 0o077) wide.push(`${entry} ${(mode & 0o777).toString(8)}`);
    }
    expect(wide).toEqual([]);
  });

  it('B01 the page is in the language of the cookie, tw without one', async () => {
    expect(await (await at('erp.example.com', '/')).text()).toContain('<html lang="zh-Hant-TW">');
    expect(await (await at('erp.example.com', '/', { headers: { cookie: 'lang=en' } })).text()).toContain('<html lang="en">');
  });

  it('a page’s policy allows no inline script, no eval, and styles only by a nonce that no other answer has', async () => {
    const answers = await Promise.all([at('erp.example.com', '/'), at('erp.example.com', '/')]);
    const nonces = answers.map((answer) => {
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/unsafe/);
      return /style-src 'self' 'nonce-([\w-]+)'/.exec(policy)?.[1];
    });
    expect(nonces[0]).toBeTruthy();
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(await answers[0]?.text()).toContain(`<meta name="csp-nonce" content="${nonces[0]}">`);
  });
});

describe('without a mapping', () => {
  it('R41 nothing is shown unless IP access is enabled', async () => {
    const closed = await startServer({ env: { IP_ACCESS: '0' } });
    expect((await closed.anonymous('/erp')).status).toBe(404);
    expect((await closed.anonymous('/api/auth/me')).status).toBe(404);
    await closed.stop();
    const open = await startServer();
    expect((await open.anonymous('/erp')).status).toBe(200);
    expect((await open.anonymous('/erp/filmman/edit')).status).toBe(200);
    const lost = await open.anonymous('/erp/no-such-page?x="><script>');
    expect(lost.status).toBe(404);
    expect(await lost.text()).not.toContain('<script>');
    expect((await open.anonymous('/nowhere')).status).toBe(404);
    await open.stop();
  });
});

/** fetch would normalise the path before sending it. */
async function rawStatus(url: string, path: string, cookie: string): Promise<number> {
  return (await raw(url, path, { cookie })).status;
}

function raw(url: string, path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    })
      .on('error', reject)
      .end();
  });
}
