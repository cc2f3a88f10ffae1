import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectModel } from '#codegen/model.ts';
import { table } from '#framework/data/engine/table.ts';
import type { ArchivedPart, SystemState } from '#framework/system/wire.ts';
import { pathOf } from '#rules/records/field-path.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { statementsOf } from '../../../support/database/statements-of.ts';
import { answersWhile } from '../../../support/network/answers-while.ts';
import { deepFile, knotted, manyFields } from '../../../support/schemas/large-schemas.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

interface Listed {
  name: string;
  model: ObjectModel;
  schema: { properties: Record<string, unknown>; required?: string[] };
  validator: string;
}

const closed = { type: 'string', maxLength: 40, 'x-access': { read: ['[]'], write: ['[]'] } };
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
    plan: { type: 'object', properties: { hall: { type: 'string' }, hushplan: closed } },
    guests: {
      type: 'array',
      items: { type: 'object', required: ['hushfee'], properties: { who: { type: 'string' }, hushfee: { ...closed, default: 'hushed' } } },
    },
  },
  'x-list': {
    columns: ['name', 'size', 'plan.hushplan'],
    filters: ['plan.hushplan'],
    quick: [{ key: 'paid', title: 'Paid', filter: { 'guests.hushfee': 'hushed' } }],
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

  it('P01 each role gets the objects that it may see, with ETag and compression', async () => {
    const answer = await admin('/api/objects');
    const names = ((await answer.json()) as Listed[]).map((object) => object.name);
    expect(names).toEqual(expect.arrayContaining(['company', 'film', 'user']));
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const smaller = await admin('/api/objects', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(smaller.headers.get('content-encoding')).toBe('br');
    expect(((await smaller.json()) as Listed[]).map(({ name }) => name)).toEqual(names);
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
    const inside = async (client: Client) => JSON.stringify((await listed(client)).find(({ name }) => name === 'festival')).match(/hush\w*/g) ?? [];
    expect([...new Set(await inside(admin))].sort()).toEqual(['hushed', 'hushfee', 'hushplan']);
    expect(await inside(guest)).toEqual([]);
    const row = await (await admin('/api/pb/festival/tidf')).json();
    expect((await admin('/api/pb/festival/tidf', { method: 'PUT', json: { secret: 'y', name: 'TIDF 2026', ver: row.ver } })).status).toBe(200);
    const fields = async (client: Client) => {
      const changes: { obj: string; action: string; title: string; fields: string[] }[] = (await (await client('/api/recent')).json()).data;
      return changes.find((change) => change.obj === 'festival' && change.action === 'update');
    };
    expect(await fields(admin)).toMatchObject({ title: 'TIDF 2026', fields: expect.arrayContaining(['name', 'secret']) });
    expect((await fields(guest))?.fields).toEqual(['name']);
  });

  it('the compiled validator is a module under its hash, for signed-in people only', async () => {
    const address = (await listed(admin)).find(({ name }) => name === 'festival')?.validator ?? '';
    const answer = await admin(address);
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const module: { validate: (record: unknown) => unknown[] } = await import(`data:text/javascript,${encodeURIComponent(await answer.text())}`);
    expect(module.validate({})).not.toEqual([]);
    expect((await server.anonymous(address)).status).toBe(401);
    expect((await admin(address.replace(/-[0-9a-f]+\.js/, '-0123456789abcdef.js'))).status).toBe(404);
  });

  it('a broken file is quarantined with its finding, and the earlier version keeps working', async () => {
    await put({ ...festival, 'x-acess': 'Fest' });
    expect((await system()).quarantine[0]).toMatchObject({
      file: expect.stringContaining('festival.json'),
      findings: [{ message: expect.stringContaining('x-acess') }],
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

  it('a change that conflicts with rows waits, says why, and takes effect when it is applied', async () => {
    const counted = { ...festival, properties: { ...festival.properties, size: { type: 'integer', title: 'Size', minimum: 0, maximum: 1_000_000 } } };
    await put(counted);
    const { plans } = (await system()) as SystemState;
    expect(plans).toMatchObject([{ object: 'festival', blocked: true }]);
    expect(plans[0]?.steps).toContainEqual(expect.objectContaining({ class: 'needsData', table: 'festival', fields: ['size'], key: expect.any(String) }));
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

  it('a plan is dropped when its file is restored, breaks or is removed; also one for a file that never took effect', async () => {
    const sized = (type: string) => ({ ...festival, properties: { ...festival.properties, size: { type, title: 'Size', minimum: 0, maximum: 1_000_000 } } });
    const ticked = { ...festival, properties: { ...festival.properties, size: { type: 'boolean', title: 'Size' } } };
    const waits = async () => (await system()).plans.map(({ object, blocked }: { object: string; blocked: boolean }) => [object, blocked]);
    const quarantine = async () => (await system()).quarantine.map(({ file }: { file: string }) => file);
    await put(ticked);
    // The file itself is sound: it stands with its plan, and nowhere else.
    expect([await waits(), await quarantine()]).toEqual([[['festival', true]], []]);
    expect((await (await admin('/api/attention')).json()).data).toMatchObject({ quarantined: [], pending: [{ object: 'festival', blocked: true }] });
    await put(sized('integer'));
    expect([await waits(), await quarantine()], 'taken back').toEqual([[], []]);
    await put(ticked);
    await put('{ "title": ');
    expect([await waits(), await quarantine()], 'broken').toEqual([[], ['schemas/festival.json']]);
    expect((await admin('/api/pb/festival/tidf')).status).toBe(200);
    await put(ticked);
    rmSync(join(schemasDir, 'festival.json'));
    await server.registry.reload();
    expect([await waits(), await quarantine()], 'gone').toEqual([[], []]);
    // The table stands, so that a file of its name has to wait before it has ever worked.
    await put(ticked);
    expect([await waits(), await quarantine(), (await admin('/api/pb/festival')).status]).toEqual([[['festival', true]], [], 422]);
    expect((await system()).leftBehind.map(({ object }: { object: string }) => object)).not.toContain('festival');
    rmSync(join(schemasDir, 'festival.json'));
    await server.registry.reload();
    expect([await waits(), await quarantine()], 'never worked, and gone').toEqual([[], []]);
    expect((await admin('/api/system/apply', { method: 'POST', json: { object: 'festival' } })).status).toBe(404);
    await put(sized('integer'));
    expect(await waits()).toEqual([]);
    expect((await (await admin('/api/pb/festival/tidf')).json()).size).toBe(120);
  });

  it("a library's file keeps its own texts, fields named like keywords and long texts inside; a file without declarations is reported", async () => {
    const book = {
      title: 'Book',
      properties: {
        id: { type: 'string', title: 'ISBN', maxLength: 20 },
        default: { type: 'object', properties: { enum: { type: 'string' } } },
        notes: { type: 'array', items: { type: 'string' } },
      },
    };
    const files: Record<string, object> = {
      book,
      nothing: {},
      word: { type: 'string' },
    };
    for (const [name, file] of Object.entries(files)) writeFileSync(join(schemasDir, `${name}.json`), JSON.stringify(file));
    await server.registry.reload();
    const { model } = (await listed(admin)).find(({ name }) => name === 'book') ?? {};
    expect(model?.fields.find(({ name }) => name === 'id')?.label).toEqual({ tw: 'ISBN', en: 'ISBN' });
    const row = { id: '978-1', default: { enum: 'x'.repeat(9000) }, notes: ['y'.repeat(9000)] };
    expect((await admin('/api/pb/book', { method: 'POST', json: row })).status).toBe(201);
    expect(await (await admin('/api/pb/book/978-1')).json()).toMatchObject(row);
    expect((await system()).quarantine.map(({ file, findings }: { file: string; findings: { message: string }[] }) => [file, findings[0]?.message])).toEqual([
      ['schemas/nothing.json', expect.stringContaining('no field is declared')],
      ['schemas/word.json', expect.stringContaining('is not an object')],
    ]);
    for (const name of Object.keys(files)) rmSync(join(schemasDir, `${name}.json`));
    await server.registry.reload();
  });

  it('files that exceed a limit are quarantined with what to do, and requests are answered while they are read', async () => {
    const names = ['deep', 'many', 'slow', 'knotted'];
    const texts = [
      deepFile(3000),
      manyFields(30_000),
      JSON.stringify({ 'x-entity': {}, properties: { a: { type: 'string', maxLength: 40, pattern: '^(a+)+$' } } }),
      JSON.stringify(knotted(61)),
    ];
    names.forEach((name, at) => {
      writeFileSync(join(schemasDir, `${name}.json`), texts[at] ?? '');
    });
    const answered = await answersWhile(server, server.registry.reload());
    expect(answered, 'answered while the files were read').toBeGreaterThan(5);
    expect((await system()).quarantine).toMatchObject([
      { file: 'schemas/deep.json', findings: [{ message: expect.stringMatching(/too deep: .*x-relation/) }] },
      { file: 'schemas/many.json', findings: [{ message: expect.stringMatching(/too large: .*x-relation/) }] },
      { file: 'schemas/slow.json', findings: [{ message: expect.stringMatching(/no repetition/) }] },
    ]);
    const shape0 = { name: 'x'.repeat(300), shape1: { shape0: { name: 'z' } } };
    expect((await admin('/api/pb/knotted', { method: 'POST', json: { id: 'k', name: 'K', shape0 } })).status).toBe(201);
    expect(await (await admin('/api/pb/knotted/k')).json()).toMatchObject({ shape0 });
    const refused = await admin('/api/pb/knotted', { method: 'POST', json: { id: 'l', name: 'L', shape0: { shape1: { shape2: { name: 5 } } } } });
    expect(refused.status).toBe(422);
    // The model of a page ends at the shapes; one level of one is asked for at a time.
    expect(JSON.stringify((await listed(admin)).find(({ name }) => name === 'knotted')).length).toBeLessThan(300_000);
    const level = await (await admin('/api/objects/knotted/shape?ref=%23%2Fdefinitions%2Fd60')).json();
    expect(level.data.fields).toHaveLength(61);
    expect(level.data.fields[1]).toMatchObject({ name: 'shape0', kind: 'json', shape: { ref: '#/definitions/d0', many: false } });
    for (const name of names) rmSync(join(schemasDir, `${name}.json`));
    await server.registry.reload();
    expect((await system()).quarantine).toEqual([]);
  });

  it('C3 a shape of a field is sent level by level to people who see the field, and nothing else is', async () => {
    const branch = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', title: 'Name', maxLength: 20 }, branches: { type: 'array', items: { $ref: '#/definitions/branch' } } },
    };
    const pages = { type: 'object', properties: { next: { $ref: '#/definitions/pages' } } };
    writeFileSync(
      join(schemasDir, 'grove.json'),
      JSON.stringify({
        title: 'Grove',
        definitions: { branch, pages, apart: { type: 'object', properties: { a: { type: 'string' } } } },
        properties: { main: { $ref: '#/definitions/branch' }, hidden: { $ref: '#/definitions/pages', 'x-access': { read: ['[]'], write: ['[]'] } } },
      }),
    );
    await server.registry.reload();
    const ask = (client: Client, ref: string, object = 'grove') => client(`/api/objects/${object}/shape?ref=${encodeURIComponent(ref)}`);
    const grove = (await listed(guest)).find(({ name }) => name === 'grove');
    const [, branches] = grove?.model.fields.find(({ name }) => name === 'main')?.fields ?? [];
    expect(branches).toMatchObject({ kind: 'json', shape: { ref: '#/definitions/branch', many: true } });
    expect(grove).not.toHaveProperty('shapes');
    const { data } = await (await ask(guest, '#/definitions/branch')).json();
    expect(data.fields).toMatchObject([
      { name: 'name', kind: 'string', required: true, label: { en: 'Name' }, maxLength: 20 },
      { name: 'branches', kind: 'json', shape: { ref: '#/definitions/branch', many: true } },
    ]);
    expect((await ask(admin, '#/definitions/pages')).status).toBe(200);
    expect((await ask(guest, '#/definitions/pages')).status, 'a field that guests do not see').toBe(404);
    for (const ref of ['#/definitions/apart', '#/definitions/none', '__proto__', '']) expect((await ask(admin, ref)).status, ref).toBe(404);
    expect((await ask(admin, '#/definitions/branch', 'none')).status).toBe(404);
    expect((await ask(server.anonymous, '#/definitions/branch')).status).toBe(401);
    rmSync(join(schemasDir, 'grove.json'));
    await server.registry.reload();
  });

  it('a removed file removes its object and leaves its table, and the system page says so', async () => {
    rmSync(join(schemasDir, 'festival.json'));
    await server.registry.reload();
    expect((await admin('/api/pb/festival')).status).toBe(404);
    expect(await server.db.query('SELECT id FROM festival')).toHaveLength(1);
    expect(((await system()) as SystemState).leftBehind).toContainEqual({ object: 'festival', rows: 1, at: expect.stringMatching(/^\d{4}-/) });
  });

  it('rows without a file are deleted for good when an administrator types their name, but not while others refer to them', async () => {
    const word = { type: 'string', maxLength: 20 };
    const write = (name: string, properties: object) =>
      writeFileSync(
        join(schemasDir, `${name}.json`),
        JSON.stringify({ title: name, type: 'object', 'x-search': ['note'], properties: { id: { type: 'string', maxLength: 40 }, note: word, ...properties } }),
      );
    write('shade', {
      parts: { type: 'array', 'x-child': true, items: { type: 'object', properties: { word } } },
      over: { type: 'string', 'x-relation': 'shade' },
    });
    write('holder', { shade: { type: 'string', 'x-relation': 'shade' } });
    await server.registry.reload();
    await admin('/api/pb/shade', { method: 'POST', json: { id: 's1', parts: [{ word: 'one' }] } });
    expect((await admin('/api/pb/shade', { method: 'POST', json: { id: 's2', over: 's1' } })).status).toBe(201);
    const listView = { object: 'shade', name: 'Noted', scope: 'all', settings: { filter: { note: 'one' } } };
    expect((await admin('/api/views', { method: 'POST', json: listView })).status).toBe(200);
    const place = { account: 'guest', object: 'shade' };
    // Whoever names it among others: rights of a role, a key, a hook, a home page.
    const namedIn = { _role: 'grants', _api_key: 'scope', _webhook: 'events', _view: 'settings' };
    const [of, cards] = [
      { id: 'x', name: 'x', roles: '[]', made_by: 'admin', made_at: 1 },
      ['shade', 'holder'].map((object) => ({ id: object, kind: 'count', object, view: '' })),
    ];
    await server.db.transaction(async (tx) => {
      await table(tx, '_role').insert({ code: '[x]', title: '{}', ver: 1, grants: JSON.stringify(['shade:list', 'shade.*:read', 'holder:list']) });
      await table(tx, '_api_key').insert({ ...of, hash: 'x', scope: JSON.stringify({ shade: 'read', holder: 'read' }) });
      await table(tx, '_webhook').insert({
        ...of,
        url: '',
        secret: '',
        cursor: '',
        enabled: 0,
        events: JSON.stringify({ shade: ['create'], holder: ['create'] }),
      });
      const view = { id: 'x', name: '', object: '', scope: 'me', who: 'x', is_default: 0, made_by: 'x', at: 1, gone_at: 0 };
      await table(tx, '_view').insert({ ...view, settings: JSON.stringify(cards) });
    });
    await server.db.transaction(async (tx) => {
      await table(tx, '_put_off').insert({ ...place, row_id: 's1', name: 'due', at: '', until: '' });
      await table(tx, '_view_mail').insert({ ...place, view: 'v', name: 'Noted', every: 'day', on_day: 1, clock: '08:00', due_at: 9e12 });
      await table(tx, '_import_columns').insert({ who: 'guest', object: 'shade', heads: 'h', columns: '{}', at: 1 });
    });
    const purge = async (client: Client, typed?: string) => client('/api/system/purge', { method: 'POST', json: { object: 'shade', typed } });
    const answer = async (typed: string) => {
      const { status, json } = await purge(admin, typed).then(async (res) => ({ status: res.status, json: await res.json() }));
      return [status, json.err?.code];
    };
    expect(await answer('shade'), 'its file stands').toEqual([404, 'msg.notfound']);
    rmSync(join(schemasDir, 'shade.json'));
    await server.registry.reload();
    expect(await answer('shade'), 'holder refers to it').toEqual([422, 'msg.referenced']);
    write('holder', {});
    await server.registry.reload();
    expect((await purge(guest, 'shade')).status).toBe(403);
    expect(await answer('shad')).toEqual([422, 'msg.invalid']);
    const rows = () => server.db.query('SELECT id FROM shade');
    expect(await rows()).toHaveLength(2);
    expect((await purge(admin, 'shade')).status).toBe(200);
    await expect(rows()).rejects.toThrow();
    expect(((await system()) as SystemState).leftBehind.map(({ object }) => object)).not.toContain('shade');
    for (const name of ['_put_off', '_view_mail', '_import_columns']) expect(await table(server.db, name).where({ object: 'shade' }), name).toEqual([]);
    for (const [name, column] of Object.entries(namedIn)) {
      const key = name === '_role' ? { code: '[x]' } : { id: 'x' };
      const [row] = await table(server.db, name).where(key);
      expect(String(row?.[column]), name).toMatch(/^(?!.*shade).*holder/);
      await table(server.db, name).where(key).del();
    }
    write('shade', {});
    await server.registry.reload();
    const { data: seen } = await (await admin('/api/views')).json();
    expect(seen.views.filter(({ object }: { object: string }) => object === 'shade')).toEqual([]);
    expect((await (await admin('/api/pb/shade')).json()).data ?? []).toEqual([]);
    expect((await (await admin('/api/pb/shade/s1/history')).json()).length ?? 0).toBe(0);
    for (const name of ['shade', 'holder']) rmSync(join(schemasDir, `${name}.json`));
    await server.registry.reload();
  });

  it('what removed fields held is listed with its size, and deleted for good, a part at a time, when the name of the object is typed', async () => {
    const word = { type: 'string', maxLength: 40 };
    const write = async (properties: object) => {
      const schema = { title: 'Attic', type: 'object', properties: { id: word, ...properties } };
      writeFileSync(join(schemasDir, 'attic.json'), JSON.stringify(schema));
      await server.registry.reload();
    };
    const box = (properties: object) => ({ type: 'object', properties });
    const stairs = { type: 'array', 'x-child': true, items: box({ step: word }) };
    await write({ old: word, size: { type: 'integer' }, stairs, box: box({ top: word, low: word }) });
    const row = { id: 'a1', old: '舊', size: 12, stairs: [{ step: 'first' }, { step: 'second' }], box: { top: 'hat', low: 'shoe' } };
    expect((await admin('/api/pb/attic', { method: 'POST', json: row })).status).toBe(201);
    await admin('/api/pb/attic', { method: 'POST', json: { id: 'a2' } });
    await write({ box: box({ top: word }) });
    const archived = async () => ((await (await admin('/api/system/archived')).json()).data as ArchivedPart[]).filter(({ object }) => object === 'attic');
    // The tables are looked at once for all objects.
    const looks = (await statementsOf(server.db, archived)).filter((sql) => /pragma_table_xinfo|information_schema\.columns/.test(sql));
    expect(looks.length).toBe(1);
    const at = expect.stringMatching(/^\d{4}-/);
    const parts = await archived();
    expect(parts.map(({ fields, rows, bytes }) => [fields, rows, bytes])).toEqual(
      expect.arrayContaining([
        [['old'], 1, 3],
        [['size'], 1, 2],
        [['box.low'], undefined, undefined],
        [['stairs'], 2, expect.any(Number)],
      ]),
    );
    expect(parts.find(({ fields }) => fields[0] === 'old')).toMatchObject({ at });
    const purge = (field: string, typed: string, client = admin) =>
      client('/api/system/archived/purge', { method: 'POST', json: { object: 'attic', key: parts.find(({ fields }) => fields[0] === field)?.key, typed } });
    expect((await purge('old', 'attic', guest)).status).toBe(403);
    expect((await purge('old', 'attik')).status).toBe(422);
    expect(await archived()).toHaveLength(4);
    expect((await purge('old', 'attic')).status).toBe(200);
    expect((await purge('old', 'attic')).status).toBe(404);
    expect((await purge('box.low', 'attic')).status).toBe(200);
    expect((await purge('stairs', 'attic')).status).toBe(200);
    expect((await archived()).map(({ fields }) => fields)).toEqual([['size']]);
    await write({ old: word, size: { type: 'integer' }, box: box({ top: word, low: word }) });
    expect(await (await admin('/api/pb/attic/a1')).json()).toMatchObject({ old: '', size: 12, box: { top: 'hat' } });
    expect(await archived()).toEqual([]);
    rmSync(join(schemasDir, 'attic.json'));
    await server.registry.reload();
  });

  it('what is noted of the files of a removed list goes with it, whatever the list was called', async () => {
    const word = { type: 'string', maxLength: 40 };
    const write = async (properties: object) => {
      writeFileSync(join(schemasDir, 'loft.json'), JSON.stringify({ title: 'Loft', type: 'object', properties: { id: word, ...properties } }));
      await server.registry.reload();
    };
    const list = { type: 'array', 'x-child': true, items: { type: 'object', properties: { step: word } } };
    const long = 'a_list_whose_name_with_the_objects_is_long';
    const names = ['up stairs', '樓 梯.a', `${long}_${'x'.repeat(60)}`, 'k'.repeat(48)];
    await write(Object.fromEntries(names.map((name) => [name, list])));
    const row = { id: 'l1', ...Object.fromEntries(names.map((name) => [name, [{ step: 'one' }]])) };
    expect((await admin('/api/pb/loft', { method: 'POST', json: row })).status).toBe(201);
    for (const [index, name] of names.entries())
      await table(server.db, '_ref').insert({ obj: 'loft', row_id: 'l1', field: pathOf([name, 'step']), to_obj: '_file', to_id: `f${index}` });
    await write({});
    const noted = async () => table(server.db, '_ref').where({ obj: 'loft' }).pluck('to_id');
    expect(await noted()).toHaveLength(names.length);
    const parts = ((await (await admin('/api/system/archived')).json()).data as ArchivedPart[]).filter(({ object }) => object === 'loft');
    expect(parts).toHaveLength(names.length);
    for (const [index, { key }] of parts.entries()) {
      expect((await admin('/api/system/archived/purge', { method: 'POST', json: { object: 'loft', key, typed: 'loft' } })).status).toBe(200);
      expect(await noted(), key).toHaveLength(names.length - index - 1);
    }
    rmSync(join(schemasDir, 'loft.json'));
    await server.registry.reload();
  });

  it('x-was: a renamed object and its renamed fields keep rows and history, nested ones too', async () => {
    const gala = (properties: object, rest: object = {}) => ({
      title: 'Gala',
      type: 'object',
      properties: { id: { type: 'string', maxLength: 40 }, ...properties },
      ...rest,
    });
    const write = async (name: string, schema: object) => {
      writeFileSync(join(schemasDir, `${name}.json`), JSON.stringify(schema));
      await server.registry.reload();
    };
    const stops = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });
    const place = { type: 'string', maxLength: 40 };
    await write('gala', gala({ hall: place, stops: stops({ town: place }) }));
    const made = await (await admin('/api/pb/gala', { method: 'POST', json: { id: 'g1', hall: 'Old hall', stops: [{ town: 'Taipei' }] } })).json();
    const changed = await admin('/api/pb/gala/g1', { method: 'PUT', json: { hall: 'New hall', stops: [{ town: 'Tainan' }], ver: made.ver } });
    expect(changed.status).toBe(200);
    await server.db.run("INSERT INTO `_put_off` VALUES ('op', 'gala', 'g1', 'soon', '2026-01-01', '')");
    rmSync(join(schemasDir, 'gala.json'));
    await write(
      'evening',
      gala({ venue: { ...place, 'x-was': 'hall' }, stages: { ...stops({ city: { ...place, 'x-was': 'town' } }), 'x-was': 'stops' } }, { 'x-was': 'gala' }),
    );
    const row = await (await admin('/api/pb/evening/g1')).json();
    expect(row).toMatchObject({ venue: 'New hall', stages: [{ city: 'Tainan' }] });
    expect(await server.db.query('SELECT object FROM `_put_off`')).toMatchObject([{ object: 'evening' }]);
    expect(((await system()) as SystemState).leftBehind.map(({ object }) => object)).not.toContain('gala');
    const history = async () => (await admin('/api/pb/evening/g1/history')).json();
    const before = { venue: ['Old hall', 'New hall'], stages: [[{ city: 'Taipei' }], [{ city: 'Tainan' }]] };
    expect((await history())[0].changes).toEqual(before);
    // Another field of the former name is another field: what was written before stays where it belongs, what comes after is its own.
    const hall = { venue: place, stages: stops({ city: place }), hall: place };
    await write('evening', gala(hall));
    expect((await admin('/api/pb/evening/g1', { method: 'PUT', json: { hall: 'Third', ver: row.ver } })).status).toBe(200);
    expect((await history()).map(({ changes }: { changes: object }) => changes).slice(0, 2)).toEqual([{ hall: ['', 'Third'] }, before]);
    const recent = (await (await admin('/api/recent')).json()).data.filter(({ obj }: { obj: string }) => obj === 'evening');
    expect(recent.map(({ fields }: { fields: string[] }) => fields)).toEqual([['hall'], ['venue', 'stages'], []]);
    await write('gala', gala({}));
    await write('evening', gala(hall, { 'x-was': 'gala' }));
    const evening = ((await system()) as SystemState).quarantine.find(({ file }) => file === 'schemas/evening.json');
    expect(evening?.findings[0]?.message).toContain('"gala" has a file of its own');
    for (const name of ['gala', 'evening']) rmSync(join(schemasDir, `${name}.json`));
    await server.registry.reload();
  });
});

it.each(testDatabases)('B5 a start on a database with ids that differ only in case: it migrates them, or says which rows collide, on %s', async (kind) => {
  const { url, remove } = freshUrl(kind);
  const run = () => startServer({ env: { DATABASE_URL: url } });
  const drop = ({ db }: TestServer, table: string) =>
    db.exec(kind === 'sqlite' ? `DROP INDEX ux_${table}_id_case` : `ALTER TABLE \`${table}\` DROP INDEX ux_${table}_id_case, DROP COLUMN _u_id`);
  const first = await run();
  for (const table of ['user', 'company']) await drop(first, table);
  await first.addUser('Gs', ['[gs]']);
  await first.stop();
  const second = await run();
  const admin = await second.signIn('admin');
  const { plans } = (await (await admin('/api/system')).json()).data as SystemState;
  expect(plans).toMatchObject([{ object: 'user', blocked: false, steps: [{ kind: 'addUnique', fields: ['id'], rows: { count: 2 } }] }]);
  expect(plans[0]?.steps[0]?.rows?.ids.sort()).toEqual(['Gs', 'gs']);
  expect((await admin('/api/pb/user/Gs')).status, 'the object goes on').toBe(200);
  const company = (id: string) => admin('/api/pb/company', { method: 'POST', json: { id, type: 2, name: 'Lantern' } });
  expect((await company('lamp')).status).toBe(201);
  expect((await (await company('LAMP')).json()).err.code).toBe('msg.mid');
  expect((await admin('/api/pb/user/Gs', { method: 'DELETE' })).status).toBe(200);
  expect((await admin('/api/system/apply', { method: 'POST', json: { object: 'user' } })).status).toBe(200);
  expect(((await (await admin('/api/system')).json()).data as SystemState).plans).toEqual([]);
  await second.stop();
  await remove();
});

describe('the watched folder', () => {
  it('a file copied in is noticed without a request', async () => {
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
