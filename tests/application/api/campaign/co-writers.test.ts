/** People whom an applicant invites by mail to write one enrolment with them (issue 14.4, decision 132). */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EnrolmentCard, EnrolmentFacts, InvitationFacts, Merged, WriterFacts } from '#application/site/wire.ts';
import type { JsonValue } from '#codegen/model.ts';
import type { FoundChanges, HistoryEntry } from '#framework/records/wire.ts';
import type { FieldChange } from '#rules/records/field-changes.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { plantApplicant, plantCampaign, signInApplicant } from '../../../support/forum/applicants.ts';
import { asked } from '../../../support/forum/jury.ts';
import { addApplicant, sitePassword } from '../../../support/forum/site.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const change = (path: string, from: JsonValue, to: JsonValue): FieldChange => ({ path, from, to });
const day = 86_400_000;

describe.each(testDatabases)('people who write an enrolment together on %s', (kind) => {
  let server: TestServer;
  let mei: Client;
  let mine = '';
  let turn = 0;
  const begin = new Date('2026-03-02T10:00:00Z').getTime();
  const clock = { now: new Date(begin) };
  const pw = 'long enough';

  beforeAll(async () => {
    server = await startServer({ kind, now: () => clock.now });
    await plantCampaign(server, 'ccdf15');
    await plantApplicant(server, 'mei');
  });
  beforeEach(async () => {
    // Each test has days of its own, so that the limit of a day is not one of all tests.
    turn += 1;
    clock.now = new Date(begin + turn * 1.1 * day);
    mei = await signInApplicant(server, 'mei');
    mine = (await asked<EnrolmentFacts>(mei, '/api/site/enrolments', { method: 'POST', json: { campaign: 'ccdf15' } })).data.id;
  });
  afterAll(() => server?.stop());

  const post = <T>(client: Client, path: string, json: object) => asked<T>(client, `/api/site${path}`, { method: 'POST', json: { ...json } });
  const invite = (email: string, client = mei, id = mine) => post<WriterFacts[]>(client, `/enrolments/${id}/writers`, { email, lang: 'en' });
  const writers = (client = mei) => asked<WriterFacts[]>(client, `/api/site/enrolments/${mine}/writers`);
  const remove = (writer: string, client = mei) => asked<WriterFacts[]>(client, `/api/site/enrolments/${mine}/writers/${writer}`, { method: 'DELETE' });
  const save = (client: Client, changes: FieldChange[], ver?: number) =>
    asked<Merged>(client, `/api/site/enrolments/${mine}`, { method: 'PATCH', json: { changes, ...(ver !== undefined && { ver }) } as never });
  const read = (client: Client) => asked<EnrolmentFacts>(client, `/api/site/enrolments/${mine}`);
  const cards = async (client: Client) => (await asked<EnrolmentCard[]>(client, '/api/site/enrolments?campaign=ccdf15')).data;
  const mails = (to: string) => server.db.query<{ subject: string; body: string; cid: string }>('SELECT * FROM mail WHERE `to` = ? ORDER BY id', [to]);
  const tokenFor = async (to: string) => /invite=([\w-]{36})/.exec((await mails(to)).at(-1)?.body ?? '')?.[1] ?? '';
  /** Somebody with an account who has joined. */
  const joined = async (name: string): Promise<Client> => {
    const client = await plantApplicant(server, `${name}${turn}`);
    await invite(`${name}${turn}@example.com`);
    expect((await post(client, '/invitation/accept', { token: await tokenFor(`${name}${turn}@example.com`) })).status).toBe(200);
    return client;
  };

  it('invites by mail, in the same words whether the address has an account, at most five, nobody twice and never oneself', async () => {
    await plantApplicant(server, 'known');
    const [known, unknown] = [await invite('Known@example.com'), await invite('new@example.com')];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(unknown.data.map(({ id: _, until: __, ...rest }) => rest)).toEqual([
      { email: 'known@example.com', name: '', state: 'invited' },
      { email: 'new@example.com', name: '', state: 'invited' },
    ]);
    const [mail] = await mails('new@example.com');
    expect(mail).toMatchObject({ cid: 'ccdf15', subject: 'Maker mei <mei@example.com> invites you to write an enrolment: Edition ccdf15' });
    expect(mail?.body).toMatch(/\/enroll\?campaign=ccdf15&lang=en&invite=[\w-]{36}/);
    expect(await server.db.query("SELECT id FROM _link WHERE kind = 'write'")).toHaveLength(2);
    expect((await invite('mei@example.com')).err?.fields[0]).toMatchObject({ path: 'email', code: 'msg.nochange' });
    expect((await invite('nonsense')).err?.fields[0]).toMatchObject({ path: 'email', code: 'field.email' });
    const first = await tokenFor('new@example.com');
    clock.now = new Date(clock.now.getTime() + 61_000);
    expect((await invite('new@example.com')).data).toHaveLength(2);
    const again = await tokenFor('new@example.com');
    expect([again === first, (await post(server.anonymous, '/invitation', { token: first })).err?.code]).toEqual([false, 'my.revoked']);
    clock.now = new Date(clock.now.getTime() + 61_000);
    for (const name of ['a', 'b', 'c']) expect((await invite(`${name}@example.com`)).status).toBe(200);
    expect((await invite('sixth@example.com')).err?.fields[0]).toMatchObject({ path: 'email', code: 'field.toomany' });
  });

  it('limits the mails of a day, those of invitations that were taken back included', async () => {
    for (let index = 0; index < 20; index += 1) {
      if (index % 5 === 0) clock.now = new Date(clock.now.getTime() + 61_000);
      const [made] = (await invite(`crowd${index}@example.com`)).data;
      expect((await remove(made?.id ?? '')).status).toBe(200);
    }
    clock.now = new Date(clock.now.getTime() + 61_000);
    expect((await invite('one-more@example.com')).err?.code).toBe('msg.limit');
  });

  it('the link registers its address without a code, once, and leads to the enrolment of somebody else', async () => {
    await invite('fresh@example.com');
    const token = await tokenFor('fresh@example.com');
    expect((await post<InvitationFacts>(server.anonymous, '/invitation', { token })).data).toEqual({
      ...{ email: 'fresh@example.com', owner: 'Maker mei', cname: '', ename: '', campaign: 'ccdf15', hasAccount: false },
    });
    const wrong = await post(server.anonymous, '/invitation/register', { token, name: ' ', pw, confirm: pw, lang: 'en' });
    expect(wrong.err?.fields[0]).toMatchObject({ path: 'name', code: 'field.required' });
    const answer = await server.anonymous('/api/site/invitation/register', {
      method: 'POST',
      json: { token, name: 'Fay  Fresh', pw, confirm: pw, lang: 'en' },
    });
    const fay = server.withCookie((answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '');
    expect((await answer.json()).data).toEqual({ id: mine, campaign: 'ccdf15' });
    expect((await asked(fay, '/api/site/applicant/me')).data).toMatchObject({ email: 'fresh@example.com', name: 'Fay Fresh' });
    expect((await writers()).data[0]).toMatchObject({ name: 'Fay Fresh', state: 'joined' });
    expect(await cards(fay)).toMatchObject([{ id: mine, owner: 'Maker mei', mayEdit: true, mayWithdraw: false, hasReceipt: false }]);
    // Used up, for everybody else; for the person herself it still leads there.
    for (const path of ['/invitation', '/invitation/register'])
      expect((await post(server.anonymous, path, path === '/invitation' ? { token } : { token, name: 'X', pw, confirm: pw, lang: 'en' })).err?.code).toBe(
        'my.revoked',
      );
    expect((await post(fay, '/invitation/accept', { token })).data).toEqual({ id: mine, campaign: 'ccdf15' });
    const stranger = await plantApplicant(server, 'stranger');
    expect((await post(stranger, '/invitation/accept', { token })).err?.code).toBe('my.revoked');
    expect((await post(server.anonymous, '/invitation', { token: 'x'.repeat(36) })).err?.code).toBe('my.none');
  });

  it('takes over a registration that nobody has confirmed, and asks who has an account to sign in with the invited address', async () => {
    const id = await addApplicant(server, 'half@example.com', { verified: false, name: 'Somebody else' });
    await invite('half@example.com');
    const token = await tokenFor('half@example.com');
    expect((await post<InvitationFacts>(server.anonymous, '/invitation', { token })).data.hasAccount).toBe(false);
    expect((await post(server.anonymous, '/invitation/register', { token, name: 'Hal', pw, confirm: pw, lang: 'en' })).status).toBe(200);
    expect(await server.db.query('SELECT name, verified FROM applicant WHERE id = ?', [id])).toMatchObject([{ name: 'Hal' }]);
    const ada = await plantApplicant(server, 'ada');
    await invite('ada@example.com');
    const second = await tokenFor('ada@example.com');
    expect((await post<InvitationFacts>(server.anonymous, '/invitation', { token: second })).data.hasAccount).toBe(true);
    expect((await post(server.anonymous, '/invitation/register', { token: second, name: 'X', pw, confirm: pw, lang: 'en' })).err?.code).toBe('msg.exists');
    const bert = await plantApplicant(server, 'bert');
    expect((await post(bert, '/invitation/accept', { token: second })).status).toBe(403);
    expect((await post(ada, '/invitation/accept', { token: second })).data).toEqual({ id: mine, campaign: 'ccdf15' });
  });

  it('a link that is two weeks old opens nothing, and a new invitation does', async () => {
    const ina = await plantApplicant(server, 'ina');
    await invite('ina@example.com');
    const token = await tokenFor('ina@example.com');
    const at = clock.now.getTime();
    clock.now = new Date(at + 14 * day + 1000);
    expect((await post(server.anonymous, '/invitation', { token })).err?.code).toBe('my.expired');
    mei = await signInApplicant(server, 'mei');
    expect((await writers()).data[0]).toMatchObject({ email: 'ina@example.com', state: 'expired' });
    await invite('ina@example.com');
    const client = await signInApplicant(server, 'ina');
    expect((await post(client, '/invitation/accept', { token: await tokenFor('ina@example.com') })).status).toBe(200);
    clock.now = new Date(at);
    expect(ina).toBeDefined();
  });

  it('both write field by field: other fields go together, one field of both is a conflict, and the history names who wrote what', async () => {
    const coco = await joined('coco');
    expect((await save(coco, [change('pname', '', '共同')])).status).toBe(200);
    expect((await save(mei, [change('cname', '', '海')])).data.enrolment.values).toMatchObject({ pname: '共同', cname: '海' });
    const clash = await save(coco, [change('cname', '', '山')]);
    expect([clash.status, clash.data.conflicts]).toEqual([200, [{ path: 'cname', mine: '山', theirs: '海' }]]);
    expect((await read(coco)).data).toMatchObject({ owner: 'Maker mei', mayEdit: true, mayWithdraw: false, values: { cname: '海' } });
    expect((await read(mei)).data).toMatchObject({ owner: '' });
    const admin = await server.signIn('admin');
    expect((await admin(`/api/pb/enrolment/${mine}`, { method: 'PUT', headers: { 'if-match': '*' }, json: { ename: 'Sea' } })).status).toBe(200);
    const history = (await (await admin(`/api/pb/enrolment/${mine}/history`)).json()) as HistoryEntry[];
    const named = (entries: HistoryEntry[]) => [...new Set(entries.map(({ by, name }) => name ?? by))].sort();
    expect(named(history)).toEqual([`Maker coco${turn}`, 'Maker mei', 'admin']);
    const found = (await (await admin(`/api/changes?object=enrolment&row=${mine}`)).json()) as { data: FoundChanges };
    expect(named(found.data.entries), 'among all changes too').toEqual(named(history));
    const upload = await post<{ id: string }>(coco, '/uploads', { enrolment: mine, field: 'proposal', fileName: 'plan.pdf', size: 1000 });
    expect(upload.status).toBe(200);
    expect((await coco(`/api/site/enrolments/${mine}/print.pdf`)).status).toBe(200);
  });

  it('who has the page open learns who changed what: a name, or that it was staff; nothing where one writes alone', async () => {
    const coco = await joined('coco');
    const { ver } = (await read(mei)).data;
    expect((await save(mei, [change('cname', '', '海')], ver)).data.enrolment.changedBy, 'alone').toBeUndefined();
    await save(coco, [change('pname', '', '共同'), change('director/bio', '', '生於海邊。')]);
    const mine2 = await save(mei, [change('ename', '', 'Sea')], ver + 1);
    expect(mine2.data.enrolment.changedBy).toEqual({ pname: `Maker coco${turn}`, 'director/bio': `Maker coco${turn}` });
    const clash = await save(coco, [change('cname', '', '山')], ver);
    expect([clash.data.conflicts, clash.data.enrolment.changedBy?.cname]).toMatchObject([[{ path: 'cname' }], 'Maker mei']);
    const admin = await server.signIn('admin');
    expect((await admin(`/api/pb/enrolment/${mine}`, { method: 'PUT', headers: { 'if-match': '*' }, json: { pname: '辦公室' } })).status).toBe(200);
    const { data } = await asked<EnrolmentFacts>(mei, `/api/site/enrolments/${mine}?ver=${ver}`);
    expect(data.changedBy).toEqual({ pname: '', 'director/bio': `Maker coco${turn}` });
    expect(JSON.stringify(data)).not.toContain('admin');
    await save(mei, [change('director/bio', '生於海邊。', '生於山上。')], data.ver);
    expect((await read(mei)).data.changedBy).toEqual({ pname: '' });
    expect((await save(mei, [], Number.NaN)).status).toBe(200);
  });

  it('who was invited neither submits, withdraws, copies, invites nor sees anything else of the applicant', async () => {
    const other = (await post<EnrolmentFacts>(mei, '/enrolments', { campaign: 'ccdf15' })).data.id;
    const coco = await joined('coco');
    const { ver } = (await read(coco)).data;
    for (const [path, json] of [
      [`/enrolments/${mine}/submit`, { ver, confirm: true }],
      [`/enrolments/${mine}/withdraw`, { reason: 'x' }],
      [`/enrolments/${mine}/restore`, {}],
      [`/enrolments/${mine}/writers`, { email: 'x@example.com', lang: 'en' }],
      ['/enrolments', { campaign: 'ccdf15', copyOf: mine }],
    ] as const)
      expect([path, (await post(coco, path, json)).status]).toEqual([path, 404]);
    const [own] = (await writers()).data;
    expect([(await writers(coco)).status, (await remove(own?.id ?? '', coco)).status]).toEqual([404, 404]);
    expect((await asked(coco, `/api/site/enrolments/${other}`)).status).toBe(404);
    expect((await cards(coco)).map(({ id }) => id)).toEqual([mine]);
    expect((await save(coco, [change('applicant', 'mei', `coco${turn}`)])).err?.code).toBe('msg.invalid');
    // Nor does anybody else see it.
    const nobody = await plantApplicant(server, `nobody${turn}`);
    expect([(await read(nobody)).status, (await save(nobody, [])).status, (await writers(nobody)).status]).toEqual([404, 404, 404]);
  });

  it('goes by the address that a co-writer has by now: it is shown, and invited again it makes nobody a second time', async () => {
    await joined('mover');
    await server.db.run('UPDATE applicant SET email = ? WHERE email = ?', [`moved${turn}@example.com`, `mover${turn}@example.com`]);
    const shown = [{ email: `moved${turn}@example.com`, state: 'joined' }];
    expect((await writers()).data).toMatchObject(shown);
    expect((await invite(`moved${turn}@example.com`)).data).toMatchObject(shown);
    expect(await mails(`moved${turn}@example.com`)).toEqual([]);
    expect((await writers()).data).toHaveLength(1);
  });

  it('writes within the same window as the applicant', async () => {
    await joined('coco');
    const at = clock.now;
    clock.now = new Date('2026-04-02T00:00:00Z');
    const coco = await signInApplicant(server, `coco${turn}`);
    const late = await save(coco, [change('pname', '', 'late')]);
    expect([late.err?.code, late.data]).toMatchObject(['msg.window', { owner: 'Maker mei', mayEdit: false }]);
    mei = await signInApplicant(server, 'mei');
    expect((await invite('late@example.com')).err?.code).toBe('msg.window');
    clock.now = at;
  });

  it('whoever is removed writes no more at once, and staff see and remove co-writers too', async () => {
    const coco = await joined('coco');
    const [row] = (await writers()).data;
    expect((await remove(row?.id ?? '')).data).toEqual([]);
    expect([(await save(coco, [change('pname', '', 'x')])).status, (await cards(coco)).length]).toEqual([404, 0]);
    const dora = await joined('dora');
    const op = await server.signIn('op');
    const items = (await (await op(`/api/pb/enrolment_writer?filter={"enrolment":"${mine}"}`)).json()) as { id: string; applicant: string }[];
    expect(items).toMatchObject([{ applicant: `dora${turn}` }]);
    expect((await op(`/api/pb/enrolment_writer/${items[0]?.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await save(dora, [change('pname', '', 'x')])).status).toBe(404);
    const guest = await server.signIn('gs');
    expect((await guest(`/api/pb/enrolment_writer/${items[0]?.id}`, { method: 'DELETE' })).status).not.toBe(200);
  });

  it('the page of an open draft says staff’s note and its first step to whoever writes it, and to nobody else; nothing of it is stored', async () => {
    await server.db.run('UPDATE enrolment SET returnMsg = ? WHERE id = ?', ['片長 <b>再確認', mine]);
    const coco = await joined('coco');
    const dora = await plantApplicant(server, `dora${turn}`);
    const opened = async (client: Client, query = `campaign=ccdf15&id=${mine}`, mode = 'navigate') => {
      const headers = { 'sec-fetch-mode': mode, cookie: client.cookie ?? '' };
      const [answer] = (await once(get(`${server.url}/enroll/edit?${query}`, { headers }), 'response')) as [IncomingMessage];
      return { panel: /<div id="panel".*<\/main>/s.exec(await text(answer))?.[0] ?? '', cache: answer.headers['cache-control'] };
    };
    const head = /片長 &lt;b&gt;再確認.*<header class="enrol-step-head"[^>]*><h2>提案單元<\/h2>/s;
    const [own, others] = [await opened(mei), await opened(coco)];
    expect(own).toEqual({ panel: expect.stringMatching(head), cache: 'no-store' });
    expect(own.panel).not.toContain('Maker mei');
    expect(others).toEqual({ panel: expect.stringMatching(head), cache: 'no-store' });
    expect(others.panel).toContain('您正在和 Maker mei 一起填寫這份報名');
    const bare = { panel: expect.stringMatching(/^(?!.*(?:enrol-(?:form|text|step)|再確認|Maker)).*class="bone"/s), cache: 'no-cache' };
    for (const client of [dora, server.anonymous, server.withCookie(`reelbase_applicant=${'x'.repeat(43)}`), await server.signIn('admin')])
      expect(await opened(client)).toEqual(bare);
    // What a script fetches of it: to store the page, or to look what has changed.
    for (const mode of ['cors', 'same-origin', 'no-cors']) expect(await opened(mei, undefined, mode)).toEqual(bare);
    for (const query of ['campaign=ccdf15&id=none', 'campaign=ccdf15&id=', 'campaign=ccdf15&id=1&id=2']) expect(await opened(mei, query)).toEqual(bare);
    // Its own deadline after the end, which only who is let in late still reads; then nothing can be changed any more.
    await server.db.run("UPDATE enrolment SET extendedUntil = '2026-04-20 10:00:00' WHERE id = ?", [mine]);
    clock.now = new Date('2026-04-10T10:00:00Z');
    mei = await signInApplicant(server, 'mei');
    expect((await opened(mei)).panel).toContain('<strong>您的報名期限已延長</strong><div>您的期限是 2026-04-20 18:00 (GMT+8)。</div>');
    clock.now = new Date('2026-04-20T10:05:00Z');
    mei = await signInApplicant(server, 'mei');
    expect((await opened(mei)).panel).toMatch(/<div class="ui-notice is-warn"><strong>[^<]*截止[^<]*<\/strong><div>[^<]*18:10 \(GMT\+8\)/);
    clock.now = new Date('2026-04-20T10:11:00Z');
    mei = await signInApplicant(server, 'mei');
    expect(await opened(mei)).toEqual(bare);
  });

  it('stand in the data that both download, go with the enrolment, and are erased with either of them', async () => {
    const coco = await joined('coco');
    const data = async (client: Client) =>
      (await client('/api/site/applicant/data')).json() as Promise<{ rows: Record<string, { row: { enrolment: string } }[]> }>;
    expect((await data(coco)).rows.enrolment_writer).toMatchObject([{ row: { enrolment: mine, email: `coco${turn}@example.com` } }]);
    expect((await data(mei)).rows.enrolment_writer?.some(({ row }) => row.enrolment === mine)).toBe(true);
    await addApplicant(server, `erin${turn}@example.com`, { name: 'Erin' });
    await invite(`erin${turn}@example.com`);
    const { signInApplicant: signIn } = await import('../../../support/forum/site.ts');
    const erin = await signIn(server, `erin${turn}@example.com`);
    await post(erin, '/invitation/accept', { token: await tokenFor(`erin${turn}@example.com`) });
    await save(erin, [change('pname', '', 'Erin was here')]);
    expect((await post(erin, '/applicant/erasure', { pw: sitePassword })).data).toMatchObject({ isErased: true });
    expect((await writers()).data.map(({ email }) => email)).toEqual([`coco${turn}@example.com`]);
    // What they wrote is the applicant's.
    expect((await read(mei)).data.values.pname).toBe('Erin was here');
    for (const table of ['enrolment_writer', '_trash', '_history', 'mail'])
      expect([table, JSON.stringify(await server.db.query(`SELECT * FROM \`${table}\``)).includes(`erin${turn}@example.com`)]).toEqual([table, false]);
    const admin = await server.signIn('admin');
    expect((await admin(`/api/pb/enrolment/${mine}`, { method: 'DELETE' })).status).toBe(200);
    expect([(await cards(coco)).length, (await server.db.query('SELECT id FROM enrolment_writer WHERE enrolment = ?', [mine])).length]).toEqual([0, 0]);
  });
});
