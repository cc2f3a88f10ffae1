/** Roles of the house's own making, on an object that nothing else names. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnRoleBody, Permissions } from '#framework/accounts/wire.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { type Client, passwordOf, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 80 };
const ferry = {
  title: 'Ferry',
  type: 'object',
  'x-titleTemplate': '{name}',
  required: ['id', 'name'],
  'x-access': {
    '[op]': ['list', 'read', 'create', 'update'],
    '[gs]': [],
    '[]': 'all',
    rows: { '[]': { properties: { harbour: { enum: ['north', ''] } } } },
  },
  properties: {
    id: { type: 'string', maxLength: 40 },
    name: text,
    harbour: { ...text, 'x-db': { index: true } },
    price: text,
    bribe: { ...text, 'x-access': ['[op]'] },
  },
};
const { bribe: _bribe, ...open } = ferry.properties;
const barge = { ...ferry, title: 'Barge', 'x-access': { '[]': 'all' }, properties: open };
const title = { tw: '船務', en: 'Shipping' };

it.runIf(testDatabases.includes('mariadb'))(
  'a right that is given or taken in one process holds in another within seconds',
  async () => {
    const { url, remove } = freshUrl('mariadb');
    const one = await startServer({ kind: 'mariadb', env: { DATABASE_URL: url } });
    const other = await startServer({ kind: 'mariadb', env: { DATABASE_URL: url }, watch: true });
    const grant = async (client: Client, grants: string[], ver: number) =>
      (await client('/api/permissions/roles/lister', { method: 'PUT', json: { title, grants, ver } satisfies OwnRoleBody })).status;
    try {
      const admin = await one.signIn('admin');
      expect(await grant(admin, ['company:list', 'company:read', 'company.name:read'], 0)).toBe(200);
      await one.addUser('lister', ['[lister]']);
      const lister = await other.signIn('lister');
      await expect.poll(async () => (await lister('/api/pb/company')).status, { timeout: 10_000 }).toBe(200);
      expect(await grant(admin, [], 1)).toBe(200);
      await expect.poll(async () => (await lister('/api/pb/company')).status, { timeout: 10_000 }).toBe(403);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
      await remove();
    }
  },
  60_000,
);

describe.each(testDatabases)('roles of the house on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'role-schemas-'));
  let server: TestServer;
  let admin: Client;
  const put = (name: string, grants: string[], ver = 0, client = admin) =>
    client(`/api/permissions/roles/${name}`, { method: 'PUT', json: { title, grants, ver } satisfies OwnRoleBody });
  const refusal = async (answer: Response) => {
    const { err } = await answer.json();
    return [answer.status, err?.code, err?.fields?.[0]?.path].filter(Boolean);
  };
  const permissions = async () => (await (await admin('/api/permissions')).json()).data as Permissions;

  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    writeFileSync(join(folder, 'ferry.json'), JSON.stringify(ferry));
    writeFileSync(join(folder, 'barge.json'), JSON.stringify(barge));
    server = await startServer({ kind, schemasDir: folder });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    for (const [id, harbour] of [
      ['a', 'north'],
      ['b', 'south'],
    ]) {
      const op = await server.signIn('op');
      expect((await op('/api/pb/ferry', { method: 'POST', json: { id, name: `Ferry ${id}`, harbour, price: '9', bribe: 'x' } })).status).toBe(201);
    }
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('open from the next request on what was granted: verbs, fields, and no more rows than an administrator has', async () => {
    expect((await put('shipper', ['ferry:list', 'ferry:read', 'ferry:update', 'ferry.name:read', 'ferry.price:read', 'ferry.price:write'])).status).toBe(200);
    const made = await admin('/api/pb/user', {
      method: 'POST',
      json: { id: 'shipper', name: 'Shipper', email: 'shipper@example.com', pw: passwordOf('shipper'), roles: ['[shipper]'] },
    });
    expect(made.status).toBe(201);
    const shipper = await server.signIn('shipper');
    const row = await (await shipper('/api/pb/ferry/a')).json();
    expect(row).toMatchObject({ id: 'a', name: 'Ferry a', price: '9' });
    expect(row).not.toHaveProperty('harbour');
    expect(row).not.toHaveProperty('bribe');
    expect((await shipper('/api/pb/ferry/b')).status).toBe(404);
    expect((await shipper('/api/pb/ferry/a', { method: 'PUT', json: { ...row, price: '12' } })).status).toBe(200);
    const { ver } = await (await shipper('/api/pb/ferry/a')).json();
    expect((await shipper('/api/pb/ferry/a', { method: 'PUT', json: { id: 'a', ver, name: 'Mine' } })).status).not.toBe(500);
    expect(await (await admin('/api/pb/ferry/a')).json()).toMatchObject({ name: 'Ferry a', price: '12', harbour: 'north' });
    expect((await shipper('/api/pb/ferry', { method: 'POST', json: { id: 'c', name: 'C' } })).status).toBe(403);
    expect((await shipper('/api/pb/ferry/a', { method: 'DELETE' })).status).toBe(403);
    expect((await shipper('/api/pb/film')).status).toBe(403);
    expect((await shipper('/api/permissions')).status).toBe(403);
    const known = await (await shipper('/api/objects')).text();
    expect(known).toContain('ferry');
    expect(known).not.toContain('bribe');
    // What was open to others is open to them as before.
    const op = await server.signIn('op');
    expect(await (await op('/api/pb/ferry/b')).json()).toMatchObject({ harbour: 'south', bribe: 'x' });
  });

  it('somebody’s other role opens no field that it does not open by itself', async () => {
    expect((await put('mender', ['ferry:list', 'ferry:read', 'ferry:update', 'ferry.name:read', 'ferry.price:read', 'ferry.price:write'])).status).toBe(200);
    await server.addUser('guest_too', ['[gs]', '[mender]']);
    const guest = await server.signIn('guest_too');
    expect(await (await guest('/api/pb/ferry/a')).json()).not.toHaveProperty('harbour');
    // a guest reads every barge, by default; what the other role writes is no more for it
    expect((await admin('/api/pb/barge', { method: 'POST', json: { id: 'a', name: 'Barge', harbour: 'north', price: '9' } })).status).toBe(201);
    expect((await put('bargee', ['barge:update', 'barge.price:write'])).status).toBe(200);
    await server.addUser('bargee', ['[gs]', '[bargee]']);
    const bargee = await server.signIn('bargee');
    const row = await (await bargee('/api/pb/barge/a')).json();
    expect(row).toMatchObject({ harbour: 'north' });
    await bargee('/api/pb/barge/a', { method: 'PUT', json: { ...row, harbour: 'south' } });
    expect(await (await admin('/api/pb/barge/a')).json()).toMatchObject({ harbour: 'north' });
    const { ver } = await (await bargee('/api/pb/barge/a')).json();
    expect((await bargee('/api/pb/barge/a', { method: 'PUT', json: { ...row, ver, price: '16' } })).status).toBe(200);
    expect(await (await admin('/api/pb/barge/a')).json()).toMatchObject({ harbour: 'north', price: '16' });
  });

  it('a field of its own access is granted outright; everything else at once', async () => {
    expect((await put('whole', ['ferry:list', 'ferry:read', 'ferry.*:read'])).status).toBe(200);
    await server.addUser('whole', ['[whole]']);
    const whole = await server.signIn('whole');
    const row = await (await whole('/api/pb/ferry/a')).json();
    expect(row).toMatchObject({ harbour: 'north' });
    expect(row).not.toHaveProperty('bribe');
    expect((await put('whole', ['ferry:list', 'ferry:read', 'ferry.*:read', 'ferry.bribe:read'], 1)).status).toBe(200);
    expect(await (await whole('/api/pb/ferry/a')).json()).toMatchObject({ bribe: 'x' });
    // taken away, and gone at once
    expect((await put('whole', [], 2)).status).toBe(200);
    expect((await whole('/api/pb/ferry/a')).status).toBe(403);
  });

  it('nobody gives more than they have, staff’s accounts to nobody, and none but administrators give', async () => {
    const op = await server.signIn('op');
    expect((await put('helper', [], 0, op)).status).toBe(403);
    for (const grant of [
      'ferry:fly',
      'ghost:read',
      'user:update',
      'user:create',
      'user.roles:write',
      'user.*:write',
      'user.pw:read',
      'film.ver:write',
      'log:create',
    ])
      expect([grant, await refusal(await put('helper', [grant]))]).toEqual([grant, [422, 'msg.invalid', 'grants']]);
    for (const name of ['op', 'gs', 'A', '__proto__', 'x'.repeat(30)]) expect(await refusal(await put(name, []))).toEqual([422, 'msg.invalid', 'code']);
    expect(await refusal(await admin('/api/permissions/roles/helper', { method: 'PUT', json: { title: { en: 'x' }, grants: [], ver: 0 } }))).toEqual([
      422,
      'msg.invalid',
      'title.tw',
    ]);
    // a line in the table that was written past the calls opens nothing either
    await server.db.run("INSERT INTO _role (code, title, grants, ver) VALUES ('[forged]', ?, ?, 1)", [
      JSON.stringify(title),
      '["user:update","user.roles:write"]',
    ]);
    await server.registry.reload();
    await server.addUser('forged', ['[forged]']);
    expect((await (await server.signIn('forged'))('/api/pb/user/gs', { method: 'PUT', json: { id: 'gs', ver: 1 } })).status).toBe(403);
  });

  it('of two who change it at the same time one is told; the history has who gave what', async () => {
    expect((await put('twice', ['ferry:list'])).status).toBe(200);
    const answers = await Promise.all([put('twice', ['ferry:read'], 1), put('twice', ['ferry:export'], 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const { data } = await (await admin('/api/permissions/roles/twice/history')).json();
    expect(data).toMatchObject([
      { by: 'admin', action: 'update', changes: { grants: [['ferry:list'], expect.any(Array)] } },
      { by: 'admin', action: 'create', changes: { grants: [[], ['ferry:list']] } },
    ]);
  });

  it('stands in the matrix, is among the codes of accounts, and is deleted once nobody has it', async () => {
    expect((await put('short', ['ferry:list'])).status).toBe(200);
    const { roles, own, objects } = await permissions();
    expect(roles).toContain('[short]');
    expect(own.find(({ code }) => code === '[short]')).toMatchObject({ title, ver: 1 });
    expect(objects.find(({ name }) => name === 'ferry')?.verbs.find(({ verb }) => verb === 'list')?.roles).toContain('[short]');
    await server.addUser('short', ['[short]']);
    expect(await refusal(await admin('/api/permissions/roles/short', { method: 'DELETE' }))).toEqual([422, 'msg.roleheld']);
    expect((await admin('/api/pb/user/short', { method: 'DELETE' })).status).toBe(200);
    expect((await admin('/api/permissions/roles/short', { method: 'DELETE' })).status).toBe(200);
    expect((await permissions()).roles).not.toContain('[short]');
    const fresh = { id: 'late', name: 'Late', email: 'late@example.com', pw: passwordOf('late'), roles: ['[short]'] };
    expect((await admin('/api/pb/user', { method: 'POST', json: fresh })).status).toBe(422);
    expect(server.registry.quarantined()).toEqual([]);
  });
});
