/** Issue of the campaign site, point 5: mails to many, over real SMTP. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { composeDecisionMails } from '#application/mailing/actions/decision-mails.ts';
import type { Row } from '#codegen/model.ts';
import { loadWith } from '#framework/records/check-related.ts';
import type { Enrolment } from '#generated/objects.ts';
import { where } from '#rules/records/facts.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type MailServer, startMailServer } from '../../../support/network/mail-server.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const project = { logline: 'A line.', genre: ['[AR]'], len: '[FL]', stage: 2, trailer: 'https://video.example.com/1' };
const interview = {
  subjectTw: '《{title}》面談',
  bodyTw: '{name} 您好：\n{when}，{place}。\n{url}',
  subjectEn: 'Interview: {title}',
  bodyEn: 'Dear {name},\n{when}, {place}.\n{url}',
};
const values = { when: { tw: '12 月 5 日下午兩點', en: '5 December, 2 pm' }, place: { tw: '台北', en: '' } };

describe.each(testDatabases)('P04 mails of a campaign on %s', (kind) => {
  let mails: MailServer;
  let server: TestServer;
  let op: Client;
  let clock = Date.parse('2026-11-21T08:00:00Z');

  beforeEach(async () => {
    mails = await startMailServer();
    server = await startServer({ kind, now: () => new Date(clock), env: { SMTP_URL: mails.url, BASE_URL: 'https://films.example' } });
    const admin = await server.signIn('admin');
    op = await server.signIn('op');
    await ask(admin, 'POST', '/api/pb/campaign', { id: 'ccdf15', cna: '第十五屆', enaName: 'Forum 15', edition: 14, maxSel: 3, sEnd: '2026-12-20 10:00:00' });
  });
  afterEach(async () => {
    await server.stop();
    await mails.stop();
  });

  const ask = async (client: Client, method: string, path: string, json?: unknown, headers: Record<string, string> = {}) => {
    const answer = await client(path, { method, headers, ...(json === undefined ? {} : { json }) });
    const body = await answer.json();
    return { status: answer.status, data: body.data ?? body, err: body.err as { code: string; fields: { path: string; code: string }[] } | null };
  };
  const until = async (test: () => Promise<boolean> | boolean) => {
    for (let tries = 0; tries < 200 && !(await test()); tries += 1) await new Promise((resume) => setTimeout(resume, 25));
    expect(await test()).toBe(true);
  };
  const make = async (object: string, row: Row) => (await ask(op, 'POST', `/api/pb/${object}`, row)).data as Row; // a 201 carries the row
  /** Three people: one reads Chinese, one English, one has no address that mail can go to. */
  const people = async () => {
    const tw = await make('applicant', { email: 'mei@example.com', name: '林美惠', lang: 'tw' });
    const en = await make('applicant', { email: 'ann@example.com', name: 'Ann Lee', lang: 'en' });
    const none = await make('applicant', { email: 'gone@example.com', name: '無址', lang: 'tw' });
    await server.db.run("UPDATE applicant SET email = 'not an address' WHERE id = ?", [String(none.id)]);
    const rows = [];
    for (const [applicant, cname, ename] of [
      [tw, '海的記憶', 'Sea'],
      [en, '山', 'Mountain'],
      [none, '河', 'River'],
    ] as const) {
      let row = await make('enrolment', { cid: 'ccdf15', applicant: applicant.id!, attProgram: ['C'], cname, ename, ...project });
      for (const status of ['submitted', 'verified']) row = (await ask(op, 'PUT', `/api/pb/enrolment/${row.id}`, { status, ver: row.ver })).data as Row; // a 200 carries the row
      rows.push(row);
    }
    return rows as [Row, Row, Row]; // three above
  };
  const compose = (more: object = {}, headers = {}) =>
    ask(
      op,
      'POST',
      '/api/desk/mails/batches',
      { campaign: 'ccdf15', kind: 'interview', whom: { states: ['verified'] }, text: interview, values, ...more },
      headers,
    );
  const batch = async (id: string) => (await ask(op, 'GET', `/api/desk/mails/batches/${id}`)).data;
  const states = async () => (await server.db.query('SELECT status FROM mail ORDER BY id')).map(({ status }) => status);

  it('are written as held mails, each in its recipient’s language, reviewed, and sent when released', async () => {
    await people();
    const made = await compose();
    expect(made.status).toBe(200);
    const looked = await batch(made.data.batch);
    expect(looked).toMatchObject({ state: 'held', kind: 'interview', total: 2, counts: { held: 2 } });
    expect(looked.report.unreachable).toMatchObject([{ title: { tw: '河' }, to: 'not an address' }]);
    expect(looked.mails.map((mail: Row) => [mail.lang, mail.subject, mail.status]).sort()).toEqual([
      ['en', 'Interview: Mountain', 'held'],
      ['tw', '《海的記憶》面談', 'held'],
    ]);
    // Held is held: nothing leaves, however often the outbox is looked at, and nobody can push one past the batch.
    server.tools.outbox.wake();
    await new Promise((resume) => setTimeout(resume, 300));
    expect(mails.received).toHaveLength(0);
    expect((await ask(op, 'POST', `/api/desk/mails/outbox/${looked.mails[0].id}/retry`, {})).status).toBe(404);
    const released = await ask(op, 'POST', `/api/desk/mails/batches/${made.data.batch}/release`, {});
    expect(released.data).toEqual({ count: 2 });
    await until(() => mails.received.length === 2);
    const english = mails.received.find(({ recipients }) => recipients[0] === 'ann@example.com');
    expect(english?.subject).toBe('Interview: Mountain');
    expect(english?.from).toEqual({ name: 'Forum 15', address: 'forum@example.com' });
    expect(english?.text?.trim()).toBe('Dear Ann Lee,\n5 December, 2 pm, 台北.\nhttps://films.example/enroll?campaign=ccdf15');
    expect(mails.received.find(({ recipients }) => recipients[0] === 'mei@example.com')?.subject).toBe('《海的記憶》面談');
  });

  it('a second release sends nothing again, at the same moment or later', async () => {
    await people();
    const { batch: id } = (await compose()).data;
    const both = await Promise.all([1, 2, 3].map(() => ask(op, 'POST', `/api/desk/mails/batches/${id}/release`, {})));
    expect(both.map(({ data }) => data.count)).toEqual([2, 2, 2]);
    await until(async () => (await states()).every((status) => status === 'sent'));
    await ask(op, 'POST', `/api/desk/mails/batches/${id}/release`, {});
    server.tools.outbox.wake();
    await new Promise((resume) => setTimeout(resume, 200));
    expect(mails.received).toHaveLength(2);
    expect(await batch(id)).toMatchObject({ state: 'released', releasedBy: 'op', counts: { sent: 2 } });
  });

  it('one mail is edited on its version, one is removed; after the release neither is possible', async () => {
    await people();
    const { batch: id } = (await compose()).data;
    const [first, second] = (await batch(id)).mails;
    const path = `/api/desk/mails/batches/${id}/mails/${first.id}`;
    expect((await ask(op, 'PUT', path, { subject: 'Own words', body: 'Come.', ver: first.ver })).status).toBe(200);
    expect((await ask(op, 'PUT', path, { subject: 'Late', body: 'x', ver: first.ver })).status).toBe(412);
    expect((await ask(op, 'PUT', path, { subject: 'x\r\nBcc: b@example.com', body: 'x', ver: first.ver + 1 })).err?.fields).toMatchObject([
      { path: 'subject' },
    ]);
    expect((await ask(op, 'DELETE', `/api/desk/mails/batches/${id}/mails/${second.id}`)).status).toBe(200);
    expect((await ask(op, 'POST', `/api/desk/mails/batches/${id}/release`, {})).data.count).toBe(1);
    await until(() => mails.received.length === 1);
    expect(mails.received[0]?.subject).toBe('Own words');
    expect((await ask(op, 'PUT', path, { subject: 'x', body: 'x', ver: first.ver + 2 })).err?.code).toBe('msg.state');
    expect((await ask(op, 'DELETE', `/api/desk/mails/batches/${id}`)).err?.code).toBe('msg.state');
  });

  it('a discarded batch leaves nothing that could be sent', async () => {
    await people();
    const { batch: id } = (await compose()).data;
    expect((await ask(op, 'DELETE', `/api/desk/mails/batches/${id}`)).status).toBe(200);
    expect(await states()).toEqual([]);
    expect((await ask(op, 'POST', `/api/desk/mails/batches/${id}/release`, {})).status).toBe(404);
    expect((await ask(op, 'GET', '/api/desk/mails/batches?campaign=ccdf15')).data).toEqual([]);
  });

  it('nobody gets the same kind twice without a confirmation; a key makes one batch of a repeated request', async () => {
    await people();
    const key = { 'idempotency-key': 'once-1' };
    const [one, same] = await Promise.all([compose({}, key), compose({}, key)]);
    expect(one.data.batch).toBe(same.data.batch);
    expect(await states()).toEqual(['held', 'held']);
    const shown = (await ask(op, 'POST', '/api/desk/mails/recipients', { campaign: 'ccdf15', kind: 'interview', whom: { states: ['verified'] } })).data;
    expect(shown.map((each: Row) => [each.already, each.isValid])).toEqual(
      expect.arrayContaining([
        [true, true],
        [true, true],
        [false, false],
      ]),
    );
    const again = await compose();
    expect((await batch(again.data.batch)).report).toMatchObject({ written: 0, already: [{}, {}] });
    const confirmed = await compose({ again: true });
    expect((await batch(confirmed.data.batch)).report.written).toBe(2);
    // Two batches at once: of both, one writes to each.
    for (const id of [one, again, confirmed].map(({ data }) => data.batch)) await ask(op, 'DELETE', `/api/desk/mails/batches/${id}`);
    await Promise.all([compose(), compose()]);
    expect(await states()).toEqual(['held', 'held']);
  });

  it('a text is refused with its problems, and nothing is written', async () => {
    await people();
    const refused = await compose({ text: { ...interview, bodyTw: '{titel}', subjectEn: '' }, values: {} });
    expect(refused.err?.fields.map(({ path, code }) => [path, code])).toEqual([
      ['text/subjectEn', 'field.required'],
      ['text/bodyTw', 'rule.placeholder'],
      ['values/when', 'field.required'],
      ['values/place', 'field.required'],
    ]);
    expect((await compose({ sql: 1 })).err?.fields).toMatchObject([{ path: 'sql', code: 'field.unknown' }]);
    expect((await compose({ whom: { ids: ['nobody'] } })).err?.code).toBe('msg.nothing');
    expect(await states()).toEqual([]);
  });

  it('a campaign whose text has an unknown placeholder is refused, in both languages', async () => {
    const { data } = await ask(op, 'GET', '/api/pb/campaign/ccdf15');
    const wrong = { mailSubmit: { subjectTw: '', bodyTw: '{titel}', subjectEn: '', bodyEn: '' }, ver: data.ver };
    expect((await ask(op, 'PUT', '/api/pb/campaign/ccdf15', wrong)).err?.fields).toMatchObject([{ path: 'mailSubmit/bodyTw', code: 'rule.placeholder' }]);
    for (const [lang, word] of [
      ['tw', '代換欄位'],
      ['en', 'placeholder'],
    ]) {
      const answer = await op('/api/pb/campaign/ccdf15', { method: 'PUT', json: wrong, headers: { cookie: `${op.cookie}; lang=${lang}` } });
      expect(JSON.stringify(await answer.json())).toContain(word);
    }
    const right = { mailSubmit: { ...wrong.mailSubmit, bodyTw: '收到《{title}》' }, ver: data.ver };
    expect((await ask(op, 'PUT', '/api/pb/campaign/ccdf15', right)).status).toBe(200);
  });

  it('a preview fills the text with a real enrolment in both languages; a test is sent to one’s own address', async () => {
    const [row] = await people();
    const shown = (await ask(op, 'POST', '/api/desk/mails/preview', { campaign: 'ccdf15', template: 'mailInterview', about: row.id, text: interview, values }))
      .data;
    expect(shown).toMatchObject({
      to: 'mei@example.com',
      lang: 'tw',
      mails: { tw: { subject: '《海的記憶》面談' }, en: { subject: 'Interview: Sea' } },
      problems: [],
    });
    expect(shown.mails.en.body).toContain('Dear 林美惠,\n5 December, 2 pm, 台北.');
    const samples = (await ask(op, 'POST', '/api/desk/mails/preview', { campaign: 'ccdf15', template: 'mailVerify' })).data;
    expect(samples.mails.tw.body).toContain('204817');
    expect(
      (await ask(op, 'POST', '/api/desk/mails/test', { campaign: 'ccdf15', template: 'mailInterview', about: row.id, text: interview, values, lang: 'en' }))
        .data.to,
    ).toBe('op@example.com');
    await until(() => mails.received.length === 1);
    expect(mails.received[0]).toMatchObject({ subject: '[Test] Interview: Sea', recipients: ['op@example.com'] });
  });

  it('the three days of retries of a mail that was held for a week count from its release', async () => {
    await people();
    const { batch: id } = (await compose()).data;
    clock += 7 * 86_400_000;
    op = await server.signIn('op');
    mails.refuse(451);
    await ask(op, 'POST', `/api/desk/mails/batches/${id}/release`, {});
    await until(async () => (await server.db.query('SELECT 1 AS x FROM mail WHERE tries >= 1 AND status = ?', ['waiting'])).length === 2);
    const outbox = (await ask(op, 'GET', '/api/desk/mails/outbox?campaign=ccdf15')).data;
    expect(outbox).toMatchObject({ sends: true, counts: { waiting: 2 } });
    expect(outbox.mails[0].error).toContain('451');
    expect(JSON.stringify(outbox)).not.toContain('您好');
    // What has not left is stopped, one by one or all the rest.
    await ask(op, 'POST', `/api/desk/mails/outbox/${outbox.mails[0].id}/stop`, {});
    expect((await ask(op, 'POST', `/api/desk/mails/batches/${id}/stop`, {})).data).toEqual({ count: 1 });
    expect(await states()).toEqual(['stopped', 'stopped']);
    mails.refuse(undefined);
    await ask(op, 'POST', `/api/desk/mails/outbox/${outbox.mails[0].id}/retry`, {});
    await until(() => mails.received.length === 1);
    clock -= 7 * 86_400_000;
  });

  it('decisions and their mails are released in one transaction: reviewed mails are sent as edited, the others are written', async () => {
    const rows = await people();
    for (const [index, decision] of ['select', 'decline', 'select'].entries()) {
      const row = rows[index]!;
      rows[index] = (await ask(op, 'PUT', `/api/pb/enrolment/${row.id}`, { decision, ver: row.ver })).data as Row; // a 200 carries the row
    }
    const text = { subjectTw: '恭喜 {title}', bodyTw: '恭喜', subjectEn: 'Congratulations', bodyEn: 'Yes' };
    const made = await compose({ kind: 'decision-selected', whom: { decisions: ['select'] }, text, values: {} });
    expect((await ask(op, 'POST', `/api/desk/mails/batches/${made.data.batch}/release`, {})).err?.code).toBe('rule.unreleased');
    const [campaign] = await loadWith(server.db, server.registry).rows('campaign', where({ id: 'ccdf15' }));
    const release = (fails: boolean) =>
      server.db.transaction(async (tx) => {
        const done = await composeDecisionMails(server.tools, tx, campaign!, rows as unknown[] as Enrolment[], new Date(clock), 'op');
        if (fails) throw new Error('the states could not be set');
        return done;
      });
    await expect(release(true)).rejects.toThrow('could not be set');
    expect(await states()).toEqual(['held']);
    expect(await release(false)).toEqual({ count: 2, looked: 1, unreachable: [rows[2].id] });
    expect(await release(false)).toMatchObject({ count: 0 });
    server.tools.outbox.wake();
    await until(() => mails.received.length === 2);
    expect(mails.received.map(({ subject }) => subject).sort()).toEqual(['Forum 15: the result for “Mountain”', '恭喜 海的記憶'].sort());
    expect(await batch(made.data.batch)).toMatchObject({ state: 'released' });
  });

  it('the dashboard’s release sends the reviewed mails; a reversed decision is mailed again, and no decision is announced before it is released', async () => {
    const [first] = await people();
    const decide = (decision: string) => ask(op, 'PUT', '/api/desk/ccdf15/decisions', { ids: [first.id], decision });
    const release = (select: number, decline: number) => ask(op, 'POST', '/api/desk/ccdf15/release', { confirm: 'ccdf15', select, decline });
    const text = { subjectTw: '恭喜 {title}', bodyTw: '恭喜', subjectEn: 'Congratulations', bodyEn: 'Yes' };
    expect((await compose({ kind: 'decision-selected', whom: {}, text, values: {} })).err?.code).toBe('msg.nothing');
    await decide('select');
    const made = await compose({ kind: 'decision-selected', whom: {}, text, values: {} });
    const [mail] = (await batch(made.data.batch)).mails;
    await ask(op, 'PUT', `/api/desk/mails/batches/${made.data.batch}/mails/${mail.id}`, { subject: '親筆', body: '恭喜你', ver: mail.ver });
    expect((await release(1, 0)).data).toMatchObject({ select: 1, mails: 1 });
    await until(() => mails.received.length === 1);
    expect(mails.received[0]?.subject).toBe('親筆');
    const admin = await server.signIn('admin');
    for (const [decision, selects, declines] of [
      ['decline', 0, 1],
      ['select', 1, 0],
    ] as const) {
      clock += 60_000;
      const row = (await ask(op, 'GET', `/api/pb/enrolment/${first.id}`)).data;
      if (row.status === 'selected') await ask(admin, 'PUT', `/api/pb/enrolment/${first.id}`, { status: 'verified', ver: row.ver });
      await decide(decision);
      expect((await release(selects, declines)).data).toMatchObject({ mails: 1 });
    }
    await until(() => mails.received.length === 3);
    expect(mails.received.slice(1).map(({ subject }) => subject)).toEqual(['【第十五屆】《海的記憶》評選結果', '【第十五屆】恭喜《海的記憶》入選']);
  });

  it('nobody who was erased is written to: their decision is released, and counts as one that could not be told by mail', async () => {
    const [, ann] = await people();
    const admin = await server.signIn('admin');
    await ask(op, 'PUT', '/api/desk/ccdf15/decisions', { ids: [ann.id], decision: 'select' });
    const erase = (confirm: string) => ask(admin, 'POST', `/api/pb/applicant/${ann.applicant}/actions/erase`, { confirm, ver: 1 });
    expect((await erase((await erase('')).data.typed)).status).toBe(200);
    const released = await ask(op, 'POST', '/api/desk/ccdf15/release', { confirm: 'ccdf15', select: 1, decline: 0 });
    expect(released.data).toEqual({ select: 1, decline: 0, mails: 0, unreachable: [ann.id] });
    const about = await server.db.query('SELECT `to` FROM mail WHERE about = ?', [String(ann.id)]);
    expect(about).toEqual([]);
  });

  it('mails that wait go to the address that the person has when they leave; the others of that address stay', async () => {
    const [, ann] = await people();
    const text = { subjectTw: '恭喜', bodyTw: '恭喜', subjectEn: 'Yes', bodyEn: 'Yes' };
    await ask(op, 'PUT', '/api/desk/ccdf15/decisions', { ids: [ann.id], decision: 'select' });
    const juror = await make('jury', { cid: 'ccdf15', name: 'J', email: 'ann@example.com', lang: 'en' });
    const [decided, judging] = [
      await compose({ kind: 'decision-selected', whom: { decisions: ['select'] }, text, values: {} }),
      await compose({ kind: 'jurors', whom: {}, text, values: {} }),
    ];
    const to = async () => [(await batch(decided.data.batch)).mails[0].to, (await batch(judging.data.batch)).mails[0].to];
    expect(await to()).toEqual(['ann@example.com', 'ann@example.com']);
    const move = async (object: string, id: unknown, email: string) => {
      const { ver } = (await ask(op, 'GET', `/api/pb/${object}/${id}`)).data;
      expect((await ask(op, 'PUT', `/api/pb/${object}/${id}`, { email, ver })).status).toBe(200);
    };
    await move('applicant', ann.applicant, 'lee@example.com');
    expect(await to()).toEqual(['lee@example.com', 'ann@example.com']);
    await move('jury', juror.id, 'judge@example.com');
    expect(await to()).toEqual(['lee@example.com', 'judge@example.com']);
    expect((await ask(op, 'POST', '/api/desk/ccdf15/release', { confirm: 'ccdf15', select: 1, decline: 0 })).data).toMatchObject({ mails: 1 });
    const decisions = () => mails.received.filter(({ subject }) => subject === 'Yes').map(({ recipients }) => recipients[0]);
    await until(() => decisions().length > 0);
    expect(decisions()).toEqual(['lee@example.com']);
  });

  it('jurors who have something left to read are reminded with their own figures, once a day', async () => {
    const [first, second] = await people();
    await ask(op, 'POST', '/api/pb/enrolment/actions/number', { ids: [first.id, second.id] });
    const juror = async (email: string, lang: string) => make('jury', { cid: 'ccdf15', name: `J ${email}`, email, lang });
    const [idle, busy] = [await juror('idle@example.com', 'en'), await juror('busy@example.com', 'tw')];
    for (const enrolment of [first, second]) await make('selection', { jury: busy.id!, enrolment: enrolment.id!, choice: 'alternative', weight: 2 });
    await make('selection', { jury: idle.id!, enrolment: first.id!, choice: 'alternative', weight: 2 });
    const text = { subjectTw: '{left}', bodyTw: '{deadline}', subjectEn: '{left} of {total} left', bodyEn: 'until {deadline} at {url}' };
    const remind = () => compose({ kind: 'reminder-juror', whom: { unfinished: true }, text, values: {} });
    const looked = await batch((await remind()).data.batch);
    expect(looked.mails).toMatchObject([{ to: 'idle@example.com', subject: '1 of 2 left', title: { tw: 'J idle@example.com' } }]);
    expect(looked.mails[0].body).toBe('until 2026-12-20 18:00 (GMT+8) at https://films.example/selection?campaign=ccdf15');
    expect((await batch((await remind()).data.batch)).report).toMatchObject({ written: 0, already: [{}] });
  });

  it('a large batch is a job with progress; after cancelling it nothing is left', async () => {
    const [first] = await people();
    await server.tools.outbox.close();
    const whom = { ids: [] as string[] };
    for (let i = 0; i < 240; i += 1)
      whom.ids.push(String((await make('enrolment', { cid: 'ccdf15', applicant: first.applicant!, attProgram: ['C'], cname: `片 ${i}`, ename: '' })).id));
    const made = await compose({ whom });
    await server.tools.jobs.settled(made.data.job);
    expect((await ask(op, 'GET', `/api/jobs/${made.data.job}`)).data).toMatchObject({ state: 'done', progress: 240, total: 240 });
    expect(await batch(made.data.batch)).toMatchObject({ total: 240, state: 'held' });
    expect((await batch(made.data.batch)).mails).toHaveLength(50);
    const second = await compose({ whom, again: true });
    await ask(op, 'POST', `/api/jobs/${second.data.job}/cancel`, {});
    await server.tools.jobs.settled(second.data.job);
    const { state } = (await ask(op, 'GET', `/api/jobs/${second.data.job}`)).data;
    expect(['cancelled', 'done']).toContain(state);
    if (state === 'cancelled') expect((await server.db.query('SELECT 1 AS x FROM mail WHERE batch = ?', [second.data.batch])).length).toBe(0);
  }, 60_000);
});
