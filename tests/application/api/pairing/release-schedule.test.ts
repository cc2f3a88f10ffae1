/** What somebody sees of a released timetable through their personal link, and what staff print of all of it. */
import ICAL from 'ical.js';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenOf } from '#application/personal/actions/link-token.ts';
import { ensureLink } from '#application/personal/actions/personal-links.ts';
import { revokeLink } from '#application/personal/data/links.ts';
import type { MySchedule, ReleaseFacts } from '#application/release/rules/release-facts.ts';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { statementsOf } from '../../../support/database/statements-of.ts';
import { pagesOf } from '../../../support/files/pdf-text.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const day = '2026-12-05';
const at = (time: string) => `${day} ${time}:00`;
const slots = ['02:00', '02:30', '03:00', '05:00'].map(at) as [string, string, string, string];
const endOf = (start: string) => new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + 20 * 60_000).toISOString().slice(0, 19).replace('T', ' ');

describe.each(testDatabases)('S06 schedules of a released timetable on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  let clock = Date.parse('2026-11-21T08:00:00Z');
  const pitches: string[] = [];
  const dms: string[] = [];
  const tokens: Record<string, string> = {};

  const make = async (object: string, row: Row) => {
    const answer = await op(`/api/pb/${object}`, { method: 'POST', json: row });
    const body = (await answer.json()) as Row;
    expect(answer.status, JSON.stringify(body)).toBe(201);
    return String(body.id);
  };
  const facts = async () => ((await (await op('/api/release/forum')).json()) as { data: ReleaseFacts }).data;
  const release = async () => {
    clock += 60_000;
    const { version, number } = await facts();
    const answer = await op('/api/release/forum', { method: 'POST', json: { version, number } });
    expect(answer.status, await answer.text()).toBe(200);
  };
  const pair = (dm: number, pitch: number, slot: number, room: string) =>
    make('pairing', { cid: 'forum', dm: dms[dm]!, pitch: pitches[pitch]!, start: slots[slot]!, end: endOf(slots[slot]!), room });
  const link = async (object: string, rowId: string) => {
    const wanted = { kind: 'my', object, rowId, campaign: 'forum', page: '' } as const;
    const { id } = await ensureLink(server.tools, server.db, wanted, { by: 'op', endsAt: null });
    return tokenOf(server.tools.config, id);
  };
  const schedule = async (token: string) => ((await (await server.anonymous(`/api/my/${token}/schedule`)).json()) as { data: MySchedule }).data;
  const calendar = async (token: string, lang = 'en') => {
    const answer = await server.anonymous(`/api/my/${token}/schedule.ics?lang=${lang}`);
    const text = await answer.text();
    const component = new ICAL.Component(ICAL.parse(text));
    const events = component.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
    return { answer, text, events, status: (uid: string) => events.find((one) => one.uid === uid)?.component.getFirstPropertyValue('status') };
  };
  const texts = async (answer: Response) => {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return pagesOf(new Uint8Array(await answer.arrayBuffer()));
  };

  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date(clock), env: { BASE_URL: 'https://films.example' } });
    const admin = await server.signIn('admin');
    op = await server.signIn('op');
    const days = [
      { date: day, start: '10:00:00', end: '12:00:00', slot: 20, gap: 10, rooms: ['A', 'Salon'] },
      { date: day, start: '13:00:00', end: '14:00:00', slot: 20, gap: 10, rooms: ['A', 'Salon'] },
    ];
    await admin('/api/pb/campaign', { method: 'POST', json: { id: 'forum', cna: '配對大會', enaName: 'Pairing Forum', maxSel: 3, zone: 'GMT+8', days } });
    for (const index of [0, 1, 2])
      pitches.push(
        await make('pitch', {
          cid: 'forum',
          attProgram: 'C',
          enrollid: `C00${index}`,
          cname: `海的記憶${index}`,
          ename: `Sea ${index}`,
          director: { cname: '陳燈', ename: 'Chen Teng' },
          producer: { cname: '吳潮', ename: 'Wu Chao', email: 'wu@example.com' },
        }),
      );
    const available = [{ start: at('02:00'), end: at('06:00') }];
    for (const name of ['甲', '乙'])
      dms.push(
        await make('decision_maker', {
          cid: 'forum',
          name,
          ename: `Mr ${name}`,
          org: 'YLE',
          position: 'Editor',
          available,
          priority: pitches,
          email: 'dm@example.com',
        }),
      );
    tokens.dm = await link('decision_maker', dms[0]!);
    tokens.pitch = await link('pitch', pitches[0]!);
  });
  afterAll(() => server.stop());

  it('before the first release there is no schedule, and the calendar is empty but valid', async () => {
    expect(await schedule(tokens.dm!)).toMatchObject({ side: 'dm', zone: 'GMT+8', release: null, days: [], cancelled: [] });
    const { answer, events } = await calendar(tokens.dm!);
    expect([answer.status, answer.headers.get('content-type'), events.length]).toEqual([200, 'text/calendar; charset=utf-8', 0]);
    const [page] = await texts(await server.anonymous(`/api/my/${tokens.dm}/schedule.pdf?lang=tw`));
    expect(page).toContain('時間表尚未發布');
  });

  it('shows the newest released version with its breaks, the other side by name, and no addresses; never the draft', async () => {
    await pair(0, 0, 0, 'A');
    await pair(0, 1, 3, 'Salon');
    await release();
    await pair(0, 2, 1, 'A');
    const mine = await schedule(tokens.dm!);
    expect(mine.release).toEqual({ number: 1, at: '2026-11-21 08:01:00' });
    expect(mine.days).toMatchObject([
      {
        date: day,
        lines: [
          { from: '10:00', until: '10:20', room: 'A', with: { title: { tw: 'C000 海的記憶0', en: 'C000 Sea 0' }, detail: { en: 'Chen Teng, Wu Chao' } } },
          { from: '10:20', until: '13:00', with: null },
          { from: '13:00', until: '13:20', room: 'Salon' },
        ],
      },
    ]);
    expect(JSON.stringify(mine)).not.toContain('@');
    expect(await schedule(tokens.pitch!)).toMatchObject({
      side: 'pitch',
      days: [{ lines: [{ from: '10:00', with: { title: { tw: '甲', en: 'Mr 甲' }, detail: { tw: 'YLE · Editor' } } }] }],
    });
  });

  it('is one printed page in both languages, in the campaign’s time, with its version', async () => {
    const tw = await texts(await server.anonymous(`/api/my/${tokens.dm}/schedule.pdf?lang=tw`));
    expect(tw).toHaveLength(1);
    for (const said of [
      '配對大會',
      '甲',
      'YLE · Editor',
      '第 1 版',
      '2026-11-21 16:01',
      '2026-12-05（週六）',
      '10:00–10:20',
      'C000 海的記憶0',
      '陳燈、吳潮',
      '休息',
      '13:00–13:20',
      'Salon',
    ])
      expect(tw[0]).toContain(said);
    expect(tw[0]).not.toContain('海的記憶2');
    const en = await texts(await server.anonymous(`/api/my/${tokens.pitch}/schedule.pdf?lang=en`));
    for (const said of ['Pairing Forum', 'C000 Sea 0', 'Version 1, released 2026-11-21 16:01 (GMT+8)', 'Sat 2026-12-05', 'Mr 甲', 'All times are GMT+8'])
      expect(en[0]).toContain(said);
    expect((await server.anonymous(`/api/my/${tokens.dm}/schedule.pdf?lang=de`)).status).toBe(400);
  });

  it('the calendar follows: a moved meeting has the same id and a higher sequence, a cancelled one says so until its time is over', async () => {
    const before = await calendar(tokens.dm!);
    expect(before.events.map((one) => [one.summary, one.sequence, one.startDate.toJSDate().toISOString(), one.location])).toEqual([
      ['C000 Sea 0', 0, '2026-12-05T02:00:00.000Z', 'Table A'],
      ['C001 Sea 1', 0, '2026-12-05T05:00:00.000Z', 'Salon'],
    ]);
    // A mark alone says nothing in a calendar; a room with a name needs no word before it.
    const said = async (lang: string) =>
      [...(await (await server.anonymous(`/my/${tokens.dm}?lang=${lang}`)).text()).matchAll(/"my-room">([^<]+)/g)].map(([, room]) => room);
    expect([(await calendar(tokens.dm!, 'tw')).events[0]?.location, await said('en'), await said('tw')]).toEqual([
      'A 桌',
      ['Table A', 'Salon'],
      ['A 桌', 'Salon'],
    ]);
    const etag = before.answer.headers.get('etag')!;
    const again = await server.anonymous(`/api/my/${tokens.dm}/schedule.ics?lang=en`, { headers: { 'if-none-match': `W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const rows = (await (await op('/api/pb/pairing?range=[0,9]')).json()) as Row[];
    const row = (pitch: number) => rows.find((one) => one.pitch === pitches[pitch])!;
    const moved = { start: slots[2], end: endOf(slots[2]), ver: row(0).ver };
    expect((await op(`/api/pb/pairing/${row(0).id}`, { method: 'PUT', json: moved })).status).toBe(200);
    const gone = { do: 'remove', pairing: row(1).id, ver: row(1).ver };
    expect((await op('/api/pairing/forum/moves', { method: 'POST', json: { moves: [gone] } })).status).toBe(200);
    // Not released yet: nothing changes.
    expect((await calendar(tokens.dm!)).text).toBe(before.text);
    await release();
    const after = await calendar(tokens.dm!);
    expect(after.answer.headers.get('etag')).not.toBe(etag);
    const [first, second] = before.events.map(({ uid }) => uid) as [string, string];
    expect(after.events.map(({ uid, sequence }) => [uid, sequence])).toEqual([
      [expect.not.stringContaining(first), 0], // the third pitch, new
      [first, 1],
      [second, 1],
    ]);
    expect([after.status(first), after.status(second)]).toEqual(['CONFIRMED', 'CANCELLED']);
    expect(after.events[2]?.summary).toBe('Cancelled: C001 Sea 1');
    expect((await schedule(tokens.dm!)).cancelled).toMatchObject([{ from: '13:00', room: 'Salon' }]);
    const tw = await calendar(tokens.dm!, 'tw');
    expect([tw.events[2]?.summary, tw.events[2]?.uid]).toEqual(['已取消：C001 海的記憶1', second]);
    // Once its time is over, it is left to the past.
    const now = clock;
    clock = Date.parse('2026-12-05T05:20:00Z');
    expect((await calendar(tokens.dm!)).events).toHaveLength(2);
    clock = now;
  });

  it('a delay is in the calendar and on the page from the forum day on, with a higher sequence, until it is undone; a rehearsal is not', async () => {
    const press = async (id: string, action: object) => {
      const answer = await op('/api/forum-day/forum/press', { method: 'POST', json: { day, presses: [{ id, ...action }] } });
      expect(answer.status, await answer.text()).toBe(200);
    };
    const now = clock;
    const onTheDay = async <T>(look: () => Promise<T>): Promise<T> => {
      clock = Date.parse('2026-12-04T16:30:00Z'); // half past midnight, in the forum's zone
      const seen = await look();
      clock = now;
      return seen;
    };
    const times = async () =>
      (await calendar(tokens.dm!)).events.map(({ sequence, startDate }) => [startDate.toJSDate().toISOString().slice(11, 16), sequence]);
    const before = await calendar(tokens.dm!);
    await press('tried', { kind: 'delay', of: 'dm', who: dms[0]!, start: slots[2], minutes: 45, rehearsal: true });
    await press('late', { kind: 'delay', of: 'dm', who: dms[0]!, start: slots[2], minutes: 10 });
    expect((await calendar(tokens.dm!)).text).toBe(before.text);
    expect(await onTheDay(times)).toEqual([
      ['02:30', 1],
      ['03:10', 2],
      ['05:00', 2], // called off
    ]);
    const { events } = await onTheDay(() => calendar(tokens.dm!));
    expect(events.map(({ description }) => description.includes('10 min later than planned (11:00)'))).toEqual([false, true, false]);
    const mine = await onTheDay(() => schedule(tokens.dm!));
    expect(mine.days[0]?.lines.filter((line) => line.with).map(({ from, until }) => [from, until])).toEqual([
      ['10:30', '10:50'],
      ['11:10', '11:30'],
    ]);
    const sheet = async () => (await texts(await server.anonymous(`/api/my/${tokens.dm}/schedule.pdf?lang=en`))).join(' ').replace(/\s+/g, ' ');
    expect(await onTheDay(sheet)).toMatch(/delays as of .*10:30–10:50.*11:10–11:30/);
    expect(await sheet()).not.toMatch(/delays|11:10/);
    await press('back', { kind: 'undo', press: 'late' });
    expect(await onTheDay(times)).toEqual([
      ['02:30', 2],
      ['03:00', 3],
      ['05:00', 3],
    ]);
  });

  it('the number of statements does not depend on the meetings', async () => {
    const counted = async (path: string) => (await statementsOf(server.db, async () => expect((await server.anonymous(path)).status).toBe(200))).length;
    for (const path of ['schedule', 'schedule.ics', 'schedule.pdf']) expect(await counted(`/api/my/${tokens.dm}/${path}`)).toBeLessThanOrEqual(6);
  });

  it('staff print all schedules, a page each, and download a workbook of four sheets', async () => {
    await pair(1, 0, 0, 'Salon');
    const path = `/api/pb/pitch/${pitches[0]}`;
    const { ver } = (await (await op(path)).json()) as Row;
    const ename = 'Sea 0, the Migrating Birds and the Veterans’ Village';
    expect((await op(path, { method: 'PUT', json: { ename, ver } })).status).toBe(200);
    await release();
    const pages = await texts(await op('/api/release/forum/schedules.pdf?lang=en'));
    expect(pages.join(' '), 'a long title is smaller, not cut').toContain(ename);
    expect(pages).toHaveLength(2);
    expect(pages.map((page) => /Mr [甲乙]/.exec(page)?.[0]).sort()).toEqual(['Mr 乙', 'Mr 甲']);
    expect(pages[0]).toContain('Page 1 of 2');
    expect(await texts(await op('/api/release/forum/schedules.pdf?lang=tw&side=pitch&version=1'))).toHaveLength(2);
    const book = await op('/api/release/forum/schedules.xlsx?lang=tw');
    expect(book.status).toBe(200);
    const sheets = await readXlsxFile(Buffer.from(await book.arrayBuffer()));
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['依決策者', '依提案', '依桌次', '總表']);
    expect(sheets.map(({ data }) => data.length)).toEqual([4, 4, 4, 3]);
    expect(sheets[1]?.data[1]).toEqual(['C000', '海的記憶0', 'CCDF', day, '10:00', '10:20', 'Salon', '乙', 'YLE · Editor']);
    const guest = await server.signIn('gs');
    expect((await guest('/api/release/forum/schedules.pdf?version=7')).status).toBe(404);
  });

  it('a revoked link opens nothing, and neither does an invalid one', async () => {
    await revokeLink(
      server.db,
      (await ensureLink(server.tools, server.db, { kind: 'my', object: 'pitch', rowId: pitches[0]!, campaign: 'forum', page: '' }, { by: 'op', endsAt: null }))
        .id,
      clock,
    );
    for (const path of ['schedule', 'schedule.ics', 'schedule.pdf']) {
      expect((await server.anonymous(`/api/my/${tokens.pitch}/${path}`)).status).toBe(410);
      expect((await server.anonymous(`/api/my/${'A'.repeat(36)}/${path}`)).status).toBe(404);
    }
  });
});
