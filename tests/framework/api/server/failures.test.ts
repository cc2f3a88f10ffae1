import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

/** A table that somebody takes away behind the server's back: nothing that the rules foresee. */
describe.each(testDatabases)('unexpected failures, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    server = await startServer({ kind });
    admin = await server.signIn('admin');
    const made = await admin('/api/pb/company', { method: 'POST', json: { id: 'co_1', name: 'North Shore', type: 2 } });
    expect(made.status).toBe(201);
    await server.db.exec('ALTER TABLE `company` RENAME TO `company_gone`');
  });
  afterAll(() => server?.stop());

  const answerOf = async (path: string, init: Parameters<Client>[1], lang = 'en') => {
    const answer = await admin(path, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie: `${admin.cookie}; lang=${lang}` } });
    const body = await answer.json();
    return { status: answer.status, code: body.err?.code, done: body.done, again: answer.headers.get('retry-after'), text: JSON.stringify(body) };
  };

  // A fault of ours: never 422, and to be tried again (C09).
  const fault = { done: false, status: 503, again: '1' };

  it('K12 a list or a row that cannot be fetched says so', async () => {
    expect(await answerOf('/api/pb/company?range=[0,3]', {})).toMatchObject({ ...fault, code: 'msg.fetch' });
    expect(await answerOf('/api/pb/company/co_1', {})).toMatchObject({ ...fault, code: 'msg.fetch' });
  });

  it('K12 a deletion and an export say so too', async () => {
    expect(await answerOf('/api/pb/company/co_1', { method: 'DELETE' })).toMatchObject({ ...fault, code: 'msg.delete' });
    for (const format of ['json', 'csv'])
      expect(await answerOf(`/api/pb/company/export?format=${format}`, {}), format).toMatchObject({ ...fault, code: 'msg.export' });
  });

  it('K24 a failed save says "Save failed" without the reason of the database, and shows no statement', async () => {
    const answer = await answerOf('/api/pb/company/co_1', { method: 'PUT', json: { ver: 1, name: 'x' } });
    expect(answer).toMatchObject({ ...fault, code: 'msg.save' });
    expect(answer.text).not.toMatch(/SELECT|UPDATE|company_gone/);
    expect(answer.text).toContain('Save failed [unknown]');
    const tw = await answerOf('/api/pb/company/co_1', { method: 'PUT', json: { ver: 1, name: 'x' } }, 'tw');
    expect(tw.text).toContain('儲存失敗［不明］');
  });

  it('K13 asking whether an id exists, and an operation, say so too', async () => {
    const json = { options: { sql: "SELECT id FROM company WHERE id = 'co_1'" }, log: { src: 'test', side: 'C', user: 'N/A' } };
    expect(await answerOf('/api/query', { method: 'POST', json, headers: { secret: server.secret() } })).toMatchObject({ ...fault, code: 'msg.query' });
    expect(await answerOf('/api/pb/company/co_1/history', {})).toMatchObject({ ...fault, code: 'msg.fetch' });
    const ask = { method: 'POST', json, headers: { secret: server.secret() } };
    expect((await answerOf('/api/query', ask)).text).toContain('"msg":"Query error"');
    expect((await answerOf('/api/query', ask, 'tw')).text).toContain('"msg":"查詢錯誤"');
    // A question that is none of ours is the same sentence, and the caller's to mend.
    const foreign = { ...ask, json: { ...json, options: { sql: 'DELETE FROM company' } } };
    expect(await answerOf('/api/query', foreign)).toMatchObject({ done: false, status: 422, again: null, code: 'msg.query' });
  });

  it('K13 an operation without its table says that its execution failed, in both languages, and has done nothing', async () => {
    await admin('/api/pb/campaign', { method: 'POST', json: { id: 'exec15', cna: '執行', maxSel: 1 } });
    const { id } = await (await admin('/api/pb/decision_maker', { method: 'POST', json: { cid: 'exec15', name: 'Buyer' } })).json();
    const disable = (lang: string) => answerOf(`/api/pb/decision_maker/${id}/actions/disable`, { method: 'POST', json: { confirm: 'Buyer' } }, lang);
    await server.db.exec('ALTER TABLE `pairing` RENAME TO `pairing_gone`');
    const [en, tw] = [await disable('en'), await disable('tw')];
    await server.db.exec('ALTER TABLE `pairing_gone` RENAME TO `pairing`');
    expect(en).toMatchObject({ ...fault, code: 'msg.exec' });
    expect([en.text, tw.text]).toEqual([expect.stringContaining('"msg":"Execution failed"'), expect.stringContaining('"msg":"執行失敗"')]);
    expect(await (await admin(`/api/pb/decision_maker/${id}`)).json()).toMatchObject({ enabled: true, ver: 1 });
    expect((await disable('en')).status).toBe(200);
  });

  it('other objects go on working', async () => {
    expect((await admin('/api/pb/film')).status).toBe(200);
  });
});

describe.each(testDatabases)('a key that was used for another request, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ kind });
  });
  afterAll(() => server?.stop());

  it('K18 says that the data exists, and creates nothing', async () => {
    const admin = await server.signIn('admin');
    const create = (id: string) =>
      admin('/api/pb/company', { method: 'POST', json: { id, name: 'North Shore', type: 2 }, headers: { 'idempotency-key': 'one-and-the-same' } });
    expect((await create('co_1')).status).toBe(201);
    expect((await create('co_1')).status).toBe(201);
    const other = await create('co_2');
    expect(other.status).toBe(422);
    expect((await other.json()).err.code).toBe('msg.dataexists');
    expect((await admin('/api/pb/company/co_2')).status).toBe(404);
  });
});
