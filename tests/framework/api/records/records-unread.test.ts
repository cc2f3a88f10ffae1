/** Who may write to what they may not read learns nothing of it by writing: over HTTP, on schemas that nobody prepared for it. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 60 };
const to = (object: string, onDelete: string) => ({ ...text, 'x-relation': { to: object, onDelete } });
const every = ['list', 'read', 'create', 'update', 'delete', 'export', 'import'];
const named = { type: 'object', 'x-titleTemplate': '{name}', required: ['id', 'name'] };
const schemas = {
  petition: {
    ...named,
    title: 'Petition',
    'x-access': { '[op]': ['create', 'update', 'delete', 'import'], '[gs]': [] },
    properties: { id: text, name: text, note: text },
  },
  // guests read what is open; operators write to everything: who is both reads what guests read
  parcel: {
    ...named,
    title: 'Parcel',
    'x-access': { '[op]': ['create', 'update', 'delete'], '[gs]': ['list', 'read'], rows: { '[gs]': { properties: { open: { const: true } } } } },
    properties: { id: text, name: text, open: { type: 'boolean' } },
  },
  chest: {
    ...named,
    title: 'Chest',
    'x-titleTemplate': '{name} {hoard}',
    'x-access': { '[op]': every },
    properties: { id: text, name: text, weight: { type: 'integer' }, hoard: { ...text, 'x-access': { read: ['[]'], write: ['[]'] } } },
  },
  safe: {
    ...named,
    title: 'Safe',
    'x-access': { '[op]': every },
    properties: { id: text, name: text, note: text, pin: { ...text, 'x-db': { unique: true }, 'x-access': { read: ['[]'], write: ['[op]', '[]'] } } },
  },
  lock: {
    ...named,
    title: 'Lock',
    'x-access': { '[op]': [] },
    properties: { id: text, name: { ...text, 'x-db': { unique: true } }, chest: to('chest', 'cascade'), other: to('chest', 'null') },
  },
};

describe.each(testDatabases)('rows that are written by who may not read them, on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'unread-schemas-'));
  let server: TestServer;
  let [admin, op, both]: Client[] = [];
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    for (const [name, schema] of Object.entries(schemas)) writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema));
    server = await startServer({ kind, schemasDir: folder });
    expect(server.registry.quarantined()).toEqual([]);
    await server.addUser('both', ['[op]', '[gs]']);
    [admin, op, both] = [await server.signIn('admin'), await server.signIn('op'), await server.signIn('both')];
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const send = async (client: Client | undefined, method: string, path: string, json?: object, headers: Record<string, string> = {}) => {
    const answer = await client!(`/api/pb/${path}`, { method, headers, ...(json && { json }) }); // signed in before the tests
    return { status: answer.status, body: await answer.json() };
  };
  const make = async (object: string, ...rows: Row[]) => {
    for (const row of rows) expect((await send(admin, 'POST', object, row)).status).toBe(201);
  };
  const report = async (client: Client | undefined, path: string, init: object) => {
    const { data } = await (await client!(`/api/pb/${path}`, { method: 'POST', ...init })).json();
    await server.tools.jobs.settled(data.job);
    return (await (await client!(`/api/jobs/${data.job}`)).json()).data.result;
  };
  const sheet = (content: string) => ({ body: new TextEncoder().encode(content), headers: { 'content-type': 'application/octet-stream' } });

  it('P01 a save, a conflict and a deletion answer with key and version alone', async () => {
    await make('petition', { id: 'p1', name: 'hushed', note: 'whisper' }, { id: 'p2', name: 'hushed' });
    const stale = await send(op, 'PUT', 'petition/p1', { ver: 9, note: 'x' });
    expect([stale.status, stale.body.data]).toEqual([412, { id: 'p1', ver: 1 }]);
    expect(await send(op, 'PUT', 'petition/p1', { ver: 1, note: 'x' })).toEqual({ status: 200, body: { id: 'p1', ver: 2 } });
    expect(await send(op, 'DELETE', 'petition/p2')).toEqual({ status: 200, body: { id: 'p2', ver: 1 } });
    const key = { 'Idempotency-Key': 'the-same' };
    const first = await send(op, 'POST', 'petition', { id: 'p3', name: 'new' }, key);
    expect(first).toEqual({ status: 201, body: { id: 'p3', ver: 1 } });
    expect(await send(op, 'POST', 'petition', { id: 'p3', name: 'new' }, key)).toEqual(first);
    expect((await send(admin, 'GET', 'petition/p1')).body).toMatchObject({ name: 'hushed', note: 'x' });
  });

  it('P01 neither do rows that a row rule hides say more, one by one, many at once or merged', async () => {
    await make('parcel', { id: 'a', name: 'Shown', open: true }, { id: 'b', name: 'hushed', open: false });
    expect((await send(both, 'GET', 'parcel/b')).status).toBe(404);
    expect((await send(both, 'PUT', 'parcel/b', { ver: 9, name: 'x' })).body.data).toEqual({ id: 'b', ver: 1 });
    expect((await send(both, 'PUT', 'parcel/a', { ver: 9, name: 'x' })).body.data).toMatchObject({ name: 'Shown', open: true });
    const order = { json: { mode: 'check', ids: ['a', 'b'], remove: true } };
    expect((await report(both, 'parcel/bulk', order)).lines.map(({ title }: { title: string }) => title)).toEqual(['Shown', 'b']);
    for (const preview of [true, false]) {
      const merged = await send(both, 'POST', 'parcel/a/merge', { from: [{ id: 'b' }], take: { name: 'b' }, preview });
      expect([merged.status, JSON.stringify(merged.body)]).toEqual([404, expect.not.stringContaining('hushed')]);
    }
    expect((await send(both, 'DELETE', 'parcel/b')).body).toEqual({ id: 'b', ver: 1 });
  });

  it('P01 a sheet’s report names a row by what its reader may see of the title', async () => {
    await make('chest', { id: 'c1', name: 'Oak', hoard: 'hushed', weight: 1 });
    for (const mode of ['check', 'write']) {
      const { lines } = await report(op, `chest/import?mode=${mode}`, sheet('id,weight\nc1,2\n'));
      expect(lines).toMatchObject([{ do: 'update', id: 'c1', title: 'Oak' }]);
    }
    expect((await report(admin, 'chest/import?mode=check', sheet('id,weight\nc1,3\n'))).lines).toMatchObject([{ title: 'Oak hushed' }]);
  });

  it('P01 a sheet finds no row by what its sender may only write', async () => {
    await make('safe', { id: 's1', name: 'Ann', pin: '4711' });
    const lines = async (client: Client | undefined, by = '') => (await report(client, `safe/import?mode=check${by}`, sheet('pin,note\n4711,x\n'))).lines;
    expect(await lines(admin)).toMatchObject([{ do: 'update', id: 's1', title: 'Ann' }]);
    expect(await lines(op)).toMatchObject([{ do: 'refused', id: '' }]);
    expect((await op!('/api/pb/safe/import?mode=check&by=pin', { method: 'POST', ...sheet('pin,note\n4711,x\n') })).status).toBe(400);
    expect((await report(op, 'safe/import?mode=write', sheet('id,pin\ns1,4712\n'))).lines).toMatchObject([{ do: 'update', id: 's1', title: 'Ann' }]);
  });

  it('P01 the trash says of what a row took along that it is there, and neither what, nor what is in its way', async () => {
    await make('chest', { id: 'c2', name: 'Elm' }, { id: 'c3', name: 'Ash' });
    await make('lock', { id: 'k1', name: 'hushed', chest: 'c2' }, { id: 'k2', name: 'hush', other: 'c2' });
    expect((await send(op, 'DELETE', 'chest/c2')).status).toBe(200);
    const entry = async (client: Client | undefined) =>
      (await (await client!('/api/trash')).json()).data.entries.find(({ row }: { row: string }) => row === 'c2');
    expect((await entry(op)).taken).toEqual([{ object: '', count: 1 }]);
    expect((await entry(admin)).taken).toEqual([{ object: 'lock', count: 1 }]);
    await make('lock', { id: 'k3', name: 'hushed' });
    const refused = await send(op, 'POST', 'chest/c2/restore', {});
    expect([refused.status, refused.body.err.fields]).toEqual([422, [{ path: '', code: 'trash.closed', message: expect.any(String) }]]);
    expect((await send(admin, 'POST', 'chest/c2/restore', {})).body.err.fields).toMatchObject([{ path: 'name', code: 'trash.taken' }]);
    await send(admin, 'DELETE', 'lock/k3');
    await send(admin, 'PUT', 'lock/k2', { ver: 2, other: 'c3' });
    const ids = [(await entry(op)).id];
    const { data } = await (await op!('/api/trash/restore', { method: 'POST', json: { ids } })).json();
    expect(data.restored).toMatchObject([{ id: 'c2', title: 'Elm', left: [{ object: '', id: '', title: '', fields: [], why: 'changed' }] }]);
  });
});
