import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ForumFacts } from '#application/forum/rules/forum-facts.ts';
import type { Row } from '#codegen/model.ts';
import { writeWorkbook } from '#framework/export/workbook.ts';
import { readSheet } from '#framework/import/read-sheet.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const day = '2026-05-01';
const days = [{ date: day, start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms: ['A', 'B'] }];
const allDay = [{ start: `${day} 08:00:00`, end: `${day} 12:00:00` }];

describe.each(testDatabases)('forum set-up, on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  let admin: Client;
  const dms: Row[] = [];
  const pitches: Row[] = [];

  async function make(object: string, row: Row): Promise<Row> {
    const answer = await op(`/api/pb/${object}`, { method: 'POST', json: row });
    const body = (await answer.json()) as Row;
    expect(answer.status, JSON.stringify(body)).toBe(201);
    return body;
  }
  type Answer<T> = { status: number; data: T; err: { code: string; fields?: { path: string; code: string; message: string }[] } | null };
  async function call<T = ForumFacts>(path = '', init?: { method: string; json?: object; body?: Buffer }, by = op): Promise<Answer<T>> {
    const { body, ...rest } = init ?? {};
    const answer = await by(
      `/api/forum/forum${path}`,
      body ? { ...rest, body: new Uint8Array(body), headers: { 'content-type': 'application/octet-stream' } } : rest,
    );
    return { status: answer.status, ...((await answer.json()) as Omit<Answer<T>, 'status'>) };
  }
  const sheet = (rows: (string | number | null)[][]) => writeWorkbook([{ name: 'Wishes', heads: ['DM', '1', '2', '3'], rows }]);
  const wishesOf = async (row: Row) => ((await (await op(`/api/pb/decision_maker/${row.id}`)).json()) as Row).priority;

  beforeAll(async () => {
    server = await startServer({ kind });
    admin = await server.signIn('admin');
    op = await server.signIn('op');
    const campaign = { id: 'forum', cna: '提案大會', enaName: 'Pitch Forum', maxSel: 3, zone: 'GMT', days };
    expect((await admin('/api/pb/campaign', { method: 'POST', json: campaign })).status).toBe(201);
    for (const index of [0, 1, 2, 3]) {
      const row = await make('pitch', { cid: 'forum', attProgram: 'C', enrollid: `C00${index}`, cname: `提案${index}`, ename: `Pitch ${index}` });
      pitches.push(row);
      if (index < 3) await server.db.run('UPDATE `pitch` SET `exportAt` = ? WHERE `id` = ?', ['2026-03-01 00:00:00', String(row.id)]);
    }
    dms.push(
      await make('decision_maker', {
        cid: 'forum',
        name: '甲',
        ename: 'Ada',
        email: 'ada@example.com',
        lang: 'en',
        available: allDay,
        priority: [pitches[0]!.id!],
      }),
    );
    dms.push(await make('decision_maker', { cid: 'forum', name: '乙', email: 'otsu@example.com', lang: 'tw' }));
    dms.push(await make('decision_maker', { cid: 'forum', name: '同名' }));
    dms.push(await make('decision_maker', { cid: 'forum', name: '同名', email: 'second@example.com' }));
    await make('pairing', { cid: 'forum', dm: dms[0]!.id!, pitch: pitches[0]!.id!, start: `${day} 10:00:00`, end: `${day} 10:20:00`, room: 'B' });
  });
  afterAll(() => server.stop());

  it('lists who has no times, wishes, link or address; guests see no link', async () => {
    const { status, data } = await call();
    expect(status).toBe(200);
    const [first, second, third] = ['甲', '乙', '同名'].map((name) => data.people.find((person) => person.name.tw === name));
    expect(first).toMatchObject({ free: 4, wishes: 1, link: null, hasAddress: true });
    expect(second).toMatchObject({ free: 0, wishes: 0, hasAddress: true });
    expect(third).toMatchObject({ hasAddress: false });
    expect(data.people.filter(({ object }) => object === 'pitch').map(({ free }) => free)).toEqual([4, 4, 4, 4]);
    const guest = await server.signIn('gs');
    expect((await call('', undefined, guest)).data.may).toEqual({ days: false, people: false });
    expect((await call('/links', { method: 'POST', json: { object: 'pitch', ids: [] } }, guest)).status).toBe(403);
    expect((await server.anonymous('/api/forum/forum')).status).toBe(401);
    expect((await op('/api/forum/none')).status).toBe(404);
  });

  it('E07 a change of the days that strands a meeting asks first, with the number', async () => {
    const { data } = await call('', undefined, admin);
    const shorter = [{ ...days[0], end: '10:00:00' }];
    const json = { ver: data.campaign.ver, days: shorter, wishUntil: '2026-04-20 10:00:00' };
    type Asked = { stranded: { why: string; room: string }[] };
    const asked = await call<Asked>('/days', { method: 'PUT', json }, admin);
    expect([asked.status, asked.err?.code, asked.data.stranded.map(({ why }) => why)]).toEqual([422, 'rule.strands', ['slot']]);
    const roomless = await call<Asked>('/days', { method: 'PUT', json: { ...json, days: [{ ...days[0], rooms: ['A'] }] } }, admin);
    expect(roomless.data.stranded.map(({ why }) => why)).toEqual(['room']);
    expect((await call('/days', { method: 'PUT', json: { ...json, confirm: 2 } }, admin)).err?.code).toBe('rule.strands');
    const saved = await call('/days', { method: 'PUT', json: { ...json, confirm: 1 } }, admin);
    expect([saved.status, saved.data.campaign.wishUntil]).toEqual([200, '2026-04-20 10:00:00']);
    expect((await call('/days', { method: 'PUT', json: { ...json, confirm: 1 } }, admin)).status).toBe(412);
    const back = await call('/days', { method: 'PUT', json: { ...json, ver: saved.data.campaign.ver, days } }, admin);
    expect([back.status, back.data.campaign.days]).toMatchObject([200, days]);
  });

  it('refuses days that overlap, and unknown values', async () => {
    const { data } = await call('', undefined, admin);
    const json = { ver: data.campaign.ver, days: [days[0], { ...days[0], start: '10:30:00' }], wishUntil: '' };
    const refused = await call('/days', { method: 'PUT', json }, admin);
    expect([refused.status, refused.err?.fields?.[0]]).toMatchObject([422, { path: 'days/1/start', code: 'rule.dayoverlap' }]);
    expect((await call('/days', { method: 'PUT', json: { ...json, days, maxSel: 9 } }, admin)).err?.fields?.[0]).toMatchObject({
      path: 'maxSel',
      code: 'field.unknown',
    });
  });

  it('checks a spreadsheet of wishes row by row, names the column of each problem, and writes nothing', async () => {
    const bytes = await sheet([
      ['ada@example.com', 'C001', 'C000', null],
      ['乙', 'c002', 'C999', 'C002'],
      ['同名', 'C001'],
      ['nobody', 'C001'],
      [String(dms[1]!.id), 'C003'],
      ['Ada', 'C000'],
    ]);
    type Report = { lines: { row: number; does: string; problems: { row: number; column: number; code: string }[] }[]; counts: Record<string, number> };
    const { status, data } = await call<Report>('/wishes/check', { method: 'POST', body: bytes });
    expect(status).toBe(200);
    expect(data.counts).toEqual({ change: 1, same: 0, nothing: 5 });
    expect(data.lines.flatMap(({ problems }) => problems.map(({ row, column, code }) => [row, column, code]))).toEqual([
      [3, 3, 'wish.nopitch'],
      [3, 4, 'wish.double'],
      [4, 1, 'wish.several'],
      [5, 1, 'wish.nobody'],
      [6, 1, 'wish.again'],
      [6, 2, 'rule.notoffered'],
      [7, 1, 'wish.again'],
    ]);
    const refused = await call<Report>('/wishes', { method: 'POST', body: bytes });
    expect([refused.status, refused.err?.fields?.[0]]).toMatchObject([
      422,
      { path: 'rows/3/3', code: 'wish.nopitch', message: expect.stringContaining('C999') },
    ]);
    expect(await wishesOf(dms[0]!)).toEqual([pitches[0]!.id]);
  });

  it('V06 a wish with a meeting stays; a sheet without problems is written as a whole, also from CSV', async () => {
    type Report = { lines: { problems: { column: number; code: string }[] }[]; counts: Record<string, number> };
    const without = await call<Report>('/wishes', { method: 'POST', body: await sheet([['ada@example.com', 'C001']]) });
    expect(without.data.lines[0]?.problems).toMatchObject([{ column: 1, code: 'rule.keptwish' }]);
    const saved = await call<Report>('/wishes', {
      method: 'POST',
      body: await sheet([
        ['ada@example.com', 'C001', 'C000'],
        ['乙', 'C002', 'C001'],
      ]),
    });
    expect([saved.status, saved.data.counts]).toEqual([200, { change: 2, same: 0, nothing: 0 }]);
    expect(await wishesOf(dms[0]!)).toEqual([pitches[1]!.id, pitches[0]!.id]);
    const csv = await call<Report>('/wishes', { method: 'POST', body: Buffer.from('dm,1,2\notsu@example.com,C001,C002\n') });
    expect([csv.status, await wishesOf(dms[1]!)]).toEqual([200, [pitches[1]!.id, pitches[2]!.id]]);
    const history = (await (await op(`/api/pb/decision_maker/${dms[1]!.id}/history`)).json()) as { action: string }[];
    expect(history[0]?.action).toBe('import');
    expect((await call('/wishes', { method: 'POST', body: Buffer.from('%PDF-1.4 \0') })).status).toBe(422);
  });

  it('the template lists everybody with their present wishes, and can be uploaded unchanged', async () => {
    const answer = await op('/api/forum/forum/wishes/template');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const rows = await readSheet(bytes);
    expect(rows.slice(1).map((row) => String(row[0]))).toContain('ada@example.com');
    const { data } = await call<{ counts: Record<string, number> }>('/wishes/check', { method: 'POST', body: bytes });
    expect(data.counts).toEqual({ change: 0, same: 4, nothing: 0 });
  });

  it('makes links for many at once, one for each person, and revokes one', async () => {
    const ids = dms.map(({ id }) => String(id));
    const first = await call('/links', { method: 'POST', json: { object: 'decision_maker', ids } });
    expect(first.status).toBe(200);
    const linkOf = (facts: ForumFacts, id: string) => facts.people.find((person) => person.id === id)?.link;
    const again = await call('/links', { method: 'POST', json: { object: 'decision_maker', ids, endsAt: Date.now() + 86_400_000 } });
    expect(linkOf(again.data, ids[0]!)?.id).toBe(linkOf(first.data, ids[0]!)?.id);
    const url = linkOf(first.data, ids[0]!)?.url ?? '';
    const path = new URL(url).pathname;
    expect((await server.anonymous(path)).status).toBe(200);
    const seen = await call();
    expect(linkOf(seen.data, ids[0]!)).toMatchObject({ state: 'open', opens: 1, seenAt: expect.any(Number) });
    const gone = await call(`/links/${linkOf(seen.data, ids[0]!)?.id}`, { method: 'DELETE' });
    expect(linkOf(gone.data, ids[0]!)?.state).toBe('revoked');
    expect((await server.anonymous(path)).status).toBe(410);
    expect((await call('/links/none', { method: 'DELETE' })).status).toBe(404);
    const guest = await server.signIn('gs');
    expect(JSON.stringify((await call('', undefined, guest)).data)).not.toContain('/my/');
  });

  it('mails links as a held batch in each person’s language; people without an address are reported', async () => {
    const { data: help } = await call<{ text: Record<'tw' | 'en', { subject: string; body: string }> }>('/mails');
    const text = { subjectTw: help.text.tw.subject, bodyTw: help.text.tw.body, subjectEn: help.text.en.subject, bodyEn: help.text.en.body };
    const ids = dms.slice(0, 3).map(({ id }) => String(id));
    const wrong = await call('/mails', { method: 'POST', json: { object: 'decision_maker', ids, text: { ...text, bodyEn: 'no link' } } });
    expect(wrong.err?.fields?.[0]).toMatchObject({ path: 'text/bodyEn', code: 'rule.needed' });
    const made = await call<{ batch: string }>('/mails', { method: 'POST', json: { object: 'decision_maker', ids, text } });
    expect(made.status).toBe(200);
    const read = (await (await op(`/api/desk/mails/batches/${made.data.batch}`)).json()) as {
      data: { state: string; mails: { to: string; lang: string; body: string; title: { tw: string } }[]; report: { unreachable: unknown[] } };
    };
    expect(read.data.state).toBe('held');
    expect(read.data.mails.map(({ to, lang }) => `${to} ${lang}`).sort()).toEqual(['ada@example.com en', 'otsu@example.com tw']);
    expect(read.data.mails[0]?.body).toMatch(/\/my\/[\w-]{36}/);
    expect(read.data.report.unreachable).toHaveLength(1);
    expect((await call('/mails', { method: 'POST', json: { object: 'decision_maker', ids: ['nobody'], text } })).status).toBe(422);
  });

  it('E07 of a change of the days and a meeting placed in the removed time, at the same moment, exactly one succeeds', async () => {
    const dm = await make('decision_maker', { cid: 'forum', name: '戊', available: allDay, priority: [pitches[1]!.id!] });
    const moves = (move: object) => op('/api/pairing/forum/moves', { method: 'POST', json: { moves: [move] } });
    for (const _round of [1, 2, 3]) {
      const { data } = await call('', undefined, admin);
      const json = { ver: data.campaign.ver, wishUntil: data.campaign.wishUntil };
      const [saved, placed] = await Promise.all([
        call('/days', { method: 'PUT', json: { ...json, days: [{ ...days[0], end: '10:20:00' }] } }, admin),
        moves({ do: 'place', dm: dm.id, pitch: pitches[1]!.id, start: `${day} 10:30:00` }),
      ]);
      expect([saved.status, placed.status].sort(), `${saved.err?.code} ${await placed.clone().text()}`).toEqual([200, 422]);
      if (placed.status === 200) {
        expect(saved.err?.code).toBe('rule.strands');
        const { data: made } = (await placed.json()) as { data: { pairings: Row[] } };
        const row = made.pairings.find((one) => one.dm === dm.id);
        expect((await moves({ do: 'remove', pairing: row?.id, ver: row?.ver })).status).toBe(200);
      } else expect((await call('/days', { method: 'PUT', json: { ...json, ver: saved.data.campaign.ver, days } }, admin)).status).toBe(200);
    }
  });
});
