import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardFacts } from '#application/pairing/rules/board-facts.ts';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const day = '2026-05-01';
const at = (time: string) => `${day} ${time}:00`;
const campaign: Row = {
  id: 'forum',
  cna: '配對大會',
  maxSel: 3,
  zone: 'GMT',
  days: [{ date: day, start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms: ['A', 'B'] }],
};

describe.each(testDatabases)('S06 automatic pairing, on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  const pitches: string[] = [];
  const dms: string[] = [];

  async function make(object: string, row: Row): Promise<string> {
    const answer = await op(`/api/pb/${object}`, { method: 'POST', json: row });
    const body = (await answer.json()) as Row;
    expect(answer.status, JSON.stringify(body)).toBe(201);
    return String(body.id);
  }
  const all = async (object: string) => (await (await op(`/api/pb/${object}?range=[0,99]`)).json()) as Row[];
  const call = async (path: string, json: object) => {
    const answer = await op(`/api/pairing/forum/${path}`, { method: 'POST', json });
    return { status: answer.status, body: (await answer.json()) as { data: Row; err: { code: string; fields?: { path: string }[] } | null } };
  };
  async function run(more: object = {}): Promise<Row[]> {
    const { status, body } = await call('run', { programs: ['C'], ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    const id = String(body.data.job);
    await server.tools.jobs.settled(id);
    const job = ((await (await op(`/api/jobs/${id}`)).json()) as { data: { state: string; result: { runs: string[] } } }).data;
    expect(job.state).toBe('done');
    return Promise.all(job.result.runs.map(async (one) => (await (await op(`/api/pb/pairing_run/${one}`)).json()) as Row));
  }

  beforeAll(async () => {
    server = await startServer({ kind });
    const admin = await server.signIn('admin');
    expect((await admin('/api/pb/campaign', { method: 'POST', json: campaign })).status).toBe(201);
    op = await server.signIn('op');
    for (const [index, attProgram] of ['C', 'C', 'C', 'I'].entries())
      pitches.push(await make('pitch', { cid: 'forum', attProgram, enrollid: `${attProgram}00${index}`, cname: `提案${index}`, ename: `Pitch ${index}` }));
    const available = [{ start: at('09:00'), end: at('11:00') }];
    dms.push(await make('decision_maker', { cid: 'forum', name: '甲', available, priority: [pitches[0]!, pitches[1]!, pitches[3]!] }));
    dms.push(await make('decision_maker', { cid: 'forum', name: '乙', available, priority: [pitches[0]!, pitches[2]!] }));
    dms.push(await make('decision_maker', { cid: 'forum', name: '丙', available: [{ start: at('09:00'), end: at('09:30') }], priority: [pitches[0]!] }));
  });
  afterAll(() => server.stop());

  it('E07 computes a proven timetable for the chosen programs, and changes nothing until it is applied', async () => {
    const [wishes, fair] = (await run({ aims: ['wishes', 'fair'] })) as [Row, Row]; // two were asked for
    expect(wishes).toMatchObject({
      aim: 'wishes',
      state: 'planned',
      meetings: 5,
      wishes: 5,
      topWishes: 5,
      topMet: 5,
      alone: 0,
      breaks: 0,
      score: 98,
      bound: 98,
    });
    expect(fair.aim).toBe('fair');
    expect([wishes.withoutDms, wishes.withoutPitches]).toEqual([[], []]);
    // With one meeting a pitch, somebody goes without; who, is named.
    const [narrow] = (await run({ pitchQuota: 1, dmQuota: 1, programs: ['C', 'I'] })) as [Row];
    expect([narrow.withoutDms, narrow.withoutPitches, narrow.alone]).toEqual([[], [expect.any(String)], 1]);
    const { runs } = ((await (await op('/api/pairing/forum')).json()) as { data: BoardFacts }).data;
    expect(runs.find(({ id }) => id === narrow.id)?.without).toEqual({ dms: [], pitches: narrow.withoutPitches });
    expect(await all('pairing')).toEqual([]);
    const taken = await call('take', { run: wishes.id });
    expect([taken.status, taken.body.data]).toEqual([200, { stayed: 0, made: 5, removed: 0, moved: 0 }]);
    const made = await all('pairing');
    expect(made.map(({ mode, locked }) => [mode, locked])).toEqual(Array.from({ length: 5 }, () => ['auto', false]));
    expect(made.some(({ pitch }) => pitch === pitches[3])).toBe(false);
    expect(made.find(({ dm }) => dm === dms[2])).toMatchObject({ pitch: pitches[0]!, start: at('09:00'), end: at('09:20') });
    expect(new Set(made.map(({ start, room }) => `${start} ${room}`)).size).toBe(5);
  });

  it('a run can be applied only while the forum is unchanged since it was computed', async () => {
    const [stale] = (await run()) as [Row];
    const [first] = await all('pairing');
    expect((await op(`/api/pb/pairing/${first!.id}`, { method: 'PUT', json: { locked: true, ver: first!.ver! } })).status).toBe(200);
    const taken = await call('take', { run: stale.id });
    expect([taken.status, taken.body.err?.code]).toEqual([412, 'msg.datamodi']);
  });

  it('removes only the automatic meetings, or all; locked ones always stay', async () => {
    const before = await all('pairing');
    const locked = before.find((row) => row.locked === true)!;
    const [again] = (await run({ clear: 'all', seed: 5, stay: true })) as [Row];
    expect(again).toMatchObject({ meetings: 4, moved: 0 });
    const taken = await call('take', { run: again.id });
    expect(taken.body.data).toEqual({ stayed: 4, made: 0, removed: 0, moved: 0 });
    expect((await all('pairing')).find(({ id }) => id === locked.id)).toEqual(locked);
  });

  it('refuses input that it cannot read, by field, and people without permission', async () => {
    for (const [json, path] of [
      [{ programs: [] }, 'programs'],
      [{ programs: ['C'], clear: 'some' }, 'clear'],
      [{ programs: ['C'], aims: ['best'] }, 'aims'],
      [{ programs: ['C'], seed: 1.5 }, 'seed'],
      [{ programs: ['C'], bound: 1 }, 'bound'],
    ] as const) {
      const { status, body } = await call('run', json);
      expect([status, body.err?.fields?.[0]?.path]).toEqual([422, path]);
    }
    const guest = await server.signIn('gs');
    expect((await guest('/api/pairing/forum/run', { method: 'POST', json: { programs: ['C'] } })).status).toBe(403);
    expect((await call('take', { run: 'none' })).status).toBe(404);
  });
});
