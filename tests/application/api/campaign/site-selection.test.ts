/** The jury's calls over HTTP, with a clock of the test's own: what a juror sees, may choose, and never sees (P04, R05, S03, V23, E05). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SelectionEntry, SelectionFacts, SelectionItem, SelectionProgress } from '#application/site/wire.ts';
import type { Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { statementsOf } from '../../../support/database/statements-of.ts';
import { project } from '../../../support/forum/forum.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

interface Body<T> {
  done: boolean;
  msg: string;
  err: { code: string; fields: { path: string; code: string }[] } | null;
  data: T;
}
interface Saved {
  item: SelectionItem;
  progress: SelectionProgress;
}

const opens = '2026-11-01 00:00:00';
const ends = '2026-11-20 16:00:00';
const during = new Date('2026-11-10T08:00:00Z');
const pw = 'juror-password';
const secrets = ['maker@secret.example', 'TW,+886911222333', 'Ming Hidden', 'staff only remark', 'sent back once', 'R-SECRET'];

describe.each(testDatabases)('selection on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let clock = during;
  const ids = Array.from({ length: 9 }, (_, index) => `enr${index + 1}`);

  const put = async (object: string, row: Row): Promise<void> => {
    const model = server.registry.get(object)!.model; // one that ships
    const stamps = { ver: 1, create_at: opens, update_at: opens, update_by: 'admin' };
    await server.db.transaction((tx) => insertRow(tx, model, { ...defaultsOf(model), ...stamps, ...row }));
  };
  const enrolment = (id: string, more: Row = {}): Promise<void> =>
    put('enrolment', {
      ...project,
      id,
      cid: 'sel',
      applicant: 'maker',
      attProgram: ['C'],
      status: 'verified',
      enrollid: `C${id.slice(3).padStart(3, '0')}`,
      producer: { cname: '製片', ename: 'Producer', bio: 'Bio', company: 'Studio', email: 'maker@secret.example', phone: 'TW,+886911222333' },
      comment: 'staff only remark',
      returnMsg: 'sent back once',
      receipt: { no: 'R-SECRET', at: opens, hash: '', files: [] },
      update_by: 'maker',
      ...more,
    });
  const signIn = async (email: string, campaign = 'sel'): Promise<Client> => {
    const answer = await server.anonymous('/api/site/jury/login', { method: 'POST', json: { email, pw, campaign } });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect([answer.status, cookie.includes('reelbase_jury=')], await answer.text()).toEqual([200, true]);
    const client = (path: string, init: RequestInit & { json?: unknown } = {}) =>
      server.anonymous(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), cookie } });
    return Object.assign(client, { cookie });
  };
  const ask = async <T>(client: Client, path = '', init: RequestInit & { json?: unknown } = {}): Promise<Body<T> & { status: number; text: string }> => {
    const answer = await client(`/api/site/selection${path}`, init);
    const text = await answer.text();
    return { ...(JSON.parse(text) as Body<T>), status: answer.status, text };
  };
  const list = async (client: Client): Promise<SelectionFacts> => (await ask<SelectionFacts>(client)).data;
  const choose = (client: Client, id: string, more: Partial<{ choice: string; weight: number; comment: string; ver: number }> = {}) =>
    ask<Saved>(client, `/${id}`, { method: 'PUT', json: { choice: 'primary', weight: 4, comment: '', ver: 0, ...more } });
  const conflict = (client: Client, id: string, declared: unknown) => ask<SelectionFacts>(client, `/${id}/conflict`, { method: 'POST', json: { declared } });
  const refused = ({ status, err }: { status: number; err: Body<unknown>['err'] }) => [status, err?.code];

  beforeAll(async () => {
    server = await startServer({ kind, now: () => clock });
    admin = await server.signIn('admin');
    await put('campaign', {
      id: 'sel',
      cna: '評選中的一屆',
      enaName: 'In selection',
      edition: 15,
      maxSel: 3,
      cStart: '2026-09-01 00:00:00',
      cEnd: '2026-10-01 00:00:00',
      sStart: opens,
      sEnd: ends,
      sBefore: { tw: '<p>評選尚未開始</p>', en: '<p>Not yet</p>' },
      sAfter: { tw: '<p>評選已結束</p>', en: '<p>It is over</p>' },
      sOnboarding: { tw: '<p>歡迎</p>', en: '<p>Welcome</p>' },
      sGuideline: { tw: '<p>準則</p>', en: '<p>Guideline</p>' },
    });
    await put('campaign', { id: 'other', cna: '別屆', edition: 14, maxSel: 3, sStart: opens, sEnd: ends });
    await put('applicant', { id: 'maker', email: 'maker@secret.example', name: 'Ming Hidden', verified: true });
    for (const id of ids) await enrolment(id);
    await enrolment('draft', { status: 'draft', enrollid: '' });
    await enrolment('submitted', { status: 'submitted', enrollid: '' });
    await enrolment('unnumbered', { enrollid: '' });
    await enrolment('foreign', { cid: 'other', enrollid: 'C001' });
    await enrolment('ifg', { attProgram: ['I'], enrollid: 'I001', roughCut: 'https://vimeo.com/1' });
    await enrolment('both', { attProgram: ['C', 'I'], enrollid: 'C090', status: 'selected', decision: 'select', roughCut: 'https://vimeo.com/1' });
    const jurors: Row[] = [
      { id: 'ju1', email: 'one@example.com', name: '一', programs: ['C'] },
      { id: 'ju2', email: 'two@example.com', name: '二', programs: ['C', 'I'] },
    ];
    for (const juror of jurors) {
      await put('jury', { cid: 'sel', enabled: true, ...juror });
      const answer = await admin(`/api/pb/jury/${juror.id}`, { method: 'PUT', json: { pw, ver: 1 } });
      expect(answer.status, await answer.text()).toBe(200);
    }
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    clock = during;
    await server.db.run('DELETE FROM selection');
    await server.db.run('DELETE FROM _reading');
    await server.db.run('DELETE FROM _attempt');
    // A session does not outlive a clock that is set back and forth.
    admin = await server.signIn('admin');
  });

  it('P04 nobody gets in without a juror’s session: 401, and a staff session does not count', async () => {
    for (const client of [server.anonymous, admin]) {
      expect(refused(await ask(client))).toEqual([401, 'msg.session']);
      expect(refused(await choose(client, 'enr1'))).toEqual([401, 'msg.session']);
    }
  });

  it('R05 E05 lists the verified, numbered enrolments of the juror’s campaign and programs, by number', async () => {
    const one = await list(await signIn('one@example.com'));
    expect(one.items.map(({ enrolment: id }) => id)).toEqual([...ids, 'both']);
    expect(one.items[0]).toMatchObject({ number: 'C001', cname: project.cname, programs: ['C'], isRead: false, own: { choice: 'none', weight: 0, ver: 0 } });
    expect(one).toMatchObject({ campaign: 'sel', mayEdit: true, progress: { total: 10, read: 0, primary: 0, maxSel: 3 }, guideline: { tw: '<p>準則</p>' } });
    expect(one.labels.genre?.['[AR]']?.en).toBeTruthy();
    const two = await list(await signIn('two@example.com'));
    expect(two.items.map(({ enrolment: id }) => id)).toContain('ifg');
  });

  it('P04 answers 404 for enrolments that are not on the list: draft, unverified, without a number, another campaign, another program, unknown', async () => {
    const juror = await signIn('one@example.com');
    for (const id of ['draft', 'submitted', 'unnumbered', 'foreign', 'ifg', 'nothing', "x' OR '1'='1"]) {
      const path = `/${encodeURIComponent(id)}`;
      expect(refused(await ask(juror, path)), id).toEqual([404, 'msg.notfound']);
      expect(refused(await choose(juror, encodeURIComponent(id))), id).toEqual([404, 'msg.notfound']);
      expect(refused(await conflict(juror, encodeURIComponent(id), true)), id).toEqual([404, 'msg.notfound']);
    }
    expect(await server.db.query('SELECT id FROM selection')).toEqual([]);
  });

  it('P04 shows the project and its people, but not the applicant, contacts, staff’s remarks, decisions or other jurors', async () => {
    const [one, two] = [await signIn('one@example.com'), await signIn('two@example.com')];
    await choose(two, 'both', { comment: 'two thinks so', weight: 5 });
    const entry = await ask<SelectionEntry>(one, '/both');
    expect(entry.data.values).toMatchObject({ cname: project.cname, logline: project.logline, producer: { ename: 'Producer', company: 'Studio', bio: 'Bio' } });
    const all = entry.text + JSON.stringify(await list(one)) + (await choose(one, 'both')).text + (await conflict(one, 'both', true)).text;
    for (const secret of [...secrets, 'two thinks so', '"applicant"', '"decision"', '"status"', '"update_by"', 'ju2'])
      expect(all, secret).not.toContain(secret);
    expect(entry.data.item.own.ver).toBe(0);
  });

  it('E05 opening an enrolment marks it as read, once; that is not a rating', async () => {
    const juror = await signIn('one@example.com');
    await ask(juror, '/enr1');
    await ask(juror, '/enr1');
    const facts = await list(juror);
    expect([facts.progress.read, facts.items[0]?.isRead]).toEqual([1, true]);
    expect(await server.db.query('SELECT id FROM selection')).toEqual([]);
  });

  it('E05 stores weight, choice and comment; repeating them writes nothing', async () => {
    const juror = await signIn('one@example.com');
    const first = await choose(juror, 'enr1', { comment: '  很好  ' });
    expect(first.data.item.own).toEqual({ choice: 'primary', weight: 4, scores: {}, comment: '很好', conflict: false, ver: 1 });
    expect((await choose(juror, 'enr1', { comment: '很好' })).data.item.own.ver).toBe(1);
    expect((await choose(juror, 'enr1', { choice: 'none', weight: 0, comment: '再想想', ver: 1 })).data).toMatchObject({
      item: { own: { choice: 'none', weight: 0, comment: '再想想', ver: 2 } },
      progress: { primary: 0 },
    });
    const [row] = await server.db.query('SELECT weight, update_by FROM selection');
    expect(row).toMatchObject({ weight: null, update_by: 'ju1' });
  });

  it('E05 refuses invalid bodies: an unknown key, a weight outside of 1-5, a choice without a weight, an unknown choice', async () => {
    const juror = await signIn('one@example.com');
    const send = async (json: unknown) => {
      const answer = await ask(juror, '/enr1', { method: 'PUT', json });
      return [answer.status, ...(answer.err?.fields ?? []).map(({ path, code }) => `${path} ${code}`)];
    };
    const good = { choice: 'primary', weight: 3, comment: '', ver: 0 };
    expect(await send({ ...good, jury: 'ju2' })).toEqual([422, 'jury field.unknown']);
    expect(await send({ ...good, conflict: true })).toEqual([422, 'conflict field.unknown']);
    expect(await send({ ...good, weight: 6 })).toEqual([422, 'weight field.range']);
    expect(await send({ ...good, weight: 2.5 })).toEqual([422, 'weight field.integer']);
    expect(await send({ ...good, weight: 0 })).toEqual([422, 'weight field.required']);
    expect(await send({ ...good, choice: 'best' })).toEqual([422, 'choice field.option']);
    expect(await send({ ...good, comment: 'x'.repeat(4001) })).toEqual([422, 'comment field.long']);
    expect(await send({ ...good, comment: { $ne: '' } })).toEqual([422, 'comment field.type']);
    expect((await send([good]))[0]).toBe(400);
    expect((await send({}))[0]).toBe(422);
    expect(await server.db.query('SELECT id FROM selection')).toEqual([]);
  });

  it('K05 a second device gets a conflict with the stored choice', async () => {
    const [tablet, phone] = [await signIn('one@example.com'), await signIn('one@example.com')];
    await choose(tablet, 'enr1', { comment: 'tablet' });
    const late = await choose(phone, 'enr1', { comment: 'phone' });
    expect(refused(late)).toEqual([412, 'msg.datamodi']);
    expect(late.data).toMatchObject({ choice: 'primary', comment: 'tablet', ver: 1 });
    expect((await choose(phone, 'enr1', { comment: 'phone', ver: 1 })).status).toBe(200);
    const first = await Promise.all([choose(tablet, 'enr2', { comment: 'a' }), choose(phone, 'enr2', { comment: 'b' })]);
    expect(first.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('V23 twenty choices at once from two devices: exactly maxSel are accepted', async () => {
    const devices = [await signIn('one@example.com'), await signIn('one@example.com')];
    const targets = [...ids, 'both'];
    const answers = await Promise.all(devices.flatMap((device, index) => targets.map((id) => choose(device, id, { weight: index + 3, comment: `${index}` }))));
    expect(answers).toHaveLength(20);
    const codes = answers.map(({ status, err }) => (status === 200 ? 'saved' : err?.code));
    expect(codes.filter((code) => code === 'saved')).toHaveLength(3);
    expect(codes.every((code) => ['saved', 'rule.maxsel', 'msg.datamodi'].includes(code ?? ''))).toBe(true);
    expect((await list(devices[0]!)).progress.primary).toBe(3); // two devices stand above
    const full = answers.find(({ err }) => err?.code === 'rule.maxsel');
    expect([full?.status, full?.msg]).toEqual([422, '最多只能選 3 件']);
    const chosen = (await list(devices[0]!)).items.filter(({ own }) => own.choice === 'primary');
    await choose(devices[1]!, chosen[0]!.enrolment, { choice: 'alternative', ver: chosen[0]!.own.ver });
    const free = (await list(devices[0]!)).items.find(({ own }) => own.ver === 0);
    expect((await choose(devices[0]!, free!.enrolment)).data.progress.primary).toBe(3);
  });

  it('E05 a declared conflict takes the enrolment off the list and clears the choice, frees its place, and can be taken back', async () => {
    const juror = await signIn('one@example.com');
    for (const id of ['enr1', 'enr2', 'enr3']) await choose(juror, id, { comment: 'kept' });
    const facts = (await conflict(juror, 'enr1', true)).data;
    expect(facts.items.map(({ enrolment: id }) => id)).not.toContain('enr1');
    expect([facts.conflicts.map(({ number }) => number), facts.progress]).toEqual([['C001'], { total: 9, read: 0, primary: 2, maxSel: 3 }]);
    expect(refused(await ask(juror, '/enr1'))).toEqual([422, 'rule.conflict']);
    expect(refused(await choose(juror, 'enr1', { ver: 2 }))).toEqual([422, 'rule.conflict']);
    const seen = (await (await admin('/api/pb/selection?filter={"enrolment":"enr1"}')).json()) as Row[];
    expect(seen[0]).toMatchObject({ conflict: true, choice: 'none', weight: null, comment: 'kept' });
    expect((await choose(juror, 'enr4')).data.progress.primary).toBe(3);
    const back = (await conflict(juror, 'enr1', false)).data;
    expect(back.items[0]?.own).toMatchObject({ choice: 'none', weight: 0, comment: 'kept', conflict: false });
    expect(refused(await conflict(juror, 'enr5', 'yes'))).toEqual([422, 'msg.invalid']);
    // Declared without having chosen, and twice.
    expect((await conflict(juror, 'enr6', true)).data.conflicts).toHaveLength(1);
    expect((await conflict(juror, 'enr6', true)).data.conflicts).toHaveLength(1);
  });

  it('S03 before the window opens there is the message and the welcome, and nothing to read', async () => {
    clock = new Date('2026-10-31T23:59:59Z');
    const juror = await signIn('one@example.com');
    expect(await list(juror)).toMatchObject({
      items: [],
      mayEdit: false,
      window: { state: 'not_started' },
      message: { tw: '<p>評選尚未開始</p>' },
      onboarding: { en: '<p>Welcome</p>' },
    });
    expect(refused(await ask(juror, '/enr1'))).toEqual([422, 'msg.window']);
    expect(refused(await choose(juror, 'enr1'))).toEqual([422, 'msg.window']);
    expect(refused(await conflict(juror, 'enr1', true))).toEqual([422, 'msg.window']);
    clock = new Date('2026-11-01T00:00:00Z');
    expect((await list(juror)).items).toHaveLength(10);
  });

  it('S03 after the end everything is read-only; what was opened before can be finished for ten minutes', async () => {
    clock = new Date('2026-11-20T15:59:00Z');
    const juror = await signIn('one@example.com');
    await ask(juror, '/enr1');
    await choose(juror, 'enr2');
    clock = new Date('2026-11-20T16:00:00Z');
    expect(await list(juror)).toMatchObject({ mayEdit: false, window: { state: 'ended' }, message: { en: '<p>It is over</p>' }, progress: { primary: 1 } });
    expect((await ask(juror, '/enr3')).status).toBe(200);
    expect((await list(juror)).progress.read).toBe(1);
    expect(refused(await choose(juror, 'enr3'))).toEqual([422, 'msg.window']);
    expect(refused(await conflict(juror, 'enr1', true))).toEqual([422, 'msg.window']);
    expect((await choose(juror, 'enr1', { comment: 'begun in time' })).status).toBe(200);
    clock = new Date('2026-11-20T16:10:00Z');
    expect(refused(await choose(juror, 'enr1', { comment: 'late', ver: 1 }))).toEqual([422, 'msg.window']);
    expect(refused(await choose(juror, 'enr2', { comment: 'late', ver: 1 }))).toEqual([422, 'msg.window']);
  });

  it('P04 only staff see contacts and identity; disabling a juror ends the session', async () => {
    const row = (await (await admin('/api/pb/enrolment/enr1')).json()) as Row;
    expect(row).toMatchObject({ applicant: 'maker', producer: { email: 'maker@secret.example' }, returnMsg: 'sent back once' });
    const juror = await signIn('two@example.com');
    const [{ ver }] = (await server.db.query('SELECT ver FROM jury WHERE id = ?', ['ju2'])) as [{ ver: number }]; // put above
    expect((await admin('/api/pb/jury/ju2', { method: 'PUT', json: { enabled: false, ver } })).status).toBe(200);
    expect(refused(await ask(juror))).toEqual([440, 'msg.timeout']);
    await admin('/api/pb/jury/ju2', { method: 'PUT', json: { enabled: true, ver: ver + 1 } });
  });

  it('S08 a reshuffle deletes reading marks together with the jury’s choices', async () => {
    const juror = await signIn('one@example.com');
    await ask(juror, '/enr1');
    await choose(juror, 'enr2');
    const answer = await admin('/api/pb/campaign/sel/actions/reshuffle', { method: 'POST', json: { confirm: 'sel' } });
    expect(answer.status, await answer.text()).toBe(200);
    expect((await list(juror)).progress).toMatchObject({ read: 0, primary: 0 });
  });

  it('R05 needs as many statements for sixty rows as for ten, and never scans a table', async () => {
    const juror = await signIn('one@example.com');
    const before = (await list(juror)).items.length;
    const few = await statementsOf(server.db, () => list(juror));
    for (let index = 100; index < 160; index += 1) await enrolment(`enr${index}`);
    const many = await statementsOf(server.db, () => list(juror));
    expect((await list(juror)).items).toHaveLength(before + 60);
    expect(many).toHaveLength(few.length);
    expect(many.length).toBeLessThanOrEqual(6);
    if (kind !== 'sqlite') return;
    for (const sql of many) {
      const plan = await server.db.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, Array(sql.split('?').length - 1).fill('x'));
      expect(
        plan.filter(({ detail }) => /^SCAN/.test(detail)),
        sql,
      ).toEqual([]);
    }
  });
});
