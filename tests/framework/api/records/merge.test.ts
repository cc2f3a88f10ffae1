/** Rows about the same thing become one, with everything that points at them: on schemas that nobody prepared for it, over HTTP. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { table } from '#framework/data/engine/table.ts';
import type { MergeOrder, MergePreview } from '#framework/merge/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = (maxLength = 80) => ({ type: 'string', maxLength });
const to = (object: string, onDelete = 'restrict', more: object = {}) => ({ type: 'string', 'x-relation': { to: object, onDelete, ...more } });
const all = ['list', 'read', 'create', 'update', 'delete'];
const access = { '[op]': all, '[]': 'all' };
const schemas = {
  weaver: {
    title: 'Weaver',
    type: 'object',
    'x-duplicates': ['name', 'code', 'secret'],
    'x-titleTemplate': '{name}',
    required: ['id', 'name'],
    'x-access': access,
    properties: {
      id: text(40),
      name: text(),
      code: { ...text(20), 'x-db': { unique: true } },
      town: text(),
      tags: { type: 'array', items: text() },
      phones: { type: 'array', 'x-child': true, items: { type: 'object', properties: { number: text(20) } } },
      secret: { ...text(), 'x-access': { read: ['[]'], write: ['[]'] } },
      since: { ...text(10), 'x-setOnce': true },
      master: to('weaver', 'null'),
    },
  },
  cloth: {
    title: 'Cloth',
    type: 'object',
    'x-titleTemplate': '{name}',
    required: ['id', 'weaver'],
    'x-access': access,
    'x-workflow': {
      field: 'state',
      states: ['open', 'sealed'],
      transitions: [{ name: 'seal', title: 'Seal', from: 'open', to: 'sealed', roles: ['[op]', '[]'], locks: ['weaver'] }],
    },
    properties: {
      id: text(40),
      name: text(),
      weaver: to('weaver', 'restrict', { copies: { town: 'town' } }),
      town: text(),
      state: {
        type: 'string',
        oneOf: [
          { const: 'open', title: 'Open' },
          { const: 'sealed', title: 'Sealed' },
        ],
        default: 'open',
      },
    },
  },
  fair: {
    title: 'Fair',
    type: 'object',
    'x-titleTemplate': '{id}',
    required: ['id'],
    'x-access': { ...access, '[op]': ['list', 'read'] },
    properties: {
      id: text(40),
      guests: { type: 'array', items: { type: 'string' }, 'x-relation': { to: 'weaver', many: true, onDelete: 'null' } },
      stalls: { type: 'array', 'x-child': true, items: { type: 'object', properties: { place: { type: 'integer' }, weaver: to('weaver', 'null') } } },
      plan: {
        type: 'object',
        properties: {
          head: to('weaver', 'null'),
          rows: { type: 'array', items: { type: 'object', properties: { deep: { type: 'object', properties: { who: to('weaver', 'null') } } } } },
        },
      },
    },
  },
  seat: {
    title: 'Seat',
    type: 'object',
    'x-titleTemplate': '{id}',
    required: ['id'],
    'x-access': access,
    'x-uniques': [['weaver', 'row']],
    properties: { id: text(40), weaver: to('weaver', 'cascade'), row: { type: 'integer' } },
  },
};

describe.each(testDatabases)('merging on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'merge-schemas-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let last = 0;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    for (const [name, schema] of Object.entries(schemas)) writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema));
    server = await startServer({ kind, schemasDir: folder });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    op = await server.signIn('op');
  });
  afterAll(async () => {
    await expectSound(server?.tools);
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const make = async (object: string, ...rows: Row[]) => {
    for (const json of rows) expect(await (await admin(`/api/pb/${object}`, { method: 'POST', json })).json()).toMatchObject({ id: json.id });
  };
  const read = async (object: string, id: string) => {
    const answer = await admin(`/api/pb/${object}/${id}`);
    return answer.status === 200 ? ((await answer.json()) as Row) : undefined;
  };
  const changeset = () => {
    last += 1;
    return `00000000-0000-4000-9000-${String(last).padStart(12, '0')}`;
  };
  const merge = async (id: string, order: MergeOrder, { client = admin, set = '' } = {}) => {
    const answer = await client(`/api/pb/weaver/${id}/merge`, { method: 'POST', json: order, ...(set && { headers: { 'x-changeset': set } }) });
    return { status: answer.status, undoable: answer.headers.get('x-undoable'), ...(await answer.json()) };
  };
  const preview = async (id: string, order: MergeOrder, client = admin): Promise<MergePreview> =>
    (await merge(id, { ...order, preview: true }, { client })).data;

  it('moves references of every kind, keeps what was chosen, and is taken back whole', async () => {
    await make(
      'weaver',
      { id: 'a1', name: 'Ada', code: '', town: 'Ulm', tags: ['silk'], phones: [{ number: '1' }] },
      { id: 'a2', name: 'Ada L.', code: 'X-9', town: '', tags: ['silk', 'wool'], phones: [{ number: '2' }], master: 'a1', since: '1999' },
      { id: 'a3', name: 'Eda', code: '', town: 'Bonn', master: 'a2' },
    );
    await make('weaver', { id: 'pupil', name: 'Pupil', master: 'a2' });
    await make('cloth', { id: 'c1', name: 'Blue', weaver: 'a2', town: 'Own' }, { id: 'c2', name: 'Red', weaver: 'a1' });
    await admin('/api/pb/cloth/c2', { method: 'PUT', json: { weaver: 'a3', town: '' }, headers: { 'if-match': '*' } });
    await admin('/api/pb/cloth/c2', { method: 'PUT', json: { town: '' }, headers: { 'if-match': '*' } });
    await make('fair', {
      id: 'f1',
      guests: ['a3', 'pupil', 'a2', 'a1'],
      stalls: [
        { place: 1, weaver: 'a2' },
        { place: 2, weaver: 'a3' },
      ],
      plan: { head: 'a3', rows: [{ deep: { who: 'a2' } }, { deep: { who: 'pupil' } }] },
    });
    await make('seat', { id: 's1', weaver: 'a2', row: 1 });
    const whole = async () => Promise.all(['a1', 'a2', 'a3', 'pupil'].map((id) => read('weaver', id)));
    const before = await whole();
    const [fair, cloth] = [await read('fair', 'f1'), await read('cloth', 'c2')];

    const shown = await preview('a1', { from: [{ id: 'a2' }, { id: 'a3' }] });
    expect(shown.failed).toEqual([]);
    expect(shown.rows.map((row) => row.id)).toEqual(['a1', 'a2', 'a3']);
    expect(Object.fromEntries(shown.fields.map(({ name, take, isOpen }) => [name, [take, isOpen]]))).toEqual({
      name: ['a1', true],
      code: ['a2', true],
      town: ['a1', true],
      tags: ['a1', true],
      phones: ['a1', true],
      since: ['a1', false],
      master: ['a2', true],
    });
    expect(shown.effects).toEqual(
      expect.arrayContaining([
        { do: 'change', object: 'cloth', field: 'weaver', count: 2 },
        { do: 'change', object: 'fair', field: 'guests', count: 1 },
        { do: 'change', object: 'fair', field: 'stalls', count: 1 },
        { do: 'change', object: 'seat', field: 'weaver', count: 1 },
        { do: 'delete', object: 'weaver', count: 2 },
      ]),
    );
    expect(await whole()).toEqual(before);

    const set = changeset();
    const done = await merge(
      'a1',
      {
        from: [
          { id: 'a2', ver: 1 },
          { id: 'a3', ver: 1 },
        ],
        ver: 1,
        take: { town: 'a3', tags: '*', phones: '*' },
      },
      { set },
    );
    expect(done).toMatchObject({ status: 200, undoable: '1' });
    expect(done.data.row).toEqual(await read('weaver', 'a1'));
    expect(await read('weaver', 'a1')).toMatchObject({
      name: 'Ada',
      code: 'X-9',
      town: 'Bonn',
      tags: ['silk', 'wool'],
      phones: [{ number: '1' }, { number: '2' }],
      master: '',
      since: '',
    });
    expect([await read('weaver', 'a2'), await read('weaver', 'a3')]).toEqual([undefined, undefined]);
    expect((await read('weaver', 'pupil'))?.master).toBe('a1');
    expect(await read('cloth', 'c1')).toMatchObject({ weaver: 'a1', town: 'Own' });
    // A reference that goes with its row copies nothing.
    expect(await read('cloth', 'c2')).toMatchObject({ weaver: 'a1', town: '' });
    expect(await read('fair', 'f1')).toMatchObject({
      guests: ['pupil', 'a1'],
      stalls: [
        { place: 1, weaver: 'a1' },
        { place: 2, weaver: 'a1' },
      ],
      plan: { head: 'a1', rows: [{ deep: { who: 'a1' } }, { deep: { who: 'pupil' } }] },
    });
    expect((await read('seat', 's1'))?.weaver).toBe('a1');
    const history = (await (await admin('/api/pb/cloth/c1/history')).json()) as Row[];
    expect(history[0]).toMatchObject({ action: 'merge', by: 'admin', changes: { weaver: ['a2', 'a1'] } });
    await expectSound(server.tools);

    const undone = await (await admin(`/api/changes/${set}/undo`, { method: 'POST', json: {} })).json();
    expect(undone.data.failed).toEqual([]);
    const plain = (row: Row | undefined) => ({ ...row, ver: 0, update_at: '' });
    expect((await whole()).map(plain)).toEqual(before.map(plain));
    expect(plain(await read('fair', 'f1'))).toEqual(plain(fair));
    expect(plain(await read('cloth', 'c2'))).toEqual(plain(cloth));
  });

  it('is refused whole where a row would break a rule, is locked, or may not be written by this person', async () => {
    await make('weaver', { id: 'b1', name: 'Bo', secret: 'gold' }, { id: 'b2', name: 'Bo', secret: 'lead' });
    await make('seat', { id: 'b-1', weaver: 'b1', row: 7 }, { id: 'b-2', weaver: 'b2', row: 7 });
    await make('cloth', { id: 'b-c', name: 'Sealed one', weaver: 'b2' });
    await admin('/api/pb/cloth/b-c/actions/seal', { method: 'POST', json: {} });
    const order = { from: [{ id: 'b2' }] };
    const shown = await preview('b1', order);
    expect(shown.failed.map(({ object, id, title, code }) => [object, id, title, code])).toEqual([
      ['cloth', 'b-c', 'Sealed one', 'field.readonly'],
      ['seat', 'b-2', 'b-2', 'field.unique'],
    ]);
    const refused = await merge('b1', order, { set: changeset() });
    expect(refused).toMatchObject({ status: 422, undoable: null, err: { code: 'msg.merge' }, data: { failed: [{ id: 'b-c' }, { id: 'b-2' }] } });
    expect([(await read('seat', 'b-2'))?.weaver, (await read('weaver', 'b2'))?.ver, (await read('weaver', 'b1'))?.ver]).toEqual(['b2', 1, 1]);
    await admin('/api/pb/seat/b-2', { method: 'DELETE' });
    await make('weaver', { id: 'b3', name: 'Bo' });
    await make('fair', { id: 'b-f', guests: ['b3'] });
    const mine = await preview('b1', { from: [{ id: 'b3' }] }, op);
    // Who may not read a field does not see that it differs.
    expect(mine.fields).toEqual([]);
    expect(mine.failed).toMatchObject([{ object: 'fair', id: 'b-f', code: 'msg.admin' }]);
    expect((await merge('b1', { from: [{ id: 'b3' }] }, { client: op })).err.code).toBe('msg.merge');
    const gs = await server.signIn('gs');
    expect((await merge('b1', { from: [{ id: 'b3' }] }, { client: gs })).status).toBe(403);
    expect((await merge('b1', { from: [] })).err.code).toBe('msg.noselect');
    expect((await merge('b1', { from: [{ id: 'nobody' }] })).status).toBe(404);
    expect((await merge('b1', { from: [{ id: 'b3', ver: 9 }] })).status).toBe(412);
  });

  it('suggests rows that are likely about the same: by name, however it is written, and by what is the same or not', async () => {
    await make(
      'weaver',
      { id: 'n1', name: 'Nordlicht Film Ltd', secret: 'amber' },
      { id: 'n2', name: '萬里電影公司', code: 'TX-77' },
      { id: 'n3', name: 'Zephyr' },
    );
    const likely = async (row: Row, client = admin, id?: string) => {
      const answer = await client('/api/pb/weaver/likely', { method: 'POST', json: { row, ...(id && { id }) } });
      return (await answer.json()).data.map((one: Row) => [one.id, one.field]);
    };
    expect(await likely({ name: 'Nordlight Film Ltd' })).toEqual([['n1', 'name']]);
    expect(await likely({ name: 'ＮＯＲＤＬＩＣＨＴ  film, ltd.' })).toEqual([['n1', 'name']]);
    expect(await likely({ name: '万里电影公司' })).toEqual([['n2', 'name']]);
    expect(await likely({ name: 'Zephir' })).toEqual([['n3', 'name']]);
    expect(await likely({ name: 'Quite another', code: 'TX-77' })).toEqual([['n2', 'code']]);
    expect(await likely({ name: 'Nordlicht Film Ltd' }, admin, 'n1')).toEqual([]);
    expect(await likely({ name: 'Something else entirely' })).toEqual([]);
    // Neither does it tell who may not read a field what stands in it.
    expect(await likely({ name: '', secret: 'amber' }, op)).toEqual([]);
  });

  it('is done once and whole among many at once', async () => {
    await make('weaver', { id: 'm1', name: 'M' }, { id: 'm2', name: 'M' });
    const rows = Array.from({ length: 20 }, (_, index) => ({ id: `m-${index}`, name: 'Cloth', weaver: 'm2' }));
    await make('cloth', ...rows);
    const one = { from: [{ id: 'm2' }] };
    const rename = ({ id }: { id: string }) => admin(`/api/pb/cloth/${id}`, { method: 'PUT', json: { name: 'Renamed' }, headers: { 'if-match': '*' } });
    const point = (index: number) => admin('/api/pb/cloth', { method: 'POST', json: { id: `late-${index}`, name: 'Late', weaver: 'm2' } });
    const [merged, again, ...others] = await Promise.all([merge('m1', one), merge('m1', one), ...rows.map(rename), ...[0, 1, 2, 3].map(point)]);
    // The first is refused where a row came to point there while it waited for it; then the second does it.
    expect([
      [200, 404],
      [200, 422],
    ]).toContainEqual([merged.status, again.status].sort());
    expect(others.every(({ status }) => [200, 201, 422].includes(status))).toBe(true);
    expect(await read('weaver', 'm2')).toBeUndefined();
    for (const { id } of rows) expect(await read('cloth', id)).toMatchObject({ weaver: 'm1' });
    const late = await Promise.all([0, 1, 2, 3].map((index) => read('cloth', `late-${index}`)));
    expect(late.filter((row) => row).every((row) => row?.weaver === 'm1')).toBe(true);
  });

  it('what goes while a row comes to point at it is named to who points, where no foreign key watches', async () => {
    await make('weaver', { id: 'q1', name: 'Q' });
    const point = () => admin('/api/pb/fair', { method: 'POST', json: { id: 'q-fair', plan: { rows: [{ deep: { who: 'q1' } }] } } });
    const pointed = await server.tools.db.transaction(async (tx) => {
      await table(tx, 'weaver').where({ id: 'q1' }).delete();
      const answer = point();
      await Promise.race([answer, sleep(400)]);
      return { answer };
    });
    const { status, err } = await pointed.answer.then(async (answer) => ({ status: answer.status, err: (await answer.json()).err }));
    expect([status, err?.fields]).toEqual([422, [expect.objectContaining({ path: 'plan/rows/0/deep/who', code: 'field.reference' })]]);
  });
});
