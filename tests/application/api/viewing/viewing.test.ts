/** R06: viewing pages from the visitor's side: each way in and each refusal, files by ranges, passwords, personal links, and what was watched. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenOf } from '#application/personal/actions/link-token.ts';
import { ensureLink } from '#application/personal/actions/personal-links.ts';
import { revokeLink } from '#application/personal/data/links.ts';
import { addressesOfLinks, watchOfPages } from '#application/viewing/data/watch.ts';
import type { Row } from '#codegen/model.ts';
import { sweep } from '#framework/system/sweep.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { mp4, vtt } from '../../../support/files/videos.ts';
import { type Client, clientWith, startServer, type TestServer } from '../../../support/server.ts';

const minute = 60_000;
const day = 1_440 * minute;

describe.each(testDatabases)('R06 viewing pages on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let now = Date.parse('2026-12-04T03:00:00Z');
  const ids: Record<string, string> = {};
  const stored: Record<string, string> = {};

  const stampAt = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  const get = (path: string, cookie = '', headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { headers: { ...(cookie && { cookie }), ...headers }, redirect: 'manual' });
  const cookieOf = (answer: Response): string =>
    answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .filter((one) => one.startsWith('reelbase_view'))
      .join('; ');
  const make = async (object: string, row: Row): Promise<Row> => {
    const answer = await admin(`/api/pb/${object}`, { method: 'POST', json: row });
    if (answer.status !== 201) throw new Error(`${object}: ${await answer.text()}`);
    return (await answer.json()) as Row; // a 201 carries the row
  };
  const page = async (row: Row): Promise<string> => String((await make('viewing_page', { cid: 'ccdf15', lang: 'tw', title: '放映室', ...row })).id);
  const link = async (pg: string, rowId: string, endsAt: number | null = null) => {
    const wanted = { kind: 'view', object: 'decision_maker', rowId, campaign: 'ccdf15', page: pg } as const;
    const made = await server.db.transaction((tx) => ensureLink(server.tools, tx, wanted, { by: 'admin', endsAt }));
    return { id: made.id, token: tokenOf(server.tools.config, made.id) };
  };
  /** A file's address as the page has it for whoever looks on. */
  const fileIn = async (pg: string, cookie: string, name: string): Promise<string> => {
    const text = await (await get(`/vp/ccdf15?pg=${pg}&lang=tw`, cookie)).text();
    return new RegExp(`/api/vp/ccdf15/${pg}/tw/file/${stored[name]}[^"\\s]*`).exec(text)?.[0].replace(/&amp;|\\u0026/g, '&') ?? '';
  };
  /** A page, and what its script is given. */
  const facts = async (pg: string, cookie = '', query = '') => {
    const answer = await get(`/vp/ccdf15?pg=${pg}&lang=tw${query}`, cookie);
    const text = await answer.text();
    return { cookie: cookieOf(answer), text, ...JSON.parse(/<script type="application\/json" id="viewing">(.*?)<\/script>/.exec(text)?.[1] ?? '{}') };
  };
  const enterBy = async (pg: string, token: string) => cookieOf(await get(`/vp/ccdf15?pg=${pg}&lang=tw&link=${token}`));

  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date(now), env: { TRUST_PROXY: '1' } });
    admin = await server.signIn('admin');
    const upload = uploader(server);
    const keep = async (name: string, di: string, object: string, field: string, bytes: Buffer): Promise<Row> => {
      const { body } = await upload(admin, { di, pl: { object, id: '', field }, files: [{ name, bytes }] });
      if (!body.done) throw new Error(JSON.stringify(body));
      const [file] = body.data!; // done
      stored[name] = String(file!.link).split('/').at(-1)!;
      return file!;
    };
    await make('campaign', { id: 'ccdf15', cna: '第十五屆', enaName: 'Forum 15', edition: 15, maxSel: 3, zone: 'GMT+8' });
    const videos = [await keep('river.mp4', 'video', 'film', 'videos', mp4())];
    const subtitles = [await keep('river.tw.vtt', 'subtitle', 'film', 'subtitles', vtt())];
    const other = [await keep('other.mp4', 'video', 'film', 'videos', mp4())];
    const still = await keep('still.png', 'pitch_still', 'pitch', 'stills', await picture());
    await make('film', {
      id: 'river-2026',
      cname: '河',
      ename: 'River',
      csynopsis: '一條河。\n<b>不是</b>標籤',
      director: '林若彤',
      videos,
      subtitles,
      trailer: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    });
    await make('film', { id: 'other-2026', cname: '別的', videos: other });
    ids.pitch = String(
      (await make('pitch', { cid: 'ccdf15', attProgram: 'C', cname: '海', ename: 'Sea', logline: '一片海', synopsis: '秘密的簡介', stills: [still] })).id,
    );
    ids.dm = String((await make('decision_maker', { cid: 'ccdf15', name: '林美惠', ename: 'Mei Lin' })).id);
    ids.off = String((await make('decision_maker', { cid: 'ccdf15', name: '停用', enabled: false })).id);
    const works: Row[] = [
      { film: 'river-2026', group: '長片', show: ['synopsis', 'video', 'trailer'] },
      { pitch: ids.pitch!, group: '提案', show: ['stills'] },
    ];
    ids.open = await page({ pg: '2', works, intro: '<p>歡迎</p><script>alert(1)</script>', access: 'open' });
    ids.openEn = await page({ pg: '2', lang: 'en', title: 'Screening', works, access: 'open' });
    ids.secret = await page({ pg: 'pw', works: [{ film: 'other-2026', show: ['video'] }], access: 'password', pw: 'river-secret' });
    ids.personal = await page({ pg: 'vip', works, access: 'personal', protect: true });
    await page({ pg: 'later', access: 'open', start: stampAt(now + 3 * day), title: '之後' });
    await page({ pg: 'past', access: 'open', end: stampAt(now - day) });
    await page({ pg: 'off', access: 'open', enabled: false });
  });
  afterAll(() => server.stop());

  it('renders the wall and its works: in groups, text and players without a script, and no hidden material', async () => {
    const answer = await get('/vp/ccdf15?pg=2&lang=tw');
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe-inline');
    for (const part of [
      '放映室',
      '<p>歡迎</p>',
      '長片',
      '提案',
      'id="w1"',
      'href="#w2"',
      '&lt;b&gt;不是',
      '林若彤',
      'og:title',
      `file/${stored['river.mp4']}`,
      '<track',
    ])
      expect(text).toContain(part);
    for (const part of ['alert(1)', '秘密的簡介', 'noindex', 'youtube-nocookie.com/embed" ', '林美惠']) expect(text).not.toContain(part);
    expect(text).not.toContain('<iframe');
  });

  it('shows the first page without a code; the language of the address, else the cookie’s, else the other', async () => {
    expect(await (await get('/vp/ccdf15')).text()).toContain('放映室');
    expect(await (await get('/vp/ccdf15', 'lang=en')).text()).toContain('Screening');
    const en = await get('/vp/ccdf15?pg=2&lang=en');
    expect(await en.text()).toContain('<html lang="en"');
    expect(en.headers.getSetCookie().join()).toContain('lang=en');
    expect((await get('/vp/ccdf15?pg=vip', 'lang=en')).status).toBe(403);
  });

  it.each([
    ['/vp/ccdf15?pg=2&lang=fr', 404, '不完整'],
    ['/vp/ccdf15?pg=a-b&lang=tw', 404, '不完整'],
    [`/vp/ccdf15?pg=${'a'.repeat(21)}`, 404, '不完整'],
    ['/vp/cc_df', 404, '不完整'],
    ['/vp/ccdf15/more', 404, '不完整'],
    ['/vp/ccdf15?pg=1&pg=2', 404, '不完整'],
    ['/vp/none', 404, '找不到這個活動'],
    ['/vp/ccdf15?pg=9', 404, '找不到這個觀影頁'],
    ['/vp/ccdf15?pg=off', 404, '找不到這個觀影頁'],
    ['/vp/ccdf15?pg=vip&lang=en', 404, 'not available in English'],
    ['/vp/ccdf15?pg=later', 403, '還沒開始'],
    ['/vp/ccdf15?pg=past', 410, '已經結束'],
    ['/vp/ccdf15?pg=pw', 401, '請輸入密碼'],
    ['/vp/ccdf15?pg=vip', 403, '需要個人連結'],
    [`/vp/ccdf15?pg=vip&link=${'x'.repeat(36)}`, 403, '無法辨識'],
  ])('%s answers %i with a page of its own', async (path, status, said) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    const text = await answer.text();
    expect(text).toContain(said);
    expect(text).toContain('noindex');
    expect(text).not.toContain('秘密的簡介');
  });

  it('says when a page opens or has closed, in the campaign’s zone', async () => {
    const text = await (await get('/vp/ccdf15?pg=later')).text();
    expect(text).toContain('2026-12-07 11:00');
    expect(text).toContain('data-at="2026-12-07T03:00:00Z"');
    expect(text).toContain('之後');
  });

  it('accepts a password by form and by call: says how many tries are left, then blocks; the right one opens both files and page', async () => {
    const form = (pw: string, address: string, more: Record<string, string> = {}) =>
      fetch(`${server.url}/vp/ccdf15?pg=pw&lang=tw`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address, ...more },
        body: new URLSearchParams({ pw }),
      });
    const file = `/api/vp/ccdf15/pw/tw/file/${stored['other.mp4']}`;
    expect((await get(file)).status).toBe(401);
    for (const left of [4, 3, 2, 1]) {
      const answer = await form('wrong', '203.0.113.7');
      expect([answer.status, (await answer.text()).includes(`再試 ${left} 次`)]).toEqual([401, true]);
    }
    const last = await form('wrong', '203.0.113.7');
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '900']);
    expect((await form('river-secret', '203.0.113.7')).status).toBe(429);
    expect((await form('river-secret', '203.0.113.8', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const right = await form('river-secret', '203.0.113.8');
    expect([right.status, right.headers.get('location')]).toEqual([303, '/vp/ccdf15?pg=pw&lang=tw']);
    const cookie = cookieOf(right);
    expect(right.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax/);
    expect([(await get('/vp/ccdf15?pg=pw', cookie)).status, (await get(file, cookie)).status]).toEqual([200, 200]);
    const call = (json: unknown) =>
      clientWith(server.url, '')('/api/vp/ccdf15/pw/tw/enter', { method: 'POST', json, headers: { 'x-forwarded-for': '203.0.113.9' } });
    const wrong = await call({ pw: 'no' });
    expect([wrong.status, (await wrong.json()).data]).toEqual([422, { left: 4 }]);
    expect((await (await call({ pw: 'river-secret', role: '[]' })).json()).err.fields[0].code).toBe('field.unknown');
    expect(cookieOf(await call({ pw: 'river-secret' }))).not.toBe('');
    now += 16 * minute;
    expect((await form('river-secret', '203.0.113.7')).status).toBe(303);
    // Another password ends what the old one opened.
    const row = await (await admin(`/api/pb/viewing_page/${ids.secret}`)).json();
    await admin(`/api/pb/viewing_page/${ids.secret}`, { method: 'PUT', json: { pw: 'new-secret', ver: row.ver } });
    expect((await get('/vp/ccdf15?pg=pw', cookie)).status).toBe(401);
  });

  it('a cookie from elsewhere or for another page opens nothing', async () => {
    const cookie = await enterBy('vip', (await link('vip', ids.dm!)).token);
    expect((await get('/vp/ccdf15?pg=vip', cookie)).status).toBe(200);
    expect(
      (
        await get(
          '/vp/ccdf15?pg=vip',
          cookie.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')),
        )
      ).status,
    ).toBe(403);
    expect((await get('/vp/ccdf15?pg=pw', cookie.replace('_vip', '_pw'))).status).toBe(401);
  });

  it('a personal link disappears from the address, is recorded with where it came from, and shows its person over the film', async () => {
    const { id, token } = await link('vip', ids.dm!);
    const first = await get(`/vp/ccdf15?pg=vip&lang=tw&link=${token}`, '', { 'x-forwarded-for': '198.51.100.1', 'user-agent': 'Phone' });
    expect([first.status, first.headers.get('location')]).toEqual([303, '/vp/ccdf15?pg=vip&lang=tw']);
    await get(`/vp/ccdf15?pg=vip&lang=tw&link=${token}`, '', { 'x-forwarded-for': '198.51.100.2', 'user-agent': 'Desk' });
    const text = await (await get('/vp/ccdf15?pg=vip', cookieOf(first))).text();
    expect(text).toContain('"viewer":"林美惠"');
    expect(text).not.toContain(token);
    // What is protected needs the overlay, and so the script.
    expect(text).not.toContain('<video');
    const uses = await addressesOfLinks(server.db, [id]);
    expect(uses.map(({ address, agent }) => [address, agent])).toEqual(
      expect.arrayContaining([
        ['198.51.100.1', 'Phone'],
        ['198.51.100.2', 'Desk'],
      ]),
    );
    expect((await watchOfPages(server.db, [ids.personal!])).find(({ link: own, video }) => own === id && video === '')?.opens).toBeGreaterThan(0);
    // Beats lengthen the stretch, once a minute; after a pause another begins; three months later none of it is known.
    const played = { work: 'film:river-2026', video: stored['river.mp4'], spans: [[0, 1]], at: 1, duration: 60 };
    const beat = () =>
      fetch(`${server.url}/api/vp/ccdf15/vip/tw/watch`, {
        method: 'POST',
        body: JSON.stringify(played),
        headers: { origin: server.url, cookie: cookieOf(first), 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1', 'user-agent': 'Phone' },
      });
    const begun = now;
    for (const minutes of [4, 8, 20]) {
      now = begun + minutes * minute;
      expect((await beat()).status).toBe(200);
    }
    const phone = (await addressesOfLinks(server.db, [id])).filter(({ agent }) => agent === 'Phone');
    expect(phone.map(({ firstAt, lastAt }) => [firstAt - begun, lastAt - begun])).toEqual([
      [0, 8 * minute],
      [20 * minute, 20 * minute],
    ]);
    now = begun;
    await server.db.run('UPDATE `_watch_address` SET `last_at` = `last_at` - ? WHERE `link` = ?', [90 * day + 10 * minute, id]);
    await sweep(server.tools);
    expect((await addressesOfLinks(server.db, [id])).map(({ agent, firstAt }) => [agent, firstAt - begun])).toEqual([['Phone', 20 * minute]]);
    expect((await get(`/vp/ccdf15?pg=2&lang=tw&link=${token}`)).status).toBe(403);
  });

  it('where somebody stopped comes with the page: by the same link on any device, of films that the page still has, and not to staff who preview it', async () => {
    const id = await page({ pg: 'seen', works: [{ film: 'river-2026', show: ['video'] }], access: 'personal' });
    const { token } = await link('seen', ids.dm!);
    const [phone, tablet] = [await enterBy('seen', token), await enterBy('seen', token)];
    const [work, video] = ['film:river-2026', stored['river.mp4']];
    const json = { work, video, spans: [[30, 41.5]], at: 41.5, duration: 60 };
    expect((await clientWith(server.url, phone)('/api/vp/ccdf15/seen/tw/watch', { method: 'POST', json })).status).toBe(200);
    const there = [{ work, video, place: 41.5, duration: 60, at: now }];
    expect([(await facts('seen', phone)).places, (await facts('seen', tablet)).places]).toEqual([there, there]);
    expect(await (await admin('/vp/ccdf15?pg=seen&lang=tw&preview=1', { headers: { cookie: `${admin.cookie}; ${phone}` } })).text()).toContain('"places":[]');
    const row = await (await admin(`/api/pb/viewing_page/${id}`)).json();
    expect((await admin(`/api/pb/viewing_page/${id}`, { method: 'PUT', json: { ...row, works: [{ film: 'other-2026', show: ['video'] }] } })).status).toBe(200);
    expect((await facts('seen', tablet)).places).toEqual([]);
  });

  it('the mark over protected films is each viewer’s own: name, e-mail where the page says so, nothing where it does not, a number of the statistics without a link', async () => {
    const mail = String((await make('decision_maker', { cid: 'ccdf15', name: '陳大文', email: 'david@example.com' })).id);
    const works = [{ film: 'river-2026', show: ['video'] }];
    await page({ pg: 'mail', works, access: 'personal', protect: true, mark: 'email' });
    await page({ pg: 'bare', works, access: 'personal', protect: true, mark: 'off' });
    await page({ pg: 'free', works, access: 'open', protect: true });
    const markIn = async (pg: string, rowId?: string) => {
      const cookie = rowId === undefined ? '' : await enterBy(pg, (await link(pg, rowId)).token);
      return (await facts(pg, cookie)).mark;
    };
    const [one, other] = [await markIn('mail', mail), await markIn('mail', ids.dm)];
    expect([one.text, other.text]).toEqual(['陳大文 david@example.com', '林美惠']);
    expect(one.seed).not.toBe(other.seed);
    expect((await markIn('vip', mail)).text).toBe('陳大文');
    expect(await markIn('bare', mail)).toBeNull();
    expect(await markIn('2')).toBeNull();
    const [guest, second] = [await markIn('free'), await markIn('free')];
    expect([guest.text, second.text].every((text) => /^訪客 [0-9a-f]{6}$/.test(text))).toBe(true);
    expect(guest.text).not.toBe(second.text);
    expect(await (await admin('/vp/ccdf15?pg=mail&lang=tw&preview=1')).text()).toContain('"mark":{"text":"admin 預覽"');
    expect((await admin('/api/pb/viewing_page', { method: 'POST', json: { cid: 'ccdf15', pg: 'x', lang: 'tw', title: 'x', mark: 'all' } })).status).toBe(422);
  });

  it('a film that is always watched with the mark has it on each page, with addresses of its viewer’s own; the page’s other films are as the page says', async () => {
    const stored2 = (await (await admin('/api/pb/film/other-2026')).json()).videos;
    await make('film', { id: 'marked-2026', cname: '有浮水印', watermark: true, videos: stored2 });
    const works = ['marked-2026', 'river-2026'].map((film) => ({ film, show: ['video'] }));
    await page({ pg: 'wm', works, access: 'open' });
    await page({ pg: 'wmbare', works, access: 'personal', protect: true, mark: 'off' });
    const open = await facts('wm');
    expect([open.mark.text, open.seconds]).toEqual([expect.stringMatching(/^訪客 [0-9a-f]{6}$/), 300]);
    expect(open.works.map((work: Row) => [work.protect, work.isMarked])).toEqual([
      [true, true],
      [false, false],
    ]);
    // The browser's own player, for whoever has no script, has the other film alone.
    expect([...open.text.matchAll(/<source src="[^"]*?(\w{26})\./g)].map(([, name]) => name)).toEqual([stored['river.mp4']?.slice(0, 26)]);
    const [own, free] = open.works.map((work: { videos: { src: string }[] }) => work.videos[0]?.src);
    expect(own).toMatch(/\?until=\w+&seal=[\w-]{22}$/);
    expect(free).not.toContain('seal');
    const answers = await Promise.all([get(own, open.cookie), get(own), get(own.replace(/\?.*/, ''), open.cookie), get(free)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 200]);
    // A page that has none over its protected films has it over this one.
    const bare = await facts('wmbare', await enterBy('wmbare', (await link('wmbare', ids.dm!)).token));
    expect([bare.mark.text, bare.works.map((work: Row) => [work.protect, work.isMarked])]).toEqual([
      '林美惠',
      [
        [true, true],
        [true, false],
      ],
    ]);
    // Not so marked any more, it is as the page says, on the page at once and in its files within seconds.
    expect((await admin('/api/pb/film/marked-2026', { method: 'PUT', json: { watermark: false, ver: 1 } })).status).toBe(200);
    const after = await facts('wm');
    expect([after.mark, after.seconds, after.works[0].protect]).toEqual([null, 0, false]);
    now += 11_000;
    expect((await get(after.works[0].videos[0].src)).status).toBe(200);
  });

  it('a revoked link, an expired one, and that of a disabled person open nothing: 410 by the link and by the cookie that it set', async () => {
    const one = await link('vip', ids.off!);
    expect((await get(`/vp/ccdf15?pg=vip&link=${one.token}`)).status).toBe(410);
    const short = await link('2', ids.dm!, now + day);
    const vip = await link('vip', ids.dm!);
    const cookie = await enterBy('vip', vip.token);
    const file = await fileIn('vip', cookie, 'river.mp4');
    expect((await get(file, cookie)).status).toBe(200);
    await server.db.transaction((tx) => revokeLink(tx, vip.id, now));
    const gone = await get('/vp/ccdf15?pg=vip', cookie);
    expect([gone.status, (await gone.text()).includes('已經停用')]).toEqual([410, true]);
    expect((await get(file, cookie)).status).toBe(410);
    expect((await get(`/vp/ccdf15?pg=vip&link=${vip.token}`)).status).toBe(410);
    now += 2 * day;
    const over = await get(`/vp/ccdf15?pg=2&link=${short.token}`);
    expect([over.status, (await over.text()).includes('已經過期')]).toEqual([410, true]);
    now -= 2 * day;
  });

  it('delivers the files of its own works by ranges, and no other file', async () => {
    const base = '/api/vp/ccdf15/2/tw/file';
    const whole = await get(`${base}/${stored['river.mp4']}`);
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('cache-control')]).toEqual([200, 'video/mp4', 'private, no-cache']);
    const part = await get(`${base}/${stored['river.mp4']}`, '', { range: 'bytes=4-11' });
    expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([206, `bytes 4-11/${mp4().length}`, 8]);
    expect((await get(`${base}/${stored['river.mp4']}`, '', { range: 'bytes=99999999-' })).status).toBe(416);
    expect((await get(`${base}/${stored['river.tw.vtt']}`)).headers.get('content-type')).toContain('text/vtt');
    expect((await get(`${base}/${stored['still.png']}?w=320`)).headers.get('content-type')).toBe('image/webp');
    expect((await get(`${base}/${stored['other.mp4']}`)).status).toBe(404);
    expect((await get(`${base}/${stored['river.mp4']}`.replace('/2/', '/later/'))).status).toBe(403);
    expect((await get(`${base}/${stored['river.mp4']}`.replace('/2/', '/past/'))).status).toBe(410);
    expect((await get(`${base}/../../../../../healthz`)).status).not.toBe(206);
  });

  it('delivers a protected page’s files only by addresses of that viewer, for a time that the open page extends; a copied one is dead', async () => {
    const cookie = await enterBy('vip', (await link('vip', ids.dm!)).token);
    const other = await enterBy('vip', (await link('vip', ids.dm!)).token);
    const text = await (await get('/vp/ccdf15?pg=vip&lang=tw', cookie)).text();
    expect(text).toContain('"seconds":300');
    const film = await fileIn('vip', cookie, 'river.mp4');
    const lines = await fileIn('vip', cookie, 'river.tw.vtt');
    const still = await fileIn('vip', cookie, 'still.png');
    expect([film, lines, still].map((one) => /\?until=\w+&seal=[\w-]{22}/.test(one))).toEqual([true, true, true]);
    for (const one of [film, lines, still]) expect((await get(one, cookie)).status).toBe(200);
    const part = await get(film, cookie, { range: 'bytes=4-11' });
    expect([part.status, part.headers.get('content-range'), part.headers.get('cache-control')]).toEqual([
      206,
      `bytes 4-11/${mp4().length}`,
      'private, no-cache',
    ]);
    expect((await fetch(`${server.url}${film}`, { method: 'HEAD', headers: { cookie } })).status).toBe(200);
    // Without its seal, with another file's, another viewer's, no viewer's, or one that was changed.
    const [path = '', query = ''] = film.split('?');
    const foreign: [string, string][] = [
      [path, cookie],
      [`${path}?${lines.split('?')[1]}`, cookie],
      [film, other],
      [film.replace(/until=\w+/, 'until=zzzzzzzz'), cookie],
      [`${path}?${query}&until=1`, cookie],
      [film.replace('/vip/tw/', '/2/tw/').replace(/seal=.*/, 'seal=x'), ''],
    ];
    expect(await Promise.all(foreign.map(async ([address, by]) => (await get(address, by)).status))).toEqual([403, 403, 403, 403, 403, 200]);
    expect((await get(film)).status).toBe(403);
    expect((await fetch(`${server.url}${film}`, { method: 'HEAD', headers: { cookie: other } })).status).toBe(403);
    // Its time is over, but not a picture's.
    const begun = now;
    now = begun + 6 * minute;
    expect([(await get(film, cookie)).status, (await get(lines, cookie)).status, (await get(still, cookie)).status]).toEqual([410, 410, 200]);
    const extend = (by: string) => clientWith(server.url, by)('/api/vp/ccdf15/vip/tw/extend', { method: 'POST', json: {} });
    const extended = await extend(cookie);
    expect([extended.status, (await extended.json()).data]).toEqual([200, { seconds: 300 }]);
    const held = (extended.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    expect(extended.headers.getSetCookie().join()).toMatch(/^reelbase_open_ccdf15_vip_tw=.*HttpOnly; SameSite=Lax; Max-Age=300$/);
    expect((await get(film, `${cookie}; ${held}`)).status).toBe(200);
    expect((await get(film, `${cookie}; ${held}`, { range: 'bytes=0-3' })).status).toBe(206);
    // The extension is this viewer's own, and ends as well.
    expect((await get(film, `${other}; ${held}`)).status).toBe(403);
    expect((await get(await fileIn('vip', other, 'river.mp4'), other)).status).toBe(200);
    now = begun + 12 * minute;
    expect((await get(film, `${cookie}; ${held}`)).status).toBe(410);
    now = begun + 25 * 60 * minute;
    expect((await get(still, cookie)).status).toBe(410);
    now = begun;
    expect((await extend('')).status).toBe(403);
    expect((await (await extend(cookie)).json()).done).toBe(true);
  });

  it('adds up heartbeats: repeats change nothing; impossible values and another page’s film are refused', async () => {
    const first = await get('/vp/ccdf15?pg=2&lang=tw');
    const visitor = clientWith(server.url, cookieOf(first));
    const beat = (json: unknown, client = visitor) => client('/api/vp/ccdf15/2/tw/watch', { method: 'POST', json });
    const video = stored['river.mp4']!;
    const work = 'film:river-2026';
    expect((await beat({ work: '', video: '', spans: [], at: 0, duration: 0 })).status).toBe(200);
    for (const spans of [[[0, 10]], [[0, 10]], [[30, 41.5]], [[8, 12]]]) expect((await beat({ work, video, spans, at: 41.5, duration: 60 })).status).toBe(200);
    const [row] = (await watchOfPages(server.db, [ids.open!])).filter((one) => one.video === video);
    expect(row).toMatchObject({
      work,
      link: '',
      place: 41.5,
      duration: 60,
      seconds: 23.5,
      spans: [
        [0, 12],
        [30, 41.5],
      ],
    });
    // A visitor without a link is told nothing: their own browser stores where they stopped.
    expect((await facts('2', cookieOf(first))).places).toEqual([]);
    const codes = async (json: unknown) =>
      (await (await beat(json)).json()).err?.fields.map((one: { path: string; code: string }) => `${one.path} ${one.code}`);
    expect(await codes({ work, video, spans: [[0, 90]], at: 5, duration: 60 })).toEqual(['spans/0 field.range']);
    expect(await codes({ work, video, spans: [[5, 'x']], at: -1, duration: 60 })).toEqual(['at field.range', 'spans/0 field.invalid']);
    expect(await codes({ work, video, spans: Array.from({ length: 41 }, () => [1, 2]), at: 5, duration: 60 })).toEqual(['spans field.toomany']);
    expect(await codes({ work, video: stored['other.mp4'], spans: [[0, 1]], at: 1, duration: 60 })).toEqual(['video field.reference']);
    expect(await codes({ work: 'film:other-2026', video: '', at: 0, duration: 0 })).toEqual(['work field.reference']);
    expect(await codes({ work, video, spans: [], at: 0, duration: 1e9 })).toEqual(['duration field.range']);
    expect(await codes({ work, video, spans: [], at: 0, duration: 60, viewer: 'me' })).toEqual(['viewer field.unknown']);
    // Somebody without the page's cookie leaves no row.
    const before = (await watchOfPages(server.db, [ids.open!])).length;
    expect((await beat({ work, video, spans: [[0, 3]], at: 3, duration: 60 }, server.anonymous)).status).toBe(200);
    expect(await watchOfPages(server.db, [ids.open!])).toHaveLength(before);
    const statuses = [];
    for (let index = 0; index < 60; index += 1) statuses.push((await beat({ work, video, spans: [], at: 1, duration: 60 })).status);
    expect(statuses).toContain(423);
  });

  it('accepts heartbeats that arrive together, and loses none', async () => {
    const visitor = clientWith(server.url, cookieOf(await get('/vp/ccdf15?pg=2&lang=tw')));
    const [video, work] = [stored['river.mp4']!, 'film:river-2026'];
    const beats = Array.from({ length: 24 }, (_, index) => ({ work, video, spans: [[index * 2, index * 2 + 1]], at: index * 2 + 1, duration: 60 }));
    const statuses = await Promise.all(beats.map(async (json) => (await visitor('/api/vp/ccdf15/2/tw/watch', { method: 'POST', json })).status));
    expect([...new Set(statuses)]).toEqual([200]);
    expect((await watchOfPages(server.db, [ids.open!])).find((one) => one.video === video && one.spans.length === 24)?.seconds).toBe(24);
  });

  it('staff see every page as a visitor would, without being counted; `preview` has no effect for others', async () => {
    const rows = async () => (await watchOfPages(server.db, [ids.personal!, ids.open!])).length;
    const before = await rows();
    for (const pg of ['later', 'past', 'vip', 'off', 'pw']) {
      const answer = await admin(`/vp/ccdf15?pg=${pg}&lang=tw&preview=1`);
      expect([pg, answer.status, (await answer.text()).includes('預覽這一頁')]).toEqual([pg, 200, true]);
    }
    const previewed = await (await admin('/vp/ccdf15?pg=vip&lang=tw&preview=1')).text();
    const file = new RegExp(`/api/vp/ccdf15/vip/tw/file/${stored['river.mp4']}[^"]*`).exec(previewed)?.[0].replaceAll('\\u0026', '&') ?? '';
    expect(file).toMatch(/&preview=1$/);
    expect([(await admin(file)).status, (await get(file)).status]).toEqual([200, 403]);
    expect((await admin(`/api/vp/ccdf15/vip/tw/file/${stored['river.mp4']}?preview=1`)).status).toBe(403);
    const watch = await admin('/api/vp/ccdf15/vip/tw/watch?preview=1', {
      method: 'POST',
      json: { work: 'film:river-2026', video: '', spans: [], at: 0, duration: 0 },
    });
    expect(watch.status).toBe(200);
    expect((await get('/vp/ccdf15?pg=vip&preview=1')).status).toBe(403);
    expect((await get(`/api/vp/ccdf15/vip/tw/file/${stored['river.mp4']}?preview=1`)).status).toBe(403);
    expect(await rows()).toBe(before);
  });
});

describe('R40 R41 a host of its own', () => {
  it('shows one campaign’s pages at its root and nothing else', async () => {
    const sites = JSON.stringify({ 'view.example.com': '/vp/ccdf15', 'erp.example.com': '/erp' });
    const server = await startServer({ env: { SITES: sites } });
    const admin = await server.signIn('admin').catch(() => undefined);
    const model = server.registry.get('viewing_page')!.model;
    const { insertRow } = await import('#framework/data/rows/write.ts');
    const { defaultsOf } = await import('#rules/records/record.ts');
    const stamps = { ver: 1, create_at: '2026-11-01 00:00:00', update_at: '2026-11-01 00:00:00', update_by: 'admin' };
    const campaign = server.registry.get('campaign')!.model;
    await server.db.transaction((tx) => insertRow(tx, campaign, { ...defaultsOf(campaign), id: 'ccdf15', cna: '第十五屆', edition: 15, maxSel: 1, ...stamps }));
    await server.db.transaction((tx) =>
      insertRow(tx, model, { ...defaultsOf(model), id: 'p1', cid: 'ccdf15', pg: '1', lang: 'tw', title: '自己的網域', ...stamps }),
    );
    const { request } = await import('node:http');
    const ask = (host: string, path: string, method = 'GET'): Promise<{ status: number; text: string }> =>
      new Promise((resolve, reject) => {
        const sent = request(`${server.url}${path}`, { method, headers: { host } }, (answer) => {
          let text = '';
          answer.on('data', (chunk) => {
            text += chunk;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        });
        sent.on('error', reject).end();
      });
    const root = await ask('view.example.com', '/');
    expect([root.status, root.text.includes('自己的網域')]).toEqual([200, true]);
    expect(root.text).toContain('href="?pg=1&amp;lang=en"');
    expect((await ask('view.example.com', '/api/vp/ccdf15/1/tw/extend', 'POST')).status).toBe(200);
    expect((await ask('view.example.com', '/api/vp/ccdf16/1/tw/extend', 'POST')).status).toBe(404);
    expect((await ask('erp.example.com', '/api/vp/ccdf15/1/tw/extend', 'POST')).status).toBe(404);
    expect((await ask('other.example.com', '/vp/ccdf15')).status).toBe(404);
    expect(admin).toBeUndefined();
    await server.stop();
  });
});
