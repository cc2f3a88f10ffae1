/** Earlier values come back out of the history, as a save by whoever asks; and all changes are found by person, day, object, row and field. On objects dropped in. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import type { FoundChange, FoundChanges, HistoryEntry } from '#framework/records/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = (more: object = {}) => ({ type: 'string', maxLength: 80, ...more });
const state = {
  type: 'string',
  oneOf: [
    { const: 'wild', title: 'Wild' },
    { const: 'tended', title: 'Tended' },
  ],
  default: 'wild',
};
const garden = (name: object, access: object = {}) => ({
  title: 'Garden',
  type: 'object',
  'x-titleTemplate': '{id}',
  required: ['id'],
  'x-access': { '[gs]': ['list', 'read'], '[op]': ['list', 'read', 'create', 'update', 'export'], '[]': 'all', ...access },
  'x-workflow': {
    field: 'state',
    states: ['wild', 'tended'],
    transitions: [{ name: 'tend', title: 'Tend', from: 'wild', to: 'tended', roles: ['[op]', '[]'] }],
  },
  properties: {
    id: text({ maxLength: 40 }),
    ...name,
    note: text(),
    gossip: text({ 'x-access': ['[]'] }),
    parcel: text({ 'x-setOnce': true }),
    owner: text({ 'x-pii': true }),
    state,
    open: { type: 'boolean' },
    gardener: { type: 'string', maxLength: 64, 'x-relation': 'gardener' },
    beds: { type: 'array', 'x-child': true, items: { type: 'object', properties: { plant: text(), count: { type: 'integer', maximum: 99 } } } },
  },
});
const gardener = { title: 'Gardener', type: 'object', 'x-titleTemplate': '{id}', required: ['id'], properties: { id: text({ maxLength: 40 }) } };

describe.each(testDatabases)('versions and changes on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'revert-schemas-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let guest: Client;
  let now = Date.parse('2026-03-01T10:00:00Z');
  const declare = (object: string, schema: object) => writeFileSync(join(folder, `${object}.json`), JSON.stringify(schema));
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    declare('gardener', gardener);
    declare('garden', garden({ name: text({ minLength: 2 }) }, { rows: { '[gs]': { properties: { open: { const: true } }, required: ['open'] } } }));
    server = await startServer({ kind, schemasDir: folder, now: () => new Date(now) });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    op = await server.signIn('op');
    guest = await server.signIn('gs');
  });
  afterAll(async () => {
    await expectSound(server?.tools);
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const make = async (object: string, json: Row) => expect((await admin(`/api/pb/${object}`, { method: 'POST', json })).status).toBe(201);
  const put = async (id: string, json: Row, client = admin) => {
    now += 60_000;
    const answer = await client(`/api/pb/garden/${id}`, { method: 'PUT', json, headers: { 'if-match': '*' } });
    expect(answer.status, await answer.clone().text()).toBe(200);
  };
  const read = async (id: string, client = admin): Promise<Row> => (await client(`/api/pb/garden/${id}`)).json();
  const history = async (id: string, client = admin, query = ''): Promise<HistoryEntry[]> => (await client(`/api/pb/garden/${id}/history${query}`)).json();
  const entryOf = async (id: string, ver: number) => (await history(id)).find((entry) => entry.ver === ver)?.entry ?? 0;
  const revert = async (id: string, order: object, { client = admin, ver, headers = {} }: { client?: Client; ver?: number; headers?: object } = {}) => {
    const version = ver ?? (await read(id)).ver;
    const answer = await client(`/api/pb/garden/${id}/revert`, { method: 'POST', json: order, headers: { 'if-match': `"${version}"`, ...headers } });
    return { status: answer.status, ...(await answer.json()) };
  };
  const search = async (query: string, client = admin): Promise<FoundChanges> => {
    const answer = await client(`/api/changes?${query}`);
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()).data;
  };

  it('one field, or the row with its lists, has its earlier values again as a new version; what only steps and the first save write stays and is named', async () => {
    await make('garden', { id: 'g1', name: 'First', parcel: 'P-1', beds: [{ plant: 'rose', count: 3 }] });
    await put('g1', { name: 'Second', note: 'dry', beds: [] });
    await admin('/api/pb/garden/g1/actions/tend', { method: 'POST', json: {} });
    await put('g1', { name: 'Third', note: 'wet' });
    const to = await entryOf('g1', 1);
    const one = await revert('g1', { to, fields: ['name'] });
    expect([one.status, one.data?.left]).toEqual([200, []]);
    expect(one.data.row).toMatchObject({ name: 'First', note: 'wet', beds: [], ver: 5 });
    const whole = await revert('g1', { to });
    expect([whole.status, whole.data?.left]).toEqual([200, ['state']]);
    expect(await read('g1')).toMatchObject({ name: 'First', note: '', beds: [{ plant: 'rose', count: 3 }], state: 'tended', parcel: 'P-1', ver: 6 });
    expect((await history('g1')).slice(0, 2)).toMatchObject([
      { action: 'revert', by: 'admin', changes: { note: ['wet', ''], beds: [[], [{ plant: 'rose', count: 3 }]] } },
      { action: 'revert', changes: { name: ['Third', 'First'] } },
    ]);
    // A revert is a version too, and can be gone back over.
    expect((await revert('g1', { to: await entryOf('g1', 4) })).data.row).toMatchObject({ name: 'Third', note: 'wet', ver: 7 });
  });

  it('a revert is refused as a save is: a stale or missing version, no such entry, nothing to change, a field that nobody writes, a value that is no good any more', async () => {
    await make('gardener', { id: 'v1' });
    await make('garden', { id: 'g2', name: 'One', gardener: 'v1' });
    await put('g2', { name: 'Two', gardener: '' });
    const to = await entryOf('g2', 1);
    const stale = await revert('g2', { to }, { ver: 1 });
    expect([stale.status, stale.err.code, stale.data.ver]).toEqual([412, 'msg.datamodi', 2]);
    expect((await admin('/api/pb/garden/g2/revert', { method: 'POST', json: { to } })).status).toBe(428);
    expect((await revert('g2', { to: (await entryOf('g2', 2)) + 1_000 })).status).toBe(404);
    expect((await revert('g2', { to: await entryOf('g1', 1) })).status, 'another row’s entry').toBe(404);
    expect((await revert('g2', { to: await entryOf('g2', 2) })).err.code).toBe('msg.nochange');
    expect((await revert('g2', { to: 'x' })).status).toBe(400);
    expect((await revert('g2', { to, fields: [] })).status).toBe(400);
    const unknown = await revert('g2', { to, fields: ['nothing', 'name'] });
    expect(unknown.err.fields).toMatchObject([{ path: 'nothing', code: 'field.unknown' }]);
    await admin('/api/pb/garden/g2/actions/tend', { method: 'POST', json: {} });
    expect((await revert('g2', { to, fields: ['state'] })).err.fields).toMatchObject([{ path: 'state', code: 'field.readonly' }]);
    expect((await revert('g2', { to: await entryOf('g2', 2) })).err.code, 'only the state differs').toBe('revert.none');
    await admin('/api/pb/gardener/v1', { method: 'DELETE' });
    const dead = await revert('g2', { to });
    expect([dead.status, dead.err.fields.map(({ path }: Row) => path)]).toEqual([422, ['gardener']]);
    expect(await read('g2'), 'nothing by half').toMatchObject({ name: 'Two', ver: 3 });
  });

  it('P01 P02 nobody has more by a revert than by a save: not the guest, and not fields that a role may not see', async () => {
    await make('garden', { id: 'g3', name: 'Ours', gossip: 'loud', open: true });
    await put('g3', { name: 'Theirs', gossip: 'quiet' });
    const to = await entryOf('g3', 1);
    expect((await revert('g3', { to }, { client: guest })).err.code).toBe('msg.forbidden');
    expect((await revert('g3', { to, fields: ['gossip'] }, { client: op })).status).toBe(422);
    const { data } = await revert('g3', { to }, { client: op });
    expect([data.row.name, data.row.gossip, data.left]).toEqual(['Ours', undefined, []]);
    expect(await read('g3')).toMatchObject({ name: 'Ours', gossip: 'quiet' });
    expect((await admin('/api/pb/garden/nothing/revert', { method: 'POST', json: { to }, headers: { 'if-match': '"1"' } })).status).toBe(404);
  });

  it('a revert is taken back like any change of the page', async () => {
    const changeset = '00000000-0000-4000-8000-0000000000aa';
    const { ver } = await read('g3');
    const reverted = await revert('g3', { to: await entryOf('g3', 2), fields: ['name'] }, { headers: { 'x-changeset': changeset } });
    expect(reverted.data.row.name).toBe('Theirs');
    expect((await (await admin(`/api/changes/${changeset}/undo`, { method: 'POST', json: {} })).json()).data).toMatchObject({ count: 1, failed: [] });
    expect(await read('g3')).toMatchObject({ name: 'Ours', ver: Number(ver) + 2 });
  });

  it('a long history is read in pages', async () => {
    const all = await history('g1');
    const rest = await history('g1', admin, `?below=${all[1]?.entry}`);
    expect(rest).toEqual(all.slice(2));
    expect(await history('g1', admin, `?below=${all.at(-1)?.entry}`)).toEqual([]);
    expect((await admin('/api/pb/garden/g1/history?below=x')).status).toBe(400);
  });

  it('finds changes by object, row, person, day and field, newest first, page by page', async () => {
    const before = now;
    now += 86_400_000;
    for (const who of ['admin', 'op', 'gs']) {
      const client = await server.signIn(who);
      [admin, op, guest] = [who === 'admin' ? client : admin, who === 'op' ? client : op, who === 'gs' ? client : guest];
    }
    await put('g1', { note: 'by op' }, op);
    await put('g1', { name: 'By op' }, op);
    const names = ({ entries }: FoundChanges) => entries.map(({ changes }: FoundChange) => Object.keys(changes).join());
    const byOp = await search('object=garden&row=g1&by=op');
    expect([names(byOp), byOp.next]).toEqual([['name', 'note'], null]);
    expect(byOp.entries[0]).toMatchObject({
      object: 'garden',
      row: 'g1',
      title: 'g1',
      isThere: true,
      by: 'op',
      action: 'update',
      changes: { name: ['Third', 'By op'] },
    });
    expect(names(await search(`object=garden&row=g1&since=${before + 1}`))).toEqual(['name', 'note']);
    expect((await search(`object=garden&before=${before + 1}`)).entries.every(({ at }) => at < '2026-03-02')).toBe(true);
    expect(names(await search('object=garden&row=g1&field=note&by=op'))).toEqual(['note']);
    expect((await search('object=garden&action=revert&row=g1')).entries).toHaveLength(3);
    const first = byOp.entries[0]?.entry;
    expect(names(await search(`object=garden&row=g1&by=op&below=${first}`))).toEqual(['note']);
    await admin('/api/pb/garden/g2', { method: 'DELETE' });
    expect((await search('object=garden&row=g2')).entries[0]).toMatchObject({ action: 'delete', title: 'g2', isThere: false });
    expect((await admin('/api/changes?since=x')).status).toBe(400);
    expect((await admin('/api/changes?object=nothing')).status).toBe(404);
  });

  it('what is rare is looked for in a long history a portion at a time, and found further on; instants decide where they are asked for', async () => {
    const values = `'garden', 'far', n, 1000 * n, CASE n WHEN 2 THEN 'rare' ELSE 'many' END, 'update', CASE n WHEN 1 THEN '{"note":["","rare"]}' ELSE '{}' END`;
    const tallied = `WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 100100) SELECT ${values} FROM t`;
    const insert = 'INSERT INTO _history (obj, row_id, ver, `at`, `by`, action, changes) ';
    await server.db.run(insert + (kind === 'mariadb' ? `SELECT ${values} FROM (SELECT seq AS n FROM seq_1_to_100100) t` : tallied));
    // an entry that came late: its instant is the earliest of all
    await server.db.run(`${insert}VALUES ('garden', 'far', 1, 500, 'late', 'update', '{}')`);
    for (const rare of ['by=rare', 'by=rare&object=garden', 'field=note&by=many', 'before=100101000&field=note', 'object=garden&field=note&before=100101000']) {
      let [next, count] = [undefined as number | null | undefined, 0];
      const found: FoundChange[] = [];
      for (; next !== null && count < 5; count += 1) {
        const page = await search(`${rare}${next ? `&below=${next}` : ''}`);
        found.push(...page.entries.filter(({ row }) => row === 'far'));
        next = page.next;
      }
      const isIndexed = rare.startsWith('by=');
      expect([found.map(({ ver }) => ver), next, count], rare).toEqual([[rare.includes('note') ? 1 : 2], null, isIndexed ? 1 : 2]);
    }
    const late = await search('before=3000');
    expect(late.entries.map(({ by }) => by)).toEqual(['rare', 'many', 'late']);
    expect((await search(`before=3000&below=${late.entries[0]?.entry}`)).entries.map(({ by }) => by)).toEqual(['many', 'late']);
    await server.db.run("DELETE FROM _history WHERE row_id = 'far'");
  });

  it('P01 P02 shows changes of rows and fields that the person may read, and no others', async () => {
    const gossip = await search('object=garden&row=g3&field=gossip');
    expect(gossip.entries).toHaveLength(1);
    expect((await search('object=garden&row=g3&field=gossip', op)).entries).toEqual([]);
    expect(JSON.stringify(await search('object=garden', op))).not.toContain('loud');
    const seen = await search('object=garden', guest);
    expect(new Set(seen.entries.map(({ row }) => row)), 'open ones alone, and none that is gone').toEqual(new Set(['g3']));
    const denied = await guest('/api/changes?object=mail');
    expect(denied.status).toBe(403);
    expect((await search('', guest)).entries.some(({ object }) => object === 'mail')).toBe(false);
  });

  it('an export of personal data is found among the changes: by administrators, and by whoever made it', async () => {
    expect((await op('/api/pb/garden/export?format=csv')).status).toBe(200);
    expect((await op('/api/pb/gardener/export?format=csv')).status).toBe(200);
    const exports = async (client: Client) => (await search('action=export', client)).entries.filter(({ by }) => by === 'op');
    const [found, ...more] = await exports(admin);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ object: 'garden', row: '', by: 'op', changes: {}, export: { format: 'csv', filter: '', count: 2 } });
    expect(found?.export?.fields).toContain('owner');
    expect(found?.export?.fields).not.toContain('gossip');
    expect(await exports(op)).toEqual([found]);
    expect(await exports(guest)).toEqual([]);
    const recent = (await (await admin('/api/recent')).json()).data;
    expect(recent.some(({ action }: Row) => action === 'export')).toBe(false);
  });

  it('values under a former name are found, and come back, under the present one', async () => {
    declare('garden', garden({ label: text({ minLength: 2, 'x-was': 'name' }) }));
    await server.registry.reload();
    const found = await search('object=garden&row=g1&field=label&by=op');
    expect(found.entries).toMatchObject([{ changes: { label: ['Third', 'By op'] } }]);
    const { data } = await revert('g1', { to: await entryOf('g1', 1), fields: ['label'] });
    expect(data.row).toMatchObject({ label: 'First', note: 'by op' });
  });

  it('what the schema takes no longer stays and is named, be it of the same kind, and does not keep the rest from coming back', async () => {
    await make('garden', { id: 'g9', label: 'Rose', note: 'dry', beds: [{ plant: 'rose', count: 40 }] });
    await put('g9', { label: 'Rosary', note: 'wet', beds: [] });
    const to = await entryOf('g9', 1);
    const later = garden({ label: text({ minLength: 5, 'x-was': 'name' }) });
    declare('garden', { ...later, properties: { ...later.properties, beds: { ...later.properties.beds, maxItems: 0 } } });
    await server.registry.reload();
    const one = await revert('g9', { to, fields: ['note', 'label'] });
    expect([one.status, one.err.fields.map(({ path }: Row) => path)]).toEqual([422, ['label']]);
    const whole = await revert('g9', { to });
    expect([whole.status, whole.data?.left]).toEqual([200, ['label', 'beds']]);
    expect(await read('g9')).toMatchObject({ label: 'Rosary', note: 'dry', beds: [], ver: 3 });
    const none = await revert('g9', { to });
    expect([none.status, none.err.fields.map(({ path }: Row) => path)]).toEqual([422, ['label', 'beds']]);
  });
});
