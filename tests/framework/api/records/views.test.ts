/** Views of lists: made, shared, saved, deleted and brought back, over HTTP, on an object that nobody prepared for it. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ViewSettings } from '#codegen/model.ts';
import type { View, ViewBody } from '#framework/views/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 80 };
const lantern = {
  title: 'Lantern',
  type: 'object',
  required: ['id'],
  'x-access': { '[gs]': ['list', 'read'], '[op]': 'all', '[]': 'all' },
  'x-views': [
    {
      key: 'bright',
      title: 'Bright',
      filter: { 'watts@gte': 50 },
      sort: ['watts', 'DESC'],
      columns: [{ path: 'name', width: 200, pin: true }, 'price'],
      default: true,
    },
  ],
  properties: {
    id: { type: 'string', maxLength: 40 },
    name: text,
    watts: { type: 'integer' },
    lit: { type: 'string', format: 'date' },
    out: { type: 'string', format: 'date', 'x-access': { read: ['[]'], write: ['[]'] } },
    price: { type: 'number', multipleOf: 0.01, 'x-access': { read: ['[]'], write: ['[]'] } },
    box: { type: 'object', properties: { inner: text } },
    photos: {
      type: 'array',
      'x-file': { purpose: 'photo', kinds: ['image'], size: '1MB', count: 2 },
      items: { type: 'object' },
      'x-access': { read: ['[]'], write: ['[]'] },
    },
  },
};

describe.each(testDatabases)('views on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'views-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let guest: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    writeFileSync(join(root, 'lantern.json'), JSON.stringify(lantern));
    server = await startServer({ kind, schemasDir: root });
    expect(server.registry.quarantined()).toEqual([]);
    [admin, op, guest] = [await server.signIn('admin'), await server.signIn('op'), await server.signIn('gs')];
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const settings = {
    filter: { 'watts@gte': 10, 'price@gte': 5 },
    sort: { field: 'price', order: 'ASC' },
    columns: [{ path: 'price' }, { path: 'name', pin: true }],
    density: 'roomy',
  } as const;
  const body = (over: Partial<ViewBody> = {}): ViewBody => ({
    object: 'lantern',
    name: 'Mine',
    scope: 'me',
    settings: { ...settings, columns: [...settings.columns] },
    ...over,
  });
  const send = async (client: Client, method: string, path: string, json?: unknown) => {
    const answer = await client(path, { method, ...(json !== undefined && { json }) });
    return { status: answer.status, data: (await answer.json()).data };
  };
  const seen = async (client: Client) => ((await send(client, 'GET', '/api/views')).data.views as View[]).filter(({ object }) => object === 'lantern');
  const named = async (client: Client, name: string) => (await seen(client)).find((view) => view.name === name);

  it('of the schema are there for all who may list, without what one may not read', async () => {
    expect(await seen(admin)).toEqual([expect.objectContaining({ id: 'bright', scope: 'shipped', isDefault: true, isMine: false, left: 0 })]);
    const view = await named(guest, 'Bright');
    expect(view).toMatchObject({ left: 1, settings: { filter: { 'watts@gte': 50 }, columns: [{ path: 'name', width: 200, pin: true }] } });
    expect(JSON.stringify(await (await guest('/api/objects')).json())).not.toContain('Bright');
  });

  it('of one person nobody else sees; those of a role and of all are administrators’', async () => {
    const { data } = await send(op, 'POST', '/api/views', body());
    expect(await named(op, 'Mine')).toMatchObject({
      id: data.id,
      isMine: true,
      left: 3,
      settings: { filter: { 'watts@gte': 10 }, columns: [{ path: 'name', pin: true }], density: 'roomy' },
    });
    expect([await named(admin, 'Mine'), await named(guest, 'Mine')]).toEqual([undefined, undefined]);
    expect((await send(admin, 'PUT', `/api/views/${data.id}`, body())).status).toBe(404);
    for (const scope of ['role', 'all'] as const) expect((await send(op, 'POST', '/api/views', body({ scope, role: '[op]' }))).status).toBe(403);
    await send(admin, 'POST', '/api/views', body({ name: 'Shared', scope: 'role', role: '[op]' }));
    expect(await named(op, 'Shared')).toMatchObject({ scope: 'role', role: '[op]', isMine: false });
    expect(await named(guest, 'Shared')).toBeUndefined();
    const shared = String((await named(admin, 'Shared'))?.id);
    expect((await send(op, 'DELETE', `/api/views/${shared}`)).status).toBe(403);
  });

  it('hold a layout for those who may read its field and where the schema has it', async () => {
    const gallery = { kind: 'gallery', field: 'photos' } as const;
    await send(
      admin,
      'POST',
      '/api/views',
      body({ name: 'Pictures', scope: 'all', settings: { filter: {}, columns: [], density: 'normal', layout: gallery } }),
    );
    expect(await named(admin, 'Pictures')).toMatchObject({ left: 0, settings: { layout: gallery } });
    const forGuest = await named(guest, 'Pictures');
    expect(forGuest).toMatchObject({ left: 1 });
    expect(forGuest?.settings.layout).toBeUndefined();
    await send(
      admin,
      'POST',
      '/api/views',
      body({ name: 'No board', scope: 'all', settings: { filter: {}, columns: [], density: 'normal', layout: { kind: 'board', field: 'watts' } } }),
    );
    expect((await named(admin, 'No board'))?.settings.layout).toBeUndefined();
    const nights = { kind: 'calendar', field: 'lit', until: 'out' } as const;
    await send(admin, 'POST', '/api/views', body({ name: 'Nights', scope: 'all', settings: { filter: {}, columns: [], density: 'normal', layout: nights } }));
    expect(await named(admin, 'Nights')).toMatchObject({ left: 0, settings: { layout: nights } });
    const nightsOfGuest = await named(guest, 'Nights');
    expect(nightsOfGuest?.left).toBe(1);
    expect(nightsOfGuest?.settings.layout).toEqual({ kind: 'calendar', field: 'lit' });
  });

  it('hold by which two fields rows stand, and the first alone for those who may not read the second', async () => {
    const group = { path: 'lit', step: 'year', across: { path: 'out', step: 'month' } } as const;
    await send(admin, 'POST', '/api/views', body({ name: 'Years', scope: 'all', settings: { filter: {}, columns: [], density: 'normal', group } }));
    expect(await named(admin, 'Years')).toMatchObject({ left: 0, settings: { group } });
    const ofGuest = await named(guest, 'Years');
    expect(ofGuest?.left).toBe(1);
    expect(ofGuest?.settings.group).toEqual({ path: 'lit', step: 'year' });
  });

  it('are renamed, deleted and brought back under their address; one default takes the place of the other', async () => {
    const first = (await send(admin, 'POST', '/api/views', body({ name: 'One', scope: 'all', isDefault: true }))).data.id;
    await send(admin, 'POST', '/api/views', body({ name: 'Two', scope: 'all', isDefault: true }));
    expect([await named(guest, 'One'), await named(guest, 'Two')]).toMatchObject([{ isDefault: false }, { isDefault: true }]);
    await send(admin, 'PUT', `/api/views/${first}`, body({ name: 'Uno', scope: 'all' }));
    expect((await named(admin, 'Uno'))?.id).toBe(first);
    expect((await send(admin, 'DELETE', `/api/views/${first}`)).status).toBe(200);
    expect(await named(admin, 'Uno')).toBeUndefined();
    expect((await send(admin, 'POST', `/api/views/${first}/restore`, {})).status).toBe(200);
    expect((await named(admin, 'Uno'))?.id).toBe(first);
  });

  it('and cards of home pages go on to name a field that was renamed, also inside of others', async () => {
    const own: ViewSettings = {
      filter: { 'watts@gte': 10, $or: [{ 'box.inner@null': true }, { $not: { watts: 5 } }], q: 'watts' },
      sort: { field: 'watts', order: 'DESC' },
      group: { path: 'lit', step: 'year', across: { path: 'out', step: 'month' } },
      layout: { kind: 'calendar', field: 'lit', until: 'out' },
      columns: [{ path: 'name' }, { path: 'watts', width: 90 }, { path: 'box.inner' }],
      density: 'normal',
    };
    const id = (await send(admin, 'POST', '/api/views', body({ name: 'Renamed', settings: own }))).data.id;
    const card = { id: 'c1', kind: 'figure', object: 'lantern', view: id, field: 'watts', of: 'sum' };
    const plot = { id: 'c3', kind: 'plot', object: 'lantern', view: '', field: 'lit', sum: 'watts' };
    expect((await send(admin, 'PUT', '/api/home', { cards: [card, { ...card, id: 'c2', object: 'film', view: '' }, plot] })).status).toBe(200);
    const { watts, lit, out, box, ...others } = lantern.properties;
    const properties = {
      ...others,
      power: { ...watts, 'x-was': 'watts' },
      begun: { ...lit, 'x-was': 'lit' },
      ended: { ...out, 'x-was': 'out' },
      crate: { type: 'object', 'x-was': 'box', properties: { kernel: { ...box.properties.inner, 'x-was': 'inner' } } },
    };
    writeFileSync(join(root, 'lantern.json'), JSON.stringify({ ...lantern, 'x-views': [], properties }));
    await server.registry.reload();
    expect(server.registry.quarantined()).toEqual([]);
    expect(await named(admin, 'Renamed')).toMatchObject({
      left: 0,
      settings: {
        filter: { 'power@gte': 10, $or: [{ 'crate.kernel@null': true }, { $not: { power: 5 } }], q: 'watts' },
        sort: { field: 'power', order: 'DESC' },
        group: { path: 'begun', step: 'year', across: { path: 'ended', step: 'month' } },
        layout: { kind: 'calendar', field: 'begun', until: 'ended' },
        columns: [{ path: 'name' }, { path: 'power', width: 90 }, { path: 'crate.kernel' }],
      },
    });
    const { cards } = (await (await admin('/api/home')).json()).data;
    expect(cards).toMatchObject([{ field: 'power' }, { object: 'film', field: 'watts' }, { field: 'begun', sum: 'power' }]);
    writeFileSync(join(root, 'lantern.json'), JSON.stringify(lantern));
    await server.registry.reload();
  });

  it('hold what a list can show, and no more', async () => {
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(81) },
      { scope: 'shipped' },
      { settings: { filter: [] } },
      { settings: { columns: [{ path: 'name', width: 5 }] } },
      { settings: { layout: { kind: 'spiral', field: 'photos' } } },
      { settings: { layout: { kind: 'gallery' } } },
      { settings: { group: { path: 'lit', across: { step: 'year' } } } },
      { settings: { group: { path: 'lit', across: { path: 'out', step: 'hour' } } } },
      { settings: { layout: { kind: 'calendar', field: 'lit', until: 5 } } },
    ])
      expect((await send(admin, 'POST', '/api/views', { ...body(), ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    expect((await send(guest, 'POST', '/api/views', body({ object: 'nothing' }))).status).toBe(404);
  });
});
