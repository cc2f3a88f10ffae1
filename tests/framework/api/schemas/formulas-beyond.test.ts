/** Formulas that read other rows, over HTTP: what a reference names and what points here, never stale, and nobody who types is told of a conflict. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { checkInvariants } from '#framework/system/check-invariants.ts';
import type { TrashPage } from '#framework/trash/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const money = { type: 'number', multipleOf: 0.01 };
const text = { type: 'string', maxLength: 80 };
const id = { type: 'string', maxLength: 40, readOnly: true };
const to = (object: string) => ({ type: 'string', maxLength: 40, 'x-relation': { to: object, onDelete: object === 'studio' ? 'restrict' : 'null' } });
const studio = { title: 'Studio', type: 'object', properties: { id, name: text, country: text } };
const deal = {
  title: 'Deal',
  type: 'object',
  required: ['name'],
  properties: {
    id,
    name: text,
    studio: to('studio'),
    price: money,
    country: { ...text, 'x-formula': 'studio.country' },
    stages: { type: 'array', items: { type: 'object', properties: { by: to('studio'), home: { ...text, 'x-formula': 'by.country' } } } },
    paid: { ...money, 'x-formula': 'children("payment", "deal").filter(p, p.done).sum(p, p.amount)' },
    payments: { type: 'integer', 'x-formula': 'size(children("payment", "deal"))' },
    dearest: { ...money, 'x-formula': 'children("payment", "deal").max(p, p.amount)' },
    open: { ...money, 'x-formula': 'price - paid' },
  },
};
const payment = {
  title: 'Payment',
  type: 'object',
  properties: { id, deal: to('deal'), amount: money, done: { type: 'boolean' }, note: text, where: { ...text, 'x-formula': 'deal.name + "/" + deal.country' } },
};

describe.each(testDatabases)('formulas over other rows on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'formulas-beyond-'));
  const put = (name: string, schema: object) => writeFileSync(join(root, `${name}.json`), JSON.stringify(schema));
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    put('studio', studio);
    put('deal', deal);
    put('payment', payment);
    server = await startServer({ kind, schemasDir: root });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const make = async (object: string, row: Row): Promise<string> => {
    const answer = await admin(`/api/pb/${object}`, { method: 'POST', json: row });
    expect(answer.status).toBe(201);
    return String(((await answer.json()) as Row).id);
  };
  const read = async (object: string, id: string): Promise<Row> => (await admin(`/api/pb/${object}/${id}`)).json();
  const change = async (object: string, id: string, row: Row): Promise<void> => {
    const { ver = null } = await read(object, id);
    expect((await admin(`/api/pb/${object}/${id}`, { method: 'PUT', json: { ...row, ver } })).status).toBe(200);
  };

  it('a reference that is chosen, changed and emptied is followed, in the row and in its lines, as is what the row named says later', async () => {
    const [a, b] = [await make('studio', { name: 'A', country: 'TW' }), await make('studio', { name: 'B', country: 'FR' })];
    const one = await make('deal', { name: 'D', studio: a, stages: [{ by: b }, { by: a }], country: 'XX' });
    const where = await make('payment', { deal: one });
    expect(await read('deal', one)).toMatchObject({ country: 'TW', stages: [{ home: 'FR' }, { home: 'TW' }] });
    const { ver } = await read('deal', one);
    await change('studio', a, { country: 'JP' });
    expect(await read('deal', one)).toMatchObject({ country: 'JP', stages: [{ home: 'FR' }, { home: 'JP' }], ver });
    expect((await read('payment', where)).where).toBe('D/JP');
    // Whoever has the form open since before saves without a conflict.
    expect((await admin(`/api/pb/deal/${one}`, { method: 'PUT', json: { studio: b, ver } })).status).toBe(200);
    expect((await read('deal', one)).country).toBe('FR');
    await change('deal', one, { studio: '' });
    expect((await read('deal', one)).country).toBe('');
    const query = new URLSearchParams({ filter: JSON.stringify({ where: 'D/' }) });
    expect(((await (await admin(`/api/pb/payment?${query}`)).json()) as Row[]).map((row) => row.id)).toEqual([where]);
  });

  it('rows that point here are summed and counted as they are made, changed, moved, deleted and brought back', async () => {
    const [one, other] = [await make('deal', { name: 'one', price: 100 }), await make('deal', { name: 'other', price: 10 })];
    const { ver } = await read('deal', one);
    const first = await make('payment', { deal: one, amount: 0.1, done: true });
    const second = await make('payment', { deal: one, amount: 0.2, done: true });
    await make('payment', { deal: one, amount: 7, done: false });
    expect(await read('deal', one)).toMatchObject({ paid: 0.3, payments: 3, dearest: 7, open: 99.7, ver });
    await change('payment', second, { amount: 20 });
    expect(await read('deal', one)).toMatchObject({ paid: 20.1, open: 79.9, dearest: 20 });
    await change('payment', second, { deal: other });
    expect(await read('deal', one)).toMatchObject({ paid: 0.1, payments: 2 });
    expect(await read('deal', other)).toMatchObject({ paid: 20, payments: 1, open: -10 });
    expect((await admin(`/api/pb/payment/${first}`, { method: 'DELETE' })).status).toBeLessThan(300);
    expect(await read('deal', one)).toMatchObject({ paid: 0, payments: 1, open: 100, ver });
    const { entries } = ((await (await admin('/api/trash')).json()) as { data: TrashPage }).data;
    const ids = entries.filter(({ row }) => row === first).map((entry) => entry.id);
    expect((await admin('/api/trash/restore', { method: 'POST', json: { ids } })).status).toBe(200);
    expect(await read('deal', one)).toMatchObject({ paid: 0.1, payments: 2, open: 99.9, ver });
    expect((await admin(`/api/pb/payment/${first}`, { method: 'DELETE' })).status).toBeLessThan(300);
    await change('deal', one, { price: 50 });
    expect(await read('deal', one)).toMatchObject({ paid: 0, open: 50 });
  });

  it('an import, a change of many rows and the way back are followed', async () => {
    const done = async (answer: Response) => {
      const { job } = ((await answer.json()) as { data: { job: string } }).data;
      await server.tools.jobs.settled(job);
      expect(((await (await admin(`/api/jobs/${job}`)).json()) as { data: { state: string } }).data.state).toBe('done');
    };
    const [one, other] = [await make('deal', { name: 'I', price: 100 }), await make('deal', { name: 'J', price: 100 })];
    const body = `deal,amount,done\n${one},1.5,yes\n${one},2.5,yes\n${one},8,no`;
    const headers = { 'content-type': 'application/octet-stream' };
    await done(await admin('/api/pb/payment/import?mode=write', { method: 'POST', body, headers }));
    expect(await read('deal', one)).toMatchObject({ paid: 4, payments: 3, open: 96 });
    const changeset = '00000000-0000-4000-8000-000000000001';
    const bulk = (order: object) =>
      admin('/api/pb/payment/bulk', { method: 'POST', json: { mode: 'write', filter: { deal: one }, ...order }, headers: { 'x-changeset': changeset } });
    await done(await bulk({ changes: { deal: { do: 'set', value: other } } }));
    expect([await read('deal', one), await read('deal', other)]).toMatchObject([
      { paid: 0, payments: 0, dearest: null },
      { paid: 4, payments: 3 },
    ]);
    expect((await admin(`/api/changes/${changeset}/undo`, { method: 'POST', json: {} })).status).toBe(200);
    expect([await read('deal', one), await read('deal', other)]).toMatchObject([
      { paid: 4, payments: 3, ver: 1 },
      { paid: 0, payments: 0, ver: 1 },
    ]);
    expect((await checkInvariants(server.tools)).violations.filter(({ invariant }) => invariant === 'totals')).toEqual([]);
  });

  it('saves of an object that another’s change of names put into quarantine keep what its formulas came to', async () => {
    const a = await make('studio', { name: 'Q', country: 'TW' });
    const one = await make('deal', { name: 'Q', studio: a, price: 9, stages: [{ by: a }] });
    await make('payment', { deal: one, amount: 4, done: true });
    const was = await read('deal', one);
    expect(was).toMatchObject({ country: 'TW', stages: [{ home: 'TW' }], paid: 4, payments: 1, open: 5 });
    const { country, ...named } = studio.properties;
    const { deal: of, amount, ...paid } = payment.properties;
    const { where: _, ...bare } = paid;
    const stays = ({ country, paid, payments, dearest, open }: Row) => ({ country, paid, payments, dearest, open });
    for (const [renamed, object, file] of [
      ['studio', studio, { ...studio, properties: { ...named, land: { ...country, 'x-was': 'country' } } }],
      ['payment', payment, { ...payment, properties: { ...paid, deal: of, sum: { ...amount, 'x-was': 'amount' } } }],
      ['payment', payment, { ...payment, properties: { ...bare, amount, contract: { ...of, 'x-was': 'deal' } } }],
    ] as const) {
      put(renamed, file);
      await server.registry.reload();
      expect(server.registry.quarantined().map((one) => one.file)).toContain('schemas/deal.json');
      await change('deal', one, { name: 'R', country: 'XX' });
      expect(await read('deal', one)).toMatchObject({ ...stays(was), name: 'R', stages: [{ home: 'TW' }] });
      if (renamed === 'studio')
        expect(await read('deal', await make('deal', { name: 'N', studio: a, country: 'XX' })), 'nobody’s own word').toMatchObject({ country: '' });
      // The other way round, so that the file's former names are its own again.
      const back = Object.fromEntries(
        Object.entries(object.properties).map(([name, field]) => [
          name,
          name === 'country'
            ? { ...field, 'x-was': 'land' }
            : name === 'amount'
              ? { ...field, 'x-was': 'sum' }
              : name === 'deal'
                ? { ...field, 'x-was': 'contract' }
                : field,
        ]),
      );
      put(renamed, { ...object, properties: back });
      await server.registry.reload();
      expect(server.registry.quarantined()).toEqual([]);
      expect(await read('deal', one)).toMatchObject(stays(was));
    }
  });

  it('rows that are merged take along what was summed and named of them, and give it back', async () => {
    const [a, b] = [await make('studio', { name: 'Ma', country: 'TW' }), await make('studio', { name: 'Mb', country: 'FR' })];
    const [one, other] = [await make('deal', { name: 'M', price: 100, studio: a }), await make('deal', { name: 'N', price: 10, studio: b })];
    await make('payment', { deal: one, amount: 1, done: true });
    const moved = await make('payment', { deal: other, amount: 2, done: true });
    const merge = async (object: string, into: string, from: string, changeset: string) => {
      const order = { json: { from: [{ id: from, ver: (await read(object, from)).ver }], ver: (await read(object, into)).ver } };
      const answer = await admin(`/api/pb/${object}/${into}/merge`, { method: 'POST', ...order, headers: { 'x-changeset': changeset } });
      expect([answer.status, await answer.json()]).toMatchObject([200, {}]);
    };
    const undo = async (changeset: string) => expect((await admin(`/api/changes/${changeset}/undo`, { method: 'POST', json: {} })).status).toBe(200);
    const [deals, studios] = ['00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000012'];
    await merge('deal', one, other, deals);
    expect(await read('deal', one)).toMatchObject({ paid: 3, payments: 2, open: 97 });
    expect((await read('payment', moved)).where).toBe('M/TW');
    await undo(deals);
    expect([await read('deal', one), await read('deal', other), await read('payment', moved)]).toMatchObject([
      { paid: 1, payments: 1 },
      { paid: 2, open: 8 },
      { where: 'N/FR' },
    ]);
    await merge('studio', a, b, studios);
    expect([await read('deal', other), await read('payment', moved)]).toMatchObject([{ country: 'TW' }, { where: 'N/TW' }]);
    await undo(studios);
    expect([await read('deal', other), await read('payment', moved)]).toMatchObject([{ country: 'FR' }, { where: 'N/FR' }]);
  });

  it('payments made at once are all counted', async () => {
    const one = await make('deal', { name: 'busy', price: 100 });
    await Promise.all(Array.from({ length: 8 }, () => make('payment', { deal: one, amount: 1.01, done: true })));
    expect(await read('deal', one)).toMatchObject({ paid: 8.08, payments: 8, open: 91.92 });
  });

  it('a formula that is added or changed is worked out over the rows that stand, and so is what reads it', async () => {
    const one = await make('deal', { name: 'E', price: 10 });
    const first = await make('payment', { deal: one, amount: 4, done: true });
    put('payment', { ...payment, properties: { ...payment.properties, rest: { ...money, 'x-formula': 'deal.open' } } });
    await server.registry.reload();
    expect((await read('payment', first)).rest).toBe(6);
    put('deal', { ...deal, properties: { ...deal.properties, open: { ...money, 'x-formula': 'price - paid * 2' } } });
    await server.registry.reload();
    expect(server.registry.quarantined()).toEqual([]);
    expect([(await read('deal', one)).open, (await read('payment', first)).rest]).toEqual([2, 2]);
  });

  it('what is wrong is said: circles over objects, objects and fields that are not there, and a second step', async () => {
    const said = async (formula: string, other = 'deal.name') => {
      put('payment', { ...payment, properties: { ...payment.properties, where: { ...text, 'x-formula': other } } });
      put('deal', { ...deal, properties: { ...deal.properties, note: { ...text, 'x-formula': formula } } });
      await server.registry.reload();
      return JSON.stringify(server.registry.quarantined());
    };
    expect(await said('children("payment", "deal").map(p, p.where).join()', 'deal.note')).toContain('deal.note → payment.where → deal.note');
    expect(await said('children("wage", "deal").map(p, p.note).join()')).toContain('there is no object \\"wage\\"');
    expect(await said('children("payment", "note").map(p, p.note).join()')).toContain('does not name a record of this object');
    expect(await said('studio.size')).toContain('there is no field \\"size\\"');
    expect(await said('children("payment", "deal").map(p, p.deal.name).join()')).toContain('is asked of a text');
  });
});
