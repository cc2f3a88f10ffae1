import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SiteFacts } from '#application/site/wire.ts';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { type Client, passwordOf, startServer, type TestServer } from '../../../support/server.ts';

const forum: Row = {
  id: 'ccdf15',
  cna: '第 15 屆 <b>&"海"</b>',
  enaName: 'Forum Fifteen',
  edition: 14,
  maxSel: 2,
  cStart: '2026-01-01 00:00:00',
  cEnd: '2026-02-01 00:00:00',
  sStart: '2026-02-05 00:00:00',
  sEnd: '2026-03-01 00:00:00',
  cBefore: { tw: '<p>還沒開始喔<script>alert(1)</script></p>', en: '<p onclick="alert(1)">Not <a href="javascript:alert(1)">yet</a></p>' },
  cAfter: { tw: '<p>報名結束了</p>', en: '<p>Enrolment is over<img src=x onerror=alert(1)></p>' },
  sBefore: { tw: '<p>評選還沒</p>', en: '<p>No selection yet</p>' },
  sAfter: { tw: '<p>評選結束了</p>', en: '<p>Selection is over</p>' },
  cBeforeCss: 'h1 { color: gold } @import url(https://evil.example/x.css); p { position: fixed; margin: 0 }',
};
const before = '2025-12-30T00:00:00Z';
const open = '2026-01-15T00:00:00Z';
const last = '2026-01-30T12:00:00Z';
const between = '2026-02-03T00:00:00Z';
const selecting = '2026-02-10T00:00:00Z';
const over = '2026-06-01T00:00:00Z';

describe.each(testDatabases)('pages of the campaign site, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let guest: Client;
  let now = new Date(open);

  const create = async (object: string, row: Row) => {
    const answer = await admin(`/api/pb/${object}`, { method: 'POST', json: row });
    if (answer.status !== 201) throw new Error(await answer.text());
  };

  beforeAll(async () => {
    server = await startServer({ kind, now: () => now });
    admin = await server.signIn('admin');
    guest = await server.signIn('gs');
    await create('campaign', forum);
    await create('campaign', { id: 'ccdf16', cna: '第十六屆', maxSel: 3, cStart: '2027-01-01 00:00:00', cEnd: '2027-02-01 00:00:00' });
    await create('campaign', { id: 'draft17', cna: '籌備中的一屆', maxSel: 3 });
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    now = new Date(open);
    // A session does not outlive a clock that is set back and forth.
    admin = await server.signIn('admin');
    guest = await server.signIn('gs');
  });

  /** The page as a visitor without a script has it, sessions renewed for the clock that the test set. */
  const page = async (path: string, { lang, client = server.anonymous, at }: { lang?: string; client?: Client; at?: string } = {}) => {
    if (at) now = new Date(at);
    const cookie = [client.cookie, lang && `lang=${lang}`].filter(Boolean).join('; ');
    const answer = await client(path, { headers: cookie ? { cookie } : {} });
    const text = await answer.text();
    const facts = JSON.parse(/<script type="application\/json" id="facts">(.*?)<\/script>/s.exec(text)?.[1] ?? 'null') as SiteFacts;
    return { status: answer.status, headers: answer.headers, text, facts, title: /<title>(.*?)<\/title>/s.exec(text)?.[1] };
  };
  const part = (text: string) => /id="panel" data-part="([\w-]+)"/.exec(text)?.[1];

  it.each([
    ['R01', '/', 'dark', undefined, '第 15 屆'],
    ['R02', '/enroll', 'dark', 'enrol-gate', '報名｜第 15 屆'],
    ['R03', '/enroll/edit', 'light', 'enrol-desk', '報名表｜第 15 屆'],
    ['R04', '/selection', 'dark', 'selection-gate', '評審專區｜第 15 屆'],
    ['R05', '/selection/edit', 'light', 'selection-desk', '評選｜第 15 屆'],
  ])('%s %s is rendered by the server: title, state, layout, metadata, and the interactive part', async (_id, path, theme, panel, title) => {
    const seen = await page(path);
    expect(seen.status).toBe(200);
    expect(seen.title).toContain(title);
    expect(seen.text).toContain(`<html lang="zh-Hant-TW" data-theme="${theme}">`);
    expect(seen.text).toMatch(/<body class="campaign /);
    expect(seen.text).toContain(path.startsWith('/selection') ? '評選尚未開始' : '報名進行中');
    expect(part(seen.text)).toBe(panel);
    expect(seen.text).toMatch(/<meta name="description" content="[^"]{3,}">/);
    expect(seen.text).toMatch(/<meta property="og:title" content="[^"]{3,}">/);
    expect(seen.text.match(/<h1\b/g)).toHaveLength(1);
    expect(seen.facts.campaign?.id).toBe('ccdf15');
    expect(seen.headers.get('content-security-policy')).not.toMatch(/unsafe/);
    expect(seen.text, 'inline styles would not pass the policy').not.toMatch(/ style="|<style(?! nonce="[\w-]{20,}")|<script>/);
  });

  it('R01 the home page says what to do: one button, by the state', async () => {
    expect((await page('/')).text).toContain('<a class="ui-button is-solid" href="/enroll">我要報名</a>');
    expect((await page('/?campaign=ccdf15', { at: over })).text).toContain('<a class="ui-button is-solid" href="/enroll?campaign=ccdf15">查看我的報名</a>');
    expect((await page('/', { at: selecting })).text).toContain('href="/selection">評審登入</a>');
    const early = (await page('/?campaign=ccdf16')).text;
    expect(early).not.toContain('我要報名');
    expect(early).toContain('href="/enroll?campaign=ccdf16">先建立帳號</a>');
  });

  it('S02 the enrolment window: not started, open, last 72 hours, ended, each with its message and in both languages', async () => {
    const seen = async (at: string, lang: string) => (await page('/enroll', { at, lang })).text;
    expect(await seen(before, 'tw')).toMatch(/報名尚未開始.*<p>還沒開始喔<\/p>/s);
    expect(await seen(before, 'en')).toMatch(/Enrolment has not opened yet.*<p>Not <a>yet<\/a><\/p>/s);
    expect(await seen(open, 'tw')).toMatch(/報名進行中/);
    expect(await seen(open, 'tw')).not.toContain('countdown-face');
    expect(await seen(last, 'tw')).toMatch(/報名即將截止.*data-until="2026-02-01T00:00:00Z".*data-unit="days">1<.*data-unit="hours">12</s);
    expect(await seen(last, 'en')).toMatch(/Enrolment closes soon/);
    expect(await seen(between, 'tw')).toMatch(/報名已截止.*<p>報名結束了<\/p>/s);
    expect(await seen(between, 'en')).toMatch(/Enrolment has ended.*<p>Enrolment is over<\/p>/s);
  });

  it('S03 the selection window: the same states', async () => {
    const seen = async (at: string, lang: string, path = '/selection') => (await page(path, { at, lang })).text;
    expect(await seen(between, 'tw')).toMatch(/評選尚未開始.*<p>評選還沒<\/p>/s);
    expect(await seen(between, 'en')).toMatch(/Selection has not started yet.*<p>No selection yet<\/p>/s);
    expect(await seen(selecting, 'tw')).toMatch(/評選進行中/);
    expect(await seen('2026-02-28T00:00:00Z', 'en')).toMatch(/Selection closes soon/);
    expect(await seen(over, 'tw', '/selection?campaign=ccdf15')).toMatch(/評選已結束.*<p>評選結束了<\/p>/s);
    expect(await seen(over, 'en', '/selection/edit?campaign=ccdf15')).toMatch(/Selection has ended.*<p>Selection is over<\/p>/s);
  });

  it('S03 a juror who is signed in is not told to sign in', async () => {
    const written = async (cookie: string) => {
      now = new Date(selecting);
      return (await server.anonymous('/selection', { headers: { cookie: `lang=en${cookie}` } })).text();
    };
    expect(await written('')).toContain('Members of the jury sign in to read');
    const signedIn = await written(`; reelbase_jury=${'x'.repeat(43)}`);
    expect(signedIn).toContain('Read the projects and make your choices');
    expect(signedIn).not.toContain('jury sign in');
  });

  it('S02 dates are in the campaign’s zone, which is called GMT+8 and never CST', async () => {
    const { text } = await page('/enroll');
    expect(text).toContain('<time datetime="2026-01-01T00:00:00Z">2026-01-01 08:00</time>');
    expect(text).toContain('<time datetime="2026-02-01T00:00:00Z">2026-02-01 08:00</time>');
    expect(text).toContain('GMT+8');
    expect(text).not.toContain('CST');
  });

  it('the current campaign is chosen by the windows, and each has its address; one in preparation is only found by its address', async () => {
    expect((await page('/')).facts.campaign?.id).toBe('ccdf15');
    expect((await page('/', { at: selecting })).facts.campaign?.id).toBe('ccdf15');
    expect((await page('/', { at: over })).facts.campaign?.id, 'the next to start comes before the last that ended').toBe('ccdf16');
    expect((await page('/', { at: '2028-01-01T00:00:00Z' })).facts.campaign?.id, 'the last that ended').toBe('ccdf16');
    const other = await page('/enroll?campaign=ccdf16', { at: open });
    expect(other.facts.campaign?.id).toBe('ccdf16');
    expect(other.text, 'links carry it on').toContain('href="/?campaign=ccdf16"');
    expect(other.text).toContain('href="?campaign=ccdf16&amp;lang=en"');
    const home = await page('/');
    expect(home.text).toContain('href="/?campaign=ccdf16"');
    expect(home.text).not.toContain('籌備中');
    expect((await page('/?campaign=draft17')).text).toContain('日期將另行公布');
  });

  it('R42 an unknown campaign and an unknown address are 404 in the public look, with the path', async () => {
    const campaign = await page('/enroll?campaign=%3Cscript%3Ealert(1)%3C/script%3E');
    expect(campaign.status).toBe(404);
    expect(campaign.text).toContain('找不到這一屆徵件');
    expect(campaign.text).toContain('&lt;script&gt;alert(1)');
    expect(campaign.text).not.toContain('<script>alert');
    const path = await page('/no/such/<b>page', { lang: 'en' });
    expect(path.status).toBe(404);
    expect(path.text).toContain('There is no such page');
    expect(path.text).toMatch(/\/no\/such\/(&lt;b&gt;|%3Cb%3E)page/);
    expect(path.facts.campaigns).toEqual([]);
    expect((await server.anonymous('/api/site?campaign=nope')).status).toBe(404);
  });

  it('B01 tw is the default; a link changes the language without a script and keeps it for 365 days', async () => {
    expect((await page('/')).text).toContain('<html lang="zh-Hant-TW"');
    const chosen = await page('/enroll?lang=en');
    expect(chosen.text).toContain('<html lang="en"');
    expect(chosen.text).toContain('Open for enrolment');
    expect(chosen.headers.get('set-cookie')).toBe('lang=en; Max-Age=31536000; Path=/; SameSite=Lax');
    expect((await page('/', { lang: 'en' })).text).toContain('Forum Fifteen');
    expect((await page('/?lang=tw', { lang: 'en' })).headers.get('set-cookie')).toContain('lang=tw;');
    expect((await page('/?lang=xx')).headers.get('set-cookie')).toBeNull();
    expect((await page('/')).text).toMatch(/<a href="\?lang=en" lang="en" hreflang="en">English<\/a>/);
  });

  it('text of staff is safe: titles are escaped, messages sanitised, on the page and in its facts', async () => {
    for (const path of ['/', '/enroll', '/enroll/edit', '/selection']) {
      for (const lang of ['tw', 'en']) {
        const { text } = await page(path, { at: before, lang });
        expect(text).not.toMatch(/<b>&|<script>|onclick|onerror|javascript:|<img src="?x/i);
      }
    }
    const { title, facts, text } = await page('/', { at: before });
    expect(title).toBe('第 15 屆 &lt;b&gt;&amp;&quot;海&quot;&lt;/b&gt;');
    expect(facts.campaign?.title.tw).toBe(forum.cna);
    expect(facts.campaign?.enrolMessage.tw).toBe('<p>還沒開始喔</p>');
    expect(text.match(/<script/g), 'the facts alone: the scripts are the build’s').toHaveLength(1);
    // Sanitised on show too: a row written past the API.
    await server.db.run('UPDATE campaign SET cBefore = ? WHERE id = ?', [
      JSON.stringify({ tw: '<p>還沒<iframe src="//evil.example"></iframe></p>', en: '' }),
      'ccdf16',
    ]);
    expect((await page('/?campaign=ccdf16')).text).not.toMatch(/iframe|evil/);
  });

  it('a campaign’s style is scoped and filtered, in a file whose name changes with its content', async () => {
    const { text } = await page('/enroll', { at: before });
    const address = /<link rel="stylesheet" href="(\/site\/css\/ccdf15\/enrol-before-[0-9a-f]{12}\.css)">/.exec(text)?.[1] ?? '';
    const style = await server.anonymous(address);
    expect(await style.text()).toBe('.campaign h1{color:gold}.campaign p{margin:0}');
    expect(style.headers.get('content-type')).toContain('text/css');
    expect(style.headers.get('cache-control')).toContain('immutable');
    expect(style.headers.get('x-content-type-options')).toBe('nosniff');
    const older = await server.anonymous(address.replace(/-[0-9a-f]{12}/, '-000000000000'));
    expect(older.headers.get('cache-control')).toBe('no-cache');
    expect((await page('/enroll', { at: open })).text, 'no style while it is open').not.toContain('/site/css/');
    for (const path of ['/site/css/none/enrol-before-000000000000.css', '/site/css/ccdf15/other-000000000000.css', '/site/css/ccdf15/..%2f..%2fx']) {
      expect((await server.anonymous(path)).status, path).toBe(404);
    }
  });

  it('staff rehearse any moment, with a bar that says so; for others `at` has no effect', async () => {
    const rehearsed = await page('/enroll?at=2026-02-03T08:00%2B08:00', { client: guest });
    expect(rehearsed.facts.rehearsal).toBe('2026-02-03 00:00:00');
    expect(rehearsed.facts.now).toBe('2026-02-03 00:00:00');
    expect(rehearsed.text).toMatch(/class="rehearsal".*2026-02-03 08:00（GMT\+8）/s);
    expect(rehearsed.text).toContain('報名結束了');
    expect(rehearsed.text, 'links carry the moment on').toContain('href="/?at=2026-02-03T00%3A00%3A00Z"');
    expect(rehearsed.text, 'before the opening').toContain('href="/enroll?at=2025-12-31T23%3A59Z"');
    expect(rehearsed.text, 'the way out').toContain('<a class="leave" href="/enroll">');
    expect((await page('/?at=2026-02-03T08:00&zone=GMT%2B8', { client: guest })).facts.now, 'the form’s box names no offset').toBe('2026-02-03 00:00:00');
    const api = await (await guest('/api/site?at=2025-12-30T00:00Z')).json();
    expect(api.data).toMatchObject({ rehearsal: '2025-12-30 00:00:00', campaign: { enrol: { state: 'not_started' } } });

    const visitor = await page('/enroll?at=2026-02-03T00:00Z');
    expect(visitor.facts.rehearsal).toBeUndefined();
    expect(visitor.facts.campaign?.enrol.state).toBe('open');
    expect(visitor.text).not.toContain('rehearsal');
    expect(visitor.text).not.toContain('at=2026');
    expect((await (await server.anonymous('/api/site?at=2025-12-30T00:00Z')).json()).data.rehearsal).toBeUndefined();
    expect((await page('/enroll?at=yesterday', { client: guest })).facts.rehearsal).toBeUndefined();
  });

  it('layout images load first and have their size; sponsors link only to web addresses', async () => {
    const upload = uploader(server);
    const bytes = await picture('jpeg', { width: 1600, height: 900 });
    const add = async (place: string, link = '') => {
      const { body } = await upload(admin, {
        di: 'layout',
        pl: { object: 'layout_image', id: '', field: 'image' },
        files: [{ name: `${place}.jpg`, bytes, type: 'image/jpeg' }],
      });
      await create('layout_image', { cid: 'ccdf15', place, name: place, image: body.data ?? [], altTw: `${place} 圖`, link });
    };
    await add('enroll');
    await add('logo');
    await add('sponsor', 'https://sponsor.example/');
    const { text } = await page('/');
    expect(text).toMatch(
      /<link rel="preload" as="image" href="(\/get\/files\/[\w.]+)" imagesrcset="\1\?w=640 640w, \1\?w=960 960w, \1\?w=1280 1280w, \1 1600w" imagesizes="100vw" fetchpriority="high">/,
    );
    expect(text).toMatch(/<img class="backdrop" [^>]*width="1600" height="900" alt="enroll 圖" fetchpriority="high"/);
    expect(text).toMatch(/<meta property="og:image" content="http:\/\/127[^"]+\/get\/files\//);
    expect(text).toMatch(/<a href="https:\/\/sponsor\.example\/" rel="noopener" target="_blank"><img class="emblem"[^>]*width="100" height="56"/);
    expect(text).toMatch(/class="brand" href="\/"><img class="emblem"[^>]*height="40" alt="logo 圖"/);
  });

  it('GET /api/site gives the facts of the page, and no more of a campaign than visitors may know', async () => {
    const { data } = await (await server.anonymous('/api/site')).json();
    expect(data.campaign.id).toBe('ccdf15');
    expect(data.campaigns.map(({ id }: { id: string }) => id).sort()).toEqual(['ccdf15', 'ccdf16']);
    expect(JSON.stringify(data)).not.toMatch(/mailVerify|update_by|sGuideline|cBefore|"ver"/);
  });
});

describe('hosts of the campaign site', () => {
  let server: TestServer;
  beforeAll(async () => {
    const SITES = JSON.stringify({ 'erp.example.com': '/erp', 'forum.example.com': '/', 'jury.example.com': '/selection' });
    server = await startServer({ now: () => new Date(open), env: { SITES, TRUST_PROXY: '1' } });
    const signedIn = await at('forum.example.com', '/api/auth/login', { method: 'POST', json: { id: 'admin', pw: passwordOf('admin') } });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const answer = await at('forum.example.com', '/api/pb/campaign', { method: 'POST', json: forum, headers: { cookie } });
    if (answer.status !== 201) throw new Error(await answer.text());
  });
  afterAll(() => server?.stop());
  const at = (host: string, path: string, init: RequestInit & { json?: unknown } = {}) =>
    server.anonymous(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-forwarded-host': host, 'x-forwarded-proto': 'https' } });

  it('R40 a host shows only the pages under its root, without the prefix, and links only to those', async () => {
    expect((await at('forum.example.com', '/enroll')).status).toBe(200);
    expect((await at('erp.example.com', '/enroll')).status).toBe(404);
    expect((await at('erp.example.com', '/api/site')).status).toBe(404);
    expect((await at('other.example.com', '/')).status).toBe(404);
    expect((await at('other.example.com', '/api/site')).status).toBe(404);
    const jury = await at('jury.example.com', '/edit');
    expect(jury.status).toBe(200);
    const text = await jury.text();
    expect(text).toContain('data-part="selection-desk"');
    expect(text).toContain('<a href="/">');
    expect(text).not.toMatch(/href="\/(enroll|erp|selection)/);
    expect((await at('jury.example.com', '/enroll')).status).toBe(404);
  });

  it('R41 without a mapping, a host that shows nothing learns nothing of a campaign', async () => {
    expect(await (await at('other.example.com', '/')).text()).not.toMatch(/ccdf15|第 15 屆|href="\/(?!type\/)/);
  });
});

describe('a site without any campaign', () => {
  it('R01-R05 every page says that there is no campaign', async () => {
    const server = await startServer();
    for (const path of ['/', '/enroll', '/enroll/edit', '/selection', '/selection/edit']) {
      const answer = await server.anonymous(path);
      expect(answer.status, path).toBe(200);
      const text = await answer.text();
      expect(text, path).toContain('目前沒有進行中的徵件');
      expect(text, path).not.toContain('id="panel"');
    }
    await server.stop();
  });
});
