/** What a campaign keeps of people whom nobody selected: so many months after its end, once that is switched on (issue 14.1, decision 147). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carryOutRetention } from '#application/site/actions/accounts/retention.ts';
import { retentionSentence } from '#application/site/actions/read-page.ts';
import type { SiteFacts } from '#application/site/wire.ts';
import type { Row } from '#codegen/model.ts';
import type { Effect } from '#framework/records/wire.ts';
import { sweep } from '#framework/system/sweep.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { asked, entered, put, selecting } from '../../../support/forum/jury.ts';
import { addApplicant, addJuror, signInApplicant } from '../../../support/forum/site.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('how long data are stored on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let clock = new Date('2026-08-01T00:00:00Z');
  const ids = { gone: '', both: '', winner: '', visits: '' };
  const names = ['gone', 'both', 'winner', 'visits'] as const;

  beforeAll(async () => {
    server = await startServer({ kind, now: () => clock });
    admin = await server.signIn('admin');
    const over = { cStart: '2026-04-01 00:00:00', cEnd: '2026-05-01 00:00:00', sStart: '2026-05-02 00:00:00', sEnd: '2026-06-10 16:00:00' };
    await put(server, 'campaign', selecting('old', { ...over, keepMonths: 3 }), selecting('now'));
    await put(server, 'site_page', {
      id: 'notice',
      cid: 'old',
      kind: 'privacy',
      slug: 'privacy',
      titleTw: '個資',
      leadTw: '只用於評選。',
      status: 'published',
    });
    for (const name of names) ids[name] = await addApplicant(server, `${name}@example.com`, { name: `名 ${name}` });
    const draft = { status: 'draft', enrollid: '', submitAt: '' };
    await put(
      server,
      'enrolment',
      entered('old', 'e1', { applicant: ids.gone, ...draft }),
      entered('old', 'e2', { applicant: ids.gone, logline: '秘密的片' }),
      entered('old', 'e3', { applicant: ids.both, logline: '另一部片' }),
      entered('now', 'e4', { applicant: ids.both, status: 'submitted', enrollid: '' }),
      entered('old', 'e5', { applicant: ids.winner, status: 'selected' }),
      entered('old', 'e6', { applicant: ids.winner, ...draft }),
      entered('old', 'e7', { applicant: ids.visits }),
    );
  });
  afterAll(() => server?.stop());

  const rowOf = async (object: string, id: string): Promise<Row> => (await admin(`/api/pb/${object}/${id}`)).json();
  const act = (who: Client, name: string, json: Row) => asked<{ effects: Effect[] }>(who, `/api/pb/campaign/old/actions/${name}`, { method: 'POST', json });
  const sweepAt = async (then: string) => {
    clock = new Date(then);
    await Promise.all([sweep(server.tools), sweep(server.tools)]);
    admin = await server.signIn('admin');
  };
  const leads = async () => (await asked<SiteFacts>(server.anonymous, '/api/site?campaign=old')).data.campaign?.pages.map(({ lead }) => lead);

  it('P02 administrators alone set it and switch it on, and are told first what goes and from when on; nothing goes before', async () => {
    const op = await server.signIn('op');
    const { ver } = await rowOf('campaign', 'old');
    expect((await op('/api/pb/campaign/old', { method: 'PUT', json: { keepMonths: 60, ver } })).status).toBe(422);
    expect((await act(op, 'start_retention', { preview: true })).status).toBe(403);
    expect((await asked(admin, '/api/pb/campaign/now/actions/start_retention', { method: 'POST', json: { preview: true } })).err?.code).toBe('msg.state');
    await sweepAt('2026-09-20T00:00:00Z');
    expect(await rowOf('enrolment', 'e2')).toMatchObject({ logline: '秘密的片' });
    clock = new Date('2026-08-01T00:00:00Z');
    admin = await server.signIn('admin');
    const from = '2026-09-10 16:00:00';
    expect((await act(admin, 'start_retention', { preview: true })).data.effects).toEqual([
      { do: 'change', object: 'campaign', field: 'keepSince', count: 1 },
      { do: 'delete', object: 'enrolment', count: 2, from },
      { do: 'clear', object: 'enrolment', count: 3, from },
      { do: 'clear', object: 'applicant', count: 2, from },
    ]);
    expect((await act(admin, 'start_retention', { confirm: 'wrong' })).err?.code).toBe('msg.confirm');
    expect(await leads()).toEqual([{ tw: '只用於評選。', en: '只用於評選。' }]);
    expect((await act(admin, 'start_retention', { confirm: 'old' })).status).toBe(200);
    const on = await rowOf('campaign', 'old');
    expect(on).toMatchObject({ keepSince: '2026-08-01 00:00:00' });
    expect((await admin('/api/pb/campaign/old', { method: 'PUT', json: { keepMonths: 60, ver: on.ver } })).status).toBe(422);
    expect(await rowOf('enrolment', 'e2')).toMatchObject({ logline: '秘密的片' });
  });

  it('the privacy notice says the time that is set', async () => {
    expect(await leads()).toEqual([{ tw: expect.stringMatching(/^只用於評選。未.*3 個月後刪除/), en: expect.stringContaining('3 months after') }]);
  });

  it('the privacy notice says how many days backups of the schedule stay, where there is one', () => {
    const sentence = (backupAt: string[]) =>
      retentionSentence({ config: { ...server.tools.config, backupAt, backupKeep: 14 } }, { keepMonths: 3, keepSince: '2026-08-01 00:00:00' });
    expect(sentence([]).en).not.toMatch(/[Bb]ackup/);
    expect(sentence(['03:30']).en).toMatch(/nobody has signed in to them for 3 months; .* for up to 14 days more\.$/);
    expect(sentence(['03:30', '12:00', '15:30']).tw).toMatch(/連續 3 個月未登入即刪除.*備份 5 天。$/);
  });

  it('when the time is over what was not selected goes, once, with the accounts that have nothing else and are not signed in', async () => {
    await sweepAt('2026-09-10T15:00:00Z');
    expect(await rowOf('enrolment', 'e2')).toMatchObject({ logline: '秘密的片' });
    clock = new Date('2026-09-10T17:00:00Z');
    const visitor = await signInApplicant(server, 'visits@example.com');
    await sweepAt('2026-09-10T17:00:00Z');
    const removed = await Promise.all(['e1', 'e6'].map(async (id) => (await admin(`/api/pb/enrolment/${id}`)).status));
    expect(removed).toEqual([404, 404]);
    for (const id of ['e2', 'e3', 'e7']) expect(await rowOf('enrolment', id)).toMatchObject({ cname: '', logline: '', status: 'verified', genre: ['[AR]'] });
    expect(await rowOf('enrolment', 'e4')).toMatchObject({ cname: '片 e4' });
    expect(await rowOf('enrolment', 'e5')).toMatchObject({ cname: '片 e5', status: 'selected' });
    expect(await rowOf('applicant', ids.gone)).toMatchObject({ name: '', enabled: false, erasedAt: '2026-09-10 17:00:00' });
    for (const name of names.slice(1)) expect(await rowOf('applicant', ids[name])).toMatchObject({ name: `名 ${name}`, erasedAt: '' });
    const [entry] = (await (await admin(`/api/pb/enrolment/e3/history`)).json()) as Row[];
    expect(entry).toMatchObject({ action: 'expire', by: '' });
    const mails = () => server.db.query("SELECT `to`, template FROM mail WHERE template LIKE 'erased%' ORDER BY `to`");
    expect(await mails()).toMatchObject([{ to: 'gone@example.com', template: 'erasedInTime' }]);
    const { ver } = await rowOf('enrolment', 'e3');
    await visitor('/api/site/applicant/logout', { method: 'POST' });
    await sweepAt('2026-09-10T18:00:00Z');
    expect(await rowOf('applicant', ids.visits)).toMatchObject({ name: '', erasedAt: '2026-09-10 18:00:00' });
    expect((await rowOf('enrolment', 'e3')).ver).toBe(ver);
    expect((await mails()).map(({ to }) => to)).toEqual(['gone@example.com', 'visits@example.com']);
  });

  it('switched on after the time it is done at once, as the preview says; switched off, nothing more goes', async () => {
    expect((await act(admin, 'stop_retention', {})).status).toBe(200);
    const late = await addApplicant(server, 'late@example.com', { name: '遲到' });
    await put(server, 'enrolment', entered('old', 'e8', { applicant: late, logline: '遲來的片' }));
    await sweepAt('2026-09-10T19:00:00Z');
    expect(await rowOf('enrolment', 'e8')).toMatchObject({ logline: '遲來的片' });
    const { effects } = (await act(admin, 'start_retention', { preview: true })).data;
    expect(effects).toContainEqual({ do: 'clear', object: 'enrolment', field: 'logline', count: 1 });
    expect((await act(admin, 'start_retention', { confirm: 'old' })).status).toBe(200);
    expect(await rowOf('enrolment', 'e8')).toMatchObject({ logline: '' });
    expect(await rowOf('applicant', late)).toMatchObject({ name: '', enabled: false });
  });

  it('what is switched off while it is carried out stops there', async () => {
    const ones = [await addApplicant(server, 'one@example.com', { name: '一' }), await addApplicant(server, 'two@example.com', { name: '二' })];
    await put(server, 'enrolment', entered('old', 'e9', { applicant: ones[0] ?? '' }), entered('old', 'e10', { applicant: ones[1] ?? '' }));
    const { db } = server.tools;
    let count = 0;
    const transaction: typeof db.transaction = async (does) => {
      count += 1;
      // Two transactions search; each account has one of its own.
      if (count === 4) expect((await act(admin, 'stop_retention', {})).status).toBe(200);
      return db.transaction(does);
    };
    await carryOutRetention({ ...server.tools, db: Object.assign(Object.create(db), { transaction }) });
    expect(count).toBeGreaterThanOrEqual(4);
    const erased = await Promise.all(ones.map(async (id) => (await rowOf('applicant', id)).erasedAt !== ''));
    expect(erased.sort()).toEqual([false, true]);
  });

  it('accounts without an enrolment and jurors that no page shows go so long after their last sign-in, told 30 days ahead; a sign-in saves one', async () => {
    const over = { cStart: '2026-04-01 00:00:00', cEnd: '2026-05-01 00:00:00', sStart: '2026-05-02 00:00:00', sEnd: '2026-06-10 16:00:00' };
    const ahead = { cStart: '2026-09-01 00:00:00', cEnd: '2027-05-01 00:00:00', sStart: '2027-05-02 00:00:00', sEnd: '2027-08-10 16:00:00' };
    await put(server, 'campaign', selecting('past', { ...over, keepMonths: 3 }), selecting('ahead', ahead));
    const made = { create_at: '2025-01-01 00:00:00' };
    const visitor = async (name: string) => addApplicant(server, `${name}@example.com`, { name: `名 ${name}`, ...made });
    const juror = async (name: string, cid: string, more: Row = {}) => addJuror(server, cid, `${name}@example.com`, { name: `評審 ${name}`, ...made, ...more });
    const going = { idle: await visitor('idle'), judge: await juror('judge', 'past') };
    const saved = { wakes: await visitor('wakes'), again: await juror('again', 'past'), shown: await juror('shown', 'past', { onSite: true }) };
    const again = await juror('Again', 'ahead');
    const writes = await visitor('writes');
    await put(server, 'enrolment', entered('ahead', 'e11', { applicant: writes, status: 'submitted', enrollid: '' }));
    clock = new Date('2026-09-20T00:00:00Z');
    admin = await server.signIn('admin');
    const start = (json: Row) => asked<{ effects: Effect[] }>(admin, '/api/pb/campaign/past/actions/start_retention', { method: 'POST', json });
    const from = '2026-12-20 00:00:00';
    const told = (await start({ preview: true })).data.effects;
    expect(told).toContainEqual({ do: 'clear', object: 'applicant', count: 2, from });
    expect(told).toContainEqual({ do: 'clear', object: 'jury', count: 1, from });
    expect((await start({ confirm: 'past' })).status).toBe(200);

    // Signed in to on the first of October: noted, and once a day.
    clock = new Date('2026-10-01T08:00:00Z');
    await signInApplicant(server, 'idle@example.com');
    const noted = async (account: string) => Number((await server.db.query(`SELECT at FROM _sign_in WHERE account = '${account}'`))[0]?.at);
    clock = new Date('2026-10-01T12:00:00Z');
    const idle = await signInApplicant(server, 'idle@example.com');
    expect(await noted(going.idle)).toBe(Date.parse('2026-10-01T08:00:00Z'));
    const own = await (await idle('/api/site/applicant/data')).json();
    expect(own.lastSignIn).toBe('2026-10-01 08:00:00');

    const mails = async () => {
      const sent = await server.db.query("SELECT `to`, body, template FROM mail WHERE template IN ('erasedSoon', 'erasedInTime') ORDER BY `create_at`, `to`");
      return sent.filter(({ to }) => /^(idle|wakes|judge|again|shown|writes)@/i.test(String(to))).map(({ to, template }) => `${template} ${to}`);
    };
    await sweepAt('2026-11-19T00:00:00Z');
    expect(await mails()).toEqual([]);
    await sweepAt('2026-11-21T00:00:00Z');
    expect(await mails()).toEqual(['erasedSoon judge@example.com', 'erasedSoon wakes@example.com']);
    const [letter] = await server.db.query("SELECT subject, body FROM mail WHERE template = 'erasedSoon' AND `to` = 'wakes@example.com'");
    expect(letter?.subject).toContain('2026-12-21');
    expect(letter?.body).toContain('/enroll?campaign=past');
    clock = new Date('2026-12-05T00:00:00Z');
    await signInApplicant(server, 'wakes@example.com');
    await sweepAt('2026-12-20T23:00:00Z');
    expect(await rowOf('jury', going.judge)).toMatchObject({ name: '評審 judge', erasedAt: '' });
    await sweepAt('2026-12-21T01:00:00Z');
    expect(await rowOf('jury', going.judge)).toMatchObject({ name: '—', enabled: false, erasedAt: '2026-12-21 01:00:00' });
    const [entry] = (await (await admin(`/api/pb/jury/${going.judge}/history`)).json()) as Row[];
    expect(entry).toMatchObject({ action: 'expire', by: '' });
    expect((await mails()).filter((mail) => !mail.includes('wakes'))).toEqual(['erasedSoon idle@example.com', 'erasedInTime judge@example.com']);
    await sweepAt('2027-01-21T01:00:00Z');
    expect(await rowOf('applicant', going.idle)).toMatchObject({ name: '', erasedAt: '2027-01-21 01:00:00' });
    expect(await noted(going.idle)).toBeNaN();
    expect(await rowOf('applicant', saved.wakes)).toMatchObject({ name: '名 wakes', erasedAt: '' });
    for (const id of [saved.again, saved.shown, again]) expect(await rowOf('jury', id)).toMatchObject({ erasedAt: '', enabled: true });
    expect(await rowOf('applicant', writes)).toMatchObject({ erasedAt: '' });
  });
});
