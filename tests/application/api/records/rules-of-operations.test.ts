/** Rules that a schema says (x-rules) are asked of the application's own operations too. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('operations under rules of a schema on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'rules-of-operations-'));
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    const file = join(root, 'decision_maker.json');
    const rule = { name: 'host', rule: 'enabled || org != "host"', field: 'enabled', message: { tw: '主辦單位的人不可停用', en: 'A host stays' } };
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), 'x-rules': [rule] }));
    server = await startServer({ kind, schemasDir: root });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('one that would break a rule is refused in its words and writes nothing; one that keeps them is done', async () => {
    const post = async (path: string, json: object) => {
      const answer = await admin(`/api/pb/${path}`, { method: 'POST', json, headers: { cookie: `${admin.cookie}; lang=en` } });
      return { status: answer.status, body: await answer.json() };
    };
    expect((await post('campaign', { id: 'ccdf15', cna: '一對一會談', enaName: 'One on one', edition: 14, maxSel: 3, zone: 'GMT' })).status).toBe(201);
    const { body: host } = await post('decision_maker', { cid: 'ccdf15', name: 'Ann', org: 'host' });
    const { body: guest } = await post('decision_maker', { cid: 'ccdf15', name: 'Ben', org: 'guest' });
    const refused = await post(`decision_maker/${host.id}/actions/disable`, { confirm: 'Ann' });
    expect(refused).toMatchObject({ status: 422, body: { err: { fields: [{ path: 'enabled', message: 'A host stays' }] } } });
    expect(await (await admin(`/api/pb/decision_maker/${host.id}`)).json()).toMatchObject({ enabled: true, ver: 1 });
    const { typed } = (await (await admin(`/api/pb/decision_maker/${guest.id}/actions/disable`)).json()).data;
    expect((await post(`decision_maker/${guest.id}/actions/disable`, { confirm: typed })).status).toBe(200);
  });
});
