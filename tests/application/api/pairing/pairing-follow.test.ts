import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BoardChanges, BoardPairing, Move, OneMore, PlanMove, WhyFacts } from '#application/pairing/rules/board-facts.ts';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { at, type BoardTest, makeBoard } from '../../../support/forum/pairing-board.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('S06 following the board, back and forth, and repairs, on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  let board: BoardTest;
  const dm = (index: number) => board.dms[index]!;
  const pitch = (index: number) => board.pitches[index]!;
  const place = (one: number, other: number, time: string): Move => ({ do: 'place', dm: dm(one), pitch: pitch(other), start: at(time) });
  const shown = async () =>
    (await board.facts()).pairings
      .map((one) => `${board.dms.indexOf(one.dm)}${board.pitches.indexOf(one.pitch)} ${one.start.slice(11, 16)} ${one.room}`)
      .sort();
  const undo = () => board.post<BoardChanges>('/undo', {});
  const redo = () => board.post<BoardChanges>('/redo', {});

  beforeAll(async () => {
    server = await startServer({ kind });
    op = await server.signIn('op');
    board = await makeBoard(server, op);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    const { pairings } = await board.facts();
    const locked = pairings.filter((one) => one.locked).map(({ id, ver }): Move => ({ do: 'unlock', pairing: id, ver }));
    if (locked.length) await board.move(...locked);
    const existing = (await board.facts()).pairings;
    if (existing.length) await board.move(...existing.map(({ id, ver }): Move => ({ do: 'remove', pairing: id, ver })));
  });

  it('undo and redo go through all changes, whoever made them, and say what the next step is', async () => {
    const one = await board.place(0, 0, '09:00');
    await board.move({ do: 'move', pairing: one.id, ver: 1, start: at('10:00') });
    await board.move(place(1, 2, '09:00'), place(2, 0, '09:00'));
    const { undo: next, redo: none } = await board.facts();
    expect([next.can, next.label, none]).toEqual([
      true,
      { do: 'place', count: 2, dm: '', pitch: '', by: 'op', at: expect.any(String) },
      { can: false, label: null },
    ]);
    const admin = await server.signIn('admin');
    expect((await board.post('/undo', {}, admin)).status).toBe(200);
    expect(await shown()).toEqual(['00 10:00 A']);
    const { data } = await undo();
    expect(data.redo.label).toMatchObject({ do: 'move', count: 1, dm: dm(0), pitch: pitch(0), by: 'op' });
    expect(await shown()).toEqual(['00 09:00 A']);
    await undo();
    expect(await shown()).toEqual([]);
    for (const _ of [1, 2, 3]) expect((await redo()).status).toBe(200);
    expect(await shown()).toEqual(['00 10:00 A', '12 09:00 B', '20 09:00 A']);
    expect((await redo()).err?.code).toBe('msg.undo');
    // The restored meeting is the same one: its version went on, so an older tab gets a conflict.
    const back = await board.pairing(one.id);
    expect(back?.ver).toBeGreaterThan(2);
    expect((await board.post('/moves', { moves: [{ do: 'lock', pairing: one.id, ver: 2 }] })).status).toBe(412);
  });

  it('a new change clears the steps that could be redone', async () => {
    await board.place(0, 0, '09:00');
    await undo();
    await board.place(0, 1, '09:00');
    expect((await redo()).err?.code).toBe('msg.undo');
    expect((await board.facts()).redo).toEqual({ can: false, label: null });
  });

  it('K05 undo is refused where somebody else has changed the meeting since, or a rule forbids it', async () => {
    const one = await board.place(0, 0, '09:00');
    await board.put('pairing', one.id, { start: at('09:30'), end: at('09:50') });
    const stale = await board.post<BoardPairing>('/undo', {});
    expect([stale.status, stale.err?.code, stale.data]).toEqual([412, 'msg.datamodi', await board.pairing(one.id)]);
    const two = await board.place(1, 2, '10:00');
    await board.move({ do: 'remove', pairing: two.id, ver: 1 });
    await board.put('decision_maker', dm(1), { priority: [pitch(0)] });
    const { status, err } = await undo();
    expect([status, err?.code]).toEqual([422, 'rule.notwished']);
    await board.put('decision_maker', dm(1), { priority: [pitch(0), pitch(2)] });
    expect((await undo()).status).toBe(200);
    expect(await board.pairing(two.id)).toMatchObject({ start: at('10:00'), ver: 2 });
  });

  it('a follower gets changes of others at once, only of the same board; after a change of people it reads the board again', async () => {
    const { version } = await board.facts();
    const heard = board.get<BoardChanges>(`/changes?since=${version}&wait=20`);
    await new Promise((go) => setTimeout(go, 100));
    const start = performance.now();
    const one = await board.place(0, 0, '09:00');
    const { data } = await heard;
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(data.pairings).toEqual([one]);
    expect(data).toMatchObject({ removed: [], isStale: false, who: [{ by: 'op', action: 'board', pairing: one.id }], undo: { can: true } });
    expect(data.version).toBeGreaterThan(version);
    // Nothing more: it waits, then says so.
    expect((await board.get<BoardChanges>(`/changes?since=${data.version}&wait=1`)).data).toMatchObject({
      version: data.version,
      pairings: [],
      isStale: false,
    });
    await board.move({ do: 'remove', pairing: one.id, ver: 1 });
    const gone = (await board.get<BoardChanges>(`/changes?since=${data.version}&wait=5`)).data;
    expect([gone.pairings, gone.removed]).toEqual([[], [one.id]]);
    await board.put('decision_maker', dm(0), { comment: '改' });
    expect((await board.get<BoardChanges>(`/changes?since=${gone.version}&wait=5`)).data.isStale).toBe(true);
    expect((await board.get<BoardChanges>('/changes?since=999999999&wait=0')).data.isStale).toBe(true);
    expect((await board.get('/changes')).status).toBe(400);
    // Through the records and by a verb, as through the board.
    const before = (await board.facts()).version;
    const form = await op('/api/pb/pairing', { method: 'POST', json: { cid: 'forum', dm: dm(1), pitch: pitch(2), start: at('10:00'), end: at('10:20') } });
    expect(form.status).toBe(201);
    const made = (await board.get<BoardChanges>(`/changes?since=${before}&wait=5`)).data;
    expect(made.pairings).toMatchObject([{ dm: dm(1), pitch: pitch(2) }]);
  });

  it('an answer includes what others changed since the version in the call', async () => {
    const { version } = await board.facts();
    const one = await board.place(0, 0, '09:00');
    const { data } = await board.post<BoardChanges>('/moves', { version, moves: [place(1, 2, '09:30')] });
    expect(data.pairings.map(({ id }) => id)).toContain(one.id);
    expect(data.pairings).toHaveLength(2);
  });

  it('explains why a wish has no meeting, in the visitor’s language', async () => {
    const why = async (one: number, other: number) => (await board.get<WhyFacts>(`/why?dm=${dm(one)}&pitch=${pitch(other)}`)).data;
    expect((await why(0, 2)).reason).toBe('notwished');
    const one = await board.place(0, 0, '09:00');
    expect((await why(0, 0)).reason).toBe('met');
    const { reason, displacedBy, text } = await why(2, 0);
    expect([reason, displacedBy]).toEqual(['displaced', [{ dm: dm(0), pitch: pitch(0), rank: 1, pairing: one.id, start: at('09:00') }]]);
    expect(text).toContain('甲');
    const english = await server.withCookie(`${op.cookie}; lang=en`)(`/api/pairing/forum/why?dm=${dm(2)}&pitch=${pitch(0)}`);
    expect(((await english.json()) as { data: WhyFacts }).data.text).toContain('Ann with Pitch 0 (wish 1)');
    await board.put('pitch', pitch(0), { unavailable: [{ start: at('08:00'), end: at('08:10') }] });
    await board.put('decision_maker', dm(2), { unavailable: [{ start: at('09:00'), end: at('09:30') }] });
    expect((await why(2, 0)).reason).toBe('nocommon');
    await board.put('decision_maker', dm(2), { unavailable: [] });
    expect((await board.get(`/why?dm=none&pitch=${pitch(0)}`)).status).toBe(404);
    expect((await board.get(`/why?dm=${dm(0)}`)).status).toBe(400);
  });

  it('what one more slot would make possible, and for whom', async () => {
    await board.move(place(0, 0, '09:00'), place(0, 1, '09:30'), place(0, 3, '10:00'), place(1, 2, '10:30'), place(1, 0, '09:30'));
    await board.put('pitch', pitch(0), { unavailable: [{ start: at('10:00'), end: at('11:00') }] });
    const { data } = await board.get<OneMore[]>('/one-more');
    expect(data.map(({ side, who }) => [side, who])).toEqual([['pitch', pitch(0)]]);
    expect(data[0]).toMatchObject({ dm: dm(2), pitch: pitch(0), rank: 1, gain: 20, start: at('10:00'), end: at('10:20') });
    // What can be placed as it is needs nobody's slot.
    await board.put('pitch', pitch(0), { unavailable: [{ start: at('10:30'), end: at('11:00') }] });
    expect((await board.get<OneMore[]>('/one-more')).data).toEqual([]);
    await board.put('pitch', pitch(0), { unavailable: [] });
  });

  it('S09 a disabled decision maker loses the meetings, and followers read the board again', async () => {
    const extra = await op('/api/pb/decision_maker', {
      method: 'POST',
      json: { cid: 'forum', name: '戊', available: [{ start: at('09:00'), end: at('11:00') }], priority: [pitch(2)] },
    });
    const id = String(((await extra.json()) as Row).id);
    const { pairings, version } = await board.move({ do: 'place', dm: id, pitch: pitch(2), start: at('10:30') });
    expect((await op(`/api/pb/decision_maker/${id}/actions/disable`, { method: 'POST', json: { confirm: '戊' } })).status).toBe(200);
    const { data } = await board.get<BoardChanges>(`/changes?since=${version}&wait=5`);
    expect([data.isStale, data.removed]).toEqual([true, [pairings[0]!.id]]);
    expect((await undo()).err?.code).toBe('msg.datamodi');
    const { dms, unmet } = await board.facts();
    expect(dms.find((one) => one.id === id)).toMatchObject({ enabled: false, free: '0000', priority: [] });
    expect(unmet.some((wish) => wish.dm === id)).toBe(false);
  });

  it('a repair moves only what it must, is applied with the lost time, and can be undone', async () => {
    const { version } = await board.facts();
    const [run] = (await board.job<{ runs: string[] }>('/run', { programs: ['C', 'I'] })).runs;
    // Whoever has the board open hears of the plan too.
    expect((await board.get<BoardChanges>(`/changes?since=${version}&wait=5`)).data.isStale).toBe(true);
    expect((await board.post('/take', { run })).status).toBe(200);
    const before = await shown();
    expect(before).toHaveLength(6);
    const early = (await board.facts()).pairings.filter((one) => one.dm === dm(0)).sort((a, b) => (a.start < b.start ? -1 : 1))[0]!;
    const away = [{ start: early.start, end: early.end }];
    const result = await board.job<{ runs: string[]; moves: PlanMove[] }>('/repair', { what: { dm: dm(0), away } });
    expect(result.moves.length).toBeGreaterThan(0);
    expect(result.moves.length).toBeLessThan(before.length);
    for (const move of result.moves) expect(move.dm === dm(0) && move.after?.start === early.start).toBe(false);
    expect((await board.get<PlanMove[]>(`/runs/${result.runs[0]}/moves`)).data).toEqual(result.moves);
    expect(await shown()).toEqual(before);
    expect((await board.facts()).runs[0]).toMatchObject({
      id: result.runs[0],
      away: [{ side: 'dm', id: dm(0), ...away[0] }],
      isFresh: true,
      state: 'planned',
    });
    expect((await board.post('/take', { run: result.runs[0] })).status).toBe(200);
    const person = async () => (await (await op(`/api/pb/decision_maker/${dm(0)}`)).json()) as Row;
    expect((await person()).unavailable).toEqual(away);
    const after = await shown();
    expect(after.filter((one) => !before.includes(one)).length).toBe(result.moves.filter((one) => one.after).length);
    expect((await board.facts()).undo.label).toMatchObject({ do: 'take' });
    expect((await undo()).status).toBe(200);
    expect([await shown(), (await person()).unavailable]).toEqual([before, []]);
    expect((await redo()).status).toBe(200);
    expect([await shown(), (await person()).unavailable]).toEqual([after, away]);
    // Somebody wrote other times since: the way back is theirs to decide.
    await board.put('decision_maker', dm(0), { unavailable: [] });
    expect((await undo()).err?.code).toBe('msg.datamodi');
  });

  it('a repair for a pitch whose team leaves early, applied and undone', async () => {
    const [run] = (await board.job<{ runs: string[] }>('/run', { programs: ['C', 'I'] })).runs;
    expect((await board.post('/take', { run })).status).toBe(200);
    const before = await shown();
    const late = (await board.facts()).pairings.sort((a, b) => (a.start < b.start ? 1 : -1))[0]!;
    const away = [{ start: late.start, end: late.end }];
    const result = await board.job<{ runs: string[]; moves: PlanMove[] }>('/repair', { what: { pitch: late.pitch, away } });
    expect(result.moves.some((move) => move.pitch === late.pitch && move.before?.start === late.start)).toBe(true);
    for (const move of result.moves) expect(move.pitch === late.pitch && move.after?.start === late.start).toBe(false);
    expect((await board.facts()).runs[0]).toMatchObject({ away: [{ side: 'pitch', id: late.pitch, ...away[0] }], isFresh: true });
    expect((await board.post('/take', { run: result.runs[0] })).status).toBe(200);
    const team = async () => (await (await op(`/api/pb/pitch/${late.pitch}`)).json()) as Row;
    expect((await team()).unavailable).toEqual(away);
    expect((await board.facts()).pairings.some((one) => one.pitch === late.pitch && one.start === late.start)).toBe(false);
    expect((await undo()).status).toBe(200);
    expect([await shown(), (await team()).unavailable]).toEqual([before, []]);
    expect((await board.post('/repair', { what: { pitch: 'none', away } })).status).toBe(404);
    const both = await board.post('/repair', { what: { pitch: late.pitch, dm: late.dm, away } });
    expect([both.err?.fields[0]?.path, both.err?.fields[0]?.code]).toEqual(['what/pitch', 'field.unknown']);
  });

  it('one repair for several people, each for any period, is applied for all of them and undone', async () => {
    const [run] = (await board.job<{ runs: string[] }>('/run', { programs: ['C', 'I'] })).runs;
    expect((await board.post('/take', { run })).status).toBe(200);
    const before = await shown();
    // One lands late, in the midst of a meeting; the team of a pitch leaves at some odd minute.
    const [late, early] = [
      { start: at('07:00'), end: at('09:07') },
      { start: at('10:41'), end: '2026-05-02 00:00:00' },
    ];
    const what = [
      { dm: dm(0), away: [late] },
      { pitch: pitch(0), away: [early] },
    ];
    const result = await board.job<{ runs: string[]; moves: PlanMove[] }>('/repair', { what });
    expect((await board.facts()).runs[0]!.away).toEqual([
      { side: 'dm', id: dm(0), ...late },
      { side: 'pitch', id: pitch(0), ...early },
    ]);
    expect((await board.post('/take', { run: result.runs[0] })).status).toBe(200);
    const away = async () =>
      Promise.all([`decision_maker/${dm(0)}`, `pitch/${pitch(0)}`].map(async (path) => ((await (await op(`/api/pb/${path}`)).json()) as Row).unavailable));
    expect(await away()).toEqual([[late], [early]]);
    const { pairings } = await board.facts();
    expect(pairings.filter((one) => (one.dm === dm(0) && one.start < late.end) || (one.pitch === pitch(0) && one.end > early.start))).toEqual([]);
    expect((await undo()).status).toBe(200);
    expect([await shown(), await away()]).toEqual([before, [[], []]]);
    expect((await board.post('/repair', { what: [what[0], { pitch: 'none', away: [early] }] })).status).toBe(404);
    const empty = await board.post('/repair', { what: [what[0], { pitch: pitch(0), away: [] }] });
    expect([empty.err?.fields[0]?.path, empty.err?.fields[0]?.code]).toEqual(['what/1/away', 'field.items']);
  });

  it('a repair refuses locked meetings in the lost time, and input that it cannot read', async () => {
    const one = await board.place(0, 0, '09:00');
    await board.move({ do: 'lock', pairing: one.id, ver: 1 });
    const what = { dm: dm(0), away: [{ start: at('09:00'), end: at('10:00') }] };
    const { status, err, data } = await board.post<object>('/repair', { what });
    expect([status, err?.code, data]).toEqual([422, 'rule.locked', { pairing: one.id }]);
    for (const [body, path, code] of [
      [{ what, score: 1 }, 'score', 'field.unknown'],
      [{ what: { ...what, dm: 1 } }, 'what/dm', 'field.required'],
      [{ what: { ...what, away: [] } }, 'what/away', 'field.items'],
      [{ what: { ...what, away: [{ start: 'soon', end: at('10:00') }] } }, 'what/away/0/start', 'field.datetime'],
      [{ what: { ...what, away: [{ start: at('10:00'), end: at('09:00') }] } }, 'what/away/0/end', 'rule.order'],
    ] as const) {
      const answer = await board.post('/repair', body);
      expect([answer.status, answer.err?.fields[0]?.path, answer.err?.fields[0]?.code]).toEqual([422, path, code]);
    }
    expect((await board.post('/repair', { what: { ...what, dm: 'none' } })).status).toBe(404);
  });
});
