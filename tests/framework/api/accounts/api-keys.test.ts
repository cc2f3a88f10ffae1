/** API keys: what they open, what they do not, how they end (decision 074). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { pdf, picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { type Client, startServer, type TestServer, type TestServerOptions } from '../../../support/server.ts';

interface Made {
  id: string;
  token: string;
}

describe.each(testDatabases)('API keys on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let clock = Date.now();
  const day = 86_400_000;
  const options: TestServerOptions = {
    kind,
    now: () => new Date(clock),
    env: { KEY_RATE: '1000', CORS_ORIGINS: 'https://app.example.com,http://localhost:4000' },
  };
  const make = async (json: object): Promise<Made> => {
    const answer = await admin('/api/keys', { method: 'POST', json: { name: 'Sync', roles: ['[]'], scope: 'all', ...json } });
    const { data, err } = await answer.json();
    if (err) throw new Error(JSON.stringify(err));
    return data;
  };
  const by =
    (token: string) =>
    (path: string, { json, headers, ...init }: RequestInit & { json?: unknown } = {}) =>
      fetch(new URL(path, server.url), {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
  const status = async (answer: Promise<Response>) => (await answer).status;
  const code = async (answer: Promise<Response>) => (await (await answer).json()).err?.code;
  const company = (id: string) => ({ method: 'POST', json: { id, name: id, type: 1 } });

  beforeAll(async () => {
    server = await startServer(options);
    admin = await server.signIn('admin');
    await admin('/api/pb/company', company('first'));
  });
  afterAll(() => server.stop());

  it('a key acts with its role, without cookies, and the history, the stamps and the list name it', async () => {
    const { id, token } = await make({ name: '每晚同步', roles: ['[op]'] });
    expect(token).toMatch(/^rb_[a-z2-7]{10}[\w-]{43}$/);
    const key = by(token);
    const made = await key('/api/pb/company', company('by_key'));
    expect(made.status).toBe(201);
    expect(made.headers.get('set-cookie')).toBeNull();
    expect(await made.json()).toMatchObject({ update_by: `key:${id} 每晚同步` });
    expect(await (await admin('/api/pb/company/by_key/history')).json()).toMatchObject([{ by: `key:${id} 每晚同步`, action: 'create' }]);
    // What the role may not, the key may not.
    expect(await code(key('/api/pb/company/by_key', { method: 'DELETE' }))).toBe('msg.admin');
    expect(await code(server.anonymous('/api/pb/company'))).toBe('msg.session');
    const { keys } = (await (await admin('/api/keys')).json()).data;
    expect(keys[0]).toMatchObject({ id, prefix: `rb_${id}`, name: '每晚同步', roles: ['[op]'], scope: 'all', madeBy: 'admin', endsAt: '', isOpen: true });
    expect(keys[0].usedAt).not.toBe('');
    expect(JSON.stringify(keys)).not.toContain(token.slice(13));
    const [row] = await server.db.query('SELECT * FROM _api_key WHERE id = ?', [id]);
    expect(JSON.stringify(row)).not.toContain(token.slice(13));
  });

  it('a cookie beside a key counts for nothing, and Accept-Language says the language', async () => {
    const { token } = await make({ roles: ['[gs]'] });
    const withCookie = by(token)('/api/pb/company', { ...company('cookie'), headers: { cookie: admin.cookie, 'Accept-Language': 'en-GB,en;q=0.8' } });
    expect((await (await withCookie).json()).err.message).toMatch(/^[\x20-\x7e]+$/);
    expect((await (await by(token)('/api/pb/company', { ...company('cookie'), headers: { 'Accept-Language': 'zh-TW' } })).json()).err.message).toMatch(
      /[一-鿿]/,
    );
  });

  it('a scope holds in the calls and in what they reach', async () => {
    const reading = by((await make({ scope: 'read' })).token);
    expect(await status(reading('/api/pb/company/first'))).toBe(200);
    expect(await code(reading('/api/pb/company', company('read')))).toBe('msg.keyscope');
    const some = by((await make({ scope: { company: 'write', film: 'read' } })).token);
    expect(await status(some('/api/pb/company', company('some')))).toBe(201);
    expect(await status(some('/api/pb/film'))).toBe(200);
    expect(await code(some('/api/pb/film', { method: 'POST', json: { id: 'x' } }))).toBe('msg.keyscope');
    expect(await code(some('/api/pb/campaign'))).toBe('msg.keyscope');
    expect(await code(some('/api/trash'))).toBe('msg.keyscope');
    const objects = (await (await some('/api/objects')).json()).map(({ name }: { name: string }) => name);
    expect(objects.sort()).toEqual(['company', 'film']);
    const related = await (await some('/api/pb/company/first/related')).json();
    expect(related.every(({ object }: { object: string }) => ['company', 'film'].includes(object))).toBe(true);
    const found = (await (await some('/api/find?q=admin')).json()).data;
    expect(found).toEqual([]);
  });

  it('a key for some objects reads their files, those of no other, and its own uploads as long as it has a role', async () => {
    const pl = (object: string, field: string) => ({ object, id: '', field });
    const upload = uploader(server);
    const stored = async (client: Client, di: string, place: object, bytes: Uint8Array, name: string) => {
      const { body } = await upload(client, { di, pl: place, files: [{ name, bytes }] });
      return body.data![0]!; // one file, one attachment
    };
    const contract = await stored(admin, 'contract', pl('film', 'contract.attachment'), pdf, 'a.pdf');
    const made = await admin('/api/pb/film', { method: 'POST', json: { id: 'film-of-key', contract: [{ name: 'One', attachment: [contract] }] } });
    expect(made.status).toBe(201);
    const poster = await stored(admin, 'poster', pl('film', 'poster'), await picture('png'), 'a.png');
    const role = { title: { tw: '影片', en: 'Films' }, grants: ['film:list', 'film:read', 'film:create', 'film:update', 'film.*:read', 'film.*:write'] };
    expect(await status(admin('/api/permissions/roles/filer', { method: 'PUT', json: { ...role, ver: 0 } }))).toBe(200);
    const token = async (scope: unknown, roles = ['[]']) => by((await make({ scope, roles })).token);
    const [films, companies, own] = [await token({ film: 'read' }), await token({ company: 'write' }), await token('all', ['[filer]'])];
    const read = (key: typeof films) => Promise.all([contract, poster].map(({ link }) => status(key(String(link)))));
    expect([await read(films), await read(companies), await read(own)]).toEqual([
      [200, 200],
      [404, 200],
      [200, 200],
    ]);
    const client = Object.assign(own, { cookie: '' });
    const { link } = await stored(client, 'contract', pl('film', 'contract.attachment'), pdf, 'own.pdf');
    expect(await status(own(String(link)))).toBe(200);
    expect(await status(admin('/api/permissions/roles/filer', { method: 'DELETE' }))).toBe(200);
    clock += 2_000; // a lookup is trusted for a second
    expect(await status(own(String(link)))).toBe(404);
  });

  it('what belongs to a person or to the house is refused by a key of its own, whatever its role', async () => {
    const key = by((await make({})).token);
    const calls: [string, string][] = [
      ...['/api/auth/me', '/api/auth/sessions', '/api/keys', '/api/system', '/api/permissions', '/api/home', '/api/views'].map((path): [string, string] => [
        'GET',
        path,
      ]),
      ...['/api/auth/login', '/api/auth/password', '/api/auth/factor', '/api/keys', '/api/trash/empty', '/api/pb/user'].map((path): [string, string] => [
        'POST',
        path,
      ]),
      ['POST', '/api/pb/user/gs/reset-link'],
      ['PUT', '/api/auth/profile'],
      ['PUT', '/api/pb/user/admin'],
      ['PUT', '/api/pb/%75ser/admin'],
      ['GET', '/api/pb/user/gs/sessions'],
    ];
    for (const [method, path] of calls) expect([path, await code(key(path, { method, ...(method !== 'GET' && { json: {} }) }))]).toEqual([path, 'msg.keycall']);
    expect(await status(key('/api/pb/user/gs'))).toBe(200);
  });

  it('a key that is unknown, ended or revoked is 401; so is one whose maker is no administrator any more', async () => {
    const ending = await make({ ends: new Date(clock + day).toISOString().slice(0, 10) });
    const { id, token } = await make({});
    expect([await status(by(ending.token)('/api/pb/company')), await status(by(token)('/api/pb/company'))]).toEqual([200, 200]);
    const other = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [other, 'rb_', 'rb_short', `${token}x`]) expect([wrong, await code(by(wrong)('/api/pb/company'))]).toEqual([wrong, 'msg.key']);
    expect((await by(other)('/api/pb/company')).headers.get('WWW-Authenticate')).toContain('invalid_token');
    expect(await status(admin(`/api/keys/${id}`, { method: 'DELETE' }))).toBe(200);
    expect(await code(by(token)('/api/pb/company'))).toBe('msg.key');
    expect(await code(admin(`/api/keys/${id}`, { method: 'DELETE' }))).toBe('msg.notfound');
    await server.addUser('maker', ['[]']);
    const maker = await server.signIn('maker');
    const own = (await (await maker('/api/keys', { method: 'POST', json: { name: 'x', roles: ['[op]'], scope: 'all' } })).json()).data;
    expect(await status(by(own.token)('/api/pb/company'))).toBe(200);
    expect(await status(admin('/api/pb/user/maker', { method: 'PUT', json: { enabled: false, ver: 1 } }))).toBe(200);
    expect(await code(by(own.token)('/api/pb/company'))).toBe('msg.key');
    clock += 2 * day;
    expect(await code(by(ending.token)('/api/pb/company'))).toBe('msg.key');
    admin = await server.signIn('admin');
  });

  it('a role that is deleted takes its power from the keys that have it, and a later one by its code gives none back', async () => {
    const role = { title: { tw: '助手', en: 'Helper' }, grants: ['company:list', 'company:read', 'company.*:read'] };
    expect(await status(admin('/api/permissions/roles/keyed', { method: 'PUT', json: { ...role, ver: 0 } }))).toBe(200);
    const key = by((await make({ roles: ['[keyed]'] })).token);
    expect(await status(key('/api/pb/company'))).toBe(200);
    expect(await status(admin('/api/permissions/roles/keyed', { method: 'DELETE' }))).toBe(200);
    expect(await status(key('/api/pb/company'))).toBe(403);
    expect(await status(admin('/api/permissions/roles/keyed', { method: 'PUT', json: { ...role, ver: 0 } }))).toBe(200);
    expect(await status(key('/api/pb/company'))).toBe(403);
  });

  it('what is asked of a key is looked at: name, roles, scope, end; by administrators alone', async () => {
    const fields = async (json: object) =>
      (await (await admin('/api/keys', { method: 'POST', json })).json()).err.fields.map(({ path }: { path: string }) => path);
    expect(await fields({})).toEqual(['name', 'roles', 'scope']);
    const right = { name: 'x', roles: ['[op]'], scope: 'all' };
    expect(await fields({ ...right, roles: ['[none]'] })).toEqual(['roles']);
    expect(await fields({ ...right, roles: ['[en]'] })).toEqual(['roles']);
    expect(await fields({ ...right, scope: { nothing: 'read' } })).toEqual(['scope']);
    expect(await fields({ ...right, scope: {} })).toEqual(['scope']);
    expect(await fields({ ...right, ends: '2020-01-01' })).toEqual(['ends']);
    expect(await fields({ ...right, ends: '2099-02-30' })).toEqual(['ends']);
    expect(await fields({ ...right, hash: 'x' })).toEqual(['hash']);
    const operator = await server.signIn('op');
    expect(await status(operator('/api/keys'))).toBe(403);
    expect(await status(operator('/api/keys', { method: 'POST', json: right }))).toBe(403);
  });

  it('calls of one key are limited and told, and so are wrong keys of one address', async () => {
    const key = by((await make({})).token);
    const first = await key('/api/pb/company');
    expect([first.headers.get('RateLimit-Policy'), first.headers.get('RateLimit')]).toEqual(['"key";q=1000;w=60', '"key";r=999;t=60']);
    clock += 61_000;
    const wrong = () => by(`rb_${'a'.repeat(53)}`)('/api/pb/company');
    for (let at = 0; at < 30; at += 1) expect((await wrong()).status).toBe(401);
    const limited = await wrong();
    expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(await status(key('/api/pb/company'))).toBe(200);
  });

  it('the use of a key is written at most once a minute', async () => {
    const { id, token } = await make({});
    const used = async () => Number((await server.db.query('SELECT used_at FROM _api_key WHERE id = ?', [id]))[0]?.used_at);
    await by(token)('/api/pb/company');
    const first = await used();
    clock += 30_000;
    await by(token)('/api/pb/company');
    expect(await used()).toBe(first);
    clock += 31_000;
    await by(token)('/api/pb/company');
    expect(await used()).toBe(clock);
  });

  it('a page of an allowed origin may call by a key, one of another may not, and no answer is for a cookie', async () => {
    const { token } = await make({});
    const origin = 'https://app.example.com';
    const question = (from: string, headers = 'authorization,content-type') =>
      fetch(new URL('/api/pb/company', server.url), {
        method: 'OPTIONS',
        headers: { Origin: from, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': headers },
      });
    const allowed = await question(origin);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(allowed.headers.get('Access-Control-Allow-Headers')).toContain('If-Match');
    expect(allowed.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(allowed.headers.get('Vary')).toContain('Origin');
    // Not without a key, and not from elsewhere.
    expect((await question(origin, 'content-type')).headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect((await question('https://evil.example.com')).headers.get('Access-Control-Allow-Origin')).toBeNull();
    const write = (from: string) =>
      by(token)('/api/pb/company', { ...company(`from_${from.length}`), headers: { Origin: from, 'Sec-Fetch-Site': 'cross-site' } });
    const made = await write(origin);
    expect([made.status, made.headers.get('Access-Control-Allow-Origin')]).toEqual([201, origin]);
    expect(made.headers.get('Access-Control-Expose-Headers')).toContain('Content-Range');
    expect(await code(write('https://evil.example.com'))).toBe('msg.origin');
    const byCookie = await admin('/api/pb/company', { ...company('by_cookie'), headers: { Origin: origin, 'Sec-Fetch-Site': 'cross-site' } });
    expect([byCookie.status, byCookie.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
    // The page is shown why its key is refused.
    const refused = await by('rb_none')('/api/pb/company', { headers: { Origin: origin } });
    expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([401, origin]);
  });
});

describe('a key through a restart', () => {
  it('opens what it opened before', async () => {
    const database = freshUrl('sqlite');
    const env = { DATABASE_URL: database.url };
    const first = await startServer({ env });
    const admin = await first.signIn('admin');
    const answer = await admin('/api/keys', { method: 'POST', json: { name: 'Lasting', roles: ['[op]'], scope: 'all' } });
    const { token } = (await answer.json()).data;
    await first.stop();
    const again = await startServer({ env });
    expect((await fetch(new URL('/api/pb/company', again.url), { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
    await again.stop();
    await database.remove();
  });
});
