/** The jury's discussion over HTTP: when it is open, who reads and writes it, what staff see, what a reshuffle does (P04, S08, E05). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ranking } from '#application/campaign/wire.ts';
import type { JuryTalk, SelectionEntry, SelectionFacts } from '#application/site/wire.ts';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { asked, during, ends, entered, put, selecting } from '../../../support/forum/jury.ts';
import { addJuror, signInJuror } from '../../../support/forum/site.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const until = '2026-11-25 16:00:00';
const at = (stamp: string) => new Date(`${stamp.replace(' ', 'T')}Z`);
const discussing = at('2026-11-21 08:00:00');

describe.each(testDatabases)('the jury’s discussion on %s', (kind) => {
  let server: TestServer;
  let clock = during;
  let admin: Client;
  let one: Client;
  let two: Client;
  let stranger: Client;
  const ids: string[] = [];

  const entry = (client: Client, id = 'e1') => asked<SelectionEntry>(client, `/api/site/selection/${id}`);
  const write = (client: Client, json: unknown, { id = 'e1', key = '' } = {}) =>
    asked<JuryTalk>(client, `/api/site/selection/${id}/notes`, { method: 'POST', json, ...(key && { headers: { 'Idempotency-Key': key } }) });
  const choose = (client: Client, json: Row) => asked(client, '/api/site/selection/e1', { method: 'PUT', json: { ver: 0, ...json } });
  const talkOf = async (client: Client) => (await asked<SelectionFacts>(client, '/api/site/selection')).data.talk;

  beforeAll(async () => {
    server = await startServer({ kind, now: () => clock });
    admin = await server.signIn('admin');
    await put(server, 'campaign', selecting('talks', { talkUntil: until }), selecting('silent'));
    await put(server, 'applicant', { id: 'maker', email: 'maker@example.com', verified: true });
    await put(
      server,
      'enrolment',
      entered('talks', 'e1'),
      entered('talks', 'e2'),
      entered('talks', 'e3', { attProgram: ['I'], enrollid: 'I003' }),
      entered('silent', 'e4'),
    );
    for (const [name, cid] of [
      ['one', 'talks'],
      ['two', 'talks'],
      ['stranger', 'silent'],
    ] as const)
      ids.push(await addJuror(server, cid, `${name}@example.com`, { programs: ['C'], name: `評審 ${name}`, ename: `Juror ${name}`, chair: name === 'two' }));
    await choose(await signInJuror(server, 'one@example.com'), { choice: 'primary', weight: 5, comment: 'Mine.' });
    await choose(await signInJuror(server, 'two@example.com'), { choice: 'alternative', weight: 2, comment: 'Thin.' });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    clock = discussing;
    [one, two, stranger] = [
      await signInJuror(server, 'one@example.com'),
      await signInJuror(server, 'two@example.com'),
      await signInJuror(server, 'stranger@example.com'),
    ];
  });

  it('P04 nobody sees another’s choice while any can still be changed, the grace included; never where the campaign has no discussion', async () => {
    for (const moment of [during, at(ends), new Date(at(ends).getTime() + 599_000)]) {
      clock = moment;
      const client = await signInJuror(server, 'one@example.com');
      const { text, data } = await entry(client);
      expect([data.talk, text.includes('Thin')]).toEqual([undefined, false]);
      expect((await talkOf(client)).state).toBe('before');
      expect((await write(client, { text: 'Early.' })).err?.code).toBe('rule.notalk');
    }
    clock = discussing;
    stranger = await signInJuror(server, 'stranger@example.com');
    expect([(await talkOf(stranger)).state, (await entry(stranger, 'e4')).data.talk]).toEqual(['none', undefined]);
    expect((await write(stranger, { text: 'Alone.' }, { id: 'e4' })).err?.code).toBe('rule.notalk');
  });

  it('E05 then jurors see the others’ choices and write; the same call again is one note', async () => {
    expect(await talkOf(one)).toEqual({ state: 'open', until });
    const { talk } = (await entry(one)).data;
    expect(talk).toMatchObject({
      mayWrite: true,
      until,
      votes: [{ ename: 'Juror two', chair: true, choice: 'alternative', weight: 2, comment: 'Thin.' }],
      notes: [],
    });
    const first = await write(one, { text: ' Look at the second half. ' }, { key: 'k1' });
    expect([first.status, first.data.notes.map(({ text, isOwn }) => [text, isOwn])]).toEqual([200, [['Look at the second half.', true]]]);
    expect((await write(one, { text: ' Look at the second half. ' }, { key: 'k1' })).data.notes).toHaveLength(1);
    clock = new Date(discussing.getTime() + 60_000);
    await write(two, { text: 'I did; a 3 then.' });
    expect((await entry(one)).data.talk?.notes.map(({ ename, isOwn, at: when, text }) => [ename, isOwn, when, text])).toEqual([
      ['Juror one', true, '2026-11-21 08:00:00', 'Look at the second half.'],
      ['Juror two', false, '2026-11-21 08:01:00', 'I did; a 3 then.'],
    ]);
  });

  it('P04 only jurors who may read the pitch, and declared no conflict, take part; wrong notes are refused', async () => {
    expect((await write(stranger, { text: 'Hello' })).status).toBe(404);
    expect((await write(one, { text: 'Hello' }, { id: 'e3' })).status).toBe(404);
    for (const client of [server.anonymous, admin]) expect((await write(client, { text: 'Hello' })).status).toBe(401);
    const codes = async (json: unknown) => (await write(one, json)).err?.fields.map(({ path, code }) => `${path} ${code}`);
    expect(await codes({ text: '  ' })).toEqual(['text field.required']);
    expect(await codes({ text: 7 })).toEqual(['text field.type']);
    expect(await codes({ text: 'x'.repeat(2001) })).toEqual(['text field.long']);
    expect(await codes({ text: 'x', at: 1 })).toEqual(['at field.unknown']);
    await put(server, 'selection', { id: 's-conflict', jury: ids[1]!, enrolment: 'e2', conflict: true, choice: 'none', weight: 0, scores: [] });
    expect((await write(two, { text: 'Hello' }, { id: 'e2' })).err?.code).toBe('rule.conflict');
    expect((await entry(one, 'e2')).data.talk?.votes).toEqual([]);
  });

  it('E05 after its end it is read and not written; staff have it beside the votes and in the workbook', async () => {
    clock = at(until);
    const client = await signInJuror(server, 'one@example.com');
    expect((await entry(client)).data.talk).toMatchObject({ mayWrite: false, notes: [{}, {}] });
    expect((await write(client, { text: 'Late.' })).err?.code).toBe('rule.notalk');
    const staff = await server.signIn('admin');
    const { data } = await asked<Ranking>(staff, '/api/desk/talks/ranking');
    expect(data.lines.find(({ enrolment }) => enrolment === 'e1')?.notes).toMatchObject([
      { juror: ids[0], text: 'Look at the second half.' },
      { juror: ids[1] },
    ]);
  });

  it('S08 a reshuffle deletes the discussion with the choices', async () => {
    const staff = await server.signIn('admin');
    const shuffled = await staff('/api/pb/campaign/talks/actions/reshuffle', { method: 'POST', json: { confirm: 'talks' } });
    expect(shuffled.status, await shuffled.text()).toBe(200);
    expect(await server.db.query('SELECT `id` FROM `_jury_note`')).toEqual([]);
  });
});
