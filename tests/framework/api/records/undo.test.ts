/** What a page did is taken back under its own id: deletions, changes, transitions and imports; only rows that nobody has touched since. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = (maxLength = 80) => ({ type: 'string', maxLength });
const schemas = {
  orchard: {
    title: 'Orchard',
    type: 'object',
    'x-titleTemplate': '{name}',
    required: ['id', 'name'],
    'x-access': { '[op]': ['list', 'read', 'create', 'update', 'import'], '[]': 'all' },
    'x-history': false,
    'x-workflow': {
      field: 'state',
      states: ['bare', 'bloom'],
      transitions: [{ name: 'flower', title: 'Flower', from: 'bare', to: 'bloom', roles: ['[op]', '[]'], stamps: ['bloomedAt'] }],
    },
    properties: {
      id: text(40),
      name: text(),
      state: {
        type: 'string',
        oneOf: [
          { const: 'bare', title: 'Bare' },
          { const: 'bloom', title: 'In bloom' },
        ],
        default: 'bare',
      },
      bloomedAt: { type: 'string', format: 'date-time', readOnly: true },
      trees: { type: 'array', 'x-child': true, items: { type: 'object', properties: { fruit: text(), count: { type: 'integer' } } } },
    },
  },
  basket: {
    title: 'Basket',
    type: 'object',
    'x-titleTemplate': '{id}',
    required: ['id'],
    properties: { id: text(40), orchard: { type: 'string', 'x-relation': { to: 'orchard', onDelete: 'null' } } },
  },
  leaf: {
    title: 'Leaf',
    type: 'object',
    'x-titleTemplate': '{id}',
    required: ['id'],
    properties: { id: text(40), orchard: { type: 'string', 'x-relation': { to: 'orchard', onDelete: 'cascade' } } },
  },
};

describe.each(testDatabases)('undo on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'undo-schemas-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let now = Date.parse('2026-03-01T10:00:00Z');
  let last = 0;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    for (const [name, schema] of Object.entries(schemas)) writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema));
    server = await startServer({ kind, schemasDir: folder, now: () => new Date(now) });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    op = await server.signIn('op');
  });
  afterAll(async () => {
    await expectSound(server?.tools);
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const changeset = () => {
    last += 1;
    return `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
  };
  const under = (id: string) => ({ 'x-changeset': id });
  const make = async (object: string, ...rows: Row[]) => {
    for (const json of rows) expect((await admin(`/api/pb/${object}`, { method: 'POST', json })).status).toBe(201);
  };
  const read = async (object: string, id: string) => {
    const answer = await admin(`/api/pb/${object}/${id}`);
    return answer.status === 200 ? ((await answer.json()) as Row) : undefined;
  };
  const undo = async (id: string, client = admin) => {
    const answer = await client(`/api/changes/${id}/undo`, { method: 'POST', json: {} });
    return { status: answer.status, ...(await answer.json()) };
  };
  const filter = (...ids: string[]) => encodeURIComponent(JSON.stringify({ id: ids }));

  it('says what a deletion takes along, and brings a bulk deletion back with it', async () => {
    await make('orchard', { id: 'o1', name: 'Upper', trees: [{ fruit: 'plum', count: 4 }] }, { id: 'o2', name: 'Lower' });
    await make('basket', { id: 'k1', orchard: 'o1' }, { id: 'k2', orchard: 'o2' });
    await make('leaf', { id: 'l1', orchard: 'o1' }, { id: 'l2', orchard: 'o1' });
    const preview = (await (await admin(`/api/pb/orchard/deletion?filter=${filter('o1', 'o2')}`)).json()).data;
    expect(preview).toEqual({
      takes: [
        {
          object: 'leaf',
          count: 2,
          rows: [
            { id: 'l1', title: 'l1' },
            { id: 'l2', title: 'l2' },
          ],
        },
      ],
      clears: [
        {
          object: 'basket',
          count: 2,
          rows: [
            { id: 'k1', title: 'k1' },
            { id: 'k2', title: 'k2' },
          ],
        },
      ],
    });
    const before = await read('orchard', 'o1');
    const id = changeset();
    await admin(`/api/pb/orchard?filter=${filter('o1', 'o2')}`, { method: 'DELETE', headers: under(id) });
    expect([await read('orchard', 'o1'), await read('leaf', 'l1'), (await read('basket', 'k1'))?.orchard]).toEqual([undefined, undefined, '']);
    // Somebody else's page cannot.
    expect((await undo(id, op)).err.code).toBe('msg.undo');
    expect((await undo(id)).data).toMatchObject({ count: 2, failed: [] });
    expect(await read('orchard', 'o1')).toEqual({ ...before, ver: 2 });
    expect([(await read('leaf', 'l2'))?.orchard, (await read('basket', 'k1'))?.orchard, (await read('basket', 'k2'))?.orchard]).toEqual(['o1', 'o1', 'o2']);
    expect((await undo(id)).err.code).toBe('msg.undo');
  });

  it('takes many changes back, but for rows that somebody has written to since, and not for ever', async () => {
    await make('orchard', { id: 'm1', name: 'One', trees: [{ fruit: 'fig', count: 1 }] }, { id: 'm2', name: 'Two' }, { id: 'm3', name: 'Three' });
    const id = changeset();
    for (const row of ['m1', 'm2', 'm3'])
      await admin(`/api/pb/orchard/${row}`, { method: 'PUT', json: { name: 'Same', trees: [] }, headers: { ...under(id), 'if-match': '*' } });
    await op('/api/pb/orchard/m2', { method: 'PUT', json: { name: 'Mine' }, headers: { 'if-match': '*' } });
    await admin('/api/pb/orchard/m3', { method: 'DELETE' });
    const { data } = await undo(id);
    expect(data.count).toBe(1);
    expect(data.failed.map((one: Row) => [one.id, one.title, one.code]).sort()).toEqual([
      ['m2', 'Mine', 'undo.changed'],
      ['m3', 'm3', 'undo.gone'],
    ]);
    expect(await read('orchard', 'm1')).toMatchObject({ name: 'One', ver: 3, trees: [{ fruit: 'fig', count: 1 }] });
    expect(await read('orchard', 'm2')).toMatchObject({ name: 'Mine', ver: 3 });
    const late = changeset();
    await admin('/api/pb/orchard/m1', { method: 'PUT', json: { name: 'Late' }, headers: { ...under(late), 'if-match': '*' } });
    now += 3_600_001;
    admin = await server.signIn('admin');
    op = await server.signIn('op');
    expect((await undo(late)).err.code).toBe('msg.undo');
  });

  it('takes a transition back with its stamps, of many rows at once, and says that it can', async () => {
    await make('orchard', { id: 't1', name: 'T1' }, { id: 't2', name: 'T2' });
    const id = changeset();
    const answer = await op('/api/pb/orchard/actions/flower', { method: 'POST', json: { ids: ['t1', 't2'] }, headers: under(id) });
    expect(answer.headers.get('x-undoable')).toBe('1');
    expect(await read('orchard', 't1')).toMatchObject({ state: 'bloom', bloomedAt: expect.stringMatching(/^2026-/) });
    expect((await undo(id, op)).data).toMatchObject({ count: 2, failed: [] });
    expect(await read('orchard', 't1')).toMatchObject({ state: 'bare', bloomedAt: '', ver: 3 });
  });

  it('takes an import back: what it made goes to the trash, what it changed is as it was; also for who may import but not delete', async () => {
    await make('orchard', { id: 'i1', name: 'Before' });
    const id = changeset();
    const bytes = Buffer.from('id,name\ni1,After\ni2,New\n');
    const started = await op('/api/pb/orchard/import?mode=write', {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/octet-stream', ...under(id) },
    });
    const { job } = (await started.json()).data;
    await expect.poll(async () => (await (await op(`/api/jobs/${job}`)).json()).data.state).toBe('done');
    expect([(await read('orchard', 'i1'))?.name, (await read('orchard', 'i2'))?.name]).toEqual(['After', 'New']);
    expect((await undo(id, op)).data).toMatchObject({ count: 2, failed: [] });
    expect([(await read('orchard', 'i1'))?.name, await read('orchard', 'i2')]).toEqual(['Before', undefined]);
    expect((await (await admin('/api/trash?object=orchard')).json()).data.entries[0]).toMatchObject({ row: 'i2', by: 'op' });
  });

  it('P01 is for who may still do it: not in a field that is closed to them by then, nor in a row that a rule keeps from them', async () => {
    await make('orchard', { id: 'n1', name: 'N1' }, { id: 'n2', name: 'N2' }, { id: 'n3', name: 'N3', state: 'bare' });
    const ids = ['n1', 'n2', 'n3'].map((row) => ({ row, id: changeset() }));
    for (const { row, id } of ids)
      expect((await op(`/api/pb/orchard/${row}`, { method: 'PUT', json: { ver: 1, name: 'Other' }, headers: under(id) })).status).toBe(200);
    const { orchard } = schemas;
    const put = async (schema: object) => {
      writeFileSync(join(folder, 'orchard.json'), JSON.stringify(schema));
      await server.registry.reload();
    };
    const name = { ...text(), 'x-access': { read: ['[op]', '[]'], write: ['[]'] } };
    await put({ ...orchard, properties: { ...orchard.properties, name } });
    expect((await undo(ids[0]!.id, op)).data).toMatchObject({ count: 0, failed: [{ id: 'n1', code: 'msg.forbidden' }] });
    const rows = { '[op]': { properties: { state: { const: 'bloom' } } } };
    await put({ ...orchard, 'x-access': { ...orchard['x-access'], rows } });
    expect((await undo(ids[1]!.id, op)).data).toMatchObject({ count: 0, failed: [{ id: 'n2', code: 'msg.forbidden' }] });
    await put(orchard);
    expect((await undo(ids[2]!.id, op)).data).toMatchObject({ count: 1, failed: [] });
    expect([(await read('orchard', 'n1'))?.name, (await read('orchard', 'n2'))?.name, (await read('orchard', 'n3'))?.name]).toEqual(['Other', 'Other', 'N3']);
  });

  it('notes nothing for a request that gives no id', async () => {
    const id = changeset();
    const plain = await admin('/api/pb/orchard/t1', { method: 'PUT', json: { name: 'Plain' }, headers: { 'if-match': '*' } });
    expect(plain.status).toBe(200);
    expect((await undo(id)).err.code).toBe('msg.undo');
    expect((await server.db.query("SELECT 1 AS one FROM `_change` WHERE row_id = 't1' AND `act` = 'update'")).length).toBe(0);
  });
});
