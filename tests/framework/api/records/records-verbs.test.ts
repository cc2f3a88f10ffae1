import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { create, query, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';

const company = { id: 'acme', type: 3, name: ' Acme 海 ' };

describe.each(testDatabases)('records of the objects that ship, on %s', (kind) => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp(kind);
  });
  afterAll(() => app?.stop());
  const admin = () => app.as(['[]'], 'root');

  it('V30 V41 creates a row, trimmed and with its defaults, stamped by the server', async () => {
    const answer = await admin().post('/company', company);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({
      id: 'acme',
      name: 'Acme 海',
      abbrName: '',
      country: 'TW',
      currency: 'TWD',
      comTel: 'TW,+886',
      tag: [],
      contract: [],
      ver: 1,
      create_at: '2026-01-02 03:04:05',
      update_by: 'root',
    });
    expect(answer.headers.get('etag')).toBe('"1"');
    expect((await admin().get('/company/acme')).body).toEqual(answer.body);
  });

  it('lists with Content-Range, filters, sorts, searches Chinese', async () => {
    await create(admin(), 'company', { id: 'beta', type: 1, name: 'Beta 台灣電影', tag: ['doc', '紀錄'] }, { id: 'gamma', type: 2, name: 'Gamma' });
    const list = await admin().get(`/company${query({ sort: ['name', 'ASC'], range: [0, 1] })}`);
    expect(list.body.map((row: { id: string }) => row.id)).toEqual(['acme', 'beta']);
    expect(list.headers.get('content-range')).toBe('company 0-1/3');
    const ids = async (filter: object) => (await admin().get(`/company${query({ filter, sort: ['id', 'ASC'] })}`)).body.map((row: { id: string }) => row.id);
    expect(await ids({ 'type@gte': 2 })).toEqual(['acme', 'gamma']);
    expect(await ids({ 'name@like': 'am' })).toEqual(['gamma']);
    expect(await ids({ q: '電影' })).toEqual(['beta']);
    expect(await ids({ q: '影' })).toEqual(['beta']);
    expect(await ids({ q: 'gam' })).toEqual(['gamma']);
    expect(await ids({ tag: '紀錄' })).toEqual(['beta']);
    expect(await ids({ id: ['gamma', 'acme', 'nobody'] })).toEqual(expect.arrayContaining(['acme', 'gamma']));
  });

  it('C07 K05 saves changed fields on a version; a stale version gets the present row; a save without a change gets the row and has no history', async () => {
    const first = await admin().put('/company/gamma', { name: 'Gamma Films', tag: ['x'] }, { 'if-match': '"1"' });
    expect(first.status, first.text).toBe(200);
    expect(first.body).toMatchObject({ name: 'Gamma Films', tag: ['x'], ver: 2 });
    const late = await admin().put('/company/gamma', { name: 'Other', ver: 1 });
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({ done: false, err: { code: 'msg.datamodi' }, data: { name: 'Gamma Films', ver: 2 } });
    const same = await admin().put('/company/gamma', { ...first.body });
    expect([same.status, same.body]).toEqual([200, first.body]);
    const history = await admin().get('/company/gamma/history');
    expect(history.body).toEqual([
      {
        entry: expect.any(Number),
        at: '2026-01-02 03:04:05',
        by: 'root',
        action: 'update',
        ver: 2,
        changes: { name: ['Gamma', 'Gamma Films'], tag: [[], ['x']] },
      },
      { entry: expect.any(Number), at: '2026-01-02 03:04:05', by: 'root', action: 'create', ver: 1, changes: {} },
    ]);
    expect((await admin().get(`/company${query({ filter: { q: 'films' } })}`)).body).toHaveLength(1);
    expect((await admin().get(`/company${query({ filter: { tag: 'x' } })}`)).body).toHaveLength(1);
  });

  it('K06 K19 V42 says what does not exist, is taken, or is missing', async () => {
    expect((await admin().get('/company/nobody')).status).toBe(404);
    expect((await admin().get('/nothing')).status).toBe(404);
    const taken = await admin().post('/company', company);
    expect([taken.status, taken.body.err.code]).toEqual([422, 'msg.mid']);
    expect(taken.body.err.fields, 'not called an account').toEqual([expect.objectContaining({ path: 'id', code: 'field.exists' })]);
    const blank = await admin().post('/company', { type: 1, name: 'x' });
    expect(blank.status).toBe(422);
    expect(blank.body.err.fields).toEqual([expect.objectContaining({ path: 'id', code: 'field.required' })]);
  });

  it('deletes, and answers with the row as it was', async () => {
    const gone = await admin().delete('/company/gamma');
    expect([gone.status, gone.body.name]).toEqual([200, 'Gamma Films']);
    expect((await admin().get('/company/gamma')).status).toBe(404);
    expect((await admin().get('/company/gamma/history')).body[0]).toMatchObject({ action: 'delete', changes: { name: ['Gamma Films', null] } });
    expect((await admin().get(`/company${query({ filter: { q: 'films' } })}`)).body).toHaveLength(0);
  });
});
