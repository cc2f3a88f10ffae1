/** Formulas over HTTP, on an object that nobody prepared for them: worked out at every save, whatever a payload says, and stored as any other column. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { checkInvariants } from '#framework/system/check-invariants.ts';
import { computeRow } from '#rules/records/computed.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const money = { type: 'number', multipleOf: 0.01 };
const text = { type: 'string', maxLength: 80 };
const count = { type: 'integer', minimum: 0, maximum: 100_000 };
const line = { type: 'object', properties: { price: money, quantity: count, amount: { ...money, 'x-formula': 'price * quantity' } } };
const basket = {
  title: 'Basket',
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'string', maxLength: 40, readOnly: true },
    name: text,
    lines: { type: 'array', 'x-child': true, items: line },
    extras: { type: 'array', items: line },
    net: { ...money, 'x-formula': 'lines.sum(l, l.amount) + extras.sum(l, l.amount)' },
    total: { ...money, 'x-formula': 'net - discount' },
    discount: { ...money, default: 0 },
    days: { type: 'integer', 'x-formula': 'daysBetween(start, end) + 1' },
    start: { type: 'string', format: 'date' },
    end: { type: 'string', format: 'date' },
    heading: { ...text, 'x-formula': 'name + " " + self["備註"]' },
    備註: text,
    dear: { type: 'boolean', 'x-formula': 'total > 1000' },
  },
};

describe.each(testDatabases)('formulas on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'formulas-'));
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    writeFileSync(join(root, 'basket.json'), JSON.stringify(basket));
    server = await startServer({ kind, schemasDir: root });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const make = async (row: Row): Promise<{ status: number; body: Row }> => {
    const answer = await admin('/api/pb/basket', { method: 'POST', json: row });
    return { status: answer.status, body: await answer.json() };
  };
  const read = async (id: unknown): Promise<Row> => (await admin(`/api/pb/basket/${id}`)).json();
  const change = async (id: unknown, row: Row): Promise<number> =>
    (await admin(`/api/pb/basket/${id}`, { method: 'PUT', json: { ...row, ver: (await read(id)).ver } })).status;

  it('are worked out when a row is made and changed, over its lines, and a payload’s own values are passed over', async () => {
    const { status, body } = await make({
      name: 'A',
      備註: '急件',
      lines: [{ price: 0.1, quantity: 3, amount: 99 }],
      extras: [{ price: 0.7, quantity: 1 }],
      total: 5,
      start: '2026-02-27',
      end: '2026-03-01',
    });
    expect(status).toBe(201);
    expect(await read(body.id)).toMatchObject({
      net: 1,
      total: 1,
      days: 3,
      heading: 'A 急件',
      dear: false,
      lines: [{ amount: 0.3 }],
      extras: [{ amount: 0.7 }],
    });
    expect(await change(body.id, { discount: 0.25, end: '', total: 99 })).toBe(200);
    expect(await read(body.id)).toMatchObject({ net: 1, total: 0.75, days: null });
    expect(await change(body.id, { lines: [{ price: 600, quantity: 2, amount: 1 }] })).toBe(200);
    expect(await read(body.id)).toMatchObject({ net: 1200.7, total: 1200.45, dear: true });
  });

  it('are filtered and sorted by as any column', async () => {
    const cheap = (await make({ name: 'cheap', lines: [{ price: 1.5, quantity: 1 }] })).body.id;
    const dear = (await make({ name: 'dear', lines: [{ price: 1.5, quantity: 2000 }] })).body.id;
    const query = (filter: object, sort = '["total","DESC"]') => admin(`/api/pb/basket?${new URLSearchParams({ filter: JSON.stringify(filter), sort })}`);
    const ids = async (filter: object) => ((await (await query(filter)).json()) as Row[]).map(({ id }) => id);
    expect(await ids({ total: 1.5 })).toEqual([cheap]);
    expect(await ids({ name: ['cheap', 'dear'], 'total@gte': 1 })).toEqual([dear, cheap]);
  });

  it('that come to more than their column holds are refused at their field', async () => {
    const { status, body } = await make({ name: 'B', lines: Array.from({ length: 3 }, () => ({ price: 9_999_999_999, quantity: 100_000 })) });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('field.');
  });

  it('give on the server what they give in a form, over any lines', async () => {
    const { model } = server.registry.get('basket')!;
    const sent = JSON.parse(JSON.stringify(model)); // as a page has it
    const cents = fc.integer({ min: -999_999, max: 999_999 }).map((units) => units / 100);
    const lines = fc.array(fc.record({ price: fc.option(cents), quantity: fc.option(fc.integer({ min: 0, max: 9999 })) }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.record({ lines, extras: lines, discount: cents }), async (typed) => {
        const shown = computeRow({ ...defaultsOf(model), ...typed, name: 'P' }, sent);
        const { body } = await make({ name: 'P', ...typed });
        const stored = await read(body.id);
        expect([stored.net, stored.total, stored.dear]).toEqual([shown.net, shown.total, shown.dear]);
        expect((stored.lines as Row[]).map(({ amount }) => amount)).toEqual((shown.lines as Row[]).map(({ amount }) => amount)); // lists of the schema
      }),
      { numRuns: 25 },
    );
  });

  it('that are changed, taken back and changed again reach the rows that stand, in their version', async () => {
    const { id, ver } = (await make({ name: 'old', lines: [{ price: 2, quantity: 2 }] })).body;
    const isNamed = async () => (await checkInvariants(server.tools)).violations.some((one) => one.object === 'basket' && one.about === 'total');
    for (const [formula, total] of [
      ['net * 2', 8],
      ['net - discount', 4],
      ['net * 2', 8],
    ] as const) {
      writeFileSync(join(root, 'basket.json'), JSON.stringify({ ...basket, properties: { ...basket.properties, total: { ...money, 'x-formula': formula } } }));
      await server.registry.reload();
      expect(await read(id)).toMatchObject({ total, dear: false, ver });
      expect(await isNamed()).toBe(false);
    }
  });
});
