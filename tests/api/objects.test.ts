import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectModel } from '#codegen/model.ts';
import { testDatabases } from '../support/database.ts';
import { type Client, startServer, type TestServer } from '../support/server.ts';

interface Listed {
  name: string;
  model: ObjectModel;
  schema: { properties: Record<string, unknown>; required?: string[] };
  validator: string;
}

const festival = {
  title: 'Festival',
  type: 'object',
  required: ['id', 'name'],
  'x-titleTemplate': '{name}',
  properties: {
    id: { type: 'string', title: 'ID', maxLength: 40 },
    name: { type: 'string', title: 'Name', maxLength: 120 },
    secret: { type: 'string', title: 'Secret', maxLength: 40, 'x-access': { read: ['[]'], write: ['[]'] } },
    size: { type: 'string', title: 'Size', maxLength: 20 },
  },
};

describe.each(testDatabases)('objects of a running server on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let guest: Client;
  let schemasDir: string;
  const put = async (schema: unknown) => {
    writeFileSync(join(schemasDir, 'festival.json'), typeof schema === 'string' ? schema : JSON.stringify(schema));
    await server.registry.reload();
  };
  const listed = async (client: Client): Promise<Listed[]> => (await client('/api/objects')).json();
  const system = async () => (await (await admin('/api/system')).json()).data;

  beforeAll(async () => {
    schemasDir = mkdtempSync(join(tmpdir(), 'reelbase-schemas-'));
    cpSync('schemas', schemasDir, { recursive: true });
    server = await startServer({ kind, schemasDir });
    [admin, guest] = await Promise.all([server.signIn('admin'), server.signIn('gs')]);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(schemasDir, { recursive: true, force: true });
  });

  it('P01 each role gets the objects that it may see, with ETag and compressed', async () => {
    const answer = await admin('/api/objects');
    const names = ((await answer.json()) as Listed[]).map((object) => object.name);
    expect(names).toEqual(expect.arrayContaining(['company', 'film', 'user']));
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('x-objects-version')).toBe(server.registry.version());
    const etag = answer.headers.get('etag') ?? '';
    expect((await admin('/api/objects', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('a schema dropped in is an object at once, with table and records, and changes the version that open pages watch', async () => {
    const before = server.registry.version();
    await put(festival);
    expect(server.registry.version()).not.toBe(before);
    expect((await listed(admin)).map((object) => object.name)).toContain('festival');
    const made = await admin('/api/pb/festival', { method: 'POST', json: { id: 'tidf', name: 'TIDF', secret: 'x', size: 'large' } });
    expect(made.status).toBe(201);
    expect(await (await guest('/api/pb/festival')).json()).toMatchObject([{ id: 'tidf', name: 'TIDF' }]);
  });

  it('P01 a field that a role may not read is in neither model nor schema nor recent changes', async () => {
    const seen = (objects: Listed[]) => {
      const object = objects.find(({ name }) => name === 'festival');
      return [object?.model.fields.some((field) => field.name === 'secret'), 'secret' in (object?.schema.properties ?? {})];
    };
    expect(seen(await listed(admin))).toEqual([true, true]);
    expect(seen(await listed(guest))).toEqual([false, false]);
    const row = await (await admin('/api/pb/festival/tidf')).json();
    expect((await admin('/api/pb/festival/tidf', { method: 'PUT', json: { secret: 'y', name: 'TIDF 2026', ver: row.ver } })).status).toBe(200);
    const fields = async (client: Client) => {
      const changes: { obj: string; action: string; title: string; fields: string[] }[] = (await (await client('/api/recent')).json()).data;
      return changes.find((change) => change.obj === 'festival' && change.action === 'update');
    };
    expect(await fields(admin)).toMatchObject({ title: 'TIDF 2026', fields: expect.arrayContaining(['name', 'secret']) });
    expect((await fields(guest))?.fields).toEqual(['name']);
  });

  it('the compiled validator is a module under its hash, for the signed-in alone', async () => {
    const address = (await listed(admin)).find(({ name }) => name === 'festival')?.validator ?? '';
    const answer = await admin(address);
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const module: { validate: (record: unknown) => unknown[] } = await import(`data:text/javascript,${encodeURIComponent(await answer.text())}`);
    expect(module.validate({})).not.toEqual([]);
    expect((await server.anonymous(address)).status).toBe(401);
    expect((await admin(address.replace(/-[0-9a-f]+\.js/, '-0123456789abcdef.js'))).status).toBe(404);
  });

  it('a broken file is quarantined with its finding, and the version before goes on working', async () => {
    await put({ ...festival, 'x-lable': 'Fest' });
    expect((await system()).quarantine[0]).toMatchObject({
      file: expect.stringContaining('festival.json'),
      findings: [{ message: expect.stringContaining('x-lable') }],
    });
    expect((await admin('/api/pb/festival')).status).toBe(200);
    await put('{ "title": ');
    expect((await system()).quarantine).toHaveLength(1);
    expect((await admin('/api/pb/festival/tidf')).status).toBe(200);
    expect((await (await admin('/api/attention')).json()).data.quarantined).toHaveLength(1);
    expect((await (await guest('/api/attention')).json()).data).toMatchObject({
      quarantined: [],
      pending: [],
      counts: expect.arrayContaining([{ object: 'festival', count: 1, estimated: false }]),
    });
  });

  it('a change that rows stand against waits, says why, and takes effect when it is applied', async () => {
    const counted = { ...festival, properties: { ...festival.properties, size: { type: 'integer', title: 'Size', minimum: 0, maximum: 1_000_000 } } };
    await put(counted);
    expect((await system()).plans).toMatchObject([{ object: 'festival', steps: expect.arrayContaining([expect.objectContaining({ class: 'needsData' })]) }]);
    expect((await admin('/api/pb/festival/tidf')).status, 'the version before goes on').toBe(200);
    const apply = (client: Client, typed?: string) => client('/api/system/apply', { method: 'POST', json: { object: 'festival', typed } });
    expect((await apply(guest)).status).toBe(403);
    const refused = await apply(admin);
    expect(refused.status).toBe(422);
    const body = await refused.json();
    expect(body.err.code).toBe('msg.needsmigration');
    expect(body.data.refused[0]).toMatchObject({ count: 1, rows: [{ id: 'tidf', problems: [{ path: 'size' }] }] });
    const row = await (await admin('/api/pb/festival/tidf')).json();
    expect((await admin('/api/pb/festival/tidf', { method: 'PUT', json: { size: '120', ver: row.ver } })).status).toBe(200);
    expect((await apply(admin)).status).toBe(200);
    expect(await (await admin('/api/pb/festival/tidf')).json()).toMatchObject({ size: 120 });
    expect((await system()).plans).toEqual([]);
  });

  it('a removed file takes its object away and leaves its table', async () => {
    rmSync(join(schemasDir, 'festival.json'));
    await server.registry.reload();
    expect((await admin('/api/pb/festival')).status).toBe(404);
    expect(await server.db.query('SELECT id FROM festival')).toHaveLength(1);
  });
});

describe('the watched folder', () => {
  it('a file copied in is seen without anybody asking', async () => {
    const schemasDir = mkdtempSync(join(tmpdir(), 'reelbase-schemas-'));
    cpSync('schemas', schemasDir, { recursive: true });
    const server = await startServer({ schemasDir, watch: true });
    const admin = await server.signIn('admin');
    writeFileSync(join(schemasDir, 'festival.json'), JSON.stringify(festival));
    let status = 0;
    for (let i = 0; i < 60 && status !== 200; i += 1) {
      await wait(100);
      status = (await admin('/api/pb/festival')).status;
    }
    expect(status).toBe(200);
    await server.stop();
    rmSync(schemasDir, { recursive: true, force: true });
  });
});
