/** Who has a row open, over HTTP, on an object that nobody prepared for it. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Presence } from '#framework/comments/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { statementsOf } from '../../../support/database/statements-of.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const kiln = {
  title: 'Kiln',
  type: 'object',
  required: ['name'],
  'x-access': { '[gs]': ['list', 'read'], '[op]': 'all', '[]': 'all', rows: { '[gs]': { properties: { state: { const: 'open' } }, required: ['state'] } } },
  properties: {
    id: { type: 'string', maxLength: 40, readOnly: true },
    name: { type: 'string', maxLength: 80 },
    state: { type: 'string', enum: ['open', 'shut'], default: 'open' },
  },
};

describe.each(testDatabases)('presence on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'presence-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let guest: Client;
  let ahead = 0;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    writeFileSync(join(root, 'kiln.json'), JSON.stringify(kiln));
    server = await startServer({ kind, schemasDir: root, now: () => new Date(Date.now() + ahead) });
    [admin, op, guest] = [await server.signIn('admin'), await server.signIn('op'), await server.signIn('gs')];
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const make = async (row: object): Promise<string> => (await (await admin('/api/pb/kiln', { method: 'POST', json: row })).json()).id;
  const put = (client: Client, id: string, page: string, json: unknown = { isTyping: false }) =>
    client(`/api/pb/kiln/${id}/presence/${page}`, { method: 'PUT', json });
  const here = async (client: Client, id: string, page: string, isTyping = false): Promise<Presence> => {
    const answer = await put(client, id, page, { isTyping });
    expect(answer.status).toBe(200);
    return (await answer.json()).data;
  };
  const leave = (client: Client, id: string, page: string) => client(`/api/pb/kiln/${id}/presence/${page}`, { method: 'DELETE' });

  it('tells each who else is there, who of them types, and when they have left', async () => {
    const id = await make({ name: 'first' });
    expect(await here(admin, id, 'page-of-admin')).toMatchObject({ ver: 1, by: 'admin', others: [] });
    expect((await here(op, id, 'page-of-op')).others).toEqual([{ account: 'admin', isTyping: false }]);
    await here(op, id, 'page-of-op', true);
    const seen = await here(admin, id, 'page-of-admin');
    expect(seen.others).toEqual([{ account: 'op', isTyping: true }]);
    expect(seen.names.op).toBeTruthy();
    // Nobody is told of another row.
    expect((await here(admin, await make({ name: 'second' }), 'page-of-admin')).others).toEqual([]);
    expect((await leave(op, id, 'page-of-op')).status).toBe(200);
    expect((await here(admin, id, 'page-of-admin')).others).toEqual([]);
  });

  it('one person in two pages is one to others, and is told of the other page; no other page is taken back by a leave', async () => {
    const id = await make({ name: 'twice' });
    await here(op, id, 'one-page');
    expect((await here(op, id, 'another-page', true)).others).toEqual([{ account: 'op', isTyping: false }]);
    expect((await here(admin, id, 'page-of-admin')).others).toEqual([{ account: 'op', isTyping: true }]);
    await leave(admin, id, 'another-page');
    expect((await here(admin, id, 'page-of-admin')).others).toEqual([{ account: 'op', isTyping: true }]);
    await leave(op, id, 'another-page');
    expect((await here(admin, id, 'page-of-admin')).others).toEqual([{ account: 'op', isTyping: false }]);
  });

  it('who says nothing more counts no more: after 15 seconds, and after two minutes where something is typed', async () => {
    const id = await make({ name: 'left' });
    await here(op, id, 'page-of-op');
    await here(guest, id, 'page-of-guest', true);
    ahead += 14_000;
    expect((await here(admin, id, 'page-of-admin')).others.map(({ account }) => account)).toEqual(['gs', 'op']);
    ahead += 2_000;
    expect((await here(admin, id, 'page-of-admin')).others).toEqual([{ account: 'gs', isTyping: true }]);
    ahead += 105_000;
    expect((await here(admin, id, 'page-of-admin')).others).toEqual([]);
  });

  it('tells the version that is stored and who saved it', async () => {
    const id = await make({ name: 'changed' });
    await here(admin, id, 'page-of-admin');
    expect((await op(`/api/pb/kiln/${id}`, { method: 'PUT', json: { name: 'changed by another' }, headers: { 'If-Match': '"1"' } })).status).toBe(200);
    const seen = await here(admin, id, 'page-of-admin');
    expect(seen).toMatchObject({ ver: 2, by: 'op', names: { op: expect.any(String) } });
    expect(seen.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('tells nothing of a row that one may not read or that is gone, and names what is wrong', async () => {
    const shut = await make({ name: 'shut', state: 'shut' });
    expect((await put(guest, shut, 'page-of-guest')).status).toBe(404);
    expect((await put(admin, 'nowhere', 'page-of-admin')).status).toBe(404);
    await here(admin, shut, 'page-of-admin');
    expect((await admin(`/api/pb/kiln/${shut}`, { method: 'DELETE' })).status).toBe(200);
    expect((await put(admin, shut, 'page-of-admin')).status).toBe(404);
    const id = await make({ name: 'wrong' });
    for (const [page, json, field] of [
      ['short', { isTyping: true }, 'page'],
      ['page-of-admin', {}, 'isTyping'],
      ['page-of-admin', { isTyping: 1 }, 'isTyping'],
    ] as const) {
      const answer = await put(admin, id, page, json);
      expect(answer.status).toBe(400);
      expect((await answer.json()).err).toMatchObject({ code: 'msg.badrequest', fields: [{ path: field }] });
    }
    expect((await leave(admin, id, 'short')).status).toBe(400);
    expect((await server.anonymous(`/api/pb/kiln/${id}/presence/page-of-nobody`, { method: 'PUT', json: { isTyping: false } })).status).toBe(401);
  });

  it('is written once in some seconds, and asked in three statements', async () => {
    const id = await make({ name: 'often' });
    await here(admin, id, 'page-of-admin');
    await here(op, id, 'page-of-op');
    const saidAt = async () => Number((await server.db.query<{ at: number }>('SELECT MAX(at) AS at FROM `_presence` WHERE row_id = ?', [id]))[0]?.at);
    const before = await saidAt();
    ahead += 5_000;
    expect(await statementsOf(server.db, () => here(admin, id, 'page-of-admin'))).toHaveLength(3);
    expect(await saidAt()).toBe(before);
    ahead += 4_000;
    await here(admin, id, 'page-of-admin');
    expect(await saidAt()).toBeGreaterThan(before + 8_000);
  });
});
