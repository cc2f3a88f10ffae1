import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLink, type Reach } from '#application/site/actions/check-link.ts';
import { isPublicAddress } from '#rules/addresses.ts';
import { campaign } from '../../../support/forum/forum.ts';
import { addApplicant, signInApplicant } from '../../../support/forum/site.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

describe('V20 a link is checked as any visitor would open it', () => {
  const asked: string[] = [];
  let host: ReturnType<typeof createServer>;
  let port: number;
  let reach: Reach;

  const answers: Record<string, (req: IncomingMessage, res: ServerResponse) => void> = {
    '/film': (_req, res) => res.end('film'),
    '/no-head': (req, res) => res.writeHead(req.method === 'HEAD' ? 405 : 206).end('f'),
    '/gone': (_req, res) => res.writeHead(404).end(),
    '/closed': (_req, res) => res.writeHead(403).end(),
    '/broken': (_req, res) => res.writeHead(500).end(),
    '/busy': (_req, res) => res.writeHead(429).end(),
    '/moved': (_req, res) => res.writeHead(302, { location: '/film' }).end(),
    '/sign-in-first': (_req, res) => res.writeHead(302, { location: '/login?next=film' }).end(),
    '/inside': (_req, res) => res.writeHead(302, { location: 'http://192.168.0.1/film' }).end(),
    '/renamed-inside': (_req, res) => res.writeHead(302, { location: `http://inside.example:${port}/film` }).end(),
    '/scheme': (_req, res) => res.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/round': (_req, res) => res.writeHead(302, { location: '/round' }).end(),
    '/endless': (req, res) => {
      if (req.method === 'HEAD') return void res.writeHead(405).end();
      res.writeHead(200);
      res.write('x');
    },
    '/silent': () => undefined,
  };

  beforeAll(async () => {
    host = createServer((req, res) => {
      asked.push(`${req.method} ${req.url}`);
      const path = new URL(req.url ?? '', 'http://x').pathname;
      (answers[path] ?? ((_req: IncomingMessage, other: ServerResponse) => other.end()))(req, res);
    });
    await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
    port = (host.address() as AddressInfo).port; // listens on TCP
    // One name may lead to this machine's own server; every other address is judged as ever.
    let turn = 0;
    reach = {
      patience: 700,
      lookup: async (name) => {
        if (name === 'films.example') return [{ address: '127.0.0.1', family: 4 }];
        // A name that leads outside when it is first looked up, and inside after that.
        if (name === 'rebind.example') {
          turn += 1;
          return [{ address: turn === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
        }
        if (name === 'mixed.example')
          return [
            { address: '127.0.0.1', family: 4 },
            { address: 'fd00::1', family: 6 },
          ];
        if (name === 'inside.example') return [{ address: '169.254.169.254', family: 4 }];
        throw new Error('ENOTFOUND');
      },
      mayReach: (address, at) => (address === '127.0.0.1' && at === port) || isPublicAddress(address),
    };
  });
  afterAll(() => {
    host.closeAllConnections();
    host.close();
  });

  it.each([
    ['/film', { ok: true }],
    ['/no-head', { ok: true }],
    ['/busy', { ok: true }],
    ['/moved', { ok: true }],
    ['/endless', { ok: true }],
    ['/gone', { ok: false, reason: 'notfound' }],
    ['/closed', { ok: false, reason: 'login' }],
    ['/sign-in-first', { ok: false, reason: 'login' }],
    ['/broken', { ok: false, reason: 'failing' }],
    ['/round', { ok: false, reason: 'unreachable' }],
    ['/silent', { ok: false, reason: 'unreachable' }],
    ['/inside', { ok: false, reason: 'private' }],
    ['/renamed-inside', { ok: false, reason: 'private' }],
    ['/scheme', { ok: false, reason: 'private' }],
  ])('%s → %j', async (path, expected) => {
    expect(await checkLink(`http://films.example:${port}${path}`, reach)).toEqual(expected);
  });

  it('at most three redirects are followed, and only to public addresses', async () => {
    asked.length = 0;
    await checkLink(`http://films.example:${port}/round`, reach);
    expect(asked).toEqual(Array(4).fill('HEAD /round'));
    asked.length = 0;
    await checkLink(`http://films.example:${port}/inside`, reach);
    expect(asked).toEqual(['HEAD /inside']);
  });

  it('a name that changes its address between two look-ups is refused, and so is a name with a private address', async () => {
    asked.length = 0;
    expect(await checkLink(`http://rebind.example:${port}/no-head`, reach)).toEqual({ ok: false, reason: 'private' });
    expect(asked).toEqual(['HEAD /no-head']);
    expect(await checkLink(`http://mixed.example:${port}/film`, reach)).toEqual({ ok: false, reason: 'private' });
    expect(asked).toEqual(['HEAD /no-head']);
  });

  it.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1:8443/',
  ])('%s is never connected to', async (link) => {
    const { ok, reason } = await checkLink(link, { ...reach, mayReach: isPublicAddress });
    expect([ok, ['private', 'unreachable'].includes(String(reason))]).toEqual([false, true]);
  });

  it.each([
    'ftp://films.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'films',
    'http://localhost/',
    'https://me:secret@films.example/',
    `https://films.example/${'x'.repeat(500)}`,
  ])('%.40s is not an address', async (link) => {
    expect(await checkLink(link, reach)).toEqual({ ok: false, reason: 'malformed' });
  });

  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', true],
    ['https://youtu.be/dQw4w9WgXcQ?t=1', true],
    ['https://vimeo.com/76979871', true],
    ['https://vimeo.com/76979871/0a1b2c3d4e', true],
    ['https://www.youtube.com/watch?v=short', false],
    ['https://www.youtube.com/@somebody', false],
    ['https://youtu.be/', false],
    ['https://vimeo.com/', false],
    ['https://vimeo.com/somebody', false],
  ])('%s is judged by its address alone where nobody can be asked, and marked so: %s', async (link, ok) => {
    const nowhere: Reach = { ...reach, lookup: () => Promise.reject(new Error('looked up')) };
    expect(await checkLink(link, nowhere)).toEqual(ok ? { ok: true, formOnly: true } : { ok: false, reason: 'video' });
  });

  it.each([
    ['there', { ok: true }],
    ['private', { ok: false, reason: 'login' }],
    ['gone', { ok: false, reason: 'notfound' }],
    ['busy', { ok: true, formOnly: true }],
    ['broken', { ok: true, formOnly: true }],
    ['silent', { ok: true, formOnly: true }],
    ['unreachable', { ok: true, formOnly: true }],
  ])('V20 oEmbed is asked about a film; %s is %j, and without an answer nothing is claimed', async (what, expected) => {
    const status: Record<string, number> = { there: 200, private: 403, gone: 404, busy: 429, broken: 500 };
    answers['/oembed'] = (_req, res) => void (what !== 'silent' && res.writeHead(status[what] ?? 200).end('{}'));
    asked.length = 0;
    const at = what === 'unreachable' ? 'http://127.0.0.1:9/oembed' : `http://127.0.0.1:${port}/oembed`;
    for (const [host, link] of Object.entries({ YouTube: 'https://youtu.be/dQw4w9WgXcQ', Vimeo: 'https://vimeo.com/76979871/0a1b2c3d4e' })) {
      expect(await checkLink(link, { ...reach, oembed: { [host]: at } }), host).toEqual(expected);
      if (what !== 'unreachable') expect(asked.at(-1)).toBe(`GET /oembed?${new URLSearchParams({ url: link, format: 'json' })}`);
    }
  });

  it.each([
    ['{"duration":200}', 200],
    ['{"duration":0}', undefined],
    ['{"duration":"200"}', undefined],
    ['{"title":"no length"}', undefined],
    ['<html>', undefined],
    [`{"title":"${'x'.repeat(70_000)}","duration":200}`, undefined],
  ])('of the answer %.30s the length %s is taken', async (body, seconds) => {
    answers['/oembed'] = (_req, res) => void res.end(body);
    const answer = await checkLink('https://vimeo.com/76979871', { ...reach, oembed: { Vimeo: `http://127.0.0.1:${port}/oembed` } });
    expect(answer).toEqual(seconds === undefined ? { ok: true } : { ok: true, seconds });
  });
});

describe('POST /api/site/link', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    await (await server.signIn('op'))('/api/pb/campaign', { method: 'POST', json: campaign });
    await addApplicant(server, 'mine@example.com');
  });
  afterAll(() => server.stop());

  it('V20 answers applicants in their language, a limited number of times a minute, and never connects to private addresses', async () => {
    const mine = await signInApplicant(server, 'mine@example.com');
    const check = (json: unknown, lang = 'tw', client = mine) =>
      client('/api/site/link', { method: 'POST', json, headers: { cookie: `${client.cookie}; lang=${lang}` } });
    expect((await check({ url: 'https://vimeo.com/76979871' }, 'tw', server.anonymous)).status).toBe(401);
    expect((await (await check({ url: 'https://vimeo.com/76979871' })).json()).data, 'nobody is asked here').toEqual({ ok: true, formOnly: true });
    const inside = (await (await check({ url: `${server.url}/healthz` })).json()).data;
    expect(inside).toEqual({ ok: false, reason: 'private', message: '這個網址在內部網路裡，別人打不開。' });
    const english = (await (await check({ url: 'vimeo.com' }, 'en')).json()).data;
    expect(english).toMatchObject({ reason: 'malformed', message: 'This is not a complete address; it begins with https://.' });
    expect((await (await check({ url: 'https://vimeo.com/1', more: 1 })).json()).err.fields[0]).toMatchObject({ path: 'more', code: 'field.unknown' });
    expect((await check({ url: 1 })).status).toBe(422);
    const many = await Promise.all(Array.from({ length: 12 }, () => check({ url: 'https://vimeo.com/76979871' })));
    expect(many.map(({ status }) => status).filter((status) => status === 423).length).toBeGreaterThan(0);
  });
});
