import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenOf } from '#application/personal/actions/link-token.ts';
import { ensureLink } from '#application/personal/actions/personal-links.ts';
import { moveLinkEnd, revokeLink } from '#application/personal/data/links.ts';
import type { MyFacts } from '#application/personal/rules/my-facts.ts';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const day = '2026-05-01';
const at = (time: string) => `${day} ${time}:00`;

describe.each(testDatabases)('personal pages, on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  let now = new Date('2026-04-01T08:00:00Z');
  let dm: Row;
  let other: Row;
  let pitches: Row[];
  let token: string;
  let pitchToken: string;

  async function make(object: string, row: Row): Promise<Row> {
    const answer = await op(`/api/pb/${object}`, { method: 'POST', json: row });
    const body = (await answer.json()) as Row;
    expect(answer.status, JSON.stringify(body)).toBe(201);
    return body;
  }
  const linkFor = async (object: string, row: Row) => {
    const link = await ensureLink(
      server.tools,
      server.db,
      { kind: 'my', object, rowId: String(row.id), campaign: 'forum', page: '' },
      { by: 'op', endsAt: null },
    );
    return { id: link.id, token: tokenOf(server.tools.config, link.id) };
  };
  type Answer = { status: number; data: MyFacts; err: { code: string; fields?: { path: string; code: string }[] } | null };
  const call = async (of: string, json?: object): Promise<Answer> => {
    const answer = await server.anonymous(`/api/my/${of}`, json ? { method: 'PUT', json } : {});
    return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
  };
  const stored = async (object: string, row: Row) => (await (await op(`/api/pb/${object}/${row.id}`)).json()) as Row;

  beforeAll(async () => {
    server = await startServer({ kind, now: () => now });
    const admin = await server.signIn('admin');
    op = await server.signIn('op');
    const days = [{ date: day, start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms: ['A', 'B'] }];
    const campaign = { id: 'forum', cna: '提案大會', enaName: 'Pitch Forum', maxSel: 3, zone: 'GMT', wishUntil: '2026-04-20 10:00:00', days };
    expect((await admin('/api/pb/campaign', { method: 'POST', json: campaign })).status).toBe(201);
    pitches = [];
    for (const index of [0, 1, 2, 3]) {
      const row = await make('pitch', {
        cid: 'forum',
        attProgram: 'C',
        enrollid: `C00${index}`,
        cname: `提案${index}`,
        ename: `Pitch ${index}`,
        logline: 'A line.',
      });
      pitches.push(row);
      if (index < 3) await server.db.run('UPDATE `pitch` SET `exportAt` = ? WHERE `id` = ?', ['2026-03-01 00:00:00', String(row.id)]);
    }
    const early = { start: '2026-05-01 07:00:00', end: '2026-05-01 08:00:00' };
    dm = await make('decision_maker', {
      cid: 'forum',
      name: '甲',
      ename: 'Ada',
      org: 'Elbe',
      email: 'ada@example.com',
      lang: 'en',
      available: [early],
      comment: 'secret',
    });
    other = await make('decision_maker', { cid: 'forum', name: '乙', priority: [pitches[0]!.id!] });
    token = (await linkFor('decision_maker', dm)).token;
    pitchToken = (await linkFor('pitch', pitches[0]!)).token;
  });
  afterAll(() => server.stop());

  it('shows a decision maker their own page and no data of others', async () => {
    const { status, data } = await call(token);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      side: 'dm',
      lang: 'en',
      cells: '0000',
      priority: [],
      wishes: { state: 'open', until: '2026-04-20 10:00:00' },
      schedule: null,
    });
    expect(data.pitches.map(({ number }) => number)).toEqual(['C000', 'C001', 'C002']);
    expect(data.slots).toHaveLength(4);
    const text = JSON.stringify(data);
    for (const hidden of ['secret', 'ada@example.com', '乙', String(other.id)]) expect(text).not.toContain(hidden);
  });

  it('saves painted times, and leaves those outside the grid unchanged', async () => {
    const { data } = await call(token);
    const saved = await call(token, { ver: data.ver, cells: '0110', grid: data.grid });
    expect([saved.status, saved.data.cells, saved.data.ver]).toEqual([200, '0110', data.ver + 1]);
    expect((await stored('decision_maker', dm)).available).toEqual([
      { start: at('07:00'), end: at('08:00') },
      { start: at('09:30'), end: at('10:20') },
    ]);
    const again = await call(token, { ver: saved.data.ver, cells: '0110', grid: data.grid });
    expect([again.status, again.data.ver]).toEqual([200, saved.data.ver]);
  });

  it('saves the wishes in order, and refuses pitches that are not offered, duplicates and fields that are not theirs', async () => {
    const { data } = await call(token);
    const order = [pitches[2]!.id, pitches[0]!.id];
    const saved = await call(token, { ver: data.ver, priority: order });
    expect([saved.status, saved.data.priority]).toEqual([200, order]);
    // Staff read who it was, by name.
    const [entry] = (await (await op(`/api/pb/decision_maker/${dm.id}/history`)).json()) as Row[];
    expect([entry?.by, entry?.name]).toEqual([dm.id, expect.stringContaining(String(dm.name))]);
    const recent = ((await (await op('/api/recent')).json()) as { data: Row[] }).data;
    expect(recent.find((one) => one.id === dm.id)?.by).toBe(entry?.name);
    const { ver, grid } = saved.data;
    for (const [json, path, code] of [
      [{ ver, priority: [pitches[3]!.id] }, 'priority/0', 'rule.notoffered'],
      [{ ver, priority: ['nobody'] }, 'priority/0', 'rule.notoffered'],
      [{ ver, priority: [order[0], order[0]] }, 'priority', 'field.unique'],
      [{ ver, priority: order, enabled: false }, 'enabled', 'field.unknown'],
      [{ ver, cells: '0110', grid, email: 'x@example.com' }, 'email', 'field.unknown'],
      [{ ver, cells: '2', grid }, 'cells', 'field.type'],
      [{ ver: 'x', priority: order }, 'ver', 'field.integer'],
    ] as const) {
      const refused = await call(token, json);
      expect([refused.status, refused.err?.fields?.[0]]).toMatchObject([422, { path, code }]);
    }
  });

  it('K05 for a stale version or another grid the answer has the present page', async () => {
    const { data } = await call(token);
    for (const json of [
      { ver: data.ver - 1, priority: [] },
      { ver: data.ver, cells: '0000', grid: '4-other' },
    ]) {
      const refused = await call(token, json);
      expect([refused.status, refused.err?.code, refused.data.ver]).toEqual([412, 'msg.datamodi', data.ver]);
    }
  });

  it('of two saves at the same time exactly one is written', async () => {
    const { data } = await call(token);
    const both = await Promise.all(['0111', '1110'].map((cells) => call(token, { ver: data.ver, cells, grid: data.grid })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('V06, V07: a wish and a time with a meeting cannot be removed, and the rule is named', async () => {
    const { data } = await call(token);
    const slot = data.slots.findIndex((_slot, index) => data.cells[index] === '1');
    const { start, end } = data.slots[slot]!;
    const meeting = await make('pairing', { cid: 'forum', dm: dm.id!, pitch: pitches[2]!.id!, start, end, room: 'A' });
    const noTime = await call(token, { ver: data.ver, cells: '0000', grid: data.grid });
    const time = start.slice(0, 16);
    expect([noTime.status, noTime.err?.fields]).toMatchObject([422, [{ path: 'cells', code: 'rule.bookedslot', message: expect.stringContaining(time) }]]);
    const noWish = await call(token, { ver: data.ver, priority: [pitches[0]!.id] });
    expect([noWish.status, noWish.err?.fields?.[0]]).toMatchObject([
      422,
      { path: 'priority', code: 'rule.bookedwish', message: expect.stringMatching(/C\d{3}/) },
    ]);
    const admin = await server.signIn('admin');
    expect((await admin(`/api/pb/pairing/${meeting.id}`, { method: 'DELETE' })).status).toBe(200);
  });

  it('a pitch marks when it cannot be there', async () => {
    const { data } = await call(pitchToken);
    expect(data).toMatchObject({ side: 'pitch', cells: '0000', priority: [], pitches: [] });
    expect((await call(pitchToken, { ver: data.ver, priority: [] })).status).toBe(422);
    const saved = await call(pitchToken, { ver: data.ver, cells: '1000', grid: data.grid });
    expect([saved.status, saved.data.cells]).toEqual([200, '1000']);
    expect((await stored('pitch', pitches[0]!)).unavailable).toEqual([{ start: at('09:00'), end: at('09:20') }]);
  });

  it('the server renders the page in the person’s language, and nobody else can read it', async () => {
    const page = await server.anonymous(`/my/${token}`);
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('<html lang="en"');
    for (const said of ['Ada, your forum', '2026-04-20 10:00', 'Pitch 2', '09:30', 'noindex']) expect(text).toContain(said);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-robots-tag')).toContain('noindex');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('set-cookie')).toContain('lang=en');
    expect(await (await server.anonymous(`/my/${token}?lang=tw`)).text()).toContain('甲，您的提案大會');
    expect(await (await server.anonymous(`/my/${pitchToken}`)).text()).toContain('《提案0》的提案大會');
    const [link] = await server.db.query('SELECT `opens`, `seen_at` FROM `_link` WHERE `row_id` = ?', [String(dm.id)]);
    expect(Number(link?.opens)).toBe(2);
  });

  it('after the campaign’s end of wishes it is read-only', async () => {
    now = new Date('2026-04-20T10:00:00Z');
    const { data } = await call(token);
    expect(data.wishes.state).toBe('ended');
    const refused = await call(token, { ver: data.ver, priority: [] });
    expect([refused.status, refused.err?.code]).toEqual([422, 'rule.wishover']);
    expect(await (await server.anonymous(`/my/${token}`)).text()).toContain('The deadline has passed');
    now = new Date('2026-04-01T08:00:00Z');
  });

  it('wrong, revoked and expired links say so, with their status; a disabled person has no page', async () => {
    const { id } = await linkFor('decision_maker', other);
    const bad = tokenOf(server.tools.config, id);
    for (const [of, status] of [
      ['nothing', 404],
      [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 404],
    ] as const) {
      expect((await call(of)).status).toBe(status);
      const page = await server.anonymous(`/my/${of}`);
      expect([page.status, page.headers.get('x-robots-tag')]).toEqual([status, 'noindex, nofollow']);
      expect(await page.text()).toContain('找不到這個頁面');
    }
    await moveLinkEnd(server.db, id, now.getTime());
    expect([(await call(bad)).status, (await call(bad)).err?.code]).toEqual([410, 'my.expired']);
    expect((await server.anonymous(`/my/${bad}`)).status).toBe(410);
    await moveLinkEnd(server.db, id, null);
    const existing = await stored('decision_maker', other);
    const disabled = { enabled: false, priority: [], available: [], unavailable: [], ver: existing.ver! };
    expect((await op(`/api/pb/decision_maker/${other.id}`, { method: 'PUT', json: disabled })).status).toBe(200);
    expect((await call(bad)).err?.code).toBe('my.revoked');
    await revokeLink(server.db, id, now.getTime());
    expect((await server.anonymous(`/my/${bad}?lang=en`)).status).toBe(410);
  });

  it('safety 7: an address that guesses tokens is blocked for a time', async () => {
    const codes = [];
    for (let index = 0; index < 40; index += 1) codes.push((await call(`guess${index}`)).status);
    expect(codes.slice(0, 5)).toEqual([404, 404, 404, 404, 404]);
    expect(codes.at(-1)).toBe(423);
    expect((await server.anonymous('/my/guess')).status).toBe(423);
    now = new Date(now.getTime() + 61_000);
    expect((await call(token)).status).toBe(200);
  });
});
