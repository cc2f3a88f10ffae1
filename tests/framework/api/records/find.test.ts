/** Records of all objects by words, and the records beside one in its list; on objects dropped in. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Found } from '#framework/records/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = (more: object = {}) => ({ type: 'string', maxLength: 80, ...more });
const lamp = {
  title: 'Lamp',
  type: 'object',
  'x-titleTemplate': '{name}',
  'x-search': ['name', 'note', 'secret'],
  'x-indexes': [['name']],
  required: ['id'],
  'x-access': { '[gs]': ['list', 'read'], '[]': 'all', rows: { '[gs]': { properties: { open: { const: true } }, required: ['open'] } } },
  properties: { id: text({ maxLength: 40 }), name: text(), note: text(), secret: text({ 'x-access': ['[]'] }), open: { type: 'boolean' } },
};
const shade = { ...lamp, title: 'Shade', 'x-access': { '[gs]': [], '[]': 'all' } };

describe.each(testDatabases)('one box for everything, on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'find-schemas-'));
  let server: TestServer;
  let admin: Client;
  let guest: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    for (const [name, schema] of Object.entries({ lamp, shade })) writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema));
    server = await startServer({ kind, schemasDir: folder });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    guest = await server.signIn('gs');
    const make = async (object: string, json: object) => expect((await admin(`/api/pb/${object}`, { method: 'POST', json })).status).toBe(201);
    await make('lamp', { id: 'l1', name: 'Harbour lamp', note: 'brass', open: true });
    await make('lamp', { id: 'l2', name: 'Desk', note: 'from the harbour', open: true });
    await make('lamp', { id: 'l3', name: 'Harbour', secret: 'lighthouse', open: false });
    await make('lamp', { id: 'l4', name: 'Alley', open: true });
    await make('shade', { id: 's1', name: '港口 harbour' });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const find = async (q: string, client: Client) => {
    const { data } = (await (await client(`/api/find?q=${encodeURIComponent(q)}`)).json()) as { data: Found[] };
    return data.filter(({ object }) => ['lamp', 'shade'].includes(object)).map(({ object, id }) => `${object} ${id}`);
  };

  it('finds records of all objects that may be read, the best first', async () => {
    expect(await find('harbour', admin)).toEqual(['lamp l3', 'lamp l1', 'shade s1', 'lamp l2']);
    expect(await find('harbour', guest)).toEqual(['lamp l1', 'lamp l2']);
    expect(await find('lighthouse', admin)).toEqual(['lamp l3']);
    expect(await find('lighthouse', guest)).toEqual([]);
    expect(await find('  ', admin)).toEqual([]);
    expect((await admin(`/api/find?q=${'x'.repeat(300)}`)).status).toBe(400);
  });

  it('names the records beside one in the list of a filter and order', async () => {
    const beside = async (id: string, more: object, client = admin) => {
      const asked = new URLSearchParams(Object.entries(more).map(([name, value]) => [name, JSON.stringify(value)]));
      return ((await (await client(`/api/pb/lamp/${id}/neighbours?${asked}`)).json()) as { data: object }).data;
    };
    const sort = ['name', 'ASC'];
    expect(await beside('l2', { sort })).toEqual({ previous: 'l4', next: 'l3' });
    expect(await beside('l4', { sort })).toEqual({ next: 'l2' });
    expect(await beside('l1', { sort, filter: { open: true } })).toEqual({ previous: 'l2' });
    // A record that is not in the list has its place in it all the same.
    expect(await beside('l3', { sort, filter: { open: true } })).toEqual({ previous: 'l2', next: 'l1' });
    expect(await beside('l2', { sort }, guest)).toEqual({ previous: 'l4', next: 'l1' });
    expect((await guest('/api/pb/lamp/l3/neighbours')).status).toBe(404);
  });
});
