import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { type Change, type How, Overtaken, type SavedEvent, save } from '#framework/save/save.ts';
import { testDatabases } from '../../support/database/database.ts';
import { type RecordsApp, startRecordsApp } from '../../support/schemas/records-app.ts';

const shelf = {
  title: 'Shelf',
  type: 'object',
  required: ['id'],
  'x-trash': true,
  'x-search': ['name'],
  properties: { id: { type: 'string', minLength: 1, maxLength: 40 }, name: { type: 'string', maxLength: 80 }, boards: { type: 'integer', default: 3 } },
};

describe.each(testDatabases)('the one write, on %s', (kind) => {
  let app: RecordsApp;
  const events: SavedEvent[] = [];
  beforeAll(async () => {
    app = await startRecordsApp(kind, { shelf });
  });
  afterAll(() => app?.stop());

  const model = () => app.registry.get('shelf')!.model; // it was written above
  const tools = () => ({ db: app.db, now: () => app.clock.now, onSaved: (event: SavedEvent) => void events.push(event) });
  const write = (change: Change, how: Partial<How> = {}) => app.db.transaction((tx) => save(tools(), tx, model(), change, { by: 'op', ...how }));
  const stored = (id: string) => loadRow(app.db, wholeReader(model(), kind), id) as Promise<Row>;
  const history = async (id: string) =>
    (await app.db.query('SELECT action, ver, `by` FROM `_history` WHERE row_id = ? ORDER BY id', [id])).map((one) => [one.action, Number(one.ver), one.by]);

  it('fills in defaults, version, stamps and history, and announces the change once it is stored', async () => {
    events.length = 0;
    const { after } = await write({ create: { id: 'a', name: 'North' } });
    expect(after).toMatchObject({ id: 'a', boards: 3, ver: 1, create_at: '2026-01-02 03:04:05', update_at: '2026-01-02 03:04:05', update_by: 'op' });
    expect(await stored('a')).toEqual(after);
    const first = await stored('a');
    await write({ update: { ...first, name: 'South' }, from: first }, { by: 'admin', as: 'move', at: new Date('2026-02-01T00:00:00Z') });
    expect(await stored('a')).toMatchObject({ name: 'South', ver: 2, create_at: first.create_at, update_at: '2026-02-01 00:00:00', update_by: 'admin' });
    const gone = await stored('a');
    await write({ remove: gone });
    expect(await stored('a')).toBeUndefined();
    await write({ restore: gone });
    expect(await stored('a')).toEqual({ ...gone, ver: 3 });
    expect(await history('a')).toEqual([
      ['create', 1, 'op'],
      ['move', 2, 'admin'],
      ['delete', 2, 'op'],
      ['restore', 3, 'op'],
    ]);
    expect(events.map(({ action }) => action)).toEqual(['create', 'update', 'delete', 'restore']);
  });

  it('checks before it writes, and announces nothing that was rolled back', async () => {
    events.length = 0;
    const attempt = write(
      { create: { id: 'b' } },
      {
        check: async (_tx, row) => {
          row.name = 'given in the transaction';
        },
      },
    );
    expect((await attempt).after).toMatchObject({ name: 'given in the transaction' });
    const refused = write({ create: { id: 'c' } }, { check: () => Promise.reject(new Error('refused')) });
    await expect(refused).rejects.toThrow('refused');
    const undone = app.db.transaction(async (tx) => {
      await save(tools(), tx, model(), { create: { id: 'd' } }, { by: 'op' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await stored('c'), await stored('d'), await history('d')]).toEqual([undefined, undefined, []]);
    expect(events.map(({ id }) => id)).toEqual(['b']);
  });

  it('K05 refuses to write over another version, and over a deleted row', async () => {
    const first = (await write({ create: { id: 'e' } })).after!; // a new row has one
    await write({ update: { ...first, name: 'faster' }, from: first });
    await expect(write({ update: { ...first, name: 'slower' }, from: first })).rejects.toBeInstanceOf(Overtaken);
    expect(await stored('e')).toMatchObject({ name: 'faster', ver: 2 });
    await expect(write({ remove: { ...first, id: 'nobody' } })).rejects.toMatchObject({ code: 'msg.notfound' });
  });

  it('stores a returning row with its next version', async () => {
    const { after } = await write({ create: { id: 'f', name: 'old', boards: 7, ver: 5, create_at: '2025-01-01 00:00:00' } });
    expect(after).toMatchObject({ boards: 7, ver: 5, create_at: '2025-01-01 00:00:00', update_at: '2026-01-02 03:04:05' });
  });

  it('needs the same statements for each of many rows', async () => {
    const cost = async (count: number) => {
      app.counted();
      await app.db.transaction(async (tx) => {
        for (let index = 0; index < count; index += 1) await save(tools(), tx, model(), { create: { id: `g${count}-${index}` } }, { by: 'op' });
      });
      return app.counted().length;
    };
    expect(await cost(20)).toBe(20 * (await cost(1)));
  });
});
