import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('the system page’s panels on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  const data = async (path: string) => (await (await admin(path)).json()).data;
  const report = (client: Client, json: object) =>
    client('/api/log', {
      method: 'POST',
      json: { log: { src: '/erp/filmman', side: 'C', user: 'somebody else' }, ...json },
      headers: { secret: server.secret() },
    });

  beforeAll(async () => {
    server = await startServer({ kind });
    admin = await server.signIn('admin');
  });
  afterAll(() => server.stop());

  it('K27 C02 errors are grouped and counted; a group shows who, when and the stacks, joined', async () => {
    const op = await server.signIn('op');
    const gs = await server.signIn('gs');
    const error = {
      message: 'It broke',
      statusCode: 500,
      statusMessage: 'Oops',
      stack: 'at outer',
      cause: { message: 'deadlock', code: 'ER_LOCK', sqlState: '40001', sqlMessage: 'try restarting', stack: 'at inner' },
    };
    for (const client of [op, op, gs]) expect((await report(client, error)).status).toBe(200);
    await report(op, { msg: 'Just so you know', level: 'info' });
    const groups = (await data('/api/system/errors')) as {
      id: string;
      level: string;
      msg: string;
      count: number;
      users: number;
      first: string;
      last: string;
    }[];
    const broken = groups.find(({ msg }) => msg.startsWith('It broke'))!;
    expect(broken).toMatchObject({ level: 'error', side: 'C', src: '/erp/filmman', count: 3, users: 2 });
    expect(broken.msg).toBe('It broke\n---\ndeadlock 40001 ER_LOCK try restarting');
    expect(broken.last >= broken.first).toBe(true);
    expect(groups.find(({ msg }) => msg === 'Just so you know')).toMatchObject({ level: 'info', count: 1 });
    const reports = await data(`/api/system/errors/${broken.id}`);
    expect(reports.map(({ user }: { user: string }) => user)).toEqual(['gs', 'op', 'op']);
    expect(reports[0]).toMatchObject({ stack: 'at outer\n---\nat inner', desc: '500 Oops' });
    expect(await (await admin(`/api/system/errors/${broken.id}`, { method: 'DELETE' })).json()).toMatchObject({ data: { count: 3 } });
    expect((await admin(`/api/system/errors/${broken.id}`)).status).toBe(404);
    expect((await data('/api/system/errors')).map(({ msg }: { msg: string }) => msg)).toContain('Just so you know');
  });

  it('E16 P02 the log is an object that administrators list, search, filter and export, and that only the server writes', async () => {
    const op = await server.signIn('op');
    await report(op, { message: '=1+1 the projector fell over', statusCode: 500 });
    const list = async (filter: object) => (await (await admin(`/api/pb/log?filter=${encodeURIComponent(JSON.stringify(filter))}`)).json()) as Row[];
    const [entry] = await list({ q: 'projector' });
    expect(entry).toMatchObject({ level: 'error', side: 'C', user: 'op', msg: '=1+1 the projector fell over' });
    expect(await list({ level: 'error', user: 'op', 'msg@like': 'fell over' })).toHaveLength(1);
    const exported = await admin(`/api/pb/log/export?format=csv&filter=${encodeURIComponent('{"q":"projector"}')}`);
    expect([exported.status, await exported.text()]).toEqual([200, expect.stringContaining("'=1+1 the projector fell over")]);
    for (const client of [op, await server.signIn('gs')])
      for (const path of ['', `/${String(entry?.id)}`, '/export?format=csv']) expect((await client(`/api/pb/log${path}`)).status).toBe(403);
    const json = { msg: 'made up' };
    expect((await admin('/api/pb/log', { method: 'POST', json })).status).toBe(403);
    expect((await admin(`/api/pb/log/${String(entry?.id)}`, { method: 'PUT', json: { ...json, ver: 1 } })).status).toBe(403);
    expect((await admin(`/api/pb/log/${String(entry?.id)}`, { method: 'DELETE' })).status).toBe(403);
  });

  it('reports a proxy that names its visitors while none is trusted', async () => {
    expect((await data('/api/system')).unreadProxy).toBe(false);
    await server.anonymous('/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect((await data('/api/system')).unreadProxy).toBe(true);
  });

  it('shows the size of database, files and disk', async () => {
    const storage = await data('/api/system/storage');
    expect(storage.database.bytes).toBeGreaterThan(10_000);
    expect(storage.database.kind).toBe(kind);
    expect(storage.files).toMatchObject({ kind: 'disk', count: 0, bytes: 0, writable: true });
    expect(storage.disk.total).toBeGreaterThan(storage.disk.free);
    expect(JSON.stringify(storage)).not.toMatch(/password|:[^/]*@/);
  });

  it('lists failed sign-ins', async () => {
    await server.anonymous('/api/auth/login', { method: 'POST', json: { id: 'Burglar', pw: 'x' } });
    expect((await data('/api/system/failures'))[0]).toMatchObject({ account: 'burglar' });
  });

  it('P01 P02 the matrix agrees with what requests may do', async () => {
    const { roles, objects } = await data('/api/permissions');
    expect(roles.slice(0, 3)).toEqual(['[]', '[op]', '[gs]']);
    expect(objects.map(({ name }: { name: string }) => name)).toEqual(server.registry.objects().map(({ model }) => model.name));
    const clients: Record<string, Client> = { '[]': admin, '[op]': await server.signIn('op'), '[gs]': await server.signIn('gs') };
    for (const object of objects) {
      const may = (verb: string) => object.verbs.find((one: { verb: string }) => one.verb === verb).roles;
      for (const [role, client] of Object.entries(clients)) {
        expect([object.name, role, (await client(`/api/pb/${object.name}?range=[0,0]`)).status]).toEqual([
          object.name,
          role,
          may('list').includes(role) ? 200 : 403,
        ]);
        const made = await client(`/api/pb/${object.name}`, { method: 'POST', json: { nonsense: 1 } });
        expect([object.name, role, 'create', made.status === 403]).toEqual([object.name, role, 'create', !may('create').includes(role)]);
      }
    }
    const user = objects.find(({ name }: { name: string }) => name === 'user');
    expect(user.fields.find(({ name }: { name: string }) => name === 'pw')).toMatchObject({ read: [], write: ['[]'] });
    const mail = objects.find(({ name }: { name: string }) => name === 'mail');
    expect(mail.fields.find(({ name }: { name: string }) => name === 'body')).toMatchObject({ read: ['[]'] });
  });
});
