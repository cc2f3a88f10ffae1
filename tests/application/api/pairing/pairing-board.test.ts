import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ForumFacts } from '#application/forum/rules/forum-facts.ts';
import type { BoardChanges, BoardFacts, BoardPairing, MayAnswer, Move, PlanMove, WhyFacts } from '#application/pairing/rules/board-facts.ts';
import { offGrid } from '#application/pairing/rules/board-state.ts';
import { tableChanges } from '#application/pairing/rules/tables.ts';
import type { ReleaseFacts } from '#application/release/rules/release-facts.ts';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { at, type BoardTest, makeBoard } from '../../../support/forum/pairing-board.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

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
    const existing = (await board.facts()).pairings;
    if (existing.length) await board.move(...existing.map(({ id, ver }): Move => ({ do: 'remove', pairing: id, ver })));
  });

  it('E06 E07 shows the grid, the people with their free slots, unmet and impossible wishes', async () => {
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
    // People who have not entered times yet are shown as that, on the board and by 'why not'.
    const [{ available }] = [(await (await op(`/api/pb/decision_maker/${dm(2)}`)).json()) as Row];
    await board.put('decision_maker', dm(2), { available: [] });
    const timeless = await board.facts();
    expect(timeless.dms.map(({ hasTimes }) => hasTimes)).toEqual([true, true, false, false]);
    expect(timeless.impossible).toEqual([{ dm: dm(2), pitch: pitch(0), rank: 1, reason: 'notimes' }]);
    const { data: why } = await board.get<WhyFacts>(`/why?dm=${dm(2)}&pitch=${pitch(0)}`);
    expect([why.reason, why.text]).toEqual(['notimes', '丙尚未填寫可會談的時間；在本人填寫或由工作人員代填之前，任何時間表都無法排入。']);
    await board.put('decision_maker', dm(2), { available: available! });
  });

  it('places, moves, swaps, locks, unlocks and removes; each answer has the changes', async () => {
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

  it('S06 removes the automatic meetings or all of them, if the number is right; locked ones stay, and one press restores them', async () => {
    const [auto, byHand, held] = [await board.place(0, 0, '09:00'), await board.place(1, 2, '10:00'), await board.place(0, 1, '09:30')];
    await board.move({ do: 'lock', pairing: held.id, ver: held.ver });
    // As a plan that was taken over leaves them.
    await server.db.run("UPDATE pairing SET mode = 'auto' WHERE id IN (?, ?)", [auto.id, held.id]);
    const existing = async () => (await board.facts()).pairings.map(({ id }) => id).sort();
    expect((await board.post('/clear', { what: 'auto', count: 2 })).status).toBe(412);
    expect((await board.post('/clear', { what: 'some', count: 1 })).err?.fields[0]).toMatchObject({ path: 'what', code: 'field.option' });
    expect((await board.post('/clear', { what: 'auto', count: 1 })).data).toMatchObject({ removed: [auto.id] });
    expect(await existing()).toEqual([byHand.id, held.id].sort());
    expect((await board.post('/clear', { what: 'auto', count: 0 })).err?.code).toBe('msg.nothing');
    expect((await board.post('/undo', {})).status).toBe(200);
    expect(await existing()).toEqual([auto.id, byHand.id, held.id].sort());
    expect((await board.post('/clear', { what: 'all', count: 2 })).status).toBe(200);
    expect(await existing()).toEqual([held.id]);
    expect((await board.facts()).undo.label).toMatchObject({ do: 'clear', count: 2 });
  });

  it('two meetings of one decision maker swap their times, and one call may empty a place and fill it', async () => {
    const [one, two] = [await board.place(0, 0, '09:00', 'A'), await board.place(0, 1, '09:30', 'B')];
    await board.move({ do: 'swap', a: one.id, verA: 1, b: two.id, verB: 1 });
    expect(await board.pairing(one.id)).toMatchObject({ start: at('09:30'), ver: 2 });
    expect((await board.pairing(one.id))?.room).toBe((await board.pairing(two.id))?.room);
    await board.move({ do: 'remove', pairing: one.id, ver: 2 }, place(1, 0, '09:30'));
    await board.move({ do: 'move', pairing: two.id, ver: 2, start: at('10:00') }, place(2, 0, '09:00'));
    expect((await board.facts()).pairings).toHaveLength(3);
  });

  it('V04-V07 refuses with the name of the rule in both languages, all moves of a call or none', async () => {
    const one = await board.place(0, 0, '09:00');
    expect(await refusal(place(0, 1, '09:00'))).toEqual([422, 'rule.overlap', 'moves/0/start', '時段重疊']);
    expect(await refusal(place(2, 0, '09:00'))).toEqual([422, 'rule.overlap', 'moves/0/start', '時段重疊']);
    expect(await refusal(place(0, 0, '10:00'))).toEqual([422, 'rule.paired', 'moves/0/pitch', '此決策者與提案已有配對']);
    expect(await refusal(place(0, 2, '10:00'))).toEqual([422, 'rule.notwished', 'moves/0/pitch', '提案不在決策者的志願序中']);
    expect((await refusal(place(3, 0, '10:00'))).slice(0, 2)).toEqual([422, 'rule.disabled']);
    expect((await refusal(place(1, 2, '10:00'), place(2, 0, '10:00'))).slice(0, 3)).toEqual([422, 'rule.notfree', 'moves/1/start']);
    expect((await refusal(place(1, 2, '09:10'))).slice(0, 3)).toEqual([422, 'rule.slot', 'moves/0/start']);
    expect((await refusal({ ...place(1, 2, '09:00'), room: 'A' } as Move)).slice(0, 3)).toEqual([422, 'rule.room', 'moves/0/room']);
    expect(await refusal({ ...place(1, 2, '09:00'), room: 'Z' } as Move)).toEqual([422, 'field.option', 'moves/0/room', 'moves/0/room 不在選項之中']);
    expect((await refusal({ do: 'move', pairing: one.id, ver: 1, start: at('09:00') })).slice(0, 2)).toEqual([422, 'msg.nochange']);
    expect((await refusal({ do: 'remove', pairing: 'none', ver: 1 })).slice(0, 3)).toEqual([404, 'msg.notfound', 'moves/0/pairing']);
    expect((await refused([{ do: 'remove', pairing: 'none', ver: 1 }])).err?.fields[0]).toMatchObject({
      code: 'rule.removed',
      message: expect.stringContaining('已被移除'),
    });
    const english = await server.withCookie(`${op.cookie}; lang=en`)('/api/pairing/forum/moves', { method: 'POST', json: { moves: [place(0, 1, '09:00')] } });
    expect(((await english.json()) as { msg: string }).msg).toBe('Time slots overlap');
  });

  it('where every table is taken, one more meeting is refused, whoever it is for', async () => {
    await board.put('decision_maker', dm(2), { priority: [pitch(0), pitch(1)] });
    await board.place(0, 0, '09:00');
    await board.place(1, 2, '09:00');
    expect((await refusal(place(2, 1, '09:00'))).slice(0, 3)).toEqual([422, 'rule.full', 'moves/0/room']);
    const { data } = await board.get<MayAnswer>(`/may?dm=${dm(2)}&pitch=${pitch(1)}`);
    expect(data.slots[0]).toEqual({ start: at('09:00'), rule: 'rule.full' });
    await board.put('decision_maker', dm(2), { priority: [pitch(0)] });
  });

  it('E07 the most meetings in a row are set with the days and apply by hand, in the record, in a run, in a repair and before a release', async () => {
    const admin = await server.signIn('admin');
    const setUp = async (maxInRow: number | null) => {
      const { data } = (await (await admin('/api/forum/forum')).json()) as { data: ForumFacts };
      const { ver, days, wishUntil } = data.campaign;
      const answer = await admin('/api/forum/forum/days', { method: 'PUT', json: { ver, days, wishUntil, maxInRow } });
      return (await answer.json()) as { data: ForumFacts | null; err: { fields: { path: string }[] } | null };
    };
    const longest = ({ pairings, slots }: BoardFacts) => {
      const letters = (id: string) => slots.map(({ start }) => (pairings.some((one) => one.dm === id && one.start === start) ? 'm' : ' ')).join('');
      return Math.max(...board.dms.flatMap((id) => letters(id).split(' ')).map(({ length }) => length));
    };
    expect((await setUp(0)).err?.fields.map(({ path }) => path)).toEqual(['maxInRow']);
    expect((await setUp(1)).data?.campaign.maxInRow).toBe(1);
    await board.place(0, 0, '09:00');
    await board.place(0, 1, '10:00');
    expect(await refusal(place(0, 3, '09:30'))).toEqual([422, 'rule.inrow', 'moves/0/start', '決策者將連續超過 1 場會談']);
    const english = await server.withCookie(`${op.cookie}; lang=en`)('/api/pairing/forum/moves', { method: 'POST', json: { moves: [place(0, 3, '10:30')] } });
    expect(((await english.json()) as { msg: string }).msg).toBe('The decision maker would have more than 1 meeting in a row');
    const record = { cid: 'forum', dm: dm(0), pitch: pitch(3), start: at('10:30'), end: at('10:50'), room: 'A' };
    const direct = await op('/api/pb/pairing', { method: 'POST', json: record });
    expect([direct.status, ((await direct.json()) as { err: { fields: { code: string }[] } }).err.fields.map(({ code }) => code)]).toEqual([
      422,
      ['rule.inrow'],
    ]);
    const { data: may } = await board.get<MayAnswer>(`/may?dm=${dm(0)}&pitch=${pitch(3)}`);
    expect(may.slots[1]).toEqual({ start: at('09:30'), rule: 'rule.inrow', values: { most: 1 } });
    const { data: why } = await board.get<WhyFacts>(`/why?dm=${dm(0)}&pitch=${pitch(3)}`);
    expect([why.reason, why.text]).toEqual(['inrow', '甲與「提案3」共同的空檔裡，甲都會連續超過 1 場會談。']);

    // A run around what was placed by hand, one that places everything anew, and a repair of that.
    for (const [clear, count] of [
      ['auto', 4],
      ['all', 5],
    ] as const) {
      const { runs } = await board.job<{ runs: string[] }>('/run', { programs: ['C', 'I'], clear });
      expect((await board.post('/take', { run: runs[0] })).status).toBe(200);
      const facts = await board.facts();
      expect([longest(facts), facts.pairings.length]).toEqual([1, count]);
    }
    const { runs } = await board.job<{ runs: string[] }>('/repair', { what: { dm: dm(1), away: [{ start: at('09:00'), end: at('09:50') }] } });
    expect((await board.post('/take', { run: runs[0] })).status).toBe(200);
    expect(longest(await board.facts())).toBe(1);
    await board.put('decision_maker', dm(1), { unavailable: [] });

    // What stood before the limit came is named before a release.
    await setUp(null);
    const [own] = (await board.facts()).pairings.filter((one) => one.dm === dm(0));
    for (const one of (await board.facts()).pairings) if (one.id !== own!.id) await board.move({ do: 'remove', pairing: one.id, ver: one.ver });
    await board.move({ do: 'move', pairing: own!.id, ver: own!.ver, start: at('09:00') });
    await board.place(0, own!.pitch === pitch(3) ? 1 : 3, '09:30');
    expect(longest(await board.facts())).toBe(2);
    await setUp(1);
    const { data: release } = (await (await op('/api/release/forum')).json()) as { data: ReleaseFacts };
    expect(release.draft.broken.map(({ code, values }) => [code, values])).toEqual([
      ['rule.inrow', { most: 1 }],
      ['rule.inrow', { most: 1 }],
    ]);
    await setUp(null);
  });

  it('K05 a move that was based on an older version is refused with the meeting as it is now', async () => {
    const one = await board.place(0, 0, '09:00');
    await board.move({ do: 'move', pairing: one.id, ver: 1, start: at('09:30') });
    const { status, err, data } = await refused([{ do: 'move', pairing: one.id, ver: 1, start: at('10:00') }]);
    expect([status, err?.code, data]).toEqual([412, 'msg.datamodi', await board.pairing(one.id)]);
  });

  it('`may` says for every cell what the server then decides', async () => {
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

  it('E07 meetings in a row have one table, also after moves by hand, and a chosen table applies to all of them', async () => {
    const tables = async () => (await board.facts()).pairings.map((one) => `${dms().indexOf(one.dm)} ${one.start.slice(11, 16)} ${one.room}`).sort();
    const dms = () => board.dms;
    await board.place(0, 0, '09:00', 'A');
    await board.place(1, 2, '09:30', 'A');
    // The table of 09:00 is taken at 09:30: both go to the other one.
    await board.move(place(0, 1, '09:30'));
    expect(await tables()).toEqual(['0 09:00 B', '0 09:30 B', '1 09:30 A']);
    // From one in between to the end, beside one of somebody else.
    await board.move(place(1, 0, '10:00'));
    expect((await tables()).filter((one) => one.startsWith('1'))).toEqual(['1 09:30 A', '1 10:00 A']);
    const mine = (await board.facts()).pairings.find((one) => one.dm === dm(0) && one.start === at('09:30'))!;
    const other = (await board.facts()).pairings.find((one) => one.dm === dm(1) && one.start === at('09:30'))!;
    const taken = await board.post('/moves', { moves: [{ do: 'move', pairing: mine.id, start: mine.start, room: 'A', ver: mine.ver }] });
    expect([taken.status, taken.err?.code]).toEqual([422, 'rule.room']);
    await board.move(
      { do: 'move', pairing: other.id, start: other.start, ver: other.ver },
      { do: 'move', pairing: mine.id, start: mine.start, room: 'A', ver: mine.ver },
    );
    expect(await tables()).toEqual(['0 09:00 A', '0 09:30 A', '1 09:30 B', '1 10:00 B']);
    expect((await board.post('/undo', {})).status).toBe(200);
    expect(await tables()).toEqual(['0 09:00 B', '0 09:30 B', '1 09:30 A', '1 10:00 A']);
  });

  it('E07 a run moves locked meetings to the same table, and all of them to the one that somebody chose', async () => {
    const own = async () => (await board.facts()).pairings.filter((one) => one.dm === dm(0)).sort((a, b) => (a.start < b.start ? -1 : 1));
    const planned = async () => {
      const { runs } = await board.job<{ runs: string[] }>('/run', { programs: ['C', 'I'], clear: 'auto' });
      const { data: moves } = await board.get<PlanMove[]>(`/runs/${runs[0]}/moves`);
      expect((await board.post('/take', { run: runs[0] })).status).toBe(200);
      const { slots, pairings } = await board.facts();
      const seats = pairings.map((one) => ({ dm: one.dm, room: one.room, slot: slots.findIndex(({ start }) => start === one.start) }));
      expect(tableChanges(slots, seats)).toBe(0);
      return moves;
    };
    const one = await board.place(0, 0, '09:00', 'A');
    const two = await board.place(0, 1, '09:30');
    // By the record's door the stretch is torn.
    await board.put('pairing', two.id, { room: 'B' });
    await board.move(...(await own()).map(({ id, ver }): Move => ({ do: 'lock', pairing: id, ver })));
    const moves = await planned();
    expect(new Set((await own()).map(({ room }) => room)).size).toBe(1);
    expect((await own()).slice(0, 2).map(({ id, start, locked }) => [id, start, locked])).toEqual([
      [one.id, at('09:00'), true],
      [two.id, at('09:30'), true],
    ]);
    // The list of what changes has it, and it is taken back with the rest.
    expect(moves.filter((move) => move.dm === dm(0) && move.before)).toHaveLength(1);
    expect((await board.post('/undo', {})).status).toBe(200);
    expect((await own()).map(({ room }) => room)).toEqual(['A', 'B']);

    const [, second] = await own();
    await board.move({ do: 'unlock', pairing: two.id, ver: second!.ver });
    const { ver } = (await board.pairing(two.id))!;
    await board.move({ do: 'move', pairing: two.id, start: two.start, room: 'B', ver });
    expect(await board.pairing(two.id)).toMatchObject({ room: 'B', tableChosen: true });
    await planned();
    expect(new Set((await own()).slice(0, 2).map(({ room }) => room))).toEqual(new Set(['B']));
    expect(await board.pairing(two.id)).toMatchObject({ room: 'B', tableChosen: true });
  });

  it('E07 the records API also refuses a meeting off the grid, and days that overlap; after a later change of the days such a meeting is listed as off the grid', async () => {
    const post = async (row: Row) => {
      const answer = await op('/api/pb/pairing', { method: 'POST', json: { cid: 'forum', dm: dm(0), pitch: pitch(0), ...row } });
      const { err } = (await answer.json()) as { err?: { fields: { path: string; code: string }[] } };
      return [answer.status, ...(err?.fields ?? []).map(({ path, code }) => `${path} ${code}`)];
    };
    expect(await post({ start: at('09:10'), end: at('09:30') })).toEqual([422, 'start rule.slot']);
    expect(await post({ start: at('09:00'), end: at('09:15') })).toEqual([422, 'start rule.slot']);
    expect(await post({ start: at('09:00'), end: at('09:20'), room: 'Z' })).toEqual([422, 'room field.option']);
    const admin = await server.signIn('admin');
    const campaign = (await (await admin('/api/pb/campaign/forum')).json()) as Row;
    const [day] = campaign.days as [Row]; // one, by its making
    const days = async (list: Row[]) => {
      const { ver } = (await (await admin('/api/pb/campaign/forum')).json()) as Row;
      const answer = await admin('/api/pb/campaign/forum', { method: 'PUT', json: { days: list, ver: ver! } });
      const { err } = (await answer.json()) as { err?: { fields: { path: string; code: string }[] } };
      return [answer.status, ...(err?.fields ?? []).map(({ path, code }) => `${path} ${code}`)];
    };
    expect(await days([day, { ...day, start: '10:00:00', end: '12:00:00' }])).toEqual([422, 'days/1/start rule.dayoverlap']);
    const one = await board.place(0, 0, '09:00');
    expect(await days([{ ...day, start: '09:05:00' }])).toEqual([200]);
    expect(offGrid(await board.facts()).map(({ pairing, why }) => [pairing.id, why])).toEqual([[one.id, 'slot']]);
    // Still locked and unlocked where it is, and given a place of the grid again.
    await board.move({ do: 'lock', pairing: one.id, ver: 1 });
    await board.move({ do: 'unlock', pairing: one.id, ver: 2 });
    await board.move({ do: 'move', pairing: one.id, ver: 3, start: at('09:35') });
    expect(offGrid(await board.facts())).toEqual([]);
    expect(await days([day])).toEqual([200]);
  });

  it('refuses unknown values, by field', async () => {
    const one = await board.place(0, 0, '09:00');
    for (const [body, path, code] of [
      [{ moves: [] }, 'moves', 'field.items'],
      [{ moves: Array.from({ length: 501 }, () => place(0, 1, '09:30')) }, 'moves', 'field.toomany'],
      [{ moves: [{ ...place(0, 1, '09:30'), room: 'x'.repeat(65) }] }, 'moves/0/room', 'field.long'],
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

  it('a guest sees the board but cannot change it; without a session nothing is shown; another campaign is not found', async () => {
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
