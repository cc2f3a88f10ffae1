import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSecret } from '#framework/api/accounts/secret.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const log = { src: 'test', side: 'C', user: 'N/A' };

const asked = async (answer: Response) => ({ status: answer.status, fields: (await answer.json()).err?.fields ?? [] });

describe.each(testDatabases)('the calls of specification section 7 on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  let admin: Client;
  beforeAll(async () => {
    server = await startServer({ kind });
    op = await server.signIn('op');
    admin = await server.signIn('admin');
  });
  afterAll(() => server.stop());

  const query = (client: Client, sql: unknown, headers: Record<string, string> = { secret: server.secret() }) =>
    client('/api/query', { method: 'POST', json: { options: { sql }, log }, headers: { ...headers, cookie: `${client.cookie}; lang=en` } });

  it('C01 C08 says whether an id exists, in the form {done, msg, err, stk, data}', async () => {
    const there = await query(admin, "SELECT id FROM user WHERE id = 'op'");
    expect(there.status).toBe(200);
    expect(await there.json()).toEqual({ done: true, msg: '', err: null, stk: null, data: [{ id: 'op' }] });
    expect((await (await query(admin, "SELECT id FROM user WHERE id = 'nobody'")).json()).data).toEqual([]);
    expect((await (await query(admin, "SELECT id FROM user WHERE id = 'OP'")).json()).data).toEqual([]);
    expect((await (await query(op, "SELECT id FROM film WHERE id = 'x'''")).json()).data).toEqual([]);
  });

  it.each([
    "SELECT pw FROM user WHERE id = 'admin'",
    "SELECT name FROM user WHERE name = 'admin'",
    "SELECT id FROM user WHERE id = 'op' OR 1=1",
    'SELECT id FROM user WHERE id = 0',
    "SELECT id FROM _session WHERE id = 'x'",
    "SELECT id FROM sqlite_master WHERE id = 'x'",
    "SELECT id FROM nothing WHERE id = 'x'",
    "DELETE FROM user WHERE id = 'op'",
    '',
    42,
    null,
  ])('C01 K13 refuses %j and changes nothing', async (sql) => {
    const answer = await query(admin, sql);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ done: false, msg: 'Query error', err: { code: 'msg.query' }, data: null });
  });

  it('C01 only for an object that the role may read', async () => {
    const model = server.registry.get('user')?.model;
    const mayRead = model?.access.verbs.read.includes('[gs]');
    const answer = await query(await server.signIn('gs'), "SELECT id FROM user WHERE id = 'op'");
    expect(answer.status).toBe(mayRead ? 200 : 403);
  });

  it('C06 the secret: missing 499, invalid 498, another day 498, without a session 440; in this order', async () => {
    const sql = "SELECT id FROM user WHERE id = 'op'";
    const status = async (client: Client, headers: Record<string, string>) => (await query(client, sql, headers)).status;
    expect(await status(server.anonymous, {})).toBe(499);
    expect(await status(server.anonymous, { secret: 'nonsense' })).toBe(498);
    expect(await status(server.anonymous, { secret: server.secret() })).toBe(440);
    expect(await status(op, { secret: makeSecret('another secret', new Date()) })).toBe(498);
    expect(await status(op, { secret: makeSecret('public', new Date(Date.now() - 3 * 86_400_000)) })).toBe(498);
    expect(await status(op, { secret: makeSecret('public', new Date(Date.now() - 86_400_000)) })).not.toBe(498);
    const texts = await query(server.anonymous, sql, {});
    expect((await texts.json()).msg).toBe('Token Required');
  });

  it('C06 every POST call of the section needs a log object with source, side C and user', async () => {
    const upload = uploader(server);
    const sql = "SELECT id FROM film WHERE id = 'x'";
    const headers = { secret: server.secret() };
    const calls: Record<string, (log: unknown) => Promise<{ status: number; fields: { path: string }[] }>> = {
      query: async (log) => asked(await op('/api/query', { method: 'POST', json: { options: { sql }, ...(log !== null && { log }) }, headers })),
      'an error record': async (log) => asked(await op('/api/log', { method: 'POST', json: { message: 'm', ...(log !== null && { log }) }, headers })),
      'a log entry': async (log) => asked(await op('/api/log', { method: 'POST', json: { msg: 'm', ...(log as object | null) }, headers })),
      uploadFiles: async (log) => {
        const { status, body } = await upload(op, { pl: { object: 'film', id: '', field: 'poster' }, files: [{ name: 'a.png', bytes: await picture() }], log });
        return { status, fields: body.err?.fields ?? [] };
      },
    };
    for (const [call, send] of Object.entries(calls)) {
      expect((await send({ source: 'a', side: 'C', user: 'N/A' })).status, call).toBe(200);
      expect((await send({ src: 'a', side: 'C', user: 'op' })).status, call).toBe(200);
      for (const [log, path] of [
        [null, call === 'a log entry' ? 'log/source' : 'log'],
        [{ side: 'C', user: 'op' }, 'log/source'],
        [{ source: 'a', side: 'S', user: 'op' }, 'log/side'],
        [{ source: 'a', side: 'C' }, 'log/user'],
      ] as const) {
        const { status, fields } = await send(log);
        expect([status, fields[0]?.path], `${call} ${JSON.stringify(log)}`).toEqual([422, path]);
      }
    }
    expect((await calls.uploadFiles!({ src: 'a', user: 'op' })).status, 'the upload’s has src and user').toBe(200);
    expect((await calls.uploadFiles!('no json')).status).toBe(422);
  });

  it('C06 the query may have at most 4 KB', async () => {
    const post = (json: unknown) => op('/api/query', { method: 'POST', json, headers: { secret: server.secret() } });
    expect((await post({ options: { sql: 'x'.repeat(5_000) }, log })).status).toBe(413);
    expect((await post([])).status).toBe(422);
  });

  it('C02 E15 E16 K27 stores reports with the signed-in user, whatever they claim, cut to length', async () => {
    const report = (client: Client, json: unknown) => client('/api/log', { method: 'POST', json, headers: { secret: server.secret() } });
    expect((await report(op, { level: 'warn', msg: 'from op', user: 'admin', log: { ...log, user: 'admin' } })).status).toBe(200);
    expect(
      (
        await report(server.anonymous, {
          message: 'broken',
          statusCode: 130,
          statusMessage: 'Unknown',
          stack: 'at there',
          fatal: true,
          cause: '',
          data: '',
          log,
        })
      ).status,
    ).toBe(200);
    const state = await (await admin('/api/system')).json();
    const entries = state.data.log.filter((entry: { side: string }) => entry.side === 'C');
    expect(entries[1]).toMatchObject({ level: 'warn', side: 'C', src: 'test', msg: 'from op', user: 'op' });
    expect(entries[0]).toMatchObject({ level: 'error', side: 'C', msg: 'broken', user: 'N/A', desc: 'fatal\n---\n130 Unknown', stack: 'at there' });
  });

  it('C02 C06 a report needs the secret, is an object, and cannot fill the log', async () => {
    const post = (json: unknown, headers: Record<string, string> = { secret: server.secret() }) =>
      server.anonymous('/api/log', { method: 'POST', json, headers });
    expect((await post({ msg: 'x' }, {})).status).toBe(499);
    expect((await post(['x'])).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 80 }, () => post({ msg: 'loop', log })));
    expect(answers.some((answer) => answer.status === 423)).toBe(true);
    const [row] = await server.db.query<{ n: unknown }>("SELECT COUNT(*) AS n FROM log WHERE msg = 'loop'");
    expect(Number(row?.n)).toBeLessThanOrEqual(60);
  });
});
