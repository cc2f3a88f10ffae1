import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DayAnswer, type DayFacts, dayMeetings } from '#application/forum-day/rules/day-facts.ts';
import { eventsFor, presenceOf } from '#application/forum-day/rules/events.ts';
import type { Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const day = '2026-05-01';
const at = (time: string) => `${day} ${time}:00`;
const campaign: Row = {
  id: 'forum',
  cna: '配對大會',
  maxSel: 3,
  zone: 'GMT+8',
  days: [
    { date: day, start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms: ['A', 'B', 'C'] },
    { date: '2026-05-02', start: '09:00:00', end: '10:00:00', slot: 20, gap: 10, rooms: ['A'] },
  ],
};
interface Meeting {
  dm: string;
  pitch: string;
  start: string;
  end: string;
  room: string;
}

describe.each(testDatabases)('forum day, on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  let other: Client;
  const pitches: string[] = [];
  const dms: string[] = [];
  let number = 0;

  async function make(object: string, row: Row, who = op): Promise<string> {
    const answer = await who(`/api/pb/${object}`, { method: 'POST', json: row });
    const body = (await answer.json()) as Row;
    expect(answer.status, JSON.stringify(body)).toBe(201);
    return String(body.id);
  }
  const all = async (object: string) => (await (await op(`/api/pb/${object}?range=[0,99]`)).json()) as Row[];
  async function look(query = `day=${day}`, who = op): Promise<DayAnswer> {
    const answer = await who(`/api/forum-day/forum?${query}`);
    const body = (await answer.json()) as { data: DayAnswer };
    expect(answer.status, JSON.stringify(body)).toBe(200);
    return body.data;
  }
  const facts = async (): Promise<DayFacts> => (await look()).facts!; // asked for whole
  const call = async (body: unknown, who = op) => {
    const answer = await who('/api/forum-day/forum/press', { method: 'POST', json: body });
    return {
      status: answer.status,
      body: (await answer.json()) as { data: DayAnswer; err: { code: string; fields: { path: string; code: string }[] } | null },
    };
  };
  async function press(action: object, who = op, id = `p${++number}`): Promise<{ id: string; code: string | undefined }> {
    const { status, body } = await call({ day, presses: [{ id, ...action }] }, who);
    expect(status, JSON.stringify(body)).toBe(200);
    return { id, code: body.data.refused?.[0]?.code };
  }
  const shown = async (dm: number, pitch: number) => dayMeetings(await facts()).find((one) => one.dm === dms[dm] && one.pitch === pitches[pitch]);
  const meeting = (dm: number, pitch: number, state: string) => ({ kind: 'meeting', dm: dms[dm], pitch: pitches[pitch], state });
  const presence = (side: 'dm' | 'pitch', index: number, state: string) => ({
    kind: 'presence',
    side,
    who: (side === 'dm' ? dms : pitches)[index],
    state,
    since: '',
  });

  beforeAll(async () => {
    server = await startServer({ kind });
    const admin = await server.signIn('admin');
    await make('campaign', campaign, admin);
    op = await server.signIn('op');
    await server.addUser('op2', ['[op]']);
    other = await server.signIn('op2');
    for (const index of [0, 1, 2, 3])
      pitches.push(await make('pitch', { cid: 'forum', attProgram: 'C', enrollid: `C00${index}`, cname: `提案${index}`, ename: `Pitch ${index}` }));
    const available = [{ start: at('01:00'), end: at('03:00') }];
    dms.push(await make('decision_maker', { cid: 'forum', name: '甲', available, priority: [pitches[0]!, pitches[1]!, pitches[3]!] }));
    dms.push(await make('decision_maker', { cid: 'forum', name: '乙', available, priority: [pitches[1]!, pitches[2]!] }));
    dms.push(await make('decision_maker', { cid: 'forum', name: '丙', available, priority: [pitches[2]!, pitches[0]!] }));
    const place = (dm: number, pitch: number, start: string, room: string) => ({ do: 'place', dm: dms[dm], pitch: pitches[pitch], start: at(start), room });
    const answer = await op('/api/pairing/forum/moves', {
      method: 'POST',
      json: { moves: [place(0, 0, '01:00', 'A'), place(1, 1, '01:00', 'B'), place(1, 2, '01:30', 'B'), place(2, 2, '02:00', 'C')] },
    });
    expect(answer.status, await answer.text()).toBe(200);
  });
  afterAll(() => server.stop());

  it('shows the draft where nothing was released, then the newest release, for the day in the campaign’s zone', async () => {
    const draft = await facts();
    expect(draft).toMatchObject({ campaign: { id: 'forum', zone: 'GMT+8' }, days: [day, '2026-05-02'], day, release: null, released: [] });
    expect(dayMeetings(draft).length).toBe(4);
    const meetings: Meeting[] = draft.pairings.map(({ dm, pitch, start, end, room }) => ({ dm, pitch, start, end, room }));
    const release = (row: Row) =>
      server.tools.db.transaction(async (tx) => {
        const model = server.registry.get('pairing_release')!.model;
        await insertRow(tx, model, { ...defaultsOf(model), ver: 1, create_at: at('00:00'), update_at: at('00:00'), update_by: 'op', ...row });
      });
    await release({ id: 'r1', cid: 'forum', number: 1, count: 3, meetings: meetings.slice(1).map((one) => ({ ...one })) });
    expect(dayMeetings(await facts()).length).toBe(3);
    await release({ id: 'r2', cid: 'forum', number: 2, count: 4, meetings: meetings.map((one) => ({ ...one })) });
    const given = await facts();
    expect(given.release).toEqual({ number: 2, at: at('00:00') });
    expect(given.released.map(({ start, end, room }) => [start, end, room])).toContainEqual([at('01:30'), at('01:50'), 'B']);
    expect((await look('day=2026-05-02')).facts).toMatchObject({ day: '2026-05-02', released: [] });
  });

  it('uses the server’s clock, and another one for a rehearsal', async () => {
    expect(Math.abs((await look()).now - Date.now())).toBeLessThan(5_000);
    const rehearsed = await look('at=2026-05-01T23:30Z');
    expect([rehearsed.now, rehearsed.facts?.day]).toEqual([Date.UTC(2026, 4, 1, 23, 30), '2026-05-02']);
    expect((await op('/api/forum-day/forum?at=tomorrow')).status).toBe(400);
    expect((await op('/api/forum-day/forum?day=2026-02-31')).status).toBe(400);
    expect((await op('/api/forum-day/none')).status).toBe(404);
  });

  it('records who arrived and which meeting runs, by whom and when; a repeated press or mark counts once', async () => {
    const first = await press(presence('dm', 0, 'arrived'));
    expect(await press(presence('dm', 0, 'arrived'), op, first.id)).toEqual(first);
    expect((await press(presence('dm', 0, 'arrived'), other)).code).toBeUndefined();
    expect((await facts()).events).toMatchObject([{ id: first.id, kind: 'presence', who: dms[0], state: 'arrived', by: 'op' }]);
    await press({ ...meeting(0, 0, 'running'), ago: 120_000 }, other);
    const running = await shown(0, 0);
    expect(running).toMatchObject({ state: 'running', mark: { by: 'op2' } });
    const ago = Date.now() - Date.parse(`${running?.mark?.at.replace(' ', 'T')}Z`);
    expect(ago).toBeGreaterThan(115_000);
    expect(ago).toBeLessThan(140_000);
    await press(meeting(0, 0, 'done'));
    expect((await shown(0, 0))?.state).toBe('done');
    await press({ kind: 'undo', press: running?.mark?.id ?? '' });
    expect((await shown(0, 0))?.state).toBe('done');
    await press({ kind: 'undo', press: (await shown(0, 0))?.mark?.id ?? '' });
    expect((await shown(0, 0))?.state).toBe('planned');
    expect((await press({ kind: 'undo', press: 'nothing' })).code).toBe('msg.undo');
    await press({ kind: 'clear' });
    expect((await shown(0, 0))?.mark).toBeNull();
  });

  it('sends another organiser only what is new, and nothing where nothing has happened', async () => {
    const { version } = await look();
    expect(await look(`day=${day}&since=${version}`, other)).toEqual({ version, now: expect.any(Number) });
    await press(presence('pitch', 1, 'arrived'));
    const news = await look(`day=${day}&since=${version}`, other);
    expect(news.facts).toBeUndefined();
    expect(news.events).toMatchObject([{ kind: 'presence', who: pitches[1], by: 'op' }]);
    // A meeting that moves on the board brings the whole.
    const [row] = (await all('pairing')).filter(({ dm }) => dm === dms[2]);
    await op('/api/pairing/forum/moves', { method: 'POST', json: { moves: [{ do: 'lock', pairing: row?.id, ver: row?.ver }] } });
    const whole = await look(`day=${day}&since=${news.version}`, other);
    expect(whole.facts?.pairings.find(({ id }) => id === row?.id)?.locked).toBe(true);
    await press({ kind: 'clear' });
  });

  it('delays a slot, all later ones, a table or a person, and leaves the released rows unchanged', async () => {
    const released = (await facts()).released;
    await press({ kind: 'delay', of: 'from', who: '', start: at('01:30'), minutes: 10 });
    const person = await press({ kind: 'delay', of: 'dm', who: dms[2], start: at('02:00'), minutes: 5 });
    expect(await shown(0, 0)).toMatchObject({ minutes: 0, start: at('01:00') });
    expect(await shown(1, 2)).toMatchObject({ minutes: 10, start: at('01:40'), planned: { start: at('01:30') } });
    expect((await shown(2, 2))?.minutes).toBe(15);
    await press({ kind: 'undo', press: person.id });
    expect((await shown(2, 2))?.minutes).toBe(10);
    expect((await facts()).released).toEqual(released);
    await press({ kind: 'clear' });
  });

  it('a mark or a delay of a rehearsal counts in rehearsals only, and stops none of the day itself', async () => {
    const counting = async (isRehearsal: boolean) => {
      const known = await facts();
      const events = eventsFor(isRehearsal, known.events);
      const [first] = dayMeetings(known, events).filter(({ dm }) => dm === dms[0]);
      return [first?.state, first?.minutes, presenceOf(events).size];
    };
    await press({ ...meeting(0, 0, 'running'), rehearsal: true });
    await press({ ...presence('dm', 0, 'arrived'), rehearsal: true });
    await press({ kind: 'delay', of: 'from', who: '', start: at('01:00'), minutes: 10, rehearsal: true });
    expect([await counting(true), await counting(false)]).toEqual([
      ['running', 10, 1],
      ['planned', 0, 0],
    ]);
    await press(presence('dm', 0, 'arrived'));
    expect(await counting(false)).toEqual(['planned', 0, 1]);
    await press({ kind: 'clear' });
    expect(await counting(true)).toEqual(['planned', 0, 0]);
  });

  it('S06 makes a substitute for the person who waits by the board’s rules; undoing it restores what it replaced', async () => {
    const before = await all('pairing');
    await press(meeting(0, 0, 'nopitch'));
    const asked = (pitch: number, dm = 0) => ({ kind: 'substitute', dm: dms[dm], pitch: pitches[pitch], instead: { dm: dms[0], pitch: pitches[0] } });
    expect((await press(asked(3))).code).toBe('rule.notarrived');
    for (const index of [1, 2, 3]) await press(presence('pitch', index, 'arrived'));
    expect((await press(asked(1))).code).toBe('rule.overlap');
    expect((await press(asked(2))).code).toBe('rule.notwished');
    // What cannot be marked is not made either, and what cannot be marked as taken back stays.
    const failing = async (work: () => Promise<void>) => {
      const fails = kind === 'sqlite' ? "BEGIN SELECT RAISE(ABORT, 'full'); END" : "FOR EACH ROW SIGNAL SQLSTATE '45000'";
      await server.db.exec(`CREATE TRIGGER full BEFORE INSERT ON _forum_day ${fails}`);
      await work();
      await server.db.exec('DROP TRIGGER full');
    };
    const lists = async (pitch: number) => (await all('pairing')).some((row) => row.dm === dms[0] && row.pitch === pitches[pitch]);
    await failing(async () => {
      expect((await call({ day, presses: [{ id: 'lost', ...asked(3) }] })).status).not.toBe(200);
      expect(await lists(3)).toBe(false);
    });
    const [one, two] = await Promise.all([press(asked(3)), press(asked(3), other)]);
    expect([one.code, two.code].filter((code) => code === undefined).length).toBeGreaterThanOrEqual(1);
    const rows = await all('pairing');
    expect(rows.length).toBe(before.length);
    expect(rows.find(({ dm, pitch }) => dm === dms[0] && pitch === pitches[3])).toMatchObject({ start: at('01:00'), room: 'A', mode: 'manual' });
    const made = await shown(0, 3);
    expect(made).toMatchObject({ instead: { dm: dms[0], pitch: pitches[0] }, state: 'planned' });
    expect((await shown(0, 0))?.isReplaced).toBe(true);
    expect((await press(asked(3))).code).toBe('rule.notwaiting');
    expect((await facts()).events.filter(({ kind }) => kind === 'substitute').length).toBe(1);
    await failing(async () => {
      expect((await call({ day, presses: [{ id: 'kept', kind: 'undo', press: made?.press ?? '' }] })).status).not.toBe(200);
      expect(await lists(3)).toBe(true);
    });
    await press({ kind: 'undo', press: made?.press ?? '' });
    expect(await shown(0, 3)).toBeUndefined();
    const place = ({ dm, pitch, start, room }: Row) => `${dm} ${pitch} ${start} ${room}`;
    expect((await all('pairing')).map(place).sort()).toEqual(before.map(place).sort());
    expect((await shown(0, 0))?.isReplaced).toBe(false);
    await press({ kind: 'clear' });
  });

  it('clearing the day removes its substitutes from the board', async () => {
    await press(presence('dm', 0, 'absent'));
    await press(presence('dm', 2, 'arrived'));
    const made = await press({ kind: 'substitute', dm: dms[2], pitch: pitches[0], instead: { dm: dms[0], pitch: pitches[0] } });
    expect(made.code).toBeUndefined();
    expect((await all('pairing')).some(({ dm, pitch }) => dm === dms[2] && pitch === pitches[0])).toBe(true);
    await press({ kind: 'clear' });
    expect((await all('pairing')).some(({ dm, pitch }) => dm === dms[2] && pitch === pitches[0])).toBe(false);
    expect(dayMeetings(await facts()).every(({ mark, press: by }) => mark === null && by === '')).toBe(true);
  });

  it('takes presses that were queued without a connection in one call; a refused one does not stop the others', async () => {
    const presses = [
      { id: 'q1', ...presence('pitch', 0, 'arrived'), ago: 60_000 },
      { id: 'q2', ...meeting(2, 3, 'running') },
      { id: 'q3', kind: 'presence', side: 'dm', who: 'nobody', state: 'arrived', since: '' },
      { id: 'q4', ...meeting(1, 1, 'running') },
    ];
    const { body } = await call({ day, presses });
    expect(body.data.refused?.map(({ id, code }) => [id, code])).toEqual([
      ['q2', 'msg.notfound'],
      ['q3', 'msg.notfound'],
    ]);
    expect((await shown(1, 1))?.state).toBe('running');
    const again = await call({ day, presses });
    expect(again.body.data.facts?.events.filter(({ id }) => id.startsWith('q')).length).toBe(2);
    await press({ kind: 'clear' });
  });

  it('refuses unknown values, and people who may not change meetings', async () => {
    const refusal = async (body: unknown) => {
      const { status, body: answer } = await call(body);
      return [status, answer.err?.fields?.[0]?.path, answer.err?.fields?.[0]?.code];
    };
    const delay = { id: 'x', kind: 'delay', of: 'slot', who: '', start: at('01:00'), minutes: 10 };
    expect(await refusal({ day, presses: [{ ...delay, by: 'admin' }] })).toEqual([422, 'presses/0/by', 'field.unknown']);
    expect(await refusal({ day, presses: [delay], as: 'admin' })).toEqual([422, 'as', 'field.unknown']);
    expect(await refusal({ day, presses: [{ ...delay, rehearsal: 'yes' }] })).toEqual([422, 'presses/0/rehearsal', 'field.type']);
    expect(await refusal({ day, presses: [{ ...delay, minutes: 600 }] })).toEqual([422, 'presses/0/minutes', 'field.range']);
    expect(await refusal({ day, presses: [{ ...delay, of: 'room' }] })).toEqual([422, 'presses/0/who', 'field.required']);
    expect(await refusal({ day, presses: [{ id: 'x', kind: 'burn' }] })).toEqual([422, 'presses/0/kind', 'field.option']);
    expect(await refusal({ day, presses: [{ id: 'x', ...meeting(0, 0, 'gone') }] })).toEqual([422, 'presses/0/state', 'field.option']);
    expect(await refusal({ day, presses: [{ kind: 'clear' }] })).toEqual([422, 'presses/0/id', 'field.required']);
    expect(await refusal({ day: '2026-13-01', presses: [delay] })).toEqual([422, 'day', 'field.date']);
    expect(await refusal({ day, presses: [] })).toEqual([422, 'presses', 'field.items']);
    const guest = await server.signIn('gs');
    expect((await call({ day, presses: [delay] }, guest)).status).toBe(403);
    expect((await look(`day=${day}`, guest)).facts?.day).toBe(day);
    expect((await server.anonymous(`/api/forum-day/forum?day=${day}`)).status).toBe(401);
  });
});
