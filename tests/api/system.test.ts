import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../support/database.ts';
import { type Client, startServer, type TestServer } from '../support/server.ts';

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
      id: number;
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

  it('shows what database, files and disk take', async () => {
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

  it('P01 P02 the matrix says what requests are told', async () => {
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
