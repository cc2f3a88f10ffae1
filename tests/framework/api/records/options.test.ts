/** Lists of options changed in the browser (issue 14.3, decision 095), over HTTP on both databases, on an object that was dropped in. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import type { ListedOptions, OpenOptions } from '#framework/options/wire.ts';
import type { Answer } from '#rules/answer.ts';
import type { StoredOption } from '#rules/records/options.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

/** A boat's hull is one of a list, its crew speaks several of another, its engine says its fuel inside a list of objects. */
const boat = {
  title: 'Boat',
  type: 'object',
  'x-titleTemplate': '{name}',
  required: ['id', 'name'],
  'x-access': { '[op]': ['list', 'read', 'create', 'update', 'delete'], '[gs]': ['list', 'read'], '[]': 'all' },
  properties: {
    id: { type: 'string', maxLength: 40 },
    name: { type: 'string', maxLength: 80 },
    hull: { title: 'Hull', type: 'string', 'x-codes': 'hull' },
    rigs: { title: 'Rigs', type: 'array', items: { type: 'string', 'x-codes': 'rig' }, uniqueItems: true },
    engines: {
      title: 'Engines',
      type: 'array',
      items: { type: 'object', properties: { fuel: { title: 'Fuel', type: 'string', 'x-codes': 'fuel' } } },
    },
    state: { type: 'string', 'x-codes': 'boat_state', default: 'dry' },
  },
  'x-workflow': {
    field: 'state',
    states: ['dry', 'afloat'],
    transitions: [{ name: 'launch', title: 'Launch', from: 'dry', to: 'afloat', roles: ['[op]', '[]'] }],
  },
};
const lists = { hull: ['wood', 'steel', 'glass'], rig: ['sloop', 'ketch', 'yawl'], fuel: ['diesel', 'sun'], boat_state: ['dry', 'afloat'] };

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'options-'));
  cpSync('schemas', root, { recursive: true });
  mkdirSync(join(root, 'codes'), { recursive: true });
  writeFileSync(join(root, 'boat.json'), JSON.stringify(boat));
  for (const [name, codes] of Object.entries(lists))
    writeFileSync(join(root, `codes/${name}.json`), JSON.stringify({ codes: codes.map((code) => ({ code })) }));
  return root;
}

const open = async (client: Client, list: string) => ((await (await client(`/api/options/${list}`)).json()) as Answer<OpenOptions>).data;
const put = async (client: Client, list: string, ver: number, options: StoredOption[]) => {
  const answer = await client(`/api/options/${list}`, { method: 'PUT', json: { ver, options } });
  return { status: answer.status, ...((await answer.json()) as Answer<OpenOptions>) };
};
const make = async (client: Client, row: Row) => {
  const answer = await client('/api/pb/boat', { method: 'POST', json: row });
  return { status: answer.status, body: (await answer.json()) as Row & { err?: { fields: { path: string; code: string }[] } } };
};
const offered = async (client: Client) => {
  const objects = (await (await client('/api/objects')).json()) as { name: string; model: { fields: { name: string; options?: Row[] }[] } }[];
  return objects.find(({ name }) => name === 'boat')?.model.fields.find(({ name }) => name === 'hull')?.options ?? [];
};

it.runIf(testDatabases.includes('mariadb'))(
  'an option that is made in one process is taken by another within seconds',
  async () => {
    const { url, remove } = freshUrl('mariadb');
    const schemasDir = folder();
    const one = await startServer({ kind: 'mariadb', env: { DATABASE_URL: url }, schemasDir });
    const other = await startServer({ kind: 'mariadb', env: { DATABASE_URL: url }, schemasDir, watch: true });
    try {
      const [here, there] = [await one.signIn('admin'), await other.signIn('admin')];
      const { ver, options } = await open(here, 'hull');
      expect((await make(there, { id: 'b0', name: 'B', hull: 'cork' })).status).toBe(422);
      expect((await put(here, 'hull', ver, [...options, { code: 'cork', labels: { tw: '軟木', en: 'Cork' } }])).status).toBe(200);
      let tries = 0;
      await expect.poll(async () => (await make(there, { id: `b${++tries}`, name: 'B', hull: 'cork' })).status, { timeout: 60_000, interval: 500 }).toBe(201);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
      await remove();
      rmSync(schemasDir, { recursive: true, force: true });
    }
  },
  240_000,
);

describe.each(testDatabases)('lists of options on %s', (kind) => {
  const schemasDir = folder();
  let server: TestServer;
  let admin: Client;
  let operator: Client;
  let guest: Client;
  beforeAll(async () => {
    server = await startServer({ kind, schemasDir });
    [admin, operator, guest] = [await server.signIn('admin'), await server.signIn('op'), await server.signIn('gs')];
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    rmSync(schemasDir, { recursive: true, force: true });
  });

  it('whoever may change every object that uses a list may change it; others read, or see nothing', async () => {
    const listed = ((await (await operator('/api/options')).json()) as Answer<ListedOptions[]>).data;
    expect(listed.find(({ name }) => name === 'hull')).toMatchObject({ mayEdit: true, isFixed: false, count: 3, uses: [{ object: 'boat', field: 'hull' }] });
    // A workflow goes by its codes.
    expect(listed.find(({ name }) => name === 'boat_state')).toMatchObject({ isFixed: true });
    expect(listed.some(({ name }) => name === 'log_level')).toBe(false);
    expect(await open(guest, 'hull')).toMatchObject({ mayEdit: false, mayRemove: false });
    expect((await put(guest, 'hull', 0, [])).status).toBe(403);
    expect((await guest('/api/options/none')).status).toBe(404);
  });

  it('labels, order and a new option are in use at once: in models, validators and exports of rows', async () => {
    const before = await open(operator, 'hull');
    expect(before).toMatchObject({ ver: 0, isOfNumbers: false, options: [{ code: 'wood', shipped: true }, { code: 'steel' }, { code: 'glass' }] });
    const [wood, steel, glass] = before.options;
    const objects = (await operator('/api/objects')).headers.get('x-objects-version');
    const saved = await put(operator, 'hull', 0, [
      glass!,
      { ...steel!, labels: { tw: '鋼', en: 'Steel plate' } },
      wood!,
      { code: 'cork', labels: { tw: '軟木', en: 'Cork' } },
    ]);
    expect(saved).toMatchObject({ status: 200, data: { ver: 1, isChanged: true } });
    expect((await offered(guest)).map(({ value, label }) => [value, (label as Row).en])).toEqual([
      ['glass', 'glass'],
      ['steel', 'Steel plate'],
      ['wood', 'wood'],
      ['cork', 'Cork'],
    ]);
    // Open pages learn of it by the version that every answer names.
    expect((await operator('/api/pb/boat')).headers.get('x-objects-version')).not.toBe(objects);
    expect((await make(operator, { id: 'corky', name: 'Corky', hull: 'cork' })).status).toBe(201);
    expect((await make(operator, { id: 'papery', name: 'Papery', hull: 'paper' })).body.err?.fields).toMatchObject([{ path: 'hull', code: 'field.option' }]);
  });

  it('somebody who was second is told, and what nobody can use is refused with its place', async () => {
    const { ver, options } = await open(operator, 'hull');
    expect(await put(operator, 'hull', 0, options)).toMatchObject({ status: 412, err: { code: 'msg.datamodi' } });
    const [one, ...rest] = options;
    const bad: StoredOption[] = [
      one!,
      { ...one! },
      ...rest,
      { code: ' a,b', labels: {} },
      { code: 'x', labels: {}, from: 9, to: 3 },
      { code: 'y'.repeat(41), labels: {} },
    ];
    const { err } = await put(operator, 'hull', ver, bad);
    expect(err?.fields.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '1/code field.exists',
      '5/code field.pattern',
      '6/editions field.pattern',
      '7/code field.long',
    ]);
    expect(await put(operator, 'hull', ver, [])).toMatchObject({ status: 422 });
    expect((await operator('/api/options/hull', { method: 'PUT', json: { ver, options: 'all' } })).status).toBe(400);
    expect(await put(operator, 'hull', ver, options)).toMatchObject({ status: 422, err: { code: 'msg.nochange' } });
  });

  it('a code that rows have goes for nobody, in lists, in lists of objects and in the trash; retired it stays on them and is offered no more', async () => {
    expect((await make(operator, { id: 'many', name: 'Many', rigs: ['ketch', 'yawl'], engines: [{ fuel: 'sun' }] })).status).toBe(201);
    expect((await make(operator, { id: 'gone', name: 'Gone', rigs: ['sloop'] })).status).toBe(201);
    expect((await admin('/api/pb/boat/gone', { method: 'DELETE' })).status).toBe(200);
    const without = async (client: Client, list: string, code: string) => {
      const { ver, options } = await open(client, list);
      return put(
        client,
        list,
        ver,
        options.filter((option) => option.code !== code),
      );
    };
    for (const [list, code] of [
      ['hull', 'cork'],
      ['rig', 'yawl'],
      ['rig', 'sloop'],
      ['fuel', 'sun'],
    ] as const)
      expect([code, (await without(admin, list, code)).err?.code]).toEqual([code, 'rule.codeused']);
    // Taking one out is an administrator's.
    expect((await without(operator, 'hull', 'wood')).status).toBe(403);
    const { ver, options } = await open(operator, 'hull');
    expect(
      (
        await put(
          operator,
          'hull',
          ver,
          options.map((option) => (option.code === 'cork' ? { ...option, retired: true } : option)),
        )
      ).status,
    ).toBe(200);
    expect((await offered(operator)).find(({ value }) => value === 'cork')).toMatchObject({ deprecated: true });
    // The row that has it is saved as before.
    const row = (await (await operator('/api/pb/boat/corky')).json()) as Row;
    const again = await operator('/api/pb/boat/corky', { method: 'PUT', json: { name: 'Corky II', ver: row.ver } });
    expect([again.status, ((await again.json()) as Row).hull]).toEqual([200, 'cork']);
    expect(((await (await operator('/api/pb/boat?filter={"hull":"cork"}')).json()) as Row[]).length).toBe(1);
  });

  it('a code that no row has goes at once, with the check of the table that a file would wait for, and a shipped one stays away', async () => {
    const { ver, options } = await open(admin, 'hull');
    expect(
      await put(
        admin,
        'hull',
        ver,
        options.filter(({ code }) => code !== 'wood'),
      ),
    ).toMatchObject({ status: 200 });
    expect((await offered(operator)).map(({ value }) => value)).not.toContain('wood');
    expect((await make(operator, { id: 'woody', name: 'Woody', hull: 'wood' })).status).toBe(422);
    expect((await make(operator, { id: 'steely', name: 'Steely', hull: 'steel' })).status).toBe(201);
    // What a later release ships joins at the end; what was taken out does not come back by it.
    writeFileSync(join(schemasDir, 'codes/hull.json'), JSON.stringify({ codes: ['wood', 'steel', 'glass', 'foam'].map((code) => ({ code })) }));
    await server.registry.reload();
    expect((await offered(operator)).map(({ value }) => value)).toEqual(['glass', 'steel', 'cork', 'foam']);
  });

  it('of a list whose codes the program goes by, labels and order alone change', async () => {
    const { ver, options } = await open(admin, 'boat_state');
    const [dry, afloat] = options;
    expect((await put(admin, 'boat_state', ver, [dry!])).err?.fields).toMatchObject([{ code: 'field.readonly' }]);
    expect((await put(admin, 'boat_state', ver, [dry!, { ...afloat!, retired: true }])).status).toBe(422);
    expect((await put(admin, 'boat_state', ver, [dry!, afloat!, { code: 'sunk', labels: {} }])).status).toBe(422);
    expect((await put(admin, 'boat_state', ver, [{ ...afloat!, labels: { tw: '下水', en: 'Afloat' } }, dry!])).status).toBe(200);
  });

  it('who changed what stands in its history, newest first', async () => {
    const history = ((await (await operator('/api/options/hull/history')).json()) as Answer<{ by: string; action: string; changes: Row }[]>).data;
    expect(history.map(({ by, action, changes }) => [by, action, Object.keys(changes)])).toEqual([
      ['admin', 'update', ['wood']],
      ['op', 'update', ['cork']],
      ['op', 'create', ['steel', 'cork', '']],
    ]);
  });

  it('a list goes out as a sheet and comes back into the editor, with its editions; a line that says nothing known is named', async () => {
    const { ver, options } = await open(admin, 'rig');
    await put(admin, 'rig', ver, [{ ...options[0]!, version: [3, 5], from: 7 }, { ...options[1]!, retired: true }, options[2]!]);
    for (const format of ['xlsx', 'csv']) {
      const sheet = Buffer.from(await (await admin(`/api/options/rig/sheet?format=${format}`)).arrayBuffer());
      if (format === 'xlsx') expect((await readXlsxFile(sheet))[0]?.data[1]?.slice(0, 4)).toEqual(['sloop', null, null, '3, 5, 7–']);
      const back = await admin('/api/options/rig/sheet', {
        method: 'POST',
        body: new Uint8Array(sheet),
        headers: { 'Content-Type': 'application/octet-stream' },
      });
      expect(((await back.json()) as Answer<{ options: StoredOption[] }>).data.options).toEqual([
        { code: 'sloop', labels: {}, version: [3, 5], from: 7 },
        { code: 'ketch', labels: {}, retired: true },
        { code: 'yawl', labels: {} },
      ]);
    }
    const send = (text: string) => admin('/api/options/rig/sheet', { method: 'POST', body: text, headers: { 'Content-Type': 'application/octet-stream' } });
    expect(((await (await send('code,editions\nsloop,often\n')).json()) as Answer).err?.fields).toMatchObject([{ path: '2/editions', code: 'field.pattern' }]);
    expect((await send('name\nsloop\n')).status).toBe(422);
  });
});
