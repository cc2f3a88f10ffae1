/** Views by mail, over a real mail server, on an object that nobody prepared for it. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailViews } from '#framework/views/mail-views.ts';
import type { View } from '#framework/views/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type MailServer, startMailServer } from '../../../support/network/mail-server.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 80 };
const kite = {
  title: 'Kite',
  'x-plural': 'Kites',
  type: 'object',
  required: ['name'],
  'x-titleTemplate': '{name}',
  'x-access': {
    '[gs]': ['list', 'read', 'export'],
    '[op]': 'all',
    '[]': 'all',
    rows: { '[gs]': { properties: { state: { const: 'open' } }, required: ['state'] } },
  },
  'x-list': { columns: ['name', 'length', 'price', 'flown', 'owner', 'notes', 'cost'] },
  'x-views': [{ key: 'long', title: 'Long kites', filter: { 'length@gte': 100 }, sort: ['length', 'DESC'] }],
  properties: {
    id: { type: 'string', maxLength: 40, readOnly: true },
    name: { ...text, title: 'Name' },
    length: { type: 'integer', title: 'Length' },
    price: { type: 'number', multipleOf: 0.01, title: 'Price' },
    flown: { type: 'string', format: 'date', title: 'Flown' },
    owner: { ...text, title: 'Owner', 'x-pii': true },
    notes: { type: 'string', maxLength: 2000, title: 'Notes', 'x-ui': { widget: 'textarea' } },
    cost: { type: 'integer', title: 'Cost', 'x-access': { read: ['[]'], write: ['[]'] } },
    state: { type: 'string', enum: ['open', 'shut'], default: 'open' },
  },
};

/** Guests may look at it and not take it away. */
const spool = { ...kite, title: 'Spool', 'x-plural': 'Spools', 'x-access': { '[gs]': ['list', 'read'], '[op]': 'all', '[]': 'all' } };

describe.each(testDatabases)('views by mail on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'view-mails-'));
  let mails: MailServer;
  let server: TestServer;
  // Wednesday, noon in Taipei
  const start = new Date('2026-05-20T04:00:00Z');
  let now = start;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    for (const [name, schema] of Object.entries({ kite, spool })) writeFileSync(join(root, `${name}.json`), JSON.stringify(schema));
    mails = await startMailServer();
    server = await startServer({ kind, schemasDir: root, now: () => now, env: { SMTP_URL: mails.url, BASE_URL: 'https://kites.example' } });
    expect(server.registry.quarantined()).toEqual([]);
  });
  afterAll(async () => {
    await server?.stop();
    await mails?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  interface Sent {
    to: string;
    subject: string;
    body: string;
  }
  const sent = async (template = 'view') => {
    const all = await server.db.query<Sent>('SELECT `to`, `subject`, `body` FROM `mail` WHERE `template` = ? ORDER BY `create_at`, `id`', [template]);
    await server.db.run('DELETE FROM `mail` WHERE `template` = ?', [template]);
    return all;
  };
  /** Each signs in anew: the clock is set on by days. */
  const as = (name: string) => server.signIn(name);
  const fly = async (values: object) => expect((await (await as('op'))('/api/pb/kite', { method: 'POST', json: values })).status).toBe(201);
  const order = async (name: string | Client, view: string, mail: object | null, object = 'kite') =>
    (typeof name === 'string' ? await as(name) : name)(`/api/views/${view}/mail`, { method: 'PUT', json: { object, mail } });
  const views = async (name: string): Promise<View[]> => (await (await (await as(name))('/api/views')).json()).data.views;
  const daily = { every: 'day', at: '08:00' };
  /** The clock is set on, and looked at. */
  const on = async (moment: string) => {
    now = new Date(moment);
    await mailViews(server.tools);
  };

  it('sends the rows that somebody may see by then, each time once, with the way to each; none where there are none, none any more once they say so', async () => {
    now = start;
    const answer = await order('gs', 'long', daily);
    expect([answer.status, (await answer.json()).data]).toEqual([200, { due: '2026-05-21 00:00:00' }]);
    expect((await order('op', 'long', { every: 'week', on: 4, at: '08:00' })).status).toBe(200);
    expect((await views('gs')).find(({ id, object }) => id === 'long' && object === 'kite')?.mail).toEqual(daily);
    expect((await views('op')).find(({ id, object }) => id === 'long' && object === 'kite')?.mail).toEqual({ every: 'week', on: 4, at: '08:00' });
    await on('2026-05-21T00:00:00Z');
    expect(await sent()).toEqual([]);

    await fly({ name: 'Great\nkite', length: 300, price: 1200.5, flown: '2026-05-01', owner: 'Somebody', notes: 'Torn', state: 'open' });
    await fly({ name: 'Shut kite', length: 200, state: 'shut' });
    await fly({ name: 'Short kite', length: 20 });
    await on('2026-05-21T23:59:00Z');
    expect(await sent()).toEqual([]);
    await on('2026-05-22T00:00:30Z');
    await mailViews(server.tools);
    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect(mail?.subject).toContain('Long kites');
    expect(mail?.subject).toContain('1');
    expect(mail?.body).toContain('https://kites.example/erp/pb-kite?view=long');
    expect(mail?.body).toMatch(/Great kite\n[^\n]*300[^\n]*1200\.5[^\n]*2026-05-01[^\n]*\nhttps:\/\/kites\.example\/erp\/pb-kite\/edit\?id=/);
    // Of rows that they may not see, personal data and long texts nothing leaves.
    expect(mail?.body).not.toMatch(/Shut|Short|Somebody|Torn|Cost/);
    // Nor is its name said twice.
    expect(mail?.body).not.toContain('Name');

    // A server that was off does what it missed, once; both have their day.
    await on('2026-05-28T03:00:00Z');
    await mailViews(server.tools);
    const bodies = (await sent()).map(({ body }) => body);
    expect(bodies.map((body) => body.includes('Shut kite')).sort()).toEqual([false, true]);

    expect((await order('op', 'long', null)).status).toBe(200);
    expect((await views('op')).find(({ id, object }) => id === 'long' && object === 'kite')).not.toHaveProperty('mail');
    await on('2026-06-04T03:00:00Z');
    expect(await sent()).toHaveLength(1);
    expect((await order('gs', 'long', null)).status).toBe(200);
    await on('2026-06-10T03:00:00Z');
    expect(await sent()).toEqual([]);
  });

  it('is over, and says so, where the view is gone or the rows may not be exported any more; a disabled account waits', async () => {
    now = start;
    await fly({ name: 'Another kite', length: 130 });
    await server.addUser('flyer', ['[op]']);
    const flyer = await server.signIn('flyer');
    const own = { object: 'kite', name: 'Mine', scope: 'me', settings: { filter: { 'cost@gte': 1, name: 'Another kite' }, columns: [{ path: 'length' }] } };
    const { id } = (await (await flyer('/api/views', { method: 'POST', json: own })).json()).data;
    expect((await order(flyer, id, daily)).status).toBe(200);
    await server.db.run("UPDATE `user` SET `enabled` = 0 WHERE `id` = 'flyer'");
    await on('2026-05-21T01:00:00Z');
    expect([await sent(), await sent('viewGone')]).toEqual([[], []]);
    await server.db.run("UPDATE `user` SET `enabled` = 1 WHERE `id` = 'flyer'");
    await on('2026-05-22T01:00:00Z');
    const [mail] = await sent();
    expect(mail?.body).toContain('Another kite');
    // A condition on what they may not see is left out, which may make the rows more: it is said.
    expect(mail?.body).toMatch(/left out \(1\)|有 ?1 ?個部分/);
    expect((await (await as('flyer'))(`/api/views/${id}`, { method: 'DELETE' })).status).toBe(200);
    await on('2026-05-23T01:00:00Z');
    expect([(await sent()).length, (await sent('viewGone')).map(({ subject }) => subject.includes('Mine'))]).toEqual([0, [true]]);
    await on('2026-05-24T01:00:00Z');
    expect(await sent('viewGone')).toEqual([]);

    expect((await order('flyer', 'long', daily, 'spool')).status).toBe(200);
    expect((await (await as('op'))('/api/pb/spool', { method: 'POST', json: { name: 'Red spool', length: 400 } })).status).toBe(201);
    await server.db.run("UPDATE `user` SET `roles` = '[\"[gs]\"]' WHERE `id` = 'flyer'");
    await on('2026-05-25T01:00:00Z');
    expect([(await sent()).length, (await sent('viewGone')).length]).toEqual([0, 1]);
  });

  it('refuses what cannot be: no such view, no such moment, nobody’s address, an object whose rows may not be exported', async () => {
    now = start;
    const code = async (answer: Response) => [answer.status, (await answer.json()).err?.code];
    expect(await code(await order('op', 'none', daily))).toEqual([404, 'msg.notfound']);
    expect(await code(await order('op', 'long', daily, 'nothing'))).toEqual([404, 'msg.notfound']);
    for (const mail of [
      { every: 'hour', at: '08:00' },
      { every: 'day', at: '25:00' },
      { every: 'week', on: 8, at: '08:00' },
      { every: 'month', at: '08:00' },
    ])
      expect(await code(await order('op', 'long', mail))).toEqual([400, 'msg.badrequest']);
    await server.addUser('silent', ['[op]']);
    await server.db.run("UPDATE `user` SET `email` = '' WHERE `id` = 'silent'");
    expect(await code(await order('silent', 'long', daily))).toEqual([422, 'view.noaddress']);
    expect((await views('gs')).some(({ id, object }) => id === 'long' && object === 'spool')).toBe(true);
    expect(await code(await order('gs', 'long', daily, 'spool'))).toEqual([403, 'msg.forbidden']);
  });
});
