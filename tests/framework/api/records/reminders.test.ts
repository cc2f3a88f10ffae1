/** Reminders: what is due, for whom, with which rights, and put off, over HTTP, on objects that nobody prepared for them. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Due } from '#framework/reminders/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { statementsOf } from '../../../support/database/statements-of.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 80 };
const date = { type: 'string', format: 'date' };
const lease = {
  title: 'Lease',
  type: 'object',
  required: ['name'],
  'x-titleTemplate': '{name}',
  'x-access': { '[gs]': ['list', 'read'], '[op]': 'all', '[]': 'all', rows: { '[gs]': { properties: { state: { const: 'open' } }, required: ['state'] } } },
  'x-reminders': [
    { name: 'ends', title: 'Lease ends', when: { field: 'ends', days: -30 }, filter: { 'state@ne': 'over' } },
    { name: 'unpaid', title: 'Rent unpaid', when: { field: 'billed', days: 60 }, filter: { paid: false }, for: ['[op]', 'warden'] },
    { name: 'secret', title: 'Secret', when: { field: 'audit', days: -30 } },
    { name: 'visit', title: 'Visit', when: { field: 'visits.day', days: -3, until: 0 } },
    { name: 'shuts', title: 'Shuts', when: { field: 'shuts', days: -1 }, for: 'warden' },
  ],
  properties: {
    id: { type: 'string', maxLength: 40, readOnly: true },
    name: text,
    state: { type: 'string', enum: ['open', 'shut', 'over'], default: 'open' },
    ends: date,
    billed: date,
    paid: { type: 'boolean', default: false },
    warden: { 'x-relation': 'user' },
    audit: { ...date, 'x-access': { read: ['[]'], write: ['[]'] } },
    shuts: { type: 'string', format: 'date-time' },
    visits: { type: 'array', items: { type: 'object', properties: { day: date, note: text } } },
  },
};

describe.each(testDatabases)('reminders on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'reminders-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let guest: Client;
  // ten minutes to midnight of a Wednesday in Taipei
  let now = new Date('2026-05-20T15:50:00Z');
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    writeFileSync(join(root, 'lease.json'), JSON.stringify(lease));
    server = await startServer({ kind, schemasDir: root, now: () => now });
    expect(server.registry.quarantined()).toEqual([]);
    [admin, op, guest] = [await server.signIn('admin'), await server.signIn('op'), await server.signIn('gs')];
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const make = async (row: object): Promise<string> => {
    const answer = await admin('/api/pb/lease', { method: 'POST', json: row });
    expect(answer.status).toBe(201);
    return (await answer.json()).id;
  };
  const change = async (id: string, row: object) => {
    const { ver } = await (await admin(`/api/pb/lease/${id}`)).json();
    expect((await admin(`/api/pb/lease/${id}`, { method: 'PUT', json: { ...row, ver } })).status).toBe(200);
  };
  const remove = (id: string) => admin(`/api/pb/lease/${id}`, { method: 'DELETE' });
  const dueFor = async (client: Client, name: string): Promise<Due[]> =>
    ((await (await client('/api/reminders')).json()).data.due as Due[]).filter((one) => one.object === 'lease' && one.name === name);
  const titles = async (client: Client, name: string) => (await dueFor(client, name)).map(({ title }) => title);
  const putOff = async ({ object, id, name, at }: Due, until: string, client = admin) =>
    (await client('/api/reminders', { method: 'POST', json: { object, id, name, at, until } })).status;

  it('come by the rows’ own dates, the first due first, with what they are called', async () => {
    const ids = [];
    for (const [name, ends] of Object.entries({ far: '2026-06-20', last: '2026-06-19', soon: '2026-05-24', past: '2026-05-01', gone: '2026-04-19' }))
      ids.push(await make({ name, ends }));
    ids.push(await make({ name: 'over', ends: '2026-05-24', state: 'over' }));
    expect(await dueFor(admin, 'ends')).toMatchObject([
      { title: 'past', label: 'Lease ends', day: '2026-05-01' },
      { title: 'soon', day: '2026-05-24', at: '2026-05-24' },
      { title: 'last', day: '2026-06-19' },
    ]);
    for (const id of ids) await remove(id);
  });

  it('follow a date for as long as the filter holds, for a role or for whom a field points at', async () => {
    const own = await make({ name: 'own', billed: '2026-03-21', warden: 'gs' });
    const other = await make({ name: 'other', billed: '2026-03-01' });
    const fresh = await make({ name: 'fresh', billed: '2026-03-22' });
    expect(await dueFor(op, 'unpaid')).toMatchObject([
      { title: 'other', day: '2026-04-30' },
      { title: 'own', day: '2026-05-20' },
    ]);
    expect(await titles(guest, 'unpaid')).toEqual(['own']);
    expect(await titles(admin, 'unpaid')).toEqual([]);
    await change(own, { name: 'own', billed: '2026-03-21', warden: 'gs', paid: true });
    expect([await titles(op, 'unpaid'), await titles(guest, 'unpaid')]).toEqual([['other'], []]);
    for (const id of [own, other, fresh]) await remove(id);
  });

  it('come of rows and fields that one may read', async () => {
    const shut = await make({ name: 'shut', state: 'shut', ends: '2026-05-24' });
    const open = await make({ name: 'open', audit: '2026-05-24', ends: '2026-05-24' });
    expect(await titles(guest, 'ends')).toEqual(['open']);
    expect((await titles(op, 'ends')).sort()).toEqual(['open', 'shut']);
    expect([await titles(admin, 'secret'), await titles(op, 'secret')]).toEqual([['open'], []]);
    expect(JSON.stringify(await (await op('/api/objects')).json())).not.toContain('Secret');
    for (const id of [shut, open]) await remove(id);
  });

  it('see days inside lists, each by itself, and moments by the house’s clock', async () => {
    const id = await make({
      name: 'many',
      warden: 'admin',
      visits: [{ day: '2026-05-19' }, { day: '2026-05-23' }, { day: '2026-05-20' }, { day: '2026-05-24' }],
      shuts: '2026-05-20 17:00:00',
    });
    expect((await dueFor(admin, 'visit')).map(({ day }) => day)).toEqual(['2026-05-20', '2026-05-23']);
    // one o'clock in the morning of the next day
    expect(await dueFor(admin, 'shuts')).toMatchObject([{ at: '2026-05-20 17:00:00', day: '2026-05-21' }]);
    const [first] = await dueFor(admin, 'visit');
    await putOff(first as Due, 'done');
    expect((await dueFor(admin, 'visit')).map(({ day }) => day)).toEqual(['2026-05-23']);
    await remove(id);
  });

  it('are put off by one person until a day, dealt with, and come back with another date', async () => {
    const id = await make({ name: 'flat', ends: '2026-05-24' });
    const [one] = (await dueFor(admin, 'ends')) as [Due];
    expect(await putOff(one, 'tomorrow')).toBe(200);
    expect([await titles(admin, 'ends'), await titles(op, 'ends')]).toEqual([[], ['flat']]);
    now = new Date('2026-05-20T16:05:00Z');
    expect(await titles(admin, 'ends')).toEqual(['flat']);
    now = new Date('2026-05-20T15:50:00Z');
    expect(await putOff(one, 'week')).toBe(200);
    expect(await putOff(one, 'none')).toBe(200);
    expect(await titles(admin, 'ends')).toEqual(['flat']);
    expect(await putOff(one, 'done')).toBe(200);
    expect(await titles(admin, 'ends')).toEqual([]);
    await change(id, { name: 'flat', ends: '2026-05-25' });
    expect(await titles(admin, 'ends')).toEqual(['flat']);
    expect(await putOff({ ...one, name: 'none' }, 'done')).toBe(400);
    expect(await putOff(one, 'for ever')).toBe(400);
    expect(await putOff({ ...one, id: 'nobody' }, 'done')).toBe(404);
    await change(id, { name: 'flat', ends: '2026-05-25', state: 'shut' });
    expect(await putOff(one, 'done', guest)).toBe(404);
    await remove(id);
  });

  it('are at most fifty of a kind, those put off not counted, in as many statements as with one', async () => {
    const ids = [];
    for (let row = 0; row < 53; row += 1) ids.push(await make({ name: `n${String(row).padStart(2, '0')}`, ends: '2026-05-24' }));
    const more = async () => (await (await admin('/api/reminders')).json()).data.more as { object: string }[];
    expect(await titles(admin, 'ends')).toHaveLength(50);
    expect((await more()).filter(({ object }) => object === 'lease')).toEqual([{ object: 'lease', name: 'ends', label: 'Lease ends' }]);
    for (const one of (await dueFor(admin, 'ends')).slice(0, 3)) await putOff(one, 'done');
    expect(await titles(admin, 'ends')).toHaveLength(50);
    expect((await more()).filter(({ object }) => object === 'lease')).toEqual([]);
    const statements = async () => (await statementsOf(server.db, () => admin('/api/reminders'))).length;
    const many = await statements();
    for (const id of ids) await remove(id);
    expect(await statements()).toBe(many);
  });

  it('ask an index', async () => {
    const column = server.registry.get('lease')?.model.fields.find(({ name }) => name === 'ends')?.column;
    expect(column?.index).toBe(true);
    const plan = kind === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const rows = await server.db.query(`${plan} SELECT t.id FROM \`lease\` t WHERE t.ends >= '2026-05-01' AND t.ends < '2026-05-02'`, []);
    expect(JSON.stringify(rows)).toMatch(/ix_[a-z_]*ends/);
  });
});
