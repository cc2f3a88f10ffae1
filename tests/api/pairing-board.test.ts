import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BoardChanges, BoardPairing, MayAnswer, Move } from '#domain/pairing/board-facts.ts';
import { testDatabases } from '../support/database.ts';
import { at, type BoardTest, makeBoard } from '../support/pairing-board.ts';
import { type Client, startServer, type TestServer } from '../support/server.ts';

describe.each(testDatabases)('S06 the board of the pairing, on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  let board: BoardTest;
  const dm = (index: number) => board.dms[index]!;
  const pitch = (index: number) => board.pitches[index]!;
  const place = (one: number, other: number, time: string): Move => ({ do: 'place', dm: dm(one), pitch: pitch(other), start: at(time) });
  /** What the call is refused with, and that nothing of it was done. */
  async function refused(moves: Move[] | object[], path = '/moves') {
    const before = await board.facts();
    const answer = await board.post<BoardPairing | null>(path, path === '/moves' ? { moves } : {});
    const after = await board.facts();
    expect(after.pairings).toEqual(before.pairings);
    expect(after.version).toBe(before.version);
    return answer;
  }
  const refusal = async (...moves: Move[]) => {
    const { status, err, msg } = await refused(moves);
    return [status, err?.code, err?.fields.map((field) => field.path).join(), msg];
  };

  beforeAll(async () => {
    server = await startServer({ kind });
    op = await server.signIn('op');
    board = await makeBoard(server, op);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    const { pairings } = await board.facts();
    const unlocked = pairings.filter(({ locked }) => locked).map(({ id, ver }): Move => ({ do: 'unlock', pairing: id, ver }));
    if (unlocked.length) await board.move(...unlocked);
    const standing = (await board.facts()).pairings;
    if (standing.length) await board.move(...standing.map(({ id, ver }): Move => ({ do: 'remove', pairing: id, ver })));
  });

  it('E06 E07 shows the grid, the people with their free slots, wishes unmet and impossible', async () => {
    const facts = await board.facts();
    expect(facts.campaign).toEqual({ id: 'forum', title: '配對大會', etitle: '配對大會', zone: 'GMT', programs: ['C', 'I'] });
    expect(facts.slots.map(({ start, end, block, rooms }) => [start, end, block, rooms])).toEqual(
      [
        ['09:00', '09:20'],
        ['09:30', '09:50'],
        ['10:00', '10:20'],
        ['10:30', '10:50'],
      ].map(([start, end]) => [at(start!), at(end!), '2026-05-01 am', ['A', 'B']]),
    );
    expect(facts.dms.map(({ name, enabled, free }) => [name, enabled, free])).toEqual([
      ['甲', true, '1111'],
      ['乙', true, '1111'],
      ['丙', true, '1000'],
      ['丁', false, '0000'],
    ]);
    expect(facts.pitches.map(({ number, title, etitle, free }) => [number, title, etitle, free])[0]).toEqual(['C000', '提案0', 'Pitch 0', '1111']);
    expect(facts.unmet.map(({ rank }) => rank)).toEqual([1, 1, 1, 2, 2, 3]);
    expect([facts.impossible, facts.release, facts.changedSince]).toEqual([[], null, 0]);
    await board.put('pitch', pitch(0), { unavailable: [{ start: at('08:00'), end: at('09:10') }] });
    const away = await board.facts();
    expect(away.version).toBeGreaterThan(facts.version);
    expect(away.pitches[0]!.free).toBe('0111');
    expect(away.impossible).toEqual([{ dm: dm(2), pitch: pitch(0), rank: 1, reason: 'nocommon' }]);
    await board.put('pitch', pitch(0), { unavailable: [] });
  });

  it('places, moves, swaps, locks, unlocks and removes, each answering what changed', async () => {
    const one = await board.place(0, 0, '09:00');
    expect(one).toMatchObject({ dm: dm(0), pitch: pitch(0), start: at('09:00'), end: at('09:20'), room: 'A', mode: 'manual', locked: false, ver: 1 });
    const two = await board.place(1, 2, '10:00');
    expect(two.room).toBe('B');
    const moved = (await board.move({ do: 'move', pairing: one.id, ver: 1, start: at('10:30') })).pairings;
    expect(moved).toMatchObject([{ id: one.id, ver: 2, start: at('10:30'), end: at('10:50'), room: 'A' }]);
    const { pairings, who } = await board.move({ do: 'swap', a: one.id, verA: 2, b: two.id, verB: 1 });
    const places = Object.fromEntries(pairings.map(({ id, start, room }) => [id, `${start} ${room}`]));
    expect(places).toEqual({ [one.id]: `${at('10:00')} B`, [two.id]: `${at('10:30')} A` });
    expect(who.map(({ by, action }) => [by, action])).toEqual([
      ['op', 'board'],
      ['op', 'board'],
    ]);
    expect((await board.move({ do: 'lock', pairing: one.id, ver: 3 })).pairings).toMatchObject([{ locked: true, ver: 4 }]);
    expect((await refusal({ do: 'remove', pairing: one.id, ver: 4 })).slice(0, 3)).toEqual([422, 'rule.locked', 'moves/0/pairing']);
    expect((await refusal({ do: 'move', pairing: one.id, ver: 4, start: at('09:00') })).slice(0, 3)).toEqual([422, 'rule.locked', 'moves/0/pairing']);
    expect((await refusal({ do: 'swap', a: two.id, verA: 2, b: one.id, verB: 4 })).slice(0, 3)).toEqual([422, 'rule.locked', 'moves/0/b']);
    await board.move({ do: 'unlock', pairing: one.id, ver: 4 });
    expect(await board.move({ do: 'remove', pairing: one.id, ver: 5 })).toMatchObject({ pairings: [], removed: [one.id] });
    // The wish is open again.
    expect((await board.facts()).unmet).toContainEqual({ dm: dm(0), pitch: pitch(0), rank: 1 });
  });

  it('two meetings of one decision maker change their times, and a call may empty a place that it fills', async () => {
    const [one, two] = [await board.place(0, 0, '09:00', 'A'), await board.place(0, 1, '09:30', 'B')];
    await board.move({ do: 'swap', a: one.id, verA: 1, b: two.id, verB: 1 });
    expect(await board.pairing(one.id)).toMatchObject({ start: at('09:30'), room: 'B', ver: 2 });
    await board.move({ do: 'remove', pairing: one.id, ver: 2 }, place(1, 0, '09:30'));
    await board.move({ do: 'move', pairing: two.id, ver: 2, start: at('10:00') }, place(2, 0, '09:00'));
    expect((await board.facts()).pairings).toHaveLength(3);
  });

  it('V04-V07 refuses by the name of the rule in both languages, all of a call or none', async () => {
    const one = await board.place(0, 0, '09:00');
    expect(await refusal(place(0, 1, '09:00'))).toEqual([422, 'rule.overlap', 'moves/0/start', '時段重疊']);
    expect(await refusal(place(2, 0, '09:00'))).toEqual([422, 'rule.overlap', 'moves/0/start', '時段重疊']);
    expect(await refusal(place(0, 0, '10:00'))).toEqual([422, 'rule.paired', 'moves/0/pitch', '此決策者與提案已有配對']);
    expect(await refusal(place(0, 2, '10:00'))).toEqual([422, 'rule.notwished', 'moves/0/pitch', '提案不在決策者的志願序中']);
    expect((await refusal(place(3, 0, '10:00'))).slice(0, 2)).toEqual([422, 'rule.disabled']);
    expect((await refusal(place(1, 2, '10:00'), place(2, 0, '10:00'))).slice(0, 3)).toEqual([422, 'rule.notfree', 'moves/1/start']);
    expect((await refusal(place(1, 2, '09:10'))).slice(0, 3)).toEqual([422, 'rule.slot', 'moves/0/start']);
    expect((await refusal({ ...place(1, 2, '09:00'), room: 'A' } as Move)).slice(0, 3)).toEqual([422, 'rule.room', 'moves/0/room']);
    expect((await refusal({ ...place(1, 2, '09:00'), room: 'Z' } as Move)).slice(0, 3)).toEqual([422, 'field.option', 'moves/0/room']);
    expect((await refusal({ do: 'move', pairing: one.id, ver: 1, start: at('09:00') })).slice(0, 2)).toEqual([422, 'msg.nochange']);
    expect((await refusal({ do: 'remove', pairing: 'none', ver: 1 })).slice(0, 3)).toEqual([404, 'msg.notfound', 'moves/0/pairing']);
    const english = await server.withCookie(`${op.cookie}; lang=en`)('/api/pairing/forum/moves', { method: 'POST', json: { moves: [place(0, 1, '09:00')] } });
    expect(((await english.json()) as { msg: string }).msg).toBe('Time slots overlap');
  });

  it('every table taken: one more is refused, whoever it is for', async () => {
    await board.put('decision_maker', dm(2), { priority: [pitch(0), pitch(1)] });
    await board.place(0, 0, '09:00');
    await board.place(1, 2, '09:00');
    expect((await refusal(place(2, 1, '09:00'))).slice(0, 3)).toEqual([422, 'rule.full', 'moves/0/room']);
    const { data } = await board.get<MayAnswer>(`/may?dm=${dm(2)}&pitch=${pitch(1)}`);
    expect(data.slots[0]).toEqual({ start: at('09:00'), rule: 'rule.full' });
    await board.put('decision_maker', dm(2), { priority: [pitch(0)] });
  });

  it('K05 a move that was based on an older version is refused with the meeting as it is now', async () => {
    const one = await board.place(0, 0, '09:00');
    await board.move({ do: 'move', pairing: one.id, ver: 1, start: at('09:30') });
    const { status, err, data } = await refused([{ do: 'move', pairing: one.id, ver: 1, start: at('10:00') }]);
    expect([status, err?.code, data]).toEqual([412, 'msg.datamodi', await board.pairing(one.id)]);
  });

  it('may says for every cell what the server then decides', async () => {
    const one = await board.place(0, 0, '09:00');
    await board.place(1, 2, '09:30');
    for (const [asked, move] of [
      [`pairing=${one.id}`, (start: string): Move => ({ do: 'move', pairing: one.id, ver: 1, start })],
      [`dm=${dm(1)}&pitch=${pitch(0)}`, (start: string): Move => ({ do: 'place', dm: dm(1), pitch: pitch(0), start })],
      [`dm=${dm(2)}&pitch=${pitch(0)}`, (start: string): Move => ({ do: 'place', dm: dm(2), pitch: pitch(0), start })],
      [`dm=${dm(3)}&pitch=${pitch(0)}`, (start: string): Move => ({ do: 'place', dm: dm(3), pitch: pitch(0), start })],
    ] as const) {
      const { data } = await board.get<MayAnswer>(`/may?${asked}`);
      for (const { start, rule } of data.slots) {
        const answer = await board.post('/moves', { moves: [move(start)] });
        if (answer.status === 200) {
          expect(rule).toBeNull();
          await board.post('/undo', {});
        } else expect([asked, start, answer.err?.code]).toEqual([asked, start, rule ?? 'msg.nochange']);
        if (asked.startsWith('pairing') && answer.status === 200) break; // its version is another now
      }
    }
    expect((await board.get(`/may?dm=${dm(0)}`)).status).toBe(400);
    expect((await board.get('/may?pairing=none')).status).toBe(404);
  });

  it('refuses what it does not know, by field', async () => {
    const one = await board.place(0, 0, '09:00');
    for (const [body, path, code] of [
      [{ moves: [] }, 'moves', 'field.items'],
      [{ moves: [place(0, 1, '09:30')], force: true }, 'force', 'field.unknown'],
      [{ moves: [{ ...place(0, 1, '09:30'), mode: 'auto' }] }, 'moves/0/mode', 'field.unknown'],
      [{ moves: [{ do: 'move', pairing: one.id, start: at('09:30') }] }, 'moves/0/ver', 'field.required'],
      [{ moves: [{ do: 'drop', pairing: one.id }] }, 'moves/0/do', 'field.option'],
      [{ moves: [{ do: 'lock', pairing: { id: one.id }, ver: 1 }] }, 'moves/0/pairing', 'field.type'],
      [{ moves: [place(0, 1, '09:30')], version: -1 }, 'version', 'field.integer'],
    ] as const) {
      const { status, err } = await board.post('/moves', body);
      expect([status, err?.fields[0]?.path, err?.fields[0]?.code]).toEqual([422, path, code]);
    }
  });

  it('a guest sees the board and changes nothing; nobody signed in sees nothing; another campaign is not found', async () => {
    const guest = await server.signIn('gs');
    const seen = await guest('/api/pairing/forum');
    expect([seen.status, seen.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(await seen.json()).toEqual(await (await guest('/api/pairing/forum', { headers: { 'accept-encoding': 'identity' } })).json());
    expect((await guest('/api/pairing/forum/changes?since=0&wait=0')).status).toBe(200);
    for (const [path, json] of [
      ['/moves', { moves: [place(0, 0, '09:00')] }],
      ['/undo', {}],
      ['/redo', {}],
      ['/repair', {}],
      ['/run', { programs: ['C'] }],
      ['/take', { run: 'none' }],
    ] as const)
      expect((await board.post<BoardChanges>(path, json, guest)).status).toBe(403);
    expect((await server.anonymous('/api/pairing/forum')).status).toBe(401);
    expect((await op('/api/pairing/none')).status).toBe(404);
    expect((await op('/api/pairing/none/moves', { method: 'POST', json: { moves: [place(0, 0, '09:00')] } })).status).toBe(404);
  });
});
