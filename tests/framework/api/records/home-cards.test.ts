/** Cards of the home page: a person's, a role's, over HTTP, on an object that nobody prepared for them. */
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
  'x-access': { '[gs]': ['list', 'read'], '[op]': 'all', '[]': 'all', rows: { '[gs]': { properties: { colour: { const: 'red' } }, required: ['colour'] } } },
  properties: {
    id: { type: 'string', maxLength: 40, readOnly: true },
    name: { type: 'string', maxLength: 80 },
    colour: { type: 'string', enum: ['red', 'blue'] },
    flies: { type: 'boolean', default: false },
    bought: { type: 'string', format: 'date' },
    hidden: { type: 'boolean', 'x-access': { read: ['[]'], write: ['[]'] } },
  },
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
    for (const [colour, flies, bought] of [
      ['red', true, '2026-01-31'],
      ['red', false, '2026-03-01'],
      ['blue', true, '2026-03-31'],
    ] as const)
      await admin('/api/pb/kite', { method: 'POST', json: { name: colour, colour, flies, bought, hidden: true } });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const home = async (client: Client): Promise<HomeCards> => (await (await client('/api/home')).json()).data;
  const put = async (client: Client, json: object) => (await client('/api/home', { method: 'PUT', json })).status;
  const counts: Card = { id: 'a', kind: 'count', object: 'kite', view: '' };
  const figure: Card = { id: 'b', kind: 'figure', object: 'kite', view: 'v1', field: 'length', of: 'mean' };
  const shipped: Card = { id: 'c', kind: 'part', part: 'recent' };

  it('are one’s own, in the order that one gave them, until one goes back to the default', async () => {
    expect(await home(op)).toEqual({ cards: [], of: 'house', roles: [] });
    expect(await put(op, { cards: [figure, counts, shipped] })).toBe(200);
    expect(await home(op)).toEqual({ cards: [figure, counts, shipped], of: 'me', roles: [] });
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
});
