/** What staff write for visitors (site_page): drafts and their preview, both languages, menu and home page, earlier editions, clone, the version of the rules on a receipt's page, addresses for search engines (issue 14.1). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('pages that staff write, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let operator: Client;
  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date('2026-01-15T00:00:00Z') });
    admin = await server.signIn('admin');
    operator = await server.signIn('op');
    await create('campaign', {
      id: 'forum14',
      cna: '第 14 屆',
      maxSel: 2,
      cStart: '2025-01-01 00:00:00',
      cEnd: '2025-02-01 00:00:00',
      sStart: '2025-02-05 00:00:00',
      sEnd: '2025-03-01 00:00:00',
    });
    await create('campaign', {
      id: 'forum15',
      cna: '第 15 屆',
      enaName: 'Forum 15',
      maxSel: 2,
      cStart: '2026-01-01 00:00:00',
      cEnd: '2026-02-01 00:00:00',
      sStart: '2026-02-05 00:00:00',
      sEnd: '2026-03-01 00:00:00',
      days: [{ date: '2026-04-01', start: '09:00:00', end: '17:00:00' }],
    });
  });
  afterAll(() => server?.stop());

  const create = async (object: string, row: Row, client = admin) => {
    const answer = await client(`/api/pb/${object}`, { method: 'POST', json: row });
    const body = (await answer.json()) as Row;
    if (answer.status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };
  const publish = async (row: Row) => {
    const answer = await operator(`/api/pb/site_page/${row.id}/actions/publish`, { method: 'POST', json: { ver: row.ver } });
    expect(answer.status).toBe(200);
  };
  const see = async (path: string, { lang = 'tw', client = server.anonymous }: { lang?: string; client?: Client } = {}) => {
    const answer = await client(path, { headers: { cookie: [client.cookie, `lang=${lang}`].filter(Boolean).join('; ') } });
    return { status: answer.status, text: await answer.text() };
  };

  it('a draft is nobody’s but staff’s; published it stands in both languages, in the menu and on the home page', async () => {
    const made = await create(
      'site_page',
      {
        cid: 'forum15',
        kind: 'about',
        slug: 'about',
        titleTw: '關於我們 <b>',
        titleEn: 'About us',
        leadTw: '一句話',
        body: { tw: '<p>內文<script>alert(1)</script></p>', en: '<p onclick="x()">Text</p>' },
        inMenu: true,
      },
      operator,
    );
    expect(made.status).toBe('draft');
    expect((await see('/info/about')).status).toBe(404);
    expect((await see('/info/about?draft=1')).status).toBe(404);
    const preview = await see('/info/about?draft=1', { client: operator });
    expect([preview.status, preview.text.includes('草稿'), preview.text.includes('noindex')]).toEqual([200, true, true]);
    await publish(made);
    const tw = await see('/info/about');
    expect(tw.status).toBe(200);
    expect(tw.text).toContain('<h1>關於我們 &lt;b&gt;</h1>');
    expect(tw.text).toContain('<p>內文</p>');
    expect(tw.text).not.toMatch(/alert\(1\)|草稿/);
    expect(tw.text).toContain('<meta name="description" content="一句話">');
    const en = await see('/info/about', { lang: 'en' });
    expect(en.text).toContain('<h1>About us</h1>');
    expect([tw, en].map(({ text }) => /<title>[^<]*?([|｜])/.exec(text)?.[1])).toEqual(['｜', '|']);
    expect(en.text).toContain('<p>Text</p>');
    const home = await see('/');
    expect(home.text).toMatch(/<nav class="site-menu"[^>]*>.*\/info\/about/s);
    expect(home.text).toMatch(/class="band story".*關於我們/s);
  });

  it('two pages of a campaign have two addresses; another campaign may use the same one', async () => {
    const twice = await admin('/api/pb/site_page', { method: 'POST', json: { cid: 'forum15', kind: 'other', slug: 'about', titleTw: '再一頁' } });
    expect(twice.status).toBe(422);
    await create('site_page', { cid: 'forum14', kind: 'other', slug: 'about', titleTw: '上一屆的說明' });
    const wrong = await admin('/api/pb/site_page', { method: 'POST', json: { cid: 'forum15', kind: 'other', slug: 'Not/OK', titleTw: 'x' } });
    expect((await wrong.json()).err.fields.map(({ path }: { path: string }) => path)).toEqual(['slug']);
  });

  it('questions open without a script; dates come from the windows; earlier editions from their selected pitches; news is newest first', async () => {
    await publish(await create('site_page', { cid: 'forum15', kind: 'faq', slug: 'faq', titleTw: '問答', items: [{ titleTw: '要錢嗎？', textTw: '不用。' }] }));
    expect((await see('/info/faq')).text).toMatch(/<details><summary>要錢嗎？<\/summary><p>不用。<\/p><\/details>/);
    await publish(await create('site_page', { cid: 'forum15', kind: 'calendar', slug: 'dates', titleTw: '時程' }));
    expect((await see('/info/dates')).text).toContain('2026-02-01 08:00');
    await server.db.transaction((tx) =>
      tx.run(
        "INSERT INTO pitch (id, ver, cid, cname, ename, status) VALUES ('old-1', 1, 'forum14', '舊片', 'Old film', 'selected'), ('old-2', 1, 'forum14', '落選', 'Not chosen', 'verified')",
        [],
      ),
    );
    await publish(await create('site_page', { cid: 'forum15', kind: 'editions', slug: 'editions', titleTw: '歷屆' }));
    const editions = (await see('/info/editions')).text;
    expect(editions).toMatch(/<h2>第 14 屆<\/h2><ul><li>舊片<\/li><\/ul>/);
    expect(editions).not.toContain('落選');
    for (const [slug, date] of [
      ['older', '2026-01-02'],
      ['newer', '2026-01-09'],
    ] as const)
      await publish(await create('site_page', { cid: 'forum15', kind: 'news', slug, titleTw: slug, date }));
    expect((await see('/')).text).toMatch(/class="band news".*newer.*older/s);
  });

  it('search engines get the event, every address and a list of what is not for them', async () => {
    const home = (await see('/')).text;
    const event = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(home)?.[1] ?? '{}');
    expect(event).toMatchObject({ '@type': 'Event', name: '第 15 屆', startDate: '2026-04-01', description: '一句話' });
    const map = await see('/sitemap.xml');
    expect(map.status).toBe(200);
    expect(map.text).toMatch(/<loc>http[^<]*\/info\/about<\/loc>/);
    expect(map.text).not.toContain('/info/draft');
    expect((await see('/robots.txt')).text).toMatch(/Disallow: \/erp[\s\S]*Sitemap: http/);
  });

  it('a clone takes the pages along as drafts', async () => {
    const offer = await admin('/api/desk/forum15/clone');
    const { data } = (await offer.json()) as { data: { counts: { pages: number } } };
    expect(data.counts.pages).toBe(6);
    const made = await admin('/api/desk/forum15/clone', {
      method: 'POST',
      json: { id: 'forum16', cna: '第 16 屆', enaName: '', edition: null, take: ['pages'], windows: 'empty', shift: 364 },
    });
    expect(await made.json()).toMatchObject({ data: { counts: { pages: 6 } } });
    const rows = (await (await admin(`/api/pb/site_page?filter=${encodeURIComponent('{"cid":"forum16"}')}`)).json()) as Row[];
    expect(rows.map(({ slug, status }) => [slug, status]).sort()).toEqual(
      ['about', 'dates', 'editions', 'faq', 'newer', 'older'].map((slug) => [slug, 'draft']),
    );
  });

  it('the page of the jury lists those who may be shown, in the language of the page, and nobody else', async () => {
    const member = { cid: 'forum15', org: '海島電視', position: 'Producer', bio: '看片二十年 <i>。', bioEn: 'Twenty years of films.' };
    await create('jury', { ...member, name: '周予安', ename: 'Yu-An Chou', email: 'shown@example.com', onSite: true }, operator);
    await create('jury', { ...member, name: '高主席', ename: 'Kao', email: 'chair@example.com', onSite: true, chair: true }, operator);
    await create('jury', { ...member, name: '不公開', email: 'hidden@example.com' });
    await create('jury', { ...member, name: '已停用', email: 'off@example.com', onSite: true, enabled: false });
    await create('jury', { ...member, cid: 'forum14', name: '上一屆', email: 'before@example.com', onSite: true });
    await publish(await create('site_page', { cid: 'forum15', kind: 'jury', slug: 'jury', titleTw: '評審團', titleEn: 'The jury' }));
    const tw = await see('/info/jury');
    expect(tw.text).toContain('<li><h2>周予安</h2><p>海島電視 · Producer</p><p>看片二十年 &lt;i&gt;。</p></li>');
    expect(tw.text).toMatch(/<h2>高主席<span class="entry-role">評審團主席<\/span><\/h2>.*<h2>周予安/s);
    expect(tw.text).not.toMatch(/不公開|已停用|上一屆|example[.]com/);
    expect((await see('/info/jury', { lang: 'en' })).text).toContain('<li><h2>Yu-An Chou</h2><p>海島電視 · Producer</p><p>Twenty years of films.</p></li>');
    expect((await see('/info/about')).text).not.toContain('周予安');
  });

  it('a juror’s picture is on that page, with a text, and everybody’s as long as the juror is shown; nobody’s before and after', async () => {
    const photoOf = async (name: string): Promise<Row> => {
      const bytes = await picture('jpeg', { width: 400, height: 400 + name.length });
      const { body } = await uploader(server)(operator, { di: 'jury_photo', pl: { object: 'jury', id: '', field: 'photo' }, files: [{ name, bytes }] });
      return body.data?.[0] ?? {};
    };
    const [shown, hidden] = [await photoOf('a.jpg'), await photoOf('bb.jpg')];
    const row = await create('jury', { cid: 'forum15', name: '林映', ename: 'Ying Lin', email: 'ying@example.com', onSite: true, photo: [shown] }, operator);
    await create('jury', { cid: 'forum15', name: '沒有照片', email: 'secret@example.com', photo: [hidden] }, operator);
    const at = String(shown.link);
    for (const [lang, alt] of [
      ['tw', '林映的照片'],
      ['en', 'Portrait of Ying Lin'],
    ] as const) {
      const { text } = await see('/info/jury', { lang });
      expect(text).toContain(`<li class="has-portrait"><img class="portrait" src="${at}?w=320" srcset="${at}?w=160 160w, ${at}?w=320 320w" sizes="112px"`);
      expect(text).toContain(`alt="${alt}"`);
      expect(text).not.toContain(String(hidden.link));
    }
    const seen = async (link: unknown) => (await server.anonymous(`${String(link)}?w=160`)).status;
    const small = await server.anonymous(`${at}?w=160`);
    expect([small.status, small.headers.get('content-type'), small.headers.get('cache-control')]).toEqual([200, 'image/webp', 'private, no-cache']);
    expect(await seen(hidden.link)).toBe(404);
    for (const change of [{ onSite: false }, { onSite: true, enabled: false }, { onSite: true, enabled: true }]) {
      const { ver } = (await (await admin(`/api/pb/jury/${row.id}`)).json()) as Row;
      expect((await operator(`/api/pb/jury/${row.id}`, { method: 'PUT', json: { ...change, ver } })).status).toBe(200);
      expect(await seen(at)).toBe(change.onSite && change.enabled !== false ? 200 : 404);
    }
  });
});
