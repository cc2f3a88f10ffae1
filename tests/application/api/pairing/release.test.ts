/** A timetable is released: only those whose schedule changed get a mail, over real SMTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReleasedFacts, ReleaseFacts } from '#application/release/rules/release-facts.ts';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { statementsOf } from '../../../support/database/statements-of.ts';
import { type MailServer, startMailServer } from '../../../support/network/mail-server.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const day = '2026-12-05';
const at = (time: string) => `${day} ${time}:00`;
const campaign: Row = {
  id: 'forum',
  cna: '配對大會',
  enaName: 'Pairing Forum',
  maxSel: 3,
  zone: 'GMT+8',
  days: [{ date: day, start: '10:00:00', end: '12:00:00', slot: 20, gap: 10, rooms: ['A', 'B'] }],
};
/** The four slots, UTC: 10:00, 10:30, 11:00, 11:30 in the campaign's zone. */
const slots = ['02:00', '02:30', '03:00', '03:30'].map(at) as [string, string, string, string];
const endOf = (start: string) => new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + 20 * 60_000).toISOString().slice(0, 19).replace('T', ' ');

describe.each(testDatabases)('S06 released timetables on %s', (kind) => {
  let mails: MailServer;
  let server: TestServer;
  let op: Client;
  let clock = Date.parse('2026-11-21T08:00:00Z');
  const pitches: string[] = [];
  const dms: string[] = [];

  const ask = async <T = Row>(client: Client, method: string, path: string, json?: unknown) => {
    const answer = await client(path, { method, ...(json === undefined ? {} : { json }) });
    const body = await answer.json();
    type Refused = { code: string; message: string; fields: { path: string; code: string }[] } | null;
    return { status: answer.status, data: (body.data ?? body) as T, err: body.err as Refused }; // as the calls' types have it
  };
  const make = async (object: string, row: Row) => {
    const { status, data } = await ask(op, 'POST', `/api/pb/${object}`, row);
    expect(status, JSON.stringify(data)).toBe(201);
    return String(data.id);
  };
  const facts = async (client = op) => (await ask<ReleaseFacts>(client, 'GET', '/api/release/forum')).data;
  const release = async (more: object = {}) => {
    const { version, number } = await facts();
    return ask<ReleasedFacts>(op, 'POST', '/api/release/forum', { version, number, ...more });
  };
  const pair = (dm: number, pitch: number, slot: number, room: string) =>
    make('pairing', { cid: 'forum', dm: dms[dm]!, pitch: pitches[pitch]!, start: slots[slot]!, end: endOf(slots[slot]!), room });
  const meetings = async () => (await ask<Row[]>(op, 'GET', '/api/pb/pairing?range=[0,99]')).data;
  const move = async (dm: number, pitch: number, slot: number, room: string) => {
    const row = (await meetings()).find((one) => one.dm === dms[dm] && one.pitch === pitches[pitch])!;
    const json = { start: slots[slot], end: endOf(slots[slot]!), room, ver: row.ver };
    expect((await ask(op, 'PUT', `/api/pb/pairing/${row.id}`, json)).status).toBe(200);
  };
  /** Lets the batch go and waits for its mails. */
  const letGo = async (batch: string, count: number) => {
    const before = mails.received.length;
    expect((await ask(op, 'POST', `/api/desk/mails/batches/${batch}/release`, {})).data).toEqual({ count });
    for (let tries = 0; tries < 200 && mails.received.length < before + count; tries += 1) await new Promise((resume) => setTimeout(resume, 25));
    return mails.received.slice(before);
  };
  const touched = (list: ReleaseFacts['people']) =>
    list.map(({ side, id, changes }) => `${side}${(side === 'dm' ? dms : pitches).indexOf(id)} ${changes.map((one) => one.kind)}`).sort();

  beforeAll(async () => {
    mails = await startMailServer();
    server = await startServer({ kind, now: () => new Date(clock), env: { SMTP_URL: mails.url, BASE_URL: 'https://films.example' } });
    const admin = await server.signIn('admin');
    op = await server.signIn('op');
    expect((await ask(admin, 'POST', '/api/pb/campaign', campaign)).status).toBe(201);
    const applicant = await make('applicant', { email: 'ann@example.com', name: 'Ann Lee', lang: 'en' });
    const enrolment = await make('enrolment', { cid: 'forum', applicant, attProgram: ['C'], cname: '提案0' });
    const more: Row[] = [
      { enrolment, producer: { cname: '潘製片', ename: 'Pan', email: 'pan@example.com' } },
      { producer: { cname: '賴製片', email: 'LAI@example.com' } },
      {},
    ];
    for (const [index, own] of more.entries())
      pitches.push(await make('pitch', { cid: 'forum', attProgram: 'C', enrollid: `C00${index}`, cname: `提案${index}`, ename: `Pitch ${index}`, ...own }));
    const available = [{ start: at('02:00'), end: at('04:00') }];
    const given = { cid: 'forum', available, priority: pitches };
    dms.push(await make('decision_maker', { ...given, name: '甲', org: 'Arte', email: 'jia@example.com', lang: 'tw' }));
    dms.push(await make('decision_maker', { ...given, name: '乙', ename: 'Yi', org: 'YLE', email: 'yi@example.com', lang: 'en' }));
    dms.push(await make('decision_maker', { ...given, name: '丙', org: 'NHK' }));
  });
  afterAll(async () => {
    await server.stop();
    await mails.stop();
  });

  it('there is nothing to release at first, and a draft that breaks a rule is refused with the rule’s name', async () => {
    expect(await facts()).toMatchObject({ number: 0, known: 0, isChanged: false, people: [], history: [], draft: { meetings: 0, broken: [] } });
    expect((await release()).err?.code).toBe('msg.nothing');
    await pair(0, 0, 0, 'A');
    await pair(1, 1, 0, 'B');
    // Whoever would have no meeting at all is named before anything is given out.
    const { draft, names } = await facts();
    expect(draft.without).toEqual({ dms: [dms[2]], pitches: [pitches[2]] });
    expect([names.dm[dms[2]!]?.title.tw, names.pitch[pitches[2]!]?.title.tw]).toEqual(['丙', 'C002 提案2']);
    await pair(2, 2, 1, 'A');
    // The time of a decision maker goes while the meeting stands: no save of the meeting sees it.
    const dm = (await ask(op, 'GET', `/api/pb/decision_maker/${dms[2]}`)).data;
    await server.db.run('UPDATE decision_maker SET available = ? WHERE id = ?', [JSON.stringify([{ start: at('03:00'), end: at('04:00') }]), dms[2]!]);
    expect((await facts()).draft.without).toEqual({ dms: [], pitches: [] });
    expect((await facts()).draft.broken).toMatchObject([{ dm: dms[2], path: 'start', code: 'rule.notfree' }]);
    const refused = await release();
    expect([refused.status, refused.err?.code, refused.err?.fields.length]).toEqual([422, 'rule.notfree', 1]);
    expect(refused.data).toMatchObject({ dm: dms[2], pitch: pitches[2] });
    await server.db.run('UPDATE decision_maker SET available = ? WHERE id = ?', [JSON.stringify(dm.available), dms[2]!]);
    // A meeting at a minute or a table that the days have not is never given out unseen.
    const [first] = await meetings();
    for (const [field, value, code] of [
      ['end', at('02:19'), 'rule.slot'],
      ['room', 'Z', 'field.option'],
    ] as const) {
      await server.db.run(`UPDATE pairing SET \`${field}\` = ? WHERE id = ?`, [value, String(first!.id)]);
      expect((await facts()).draft.broken.map((one) => one.code)).toEqual([code]);
      expect((await release()).err?.code).toBe(code);
      await server.db.run(`UPDATE pairing SET \`${field}\` = ? WHERE id = ?`, [String(first![field]), String(first!.id)]);
    }
  });

  it('the first version informs everybody with a meeting and an address, each in their language, after the review', async () => {
    const before = await facts();
    expect(touched(before.people)).toEqual(['dm0 new', 'dm1 new', 'dm2 new', 'pitch0 new', 'pitch1 new', 'pitch2 new']);
    const done = await release({ note: '第一版' });
    expect(done.status, JSON.stringify(done.err)).toBe(200);
    expect(done.data).toMatchObject({
      number: 1,
      told: 4,
      mails: 5,
      unreachable: [
        { side: 'dm', id: dms[2] },
        { side: 'pitch', id: pitches[2] },
      ],
    });
    // Held: nothing leaves before somebody looked it over.
    await new Promise((resume) => setTimeout(resume, 200));
    expect(mails.received).toEqual([]);
    // Whoever has another address by then gets them there: decision makers, and producers by their pitch.
    const readdress = async (object: string, id: string, patch: Row) => {
      const { ver } = (await ask(op, 'GET', `/api/pb/${object}/${id}`)).data;
      expect((await ask(op, 'PUT', `/api/pb/${object}/${id}`, { ...patch, ver })).status).toBe(200);
      return (await server.db.query<{ to: string }>('SELECT `to` FROM `mail` WHERE `batch` = ? AND `about` = ?', [done.data.batch, id])).map(({ to }) => to);
    };
    expect(await readdress('decision_maker', dms[1]!, { email: 'elsewhere@example.com' })).toEqual(['elsewhere@example.com']);
    expect(await readdress('decision_maker', dms[1]!, { email: 'yi@example.com' })).toEqual(['yi@example.com']);
    const lai = (email: string) => ({ producer: { cname: '賴製片', email } });
    expect(await readdress('pitch', pitches[1]!, lai('lai-office@example.com'))).toEqual(['lai-office@example.com']);
    expect(await readdress('pitch', pitches[1]!, lai('LAI@example.com'))).toEqual(['LAI@example.com']);
    const sent = await letGo(done.data.batch, 5);
    expect(sent.map(({ recipients }) => recipients[0]).sort()).toEqual([
      'LAI@example.com',
      'ann@example.com',
      'jia@example.com',
      'pan@example.com',
      'yi@example.com',
    ]);
    const of = (to: string) => sent.find(({ recipients }) => recipients[0] === to)!;
    expect(of('jia@example.com').subject).toBe('配對大會：一對一會談時間表第 1 版（Arte）');
    expect(of('jia@example.com').text).toContain('新增：2026-12-05 10:00–10:20（A）　C000 提案0');
    expect(of('yi@example.com').text).toContain('New: 2026-12-05 10:00–10:20 (B)  C001 Pitch 1');
    expect(of('ann@example.com').text).toContain('New: 2026-12-05 10:00–10:20 (A)  甲, Arte');
    expect(of('ann@example.com').subject).toBe('Pairing Forum: your one-on-one timetable, version 1 (C000 Pitch 0)');
    // The producer reads the applicant's language; nobody's address stands in another's mail.
    expect(of('pan@example.com').text).toContain('Dear Pan,');
    expect(of('jia@example.com').text).not.toMatch(/@example\.com/);
    const link = (to: string) => /https:\/\/films\.example\/my\/([\w-]{36})/.exec(of(to).text ?? '')?.[1];
    expect(link('jia@example.com')).toBeDefined();
    expect(link('ann@example.com')).toBe(link('pan@example.com'));
    expect(link('ann@example.com')).not.toBe(link('jia@example.com'));
    expect(await facts()).toMatchObject({ number: 1, known: 1, isChanged: false, people: [], history: [{ number: 1, note: '第一版', count: 3, told: 4 }] });
  });

  it('after a move only the affected people are informed, old → new, with their existing link', async () => {
    clock += 600_000;
    await move(0, 0, 2, 'B');
    expect(touched((await facts()).people)).toEqual(['dm0 time', 'pitch0 time']);
    const { data } = await release();
    expect(data).toMatchObject({ number: 2, told: 2, mails: 3, unreachable: [] });
    const sent = await letGo(data.batch, 3);
    expect(sent.map(({ recipients }) => recipients[0]).sort()).toEqual(['ann@example.com', 'jia@example.com', 'pan@example.com']);
    const jia = sent.find(({ recipients }) => recipients[0] === 'jia@example.com');
    expect(jia?.text).toContain('改時間：2026-12-05 10:00–10:20（A） → 2026-12-05 11:00–11:20（B）　C000 提案0');
    const [{ count }] = (await server.db.query("SELECT COUNT(*) AS count FROM _link WHERE kind = 'my'")) as [{ count: unknown }];
    expect(Number(count)).toBe(4);
  });

  it('is released only as it was seen: a move or a release in between is reported', async () => {
    await move(0, 0, 3, 'B');
    const { version, number } = await facts();
    await move(0, 0, 3, 'A');
    expect((await ask(op, 'POST', '/api/release/forum', { version, number })).err?.code).toBe('msg.datamodi');
    const fresh = await facts();
    const both = await Promise.all([1, 2].map(() => ask(op, 'POST', '/api/release/forum', { version: fresh.version, number: fresh.number })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await facts()).history.map((line) => line.number)).toEqual([3, 2, 1]);
  });

  it('mails that were never released are replaced: the next ones have everything that people do not know yet, and a person with no change gets none', async () => {
    // Nobody was informed of version 3 (11:00 B → 11:30 A).
    expect(await facts()).toMatchObject({ number: 3, known: 2 });
    const held = (await facts()).history[0]!.batch!;
    expect(held).toMatchObject({ state: 'held', counts: { held: 3 } });
    await move(0, 0, 2, 'B');
    await move(1, 1, 1, 'B');
    expect(touched((await facts()).people)).toEqual(['dm1 time', 'pitch1 time']);
    const { data } = await release();
    expect(data).toMatchObject({ number: 4, told: 2, mails: 2 });
    expect((await ask(op, 'GET', `/api/desk/mails/batches/${held.id}`)).status).toBe(404);
    const sent = await letGo(data.batch, 2);
    expect(sent.map(({ recipients }) => recipients[0]).sort()).toEqual(['LAI@example.com', 'yi@example.com']);
    expect(sent[0]?.text).toMatch(/10:00–10:20.* → 2026-12-05 10:30–10:50/);
    expect(await facts()).toMatchObject({ number: 4, known: 4 });
  });

  it('versions are compared, and an earlier one is released again as a new one', async () => {
    const compared = (await ask(op, 'GET', '/api/release/forum/compare?from=1&to=4')).data;
    expect(compared).toMatchObject({
      from: 1,
      to: 4,
      changes: [
        { kind: 'time', dm: dms[1] },
        { kind: 'time', dm: dms[0] },
      ],
    });
    expect((await ask(op, 'GET', '/api/release/forum/compare?from=1&to=9')).status).toBe(404);
    const back = await ask<ReleasedFacts>(op, 'POST', '/api/release/forum/back', { number: 4, to: 1, note: '回到第一版' });
    expect(back.data).toMatchObject({ number: 5, told: 4 });
    expect((await facts()).history[0]).toMatchObject({ number: 5, back: 1, count: 3, note: '回到第一版' });
    // The draft is as it was.
    expect((await facts()).isChanged).toBe(true);
    expect((await ask(op, 'POST', '/api/release/forum/back', { number: 5, to: 1 })).err?.code).toBe('msg.nothing');
    const none = await ask<ReleasedFacts>(op, 'POST', '/api/release/forum/back', { number: 5, to: 0 });
    expect(none.data).toMatchObject({ number: 6, told: 4 });
    // Neither was let go: people still know the fourth.
    expect(await facts()).toMatchObject({ number: 6, known: 4 });
    expect((await facts()).history.map(({ number, told }) => [number, told]).slice(0, 3)).toEqual([
      [6, 4],
      [5, 0],
      [4, 2],
    ]);
    const sentRelease = (await ask<Row[]>(op, 'GET', '/api/pb/pairing_release?sort=["number","DESC"]&range=[0,0]')).data[0]!;
    expect((sentRelease.gone as Row[]).map(({ seq }) => seq).sort()).toEqual([1, 3, 5]);
  });

  it('needs as many reads for many people as for few', async () => {
    const counted = async (work: () => Promise<unknown>, tries?: number) => (await statementsOf(server.db, work, tries)).length;
    // Six people of the draft against nothing in force.
    const few = await counted(facts);
    const more = { cid: 'forum', available: [{ start: at('02:00'), end: at('04:00') }] };
    for (let index = 0; index < 12; index += 1) {
      const producer = { cname: `製片${index}`, email: `p${index}@example.com` };
      const pitch = await make('pitch', { cid: 'forum', attProgram: 'C', enrollid: `C1${index + 10}`, cname: `多${index}`, ename: `Many ${index}`, producer });
      dms.push(await make('decision_maker', { ...more, name: `多${index}`, email: `dm${index}@example.com`, priority: [pitch] }));
      const row = { cid: 'forum', dm: dms.at(-1)!, pitch, start: slots[0], end: endOf(slots[0]), room: '' };
      // The tables are full at that hour; what counts here is how many people there are.
      await make('pairing', row);
    }
    const [newest] = (await facts()).history;
    expect(newest?.number).toBe(6);
    expect(await counted(facts)).toBe(few);
    // Without tables none is full.
    const tableless = (campaign.days as Row[]).map((one) => ({ ...one, rooms: [] })); // written above
    await server.db.run("UPDATE campaign SET days = ? WHERE id = 'forum'", [JSON.stringify(tableless)]);
    let released: ReleasedFacts | undefined;
    const count = await counted(async () => {
      released = (await release()).data;
    }, 1);
    expect(released).toMatchObject({ number: 7, mails: 24 });
    // Facts and release together, 24 people and mails more than the first time: the reads of one mail are none.
    expect(count).toBeLessThan(2 * few + 20);
  });

  it('refuses input that it cannot read, and people without permission; a guest sees no address', async () => {
    for (const [json, path, code] of [
      [{ number: 1 }, 'version', 'field.required'],
      [{ version: 1, number: -1 }, 'number', 'field.integer'],
      [{ version: 1, number: 1, told: 5 }, 'told', 'field.unknown'],
      [{ version: 1, number: 1, note: 'x'.repeat(1001) }, 'note', 'field.long'],
    ] as const) {
      const { status, err } = await ask(op, 'POST', '/api/release/forum', json);
      expect([status, err?.fields[0]?.path, err?.fields[0]?.code]).toEqual([422, path, code]);
    }
    const gs = await server.signIn('gs');
    expect((await ask(gs, 'POST', '/api/release/forum', { version: 0, number: 0 })).status).toBe(403);
    expect(JSON.stringify(await facts(gs))).not.toContain('@example.com');
    expect((await ask(op, 'GET', '/api/release/none')).status).toBe(404);
  });

  it('mails that were discarded told nobody anything: the next ones have it all, of the same timetable too', async () => {
    const { number, known, history, people } = await facts();
    expect([known < number, history[0]!.batch?.state]).toEqual([true, 'held']);
    const again = async () => {
      const { version, number: seen } = await facts();
      return ask<ReleasedFacts>(op, 'POST', '/api/release/forum', { version, number: seen });
    };
    expect((await again()).err?.code).toBe('msg.nothing'); // its mails still wait
    expect((await ask(op, 'DELETE', `/api/desk/mails/batches/${history[0]!.batch!.id}`)).status).toBe(200);
    const after = await facts();
    expect([after.number, after.known, after.isChanged, after.history[0]]).toMatchObject([number, known, false, { told: 0, batch: null }]);
    expect(after.people).toEqual(people);
    const { data } = await again();
    expect(data).toMatchObject({ number: number + 1, told: history[0]!.told });
    await letGo(data.batch, data.mails);
    expect(await facts()).toMatchObject({ number: number + 1, known: number + 1, people: [] });
    expect((await again()).err?.code).toBe('msg.nothing');
  });
});
