/** Cards of the home page: a person's and a role's, over HTTP, on an object that nobody prepared for them. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HomeCards } from '#framework/home/wire.ts';
import { type Card, monthsBetween } from '#rules/card.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const kite = {
  title: 'Kite',
  type: 'object',
  properties: { id: { type: 'string', maxLength: 40, readOnly: true }, name: { type: 'string', maxLength: 80 } },
};

it('months of a plot follow one another, the latest of them', () => {
  expect(monthsBetween('2025-11', '2026-02', 24)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(monthsBetween('1990-01', '2026-02', 2)).toEqual(['2026-01', '2026-02']);
});

describe.each(testDatabases)('cards on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'cards-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let guest: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    writeFileSync(join(root, 'kite.json'), JSON.stringify(kite));
    server = await startServer({ kind, schemasDir: root });
    expect(server.registry.quarantined()).toEqual([]);
    [admin, op, guest] = [await server.signIn('admin'), await server.signIn('op'), await server.signIn('gs')];
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const home = async (client: Client): Promise<HomeCards> => (await (await client('/api/home')).json()).data;
  const put = async (client: Client, json: object) => (await client('/api/home', { method: 'PUT', json })).status;
  const counts: Card = { id: 'a', kind: 'count', object: 'kite', view: '' };
  const figure: Card = { id: 'b', kind: 'figure', object: 'kite', view: 'v1', field: 'length', of: 'mean' };
  const plot: Card = { id: 'd', kind: 'plot', object: 'kite', view: '', field: 'name', sum: 'length' };
  const shipped: Card = { id: 'c', kind: 'part', part: 'recent' };

  it('are one’s own, in the order that one gave them, until one goes back to the default', async () => {
    expect(await home(op)).toEqual({ cards: [], of: 'house', roles: [] });
    expect(await put(op, { cards: [figure, counts, plot, shipped] })).toBe(200);
    expect(await home(op)).toEqual({ cards: [figure, counts, plot, shipped], of: 'me', roles: [] });
    expect((await home(admin)).of).toBe('house');
    expect(await put(op, { cards: [] })).toBe(200);
    expect(await home(op)).toMatchObject({ cards: [], of: 'me' });
    expect(await put(op, { cards: null })).toBe(200);
    expect((await home(op)).of).toBe('house');
  });

  it('of a role are its people’s who have none of their own; administrators arrange them', async () => {
    expect((await home(admin)).roles).toContain('[op]');
    expect(await put(op, { cards: [counts], role: '[op]' })).toBe(403);
    expect(await put(admin, { cards: [counts], role: '[op]' })).toBe(200);
    expect([await home(op), await home(guest)]).toMatchObject([{ cards: [counts], of: 'role' }, { of: 'house' }]);
    await put(op, { cards: [shipped] });
    expect(await home(op)).toMatchObject({ cards: [shipped], of: 'me' });
    await put(op, { cards: null });
    expect(await home(op)).toMatchObject({ cards: [counts], of: 'role' });
    expect(await put(admin, { cards: null, role: '[op]' })).toBe(200);
    expect((await home(op)).of).toBe('house');
  });

  it('hold what a card can show, and no more', async () => {
    for (const wrong of [
      { cards: 'all' },
      { cards: [counts, counts] },
      { cards: [{ ...counts, kind: 'other' }] },
      { cards: [{ ...figure, of: 'max' }] },
      { cards: [{ ...counts, object: 'x'.repeat(129) }] },
      { cards: Array.from({ length: 41 }, (_, at) => ({ ...counts, id: String(at) })) },
      { cards: [], role: 5 },
    ])
      expect(await put(admin, wrong), JSON.stringify(wrong)).toBe(400);
  });

  it('stand among the views, and are none of them', async () => {
    await put(admin, { cards: [counts] });
    const { views } = (await (await admin('/api/views')).json()).data;
    expect(views.filter(({ object }: { object: string }) => !object)).toEqual([]);
    const [{ id } = { id: '' }] = await server.db.query("SELECT id FROM `_view` WHERE object = '' AND who = 'admin'");
    expect(
      (await admin(`/api/views/${id}`, { method: 'PUT', json: { object: 'kite', name: 'Kites', scope: 'me', settings: { filter: {}, columns: [] } } })).status,
    ).toBe(400);
    expect((await op(`/api/views/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await home(admin)).cards).toEqual([counts]);
    await put(admin, { cards: null });
  });

  it('go on to show an object that was renamed, and its views', async () => {
    const view = { object: 'kite', name: 'Old kites', scope: 'me', settings: { filter: {}, columns: [], density: 'normal' } };
    expect((await admin('/api/views', { method: 'POST', json: view })).status).toBe(200);
    await put(admin, { cards: [counts, shipped] });
    rmSync(join(root, 'kite.json'));
    writeFileSync(join(root, 'dragon.json'), JSON.stringify({ ...kite, title: 'Dragon', 'x-was': 'kite' }));
    await server.registry.reload();
    expect((await home(admin)).cards).toEqual([{ ...counts, object: 'dragon' }, shipped]);
    const { views } = (await (await admin('/api/views')).json()).data;
    expect(views.find(({ name }: { name: string }) => name === 'Old kites')).toMatchObject({ object: 'dragon' });
  });
});
