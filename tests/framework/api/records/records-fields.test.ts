import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { create, query, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';
import { studioSchemas } from '../../../support/schemas/studio-schemas.ts';

describe.each(testDatabases)('a list with chosen fields, on %s', (kind) => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp(kind, studioSchemas);
    await create(admin(), 'studio', { id: 's1', name: 'Sun', budget: 1000.5 });
    await create(
      admin(),
      'reel',
      { id: 'open', title: 'Open', open: true, year: 2001, price: 0.1, gossip: 'whisper', studio: 's1', tags: ['x'], credits: [{ who: 'a', fee: 7 }] },
      { id: 'shut', title: 'Shut "§"', open: false, note: 'hidden away', lines: [{ what: 'one', amount: 1.5 }], extra: { a: 'q', b: { c: 1 } } },
    );
  });
  afterAll(() => app?.stop());
  const admin = () => app.as(['[]'], 'root');
  const operator = () => app.as(['[op]']);
  const guest = () => app.as(['[gs]']);
  const list = (caller: ReturnType<typeof admin>, fields: unknown, more: object = {}) => caller.get(`/reel${query({ sort: ['id', 'ASC'], fields, ...more })}`);

  it('R32 answers these fields, the key, the version and the field sorted by, with the values of whole rows', async () => {
    const whole = (await admin().get('/reel')).body;
    const some = await list(admin(), ['title', 'price', 'tags', 'credits', 'lines', 'extra'], { sort: ['year', 'DESC'], range: [0, 24] });
    const names = ['id', 'title', 'year', 'price', 'tags', 'credits', 'lines', 'extra', 'ver'];
    expect(some.body.map((row: object) => Object.keys(row).sort())).toEqual([[...names].sort(), [...names].sort()]);
    for (const row of some.body) expect(whole.find(({ id }: { id: string }) => id === row.id)).toMatchObject(row);
    expect(some.headers.get('content-range')).toBe('reel 0-1/2');
    expect((await list(admin(), [])).body).toEqual([
      { id: 'open', ver: 1 },
      { id: 'shut', ver: 1 },
    ]);
    expect((await list(admin(), ['title'], { filter: { id: ['shut'] } })).body).toEqual([{ id: 'shut', title: 'Shut "§"', ver: 1 }]);
  });

  it('selects only these columns', async () => {
    await list(admin(), ['title']);
    app.counted();
    await list(admin(), ['title']);
    const [page] = app.counted().filter(({ sql }) => sql.includes('ORDER BY'));
    expect(page?.sql).toContain('`title`');
    expect(page?.sql).not.toMatch(/`note`|`gossip`|`extra`/);
  });

  it('goes on by cursors, also where the field sorted by was not asked for', async () => {
    const first = await list(admin(), ['note'], { sort: ['title', 'ASC'], range: [0, 0] });
    const after = first.headers.get('x-next-cursor') ?? '';
    const second = await list(admin(), ['note'], { sort: ['title', 'ASC'], range: [1, 1], after });
    expect([first, second].map(({ body }) => body.map(({ id }: { id: string }) => id))).toEqual([['open'], ['shut']]);
  });

  it('P02 the access rules of rows and fields hold', async () => {
    expect((await list(guest(), ['title'])).body).toEqual([{ id: 'open', title: 'Open', ver: 1 }]);
    expect((await list(operator(), ['credits'])).body[0]).toEqual({ id: 'open', credits: [{ who: 'a', at: '' }], ver: 1 });
    expect((await list(admin(), ['gossip'])).body[0]).toMatchObject({ gossip: 'whisper' });
    // One that may not be read looks the same as one that is not there.
    for (const name of ['gossip', 'nothing']) {
      const refused = await list(operator(), ['title', name]);
      expect([refused.status, refused.body.err.code, refused.body.err.fields.map(({ path }: { path: string }) => path)]).toEqual([400, 'field.list', [name]]);
    }
    expect((await list(admin(), ['pin'])).status).toBe(400);
  });

  it.each(['{"a":1}', '[1]', '"id"', `[${'"id",'.repeat(600)}"id"]`])('refuses %.20s, which is no list of names', async (fields) => {
    const refused = await admin().get(`/reel?fields=${encodeURIComponent(fields)}`);
    expect([refused.status, refused.body.err.code]).toEqual([400, 'param.fields']);
  });

  it('titles alone stay what they were', async () => {
    expect((await admin().get(`/reel?fields=title&filter=${encodeURIComponent('{"id":["open"]}')}`)).body).toEqual([{ id: 'open', title: 'Open' }]);
  });
});
