import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../support/database.ts';
import { type Client, startServer, type TestServer } from '../support/server.ts';

/** A table that somebody takes away behind the server's back: nothing that the rules foresee. */
describe.each(testDatabases)('what nobody foresaw, on %s', (kind) => {
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

  const told = async (path: string, init: Parameters<Client>[1], lang = 'en') => {
    const answer = await admin(path, { ...init, headers: { ...(init?.headers as Record<string, string>), 'x-lang': lang } });
    const body = await answer.json();
    return { status: answer.status, code: body.err?.code, done: body.done, text: JSON.stringify(body) };
  };

  it('K12 a list or a row that cannot be fetched says that fetching failed', async () => {
    expect(await told('/api/pb/company?range=[0,3]', {})).toMatchObject({ done: false, code: 'msg.fetch' });
    expect(await told('/api/pb/company/co_1', {})).toMatchObject({ done: false, code: 'msg.fetch' });
  });

  it('K12 a deletion and an export say so too', async () => {
    expect(await told('/api/pb/company/co_1', { method: 'DELETE' })).toMatchObject({ done: false, code: 'msg.delete' });
    expect(await told('/api/pb/company/export?format=json', {})).toMatchObject({ done: false, code: 'msg.export' });
  });

  it('K24 a save says "Save failed" with the database\'s reason kept inside, and shows no statement', async () => {
    const answer = await told('/api/pb/company/co_1', { method: 'PUT', json: { ver: 1, name: 'x' } });
    expect(answer).toMatchObject({ done: false, code: 'msg.save' });
    expect(answer.text).not.toMatch(/SELECT|UPDATE|company_gone/);
  });

  it('other objects go on working', async () => {
    expect((await admin('/api/pb/film')).status).toBe(200);
  });
});

describe.each(testDatabases)('a key that was used for something else, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ kind });
  });
  afterAll(() => server?.stop());

  it('K18 says that the data exists, and makes nothing', async () => {
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
