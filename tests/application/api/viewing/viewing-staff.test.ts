/** R34, R35: the back office of online viewing: pages, personal links in bulk by real SMTP, and what was watched. */
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenOf } from '#application/personal/actions/link-token.ts';
import type { ComposerFacts, LinksOfPage, ViewingList, ViewingStatistics, WorkDetail } from '#application/viewing/wire.ts';
import type { Row } from '#codegen/model.ts';
import type { SqlValue } from '#framework/data/engine/connect.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type MailServer, startMailServer } from '../../../support/network/mail-server.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const now = Date.parse('2026-12-04T03:00:00Z');
const minute = 60_000;

describe.each(testDatabases)('R34 R35 the back office of online viewing on %s', (kind) => {
  let mails: MailServer;
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let gs: Client;
  const ids: Record<string, string> = {};

  const ask = async (client: Client, method: string, path: string, json?: unknown, headers: Record<string, string> = {}) => {
    const answer = await client(path, { method, headers, ...(json === undefined ? {} : { json }) });
    const body = await answer.json();
    return { status: answer.status, data: body.data ?? body, err: body.err as { code: string; fields: { path: string; code: string }[] } | null };
  };
  const make = async (object: string, row: Row): Promise<Row> => {
    const { status, data } = await ask(admin, 'POST', `/api/pb/${object}`, row);
    if (status !== 201) throw new Error(JSON.stringify(data));
    return data as Row; // a 201 carries the row
  };
  const base = '/api/vpman/ccdf15/1';

  beforeAll(async () => {
    mails = await startMailServer();
    server = await startServer({ kind, now: () => new Date(now), env: { SMTP_URL: mails.url, BASE_URL: 'https://films.example' } });
    [admin, op, gs] = [await server.signIn('admin'), await server.signIn('op'), await server.signIn('gs')];
    const day = { date: '2026-12-05', start: '09:00:00', end: '18:00:00', slot: 20, gap: 5, rooms: ['A', 'B'] };
    await make('campaign', { id: 'ccdf15', cna: '第十五屆', enaName: 'Forum 15', edition: 15, maxSel: 3, days: [day] });
    await make('campaign', { id: 'ccdf16', cna: '第十六屆', enaName: 'Forum 16', edition: 16, maxSel: 3 });
    for (const [key, program, cname, ename] of [
      ['sea', 'C', '海的記憶', 'Memory of the Sea'],
      ['hill', 'I', '山', ''],
      ['river', 'C', '河', 'River'],
    ] as const)
      ids[key] = String((await make('pitch', { cid: 'ccdf15', attProgram: program, cname, ename, logline: '一條河的故事。' })).id);
    ids.film = String((await make('film', { id: 'tide-2019', cname: '潮', ename: 'Tide', csynopsis: '潮水', trailer: 'https://vimeo.com/1' })).id);
    for (const [key, name, ename, lang, email] of [
      ['ann', '李安', 'Ann Lee', 'en', 'ann@example.com'],
      ['mei', '林美惠', 'Mei Lin', 'tw', 'mei@example.com'],
    ] as const) {
      const free = [{ start: '2026-12-05 01:00:00', end: '2026-12-05 10:00:00' }];
      ids[key] = String((await make('decision_maker', { cid: 'ccdf15', name, ename, lang, email, priority: [ids.sea!, ids.hill!], available: free })).id);
    }
    ids.off = String((await make('decision_maker', { cid: 'ccdf15', name: '停用', enabled: false })).id);
    ids.juror = String((await make('jury', { cid: 'ccdf15', name: '陳評審', email: 'jury@example.com' })).id);
    const works: Row[] = [
      { pitch: ids.sea!, group: '第一天', show: ['synopsis', 'video'] },
      { pitch: ids.river!, group: '', show: ['synopsis'] },
      { film: ids.film!, group: '', show: ['synopsis', 'trailer'] },
    ];
    const page = { cid: 'ccdf15', pg: '1', lang: 'tw', title: '線上觀影', intro: '<p>歡迎</p>', access: 'personal', works, end: '2026-12-20 10:00:00' };
    ids.page = String((await make('viewing_page', page)).id);
  });
  afterAll(async () => {
    await server.stop();
    await mails.stop();
  });

  it('the list groups pages by campaign and code, both languages side by side, with what is missing', async () => {
    const { data } = await ask(gs, 'GET', '/api/vpman');
    const list = data as ViewingList; // the call's shape
    expect(list.campaigns.map(({ id, fits, pages }) => [id, fits, pages.length])).toEqual([
      ['ccdf16', true, 0],
      ['ccdf15', true, 1],
    ]);
    const [page] = list.campaigns[1]!.pages;
    expect(page).toMatchObject({
      pg: '1',
      en: null,
      tw: { state: 'open', access: 'personal', works: 3, viewers: 0, seconds: 0 },
      missing: [{ lang: 'en', kind: 'page' }],
    });
    expect(list.may).toEqual({ create: false, update: false, remove: false });
  });

  it('the composer has both languages and the materials of each work; an invalid address is not found', async () => {
    const facts = (await ask(op, 'GET', base)).data as ComposerFacts; // the call's shape
    expect(facts.pages.en).toBeNull();
    expect(facts.pages.tw).toMatchObject({ title: '線上觀影', ver: 1 });
    expect(facts.works.find(({ key }) => key === `film:${ids.film}`)).toMatchObject({ cname: '潮', synopsis: ['tw'], trailer: true, videos: 0 });
    expect(facts.may).toEqual({ create: true, update: true, remove: false, mail: true });
    expect(JSON.stringify(facts)).not.toContain('"pw"');
    for (const wrong of ['/api/vpman/none/1', '/api/vpman/ccdf15/no_such', `/api/vpman/ccdf15/${'a'.repeat(21)}`])
      expect((await ask(op, 'GET', wrong)).status, wrong).toBe(404);
    expect((await ask(op, 'GET', '/api/vpman/ccdf15/9')).data.pages).toEqual({ tw: null, en: null });
  });

  it('pitches are found by program, state and words, films by words', async () => {
    const found = async (query: string) => (await ask(gs, 'GET', `${base}/works?${query}`)).data;
    expect((await found('object=pitch')).works).toHaveLength(3);
    expect((await found('object=pitch&program=I')).works).toMatchObject([{ cname: '山', program: 'I' }]);
    expect((await found('object=pitch&status=selected')).works).toEqual([]);
    expect((await found(`object=pitch&q=${encodeURIComponent('海的')}`)).works).toMatchObject([{ key: `pitch:${ids.sea}` }]);
    expect((await found('object=film&q=Tide')).works).toMatchObject([{ key: 'film:tide-2019' }]);
    expect((await ask(gs, 'GET', `${base}/works?object=user`)).status).toBe(400);
  });

  it('a page is copied to the other language, disabled and without a password; to another campaign without its pitches and dates', async () => {
    const from = { campaign: 'ccdf15', pg: '1', lang: 'tw' };
    expect((await ask(gs, 'POST', '/api/vpman/clone', { from, to: { ...from, lang: 'en' } })).status).toBe(403);
    const copy = await ask(op, 'POST', '/api/vpman/clone', { from, to: { ...from, lang: 'en' } });
    expect(copy.data).toMatchObject({ left: 0, row: { lang: 'en', enabled: false, end: '2026-12-20 10:00:00' } });
    ids.english = copy.data.row.id;
    expect((await ask(op, 'POST', '/api/vpman/clone', { from, to: { ...from, lang: 'en' } })).err?.code).toBe('msg.dataexists');
    const other = await ask(op, 'POST', '/api/vpman/clone', { from, to: { campaign: 'ccdf16', pg: 'B', lang: 'tw' } });
    expect(other.data).toMatchObject({ left: 2, row: { cid: 'ccdf16', pg: 'B', end: '' } });
    expect(other.data.row.works).toMatchObject([{ film: ids.film }]);
    expect((await ask(op, 'POST', '/api/vpman/clone', { from, to: { campaign: 'ccdf16', pg: 'a_b', lang: 'tw' } })).err?.fields).toMatchObject([
      { path: 'to/pg' },
    ]);
    expect((await ask(op, 'POST', '/api/vpman/clone', { from, to: from, more: 1 })).err?.fields).toMatchObject([{ path: 'more', code: 'field.unknown' }]);
  });

  const links = async (client = op) => (await ask(client, 'GET', `${base}/links`)).data as LinksOfPage; // the call's shape
  const linkOf = async (who: string) => (await links()).links.find(({ rowId, state }) => rowId === ids[who] && state === 'open')!;

  it('links are made for all at once, one for each person; guests see their use but cannot hand them out', async () => {
    expect((await ask(gs, 'POST', `${base}/links`, { object: 'decision_maker', rows: 'all' })).status).toBe(403);
    const twice = await Promise.all(
      [1, 2].map(() => ask(op, 'POST', `${base}/links`, { object: 'decision_maker', rows: 'all', endsAt: now + 10 * 86_400_000 })),
    );
    expect(twice.map(({ data }) => data.made).sort()).toEqual([0, 2]);
    const { links: made, people } = await links();
    expect(made).toHaveLength(2);
    expect(people.map(({ name, hasLink }) => [name, hasLink]).sort()).toEqual(
      [
        ['李安', true],
        ['林美惠', true],
        ['陳評審', false],
      ].sort(),
    );
    const ann = await linkOf('ann');
    expect(ann).toMatchObject({ state: 'open', opens: 0, openedAt: null, lang: 'en', leak: { level: 'none' } });
    expect(ann.url).toBe(`https://films.example/vp/ccdf15?pg=1&lang=en&link=${tokenOf(server.tools.config, ann.id)}`);
    expect((await links(gs)).links.every(({ url }) => url === '')).toBe(true);
    for (const [body, path] of [
      [{ object: 'user', rows: 'all' }, 'object'],
      [{ object: 'jury', rows: [ids.ann] }, 'rows'],
      [{ object: 'decision_maker', rows: [ids.off] }, 'rows'],
      [{ object: 'decision_maker', rows: 'all', endsAt: now - 1 }, 'endsAt'],
    ] as const)
      expect((await ask(op, 'POST', `${base}/links`, body)).err?.fields, path).toMatchObject([{ path }]);
    const moved = await ask(op, 'POST', `${base}/links`, { object: 'decision_maker', rows: [ids.ann], endsAt: null });
    expect(moved.data).toEqual({ chosen: 1, made: 0 });
    expect((await linkOf('ann')).endsAt).toBeNull();
  });

  it('they are mailed as a held batch, each in its reader’s language, and hidden in the outbox once they have arrived', async () => {
    const body = { object: 'decision_maker', rows: 'all', endsAt: now + 5 * 86_400_000, mail: true, text: { subjectEn: 'Your films: {page}' } };
    const wrong = await ask(op, 'POST', `${base}/links`, { ...body, text: { bodyTw: '沒有網址' } });
    expect(wrong.err?.fields).toMatchObject([{ path: 'text/bodyTw', code: 'rule.needed' }]);
    const key = { 'Idempotency-Key': `links-${kind}` };
    const first = await ask(op, 'POST', `${base}/links`, body, key);
    const again = await ask(op, 'POST', `${base}/links`, body, key);
    expect(again.data.batch).toBe(first.data.batch);
    const batch = (await ask(op, 'GET', `/api/desk/mails/batches/${first.data.batch}`)).data;
    expect(batch).toMatchObject({ kind: 'viewing', state: 'held', total: 2 });
    expect(batch.mails.map(({ lang, title }: { lang: string; title: Record<string, string> }) => [lang, title.tw]).sort()).toEqual([
      ['en', '李安'],
      ['tw', '林美惠'],
    ]);
    expect(mails.received).toHaveLength(0);
    await ask(op, 'POST', `/api/desk/mails/batches/${first.data.batch}/release`, {});
    for (let tries = 0; tries < 200 && mails.received.length < 2; tries += 1) await new Promise((resume) => setTimeout(resume, 25));
    const english = mails.received.find(({ recipients }) => recipients[0] === 'ann@example.com');
    expect(english?.subject).toBe('Your films: 線上觀影');
    const token = tokenOf(server.tools.config, (await linkOf('ann')).id);
    expect(english?.text).toContain(`https://films.example/vp/ccdf15?pg=1&lang=en&link=${token}`);
    expect(english?.text).toContain('2026-12-09 11:00 (GMT+8)');
    for (let tries = 0; tries < 200; tries += 1) {
      const bodies = await server.db.query("SELECT body FROM mail WHERE status = 'sent'");
      if (bodies.length === 2) break;
      await new Promise((resume) => setTimeout(resume, 25));
    }
    const bodies = await server.db.query('SELECT body FROM mail WHERE template = ?', ['mailViewing']);
    expect(bodies.some(({ body: text }) => String(text).includes(token))).toBe(false);
  });

  const watch = async (row: {
    viewer: string;
    link: string;
    work: string;
    video?: string;
    seconds?: number;
    duration?: number;
    spans?: number[][];
    from?: number;
    to?: number;
  }) => {
    const { viewer, link, work, video = '', seconds = 0, duration = 0, spans = [], from = now - 60 * minute, to = now - 30 * minute } = row;
    const values: SqlValue[] = [
      `${viewer}${work}${video}`.slice(0, 60),
      ids.page!,
      viewer,
      link,
      work,
      video,
      from,
      to,
      seconds,
      duration,
      seconds,
      JSON.stringify(spans),
      1,
    ];
    await server.db.run(
      'INSERT INTO `_watch` (`id`, `page`, `viewer`, `link`, `work`, `video`, `begun_at`, `seen_at`, `place`, `duration`, `seconds`, `spans`, `opens`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      values,
    );
  };

  it('who watched what, when and how much: by viewer, by work, with a curve of attention', async () => {
    const [ann, mei] = [await linkOf('ann'), await linkOf('mei')];
    const sea = `pitch:${ids.sea}`;
    await watch({ viewer: ann.id, link: ann.id, work: '' });
    await watch({ viewer: ann.id, link: ann.id, work: sea, video: 'a.mp4', seconds: 100, duration: 100, spans: [[0, 100]] });
    await watch({ viewer: mei.id, link: mei.id, work: sea, video: 'a.mp4', seconds: 50, duration: 100, spans: [[0, 50]] });
    await watch({ viewer: ann.id, link: ann.id, work: `pitch:${ids.river}`, video: 'b.mp4', seconds: 300, duration: 400, spans: [[0, 300]] });
    await watch({ viewer: 'visitor-1', link: '', work: `film:${ids.film}` });
    const { data } = await ask(gs, 'GET', `${base}/statistics`);
    const found = data as ViewingStatistics; // the call's shape
    expect(found.totals).toMatchObject({ viewers: 3, persons: 2, seconds: 450, links: 2 });
    expect(found.viewers.find(({ link }) => link === ann.id)).toMatchObject({ name: '李安', works: 2, videos: 2, seconds: 400 });
    expect(found.viewers.find(({ viewer }) => viewer === 'visitor-1')).toMatchObject({ name: '', link: '' });
    expect(found.works.find(({ work }) => work === sea)).toMatchObject({ viewers: 2, onPage: true, videos: [{ mean: 0.75, whole: 1, duration: 100 }] });
    const one = (await ask(gs, 'GET', `${base}/statistics/work?id=${encodeURIComponent(sea)}`)).data as WorkDetail; // the call's shape
    expect(one.curves).toHaveLength(1);
    expect([one.curves[0]?.attention[0], one.curves[0]?.attention[49], one.curves[0]?.attention[99]]).toEqual([1, 1, 0.5]);
    expect(one.lines.map(({ name, share }) => [name, share]).sort()).toEqual(
      [
        ['李安', 1],
        ['林美惠', 0.5],
      ].sort(),
    );
    const lines = (await ask(gs, 'GET', `${base}/statistics/viewer?id=${ann.id}`)).data;
    expect(lines).toHaveLength(3);
    const list = (await ask(gs, 'GET', '/api/vpman')).data as ViewingList; // the call's shape
    expect(list.campaigns[1]?.pages[0]).toMatchObject({ links: 2, tw: { viewers: 3, seconds: 450 } });
  });

  it('pitches that were not opened before tomorrow’s meetings, from the board and then from the released timetable', async () => {
    const pairing = (dm: string, pitch: string, start: string, end: string) => make('pairing', { cid: 'ccdf15', dm: ids[dm]!, pitch: ids[pitch]!, start, end });
    await pairing('ann', 'sea', '2026-12-05 01:00:00', '2026-12-05 01:20:00');
    await pairing('ann', 'hill', '2026-12-05 02:15:00', '2026-12-05 02:35:00');
    const board = (await ask(gs, 'GET', `${base}/before`)).data;
    expect(board).toMatchObject({ day: '2026-12-05', from: 'board', meetings: 2 });
    // The sea is opened; the hill is not on the page at all.
    expect(board.lines).toMatchObject([{ name: '李安', cname: '山', onPage: false, hasLink: true }]);
    const meetings = [{ dm: ids.mei!, pitch: ids.river!, start: '2026-12-05 03:00:00', end: '2026-12-05 03:20:00', room: 'A' }];
    await server.db.run(
      "INSERT INTO pairing_release (id, cid, number, note, count, told, meetings, ver, create_at, update_at, update_by) VALUES ('r1', 'ccdf15', 1, '', 1, 0, ?, 1, '2026-12-01 00:00:00', '2026-12-01 00:00:00', 'op')",
      [JSON.stringify(meetings)],
    );
    const given = (await ask(gs, 'GET', `${base}/before`)).data;
    expect(given).toMatchObject({ from: 'release', lines: [{ name: '林美惠', cname: '河', onPage: true, start: '2026-12-05 03:00:00' }] });
  });

  it('works watched without a wish are offered, and added at the end of the wishes on the version that was seen', async () => {
    const offers = (await ask(gs, 'GET', `${base}/wishes`)).data.lines;
    expect(offers).toMatchObject([{ name: '李安', cname: '河', seconds: 300, place: 3 }]);
    const wish = { dm: ids.ann, pitch: ids.river, ver: offers[0].ver };
    expect((await ask(gs, 'POST', `${base}/wishes`, wish)).status).toBe(403);
    expect((await ask(op, 'POST', `${base}/wishes`, { ...wish, ver: wish.ver - 1 })).status).toBe(412);
    expect((await ask(op, 'POST', `${base}/wishes`, wish)).data).toEqual({ place: 3, ver: wish.ver + 1 });
    expect((await ask(op, 'GET', `/api/pb/decision_maker/${ids.ann}`)).data.priority).toEqual([ids.sea, ids.hill, ids.river]);
    expect((await ask(op, 'POST', `${base}/wishes`, { ...wish, ver: wish.ver + 1 })).err?.code).toBe('msg.nothing');
    expect((await ask(op, 'GET', `${base}/wishes`)).data.lines).toEqual([]);
    expect((await ask(op, 'POST', `${base}/wishes`, { ...wish, dm: ids.juror })).status).toBe(404);
  });

  it('a link used in many places at once says why it was probably passed on; after revoking, it is marked as revoked', async () => {
    const mei = await linkOf('mei');
    for (let net = 0; net < 6; net += 1)
      await server.db.run('INSERT INTO `_watch_address` (`id`, `link`, `address`, `agent`, `first_at`, `last_at`, `opens`) VALUES (?, ?, ?, ?, ?, ?, 1)', [
        ...[`${mei.id}${net}`, mei.id, `203.0.${net}.7`, net % 2 ? 'Mozilla (iPhone) Safari' : 'Mozilla (Windows) Chrome', now, now + net],
      ]);
    await server.db.run('UPDATE `_link` SET `opens` = 6, `opened_at` = ?, `seen_at` = ? WHERE `id` = ?', [now, now, mei.id]);
    const { leak } = await linkOf('mei');
    expect(leak).toMatchObject({ level: 'likely', networks: 6, devices: 2 });
    expect(leak.why.map(({ code }) => code)).toEqual(['networks', 'atonce']);
    expect((await ask(gs, 'POST', `${base}/links/revoke`, { links: [mei.id] })).status).toBe(403);
    expect((await ask(op, 'POST', `${base}/links/revoke`, { links: [mei.id] })).data).toEqual({ count: 1 });
    expect((await ask(op, 'POST', `${base}/links/revoke`, { links: [mei.id] })).err?.code).toBe('msg.nothing');
    expect((await links()).links.find(({ id }) => id === mei.id)).toMatchObject({ state: 'revoked' });
    expect((await ask(op, 'POST', `${base}/links/revoke`, { links: 'all' })).data).toEqual({ count: 1 });
    expect((await ask(op, 'POST', `${base}/links`, { object: 'jury', rows: [ids.juror] })).data).toEqual({ chosen: 1, made: 1 });
  });

  it('all of it as a workbook in either language, for those who may export people', async () => {
    expect((await gs(`${base}/export?lang=en`)).status).toBe(403);
    const answer = await op(`${base}/export?lang=en`);
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''ccdf15-1-viewing.xlsx");
    const sheets = Object.values(unzipSync(new Uint8Array(await answer.arrayBuffer())))
      .map((file) => strFromU8(file))
      .join();
    for (const text of ['Ann Lee', 'Viewings', 'River', 'b.mp4']) expect(sheets).toContain(text);
    expect((await op(`${base}/export?lang=de`)).status).toBe(400);
  });
});
