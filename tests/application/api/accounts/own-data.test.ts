/** What people of the public site do with their own data: download it, have it erased, or ask for that where a campaign under way needs it (issue 14.1, decision 125). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addNote } from '#application/jury/data/notes.ts';
import type { ErasureFacts } from '#application/site/wire.ts';
import type { Row } from '#codegen/model.ts';
import { sweep } from '#framework/system/sweep.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { asked, during, ends, entered, put, selecting } from '../../../support/forum/jury.ts';
import { addApplicant, addJuror, signInApplicant, signInJuror, sitePassword } from '../../../support/forum/site.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('one’s own data on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let clock = during;
  const producer = (name: string) => ({ cname: `製片${name}`, email: `producer-${name}@example.com`, phone: '+886-912345678' });
  const sent = (to: string, more: Row = {}): Row => ({
    id: `mail-${to.split('@')[0]}`,
    template: 'x',
    to,
    subject: `致 ${to}`,
    body: `親愛的 ${to}`,
    status: 'sent',
    sentAt: '2026-10-01 00:00:00',
    ...more,
  });

  beforeAll(async () => {
    server = await startServer({ kind, now: () => clock });
    admin = await server.signIn('admin');
    await put(server, 'campaign', selecting('now'), selecting('past', { sStart: '2026-10-02 00:00:00', sEnd: '2026-10-20 00:00:00' }));
  });
  afterAll(() => server?.stop());

  const erasure = (client: Client, realm: string, json?: Row) =>
    asked<ErasureFacts>(client, `/api/site/${realm}/erasure`, json ? { method: 'POST', json } : {});
  const rowOf = async (object: string, id: string): Promise<Row> => (await admin(`/api/pb/${object}/${id}`)).json();

  /** What the clock of two servers does then, every hour; staff's session of now is over by that time. */
  const sweepAt = async (then: Date) => {
    clock = then;
    await Promise.all([sweep(server.tools), sweep(server.tools)]);
    clock = during;
    admin = await server.signIn('admin');
  };

  /** Every text in every table of the database; what SQLite's search stores as blobs is no text. */
  const everything = async (): Promise<string> => {
    const named =
      kind === 'sqlite'
        ? "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%BLOB%'"
        : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
    const tables = (await server.db.query(named)).map(({ name }) => String(name));
    const texts: string[] = [];
    for (const name of tables) texts.push(`${name}: ${JSON.stringify(await server.db.query(`SELECT * FROM \`${name}\``))}`);
    return texts.join('\n');
  };
  const tablesWith = async (text: string) =>
    (await everything())
      .split('\n')
      .filter((line) => line.includes(text))
      .map((line) => line.split(':')[0]);

  it('an applicant downloads their account, enrolments, history, mails and sign-ins, and nothing that their role does not read', async () => {
    const id = await addApplicant(server, 'reader@example.com', { comment: 'staff think aloud' });
    await put(
      server,
      'enrolment',
      entered('past', 'r1', { applicant: id, comment: 'staff think aloud', decision: 'select' }),
      entered('past', 'r2', { applicant: await addApplicant(server, 'other@example.com') }),
    );
    await put(server, 'mail', sent('reader@example.com'), sent('reader@example.com', { id: 'code', status: 'waiting', body: '123456' }));
    const client = await signInApplicant(server, 'reader@example.com');
    await client('/api/site/applicant/profile', { method: 'PUT', json: { ver: 1, rcity: '花蓮' } });
    const decide = (decision: string) => admin('/api/desk/past/decisions', { method: 'PUT', json: { ids: ['r1'], decision } });
    for (const word of ['', 'decline']) expect((await (await decide(word)).json()).data.changed).toBe(1);
    const answer = await client('/api/site/applicant/data');
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="my-data-2026-11-10.json"']);
    const text = await answer.text();
    const data = JSON.parse(text);
    expect(data.account).toMatchObject({
      row: { email: 'reader@example.com', rcity: '花蓮' },
      history: [{ action: 'update', own: true, changes: { rcity: ['', '花蓮'] } }],
    });
    expect(data.rows.enrolment.map(({ row }: { row: Row }) => row.id)).toEqual(['r1']);
    expect(data.rows.enrolment[0].history).toEqual([]);
    expect(data.mails).toEqual([{ at: '2026-10-01 00:00:00', subject: '致 reader@example.com', body: '親愛的 reader@example.com' }]);
    expect(data.signIns).toHaveLength(1);
    expect(text).not.toMatch(/staff think aloud|argon2|"pw"|123456|"decision"/);
  });

  it('P04 nobody downloads or erases anything who is not signed in to that realm', async () => {
    const juror = await signInJuror(server, (await addJuror(server, 'now', 'alone@example.com')) && 'alone@example.com');
    expect([(await server.anonymous('/api/site/applicant/data')).status, (await juror('/api/site/applicant/data')).status]).toEqual([401, 401]);
    expect((await erasure(juror, 'applicant', { pw: sitePassword })).status).toBe(401);
  });

  it('erases at once where nothing stands against it: rows, history, trash, mails, sessions; what is counted and what points at it stays', async () => {
    const [email, former] = ['gone@example.com', 'former@example.com'];
    const id = await addApplicant(server, former, { name: '杜若蘅' });
    const { ver } = await rowOf('applicant', id);
    expect((await admin(`/api/pb/applicant/${id}`, { method: 'PUT', json: { email, comment: '杜若蘅很準時', ver } })).status).toBe(200);
    const own = { applicant: id, logline: '杜若蘅的片' };
    await put(
      server,
      'enrolment',
      entered('past', 'g1', { ...own, status: 'draft', enrollid: '', submitAt: '' }),
      entered('now', 'g2', { ...own, status: 'withdrawn', enrollid: '', withdrawMsg: '杜若蘅生病' }),
      entered('past', 'g3', { ...own, director: { cname: '杜若蘅' } }),
      entered('past', 'g4', { applicant: id, status: 'selected', cname: '入選之片', producer: producer('g4'), roughCutPw: 'secret-cut' }),
      entered('past', 'g5', { ...own, status: 'draft', enrollid: '' }),
    );
    await put(server, 'pitch', { id: 'p4', cid: 'past', enrolment: 'g4', attProgram: 'C', cname: '入選之片', producer: producer('g4') });
    const juror = await addJuror(server, 'past', 'votes@example.com');
    await put(server, 'selection', { id: 's3', jury: juror, enrolment: 'g3', choice: 'primary', weight: 4, comment: '好看' });
    expect((await admin('/api/pb/enrolment/g5', { method: 'DELETE' })).status).toBe(200);
    await put(
      server,
      'mail',
      sent(email, { id: 'm1', body: '杜若蘅您好' }),
      sent(former, { id: 'm2' }),
      sent(email, { id: 'm3', status: 'waiting' }),
      sent('else@example.com'),
    );
    const client = await signInApplicant(server, email);
    await client('/api/site/applicant/profile', { method: 'PUT', json: { ver: (ver as number) + 1, line: '杜若蘅-line' } });
    expect(await tablesWith('杜若蘅')).toEqual(expect.arrayContaining(['applicant', 'enrolment', '_history', '_trash', 'mail']));

    expect((await erasure(client, 'applicant')).data).toEqual({ asked: '', isErased: false, removed: 1, emptied: 2, contacts: 1, needed: [] });
    const wrong = await erasure(client, 'applicant', { pw: 'guess' });
    expect([wrong.status, wrong.err?.fields[0]]).toMatchObject([422, { path: 'pw', code: 'field.invalid' }]);
    expect(await rowOf('applicant', id)).toMatchObject({ name: '杜若蘅', enabled: true });
    const done = await erasure(client, 'applicant', { pw: sitePassword });
    expect([done.status, done.data.isErased]).toEqual([200, true]);

    for (const text of ['杜若蘅', email, former, 'producer-g4', '912345678', 'secret-cut']) expect([text, await tablesWith(text)]).toEqual([text, []]);
    expect((await client('/api/site/applicant/me')).status).toBe(440);
    expect((await asked(server.anonymous, '/api/site/applicant/login', { method: 'POST', json: { email, pw: sitePassword } })).err?.code).toBe('msg.login');
    expect(await rowOf('applicant', id)).toMatchObject({
      name: '',
      email: `${id}@erased.invalid`,
      enabled: false,
      verified: false,
      erasedAt: '2026-11-10 08:00:00',
    });
    expect((await admin('/api/pb/enrolment/g1')).status).toBe(404);
    expect(await rowOf('enrolment', 'g3')).toMatchObject({
      applicant: id,
      status: 'verified',
      enrollid: 'C003',
      genre: ['[AR]'],
      len: '[FL]',
      cname: '',
      logline: '',
    });
    expect(await rowOf('enrolment', 'g4')).toMatchObject({ cname: '入選之片', producer: { cname: '製片g4', email: '' } });
    expect(await rowOf('pitch', 'p4')).toMatchObject({ cname: '入選之片', producer: { cname: '製片g4', email: '' } });
    expect(await rowOf('selection', 's3')).toMatchObject({ enrolment: 'g3', weight: 4, comment: '好看' });
    const mails = await server.db.query('SELECT id, status FROM mail WHERE `to` = ? AND template = ? ORDER BY id', ['nobody@erased.invalid', 'x']);
    expect(mails.map(({ id: mail, status }) => [mail, status])).toEqual([
      ['m1', 'sent'],
      ['m2', 'sent'],
      ['m3', 'stopped'],
    ]);
    expect(await rowOf('mail', 'mail-else')).toMatchObject({ body: '親愛的 else@example.com' });
    const history = (await (await admin(`/api/pb/applicant/${id}/history`)).json()) as { action: string; changes: Row }[];
    expect([history[0]?.action, history.every(({ changes }) => Object.keys(changes).length === 0)]).toEqual(['erase', true]);
    const again = await asked(server.anonymous, '/api/site/applicant/register', {
      method: 'POST',
      json: { name: '林美', email, pw: 'tide', confirm: 'tide', lang: 'tw', campaign: 'now' },
    });
    expect(again.status).toBe(200);
  });

  it('P02 what takes part in a campaign under way stays: staff see the wish, and an administrator carries it out by typing the name', async () => {
    const id = await addApplicant(server, 'waits@example.com', { name: '季霜' });
    await put(server, 'enrolment', entered('now', 'w1', { applicant: id, cname: '霜降' }));
    const client = await signInApplicant(server, 'waits@example.com');
    const needed = [{ title: '霜降', campaign: { tw: '評選 now', en: 'Selection now' }, until: ends }];
    expect((await erasure(client, 'applicant', { pw: sitePassword })).data).toMatchObject({ isErased: false, asked: '2026-11-10 08:00:00', needed });
    expect((await erasure(client, 'applicant')).data).toMatchObject({ asked: '2026-11-10 08:00:00' });
    const listed = await admin(`/api/pb/applicant?filter=${encodeURIComponent('{"eraseAsked@null":false}')}`);
    expect(((await listed.json()) as Row[]).map((row) => row.id)).toEqual([id]);
    const erase = (who: Client, json: Row) => asked<{ typed: string }>(who, `/api/pb/applicant/${id}/actions/erase`, { method: 'POST', json });
    expect((await erase(await server.signIn('op'), { confirm: '季霜' })).status).toBe(403);
    expect(await erase(admin, {})).toMatchObject({ status: 422, err: { code: 'msg.confirm' }, data: { typed: '季霜' } });
    expect((await rowOf('applicant', id)).name).toBe('季霜');
    expect((await erase(admin, { confirm: '季霜' })).status).toBe(200);
    expect([await tablesWith('霜降'), await tablesWith('季霜'), await tablesWith('waits@example.com')]).toEqual([[], ['mail'], ['mail']]);
    expect(await rowOf('applicant', id)).toMatchObject({ eraseAsked: '', enabled: false });
    // No mail leaves here: what tells of the erasure is given up after three days, and says nothing from then on.
    await sweepAt(new Date(during.getTime() + 73 * 3_600_000));
    for (const text of ['季霜', 'waits@example.com']) expect([text, await tablesWith(text)]).toEqual([text, []]);
    expect((await asked(admin, `/api/pb/applicant/${id}/actions/erase`, { method: 'POST', json: { confirm: id } })).err?.code).toBe('msg.state');
  });

  it('P02 P04 a wish that waits is taken back by whose it is; the others carry themselves out when the campaign is over, once, with a mail and in the history', async () => {
    const [stays, goes] = [await addApplicant(server, 'stays@example.com', { name: '穀雨' }), await addApplicant(server, 'goes@example.com', { name: '白露' })];
    const judge = await addJuror(server, 'now', 'judge@example.com', { name: '寒露' });
    await put(server, 'enrolment', entered('now', 't1', { applicant: stays }), entered('now', 't2', { applicant: goes, cname: '白露之前' }));
    const [stayer, goer, juror] = [
      await signInApplicant(server, 'stays@example.com'),
      await signInApplicant(server, 'goes@example.com'),
      await signInJuror(server, 'judge@example.com'),
    ];
    for (const [client, realm] of [
      [stayer, 'applicant'],
      [goer, 'applicant'],
      [juror, 'jury'],
    ] as const)
      expect((await erasure(client, realm, { pw: sitePassword })).data).toMatchObject({ isErased: false, asked: '2026-11-10 08:00:00' });
    const takeBack = () => asked<ErasureFacts>(stayer, '/api/site/applicant/erasure', { method: 'DELETE' });
    expect((await takeBack()).data).toMatchObject({ isErased: false, asked: '', needed: [{}] });
    expect((await takeBack()).status).toBe(200);
    const historyOf = async (object: string, id: string) =>
      ((await (await admin(`/api/pb/${object}/${id}/history`)).json()) as { action: string; by: string }[]).map(({ action, by }) => [action, by]);
    expect(await historyOf('applicant', stays)).toEqual([
      ['keepdata', stays],
      ['askerase', stays],
    ]);

    await sweepAt(new Date('2026-11-20T15:00:00Z'));
    expect(await rowOf('applicant', goes)).toMatchObject({ name: '白露', eraseAsked: '2026-11-10 08:00:00' });
    await sweepAt(new Date('2026-11-20T17:00:00Z'));
    expect(await rowOf('applicant', goes)).toMatchObject({ name: '', eraseAsked: '', erasedAt: '2026-11-20 17:00:00', enabled: false });
    expect(await rowOf('jury', judge)).toMatchObject({ name: '—', eraseAsked: '', erasedAt: '2026-11-20 17:00:00' });
    expect(await rowOf('applicant', stays)).toMatchObject({ name: '穀雨', erasedAt: '' });
    expect(await tablesWith('白露')).toEqual(['mail']);
    expect([(await historyOf('applicant', goes))[0], (await historyOf('jury', judge))[0]]).toEqual([
      ['erase', ''],
      ['erase', ''],
    ]);
    const mails = await server.db.query("SELECT `to`, template FROM mail WHERE template LIKE 'erased%' AND `to` <> 'nobody@erased.invalid' ORDER BY `to`");
    expect(mails.map(({ to, template }) => [to, template])).toEqual([
      ['goes@example.com', 'erasedAsAsked'],
      ['judge@example.com', 'erasedAsAsked'],
    ]);
    const seen = (await (await admin(`/api/pb/applicant?filter=${encodeURIComponent('{"erasedAt@null":false}')}`)).json()) as Row[];
    expect(seen.map(({ id }) => id)).toContain(goes);
  });

  it('P04 a juror’s wish waits for the end of the selection; then name, contacts and mails go, and the choices stay as nobody’s', async () => {
    const email = 'both@example.com';
    const [id, applicant] = [await addJuror(server, 'now', email, { name: '溫庭', bio: '溫庭的簡歷' }), await addApplicant(server, email)];
    await put(server, 'enrolment', entered('now', 'j1', { applicant }));
    await put(server, 'selection', { id: 'sj', jury: id, enrolment: 'j1', choice: 'primary', weight: 5, comment: '必看' });
    await put(server, 'mail', sent(email, { id: 'to-juror', about: id }), sent(email, { id: 'to-applicant', about: 'j1' }));
    for (const [by, text] of [
      [id, '溫庭私下說的'],
      ['somebody', '別人說的'],
    ] as const)
      await addNote(server.db, { id: `note-${by}`, jury: by, enrolment: 'j1', at: during.getTime(), text });
    const juror = await signInJuror(server, email);
    const data = await (await juror('/api/site/jury/data')).json();
    expect(data).toMatchObject({ account: { row: { name: '溫庭' } }, rows: { selection: [{ row: { weight: 5, comment: '必看' } }] } });
    expect(data.discussion).toEqual([{ at: '2026-11-10 08:00:00', enrolment: 'j1', text: '溫庭私下說的' }]);
    expect((await erasure(juror, 'jury', { pw: sitePassword })).data).toMatchObject({ isErased: false, needed: [{ title: '', until: ends }] });
    clock = new Date('2026-11-20T16:00:00Z');
    const later = await signInJuror(server, email);
    expect((await erasure(later, 'jury', { pw: sitePassword })).data.isErased).toBe(true);
    clock = during;
    expect(await tablesWith('溫庭')).toEqual([]);
    expect(await tablesWith('別人說的')).toEqual(['_jury_note']);
    expect(await rowOf('jury', id)).toMatchObject({ name: '—', bio: '', cid: 'now', enabled: false });
    expect(await rowOf('selection', 'sj')).toMatchObject({ jury: id, weight: 5, comment: '必看' });
    expect([(await rowOf('mail', 'to-juror')).body, (await rowOf('mail', 'to-applicant')).to]).toEqual(['', email]);
  });
});
