import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { create, query, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';
import { studioSchemas } from '../../../support/schemas/studio-schemas.ts';

describe.each(testDatabases)('rows with what they refer to, on %s', (kind) => {
  let app: RecordsApp;
  beforeAll(async () => {
    const { studio, ...others } = studioSchemas;
    app = await startRecordsApp(kind, { ...others, studio: { ...studio, 'x-access': { '[op]': ['list', 'read'], '[gs]': [] } } });
    await create(admin(), 'studio', { id: 's1', name: 'Sun', budget: 1000.5 }, { id: 's2', name: 'Moon' }, { id: 's3', name: 'Star' });
    await create(
      admin(),
      'reel',
      { id: 'a', title: 'A', open: true, studio: 's1', guests: ['s2', 's1'], credits: [{ who: 'x', at: 's3', fee: 7 }] },
      {
        id: 'b',
        title: 'B',
        open: false,
        studio: 's1',
        lines: [
          { what: 'one', studio: 's2' },
          { what: 'two', studio: 's3' },
          { what: 'three', studio: 's2' },
        ],
      },
      { id: 'c', title: 'C', open: true },
    );
  });
  afterAll(() => app?.stop());
  const admin = () => app.as(['[]'], 'root');
  const operator = () => app.as(['[op]']);
  const guest = () => app.as(['[gs]']);
  const every = 'studio,guests,credits.at,lines.studio';
  const named = (rows: { id: string }[]) => rows.map(({ id }) => id);

  it('sends the rows of each reference once, beside the ids, by one statement a reference', async () => {
    const list = (expand?: string) => admin().get(`/reel${query({ sort: ['id', 'ASC'], range: [0, 9], ...(expand && { expand }) })}`);
    await list();
    app.counted();
    await list();
    const bare = app.counted().length;
    const answer = await list(every);
    expect(app.counted()).toHaveLength(bare + 4);
    const [a, b, c] = answer.body;
    expect(a).toMatchObject({ studio: 's1', guests: ['s2', 's1'], _expand: { studio: { id: 's1', name: 'Sun', budget: 1000.5, ver: 1 } } });
    expect(
      [a, b, c].map(({ _expand }) => [_expand.studio?.id ?? null, ...['guests', 'credits.at', 'lines.studio'].map((name) => named(_expand[name]))]),
    ).toEqual([
      ['s1', ['s2', 's1'], ['s3'], []],
      ['s1', [], [], ['s2', 's3']],
      [null, [], [], []],
    ]);
    expect(answer.headers.get('content-range')).toBe('reel 0-2/3');
    const one = await admin().get('/reel/b?expand=lines.studio');
    expect([one.body.lines.length, named(one.body._expand['lines.studio'])]).toEqual([3, ['s2', 's3']]);
  });

  it('goes with chosen fields, named as JSON or with commas, of a list and of one row', async () => {
    const row = { id: 'a', title: 'A', studio: 's1', ver: 1, _expand: { studio: expect.objectContaining({ name: 'Sun' }) } };
    expect((await admin().get(`/reel${query({ filter: { id: ['a'] }, sort: ['id', 'ASC'], fields: ['title'], expand: 'studio' })}`)).body).toEqual([row]);
    expect((await admin().get('/reel/a?fields=id,title&expand=studio')).body).toEqual(row);
    expect((await admin().get('/reel/a?fields=["title"]')).body).toEqual({ id: 'a', title: 'A', ver: 1 });
    expect((await admin().get(`/reel${query({ filter: { id: ['a'] }, sort: ['id', 'ASC'], fields: 'title,price' })}`)).body).toEqual([
      { id: 'a', title: 'A', price: null, ver: 1 },
    ]);
    for (const path of ['/reel?fields=title,nothing', '/reel/a?fields=title,nothing']) {
      const refused = await admin().get(path);
      expect([refused.status, refused.body.err.code, refused.body.err.fields[0].path]).toEqual([400, 'field.list', 'nothing']);
    }
  });

  it('shows of the referenced rows what the asker may read, and refuses by name what they may not', async () => {
    const seen = await operator().get('/reel/a?expand=studio,credits.at');
    expect(seen.body._expand.studio).toMatchObject({ id: 's1', name: 'Sun' });
    expect(seen.text).not.toMatch(/budget|fee/);
    const refusals = [
      [guest(), 'studio', ['studio']],
      [admin(), 'title', ['title']],
      [admin(), 'studio,nothing,lines.what', ['nothing', 'lines.what']],
    ] as const;
    for (const [caller, expand, bad] of refusals) {
      for (const path of ['/reel', '/reel/a']) {
        const refused = await caller.get(`${path}?expand=${expand}`);
        expect([refused.status, refused.body.err.fields.map(({ path, code }: { path: string; code: string }) => [path, code])]).toEqual([
          400,
          bad.map((name) => [name, 'field.expand']),
        ]);
      }
    }
    const many = await admin().get(`/reel?expand=${Array.from({ length: 11 }, (_, index) => `f${index}`).join()}`);
    expect([many.status, many.body.err.code]).toEqual([400, 'param.expand']);
  });

  it('a list is answered 304 to whom has it, until a row or the number of rows changes', async () => {
    const path = `/reel${query({ sort: ['id', 'ASC'], range: [0, 0], expand: 'studio' })}`;
    const first = await admin().get(path);
    const mark = first.headers.get('etag') ?? '';
    expect(mark).toMatch(/^"[\w-]{16}"$/);
    const again = (caller = admin()) => caller.get(path, { 'if-none-match': mark });
    expect([(await again()).status, (await again()).text]).toEqual([304, '']);
    expect((await again(operator())).status).toBe(200);
    await create(admin(), 'reel', { id: 'z', title: 'Z' });
    expect((await again()).status).toBe(200);
    await admin().delete('/reel/z');
    expect((await again()).status).toBe(304);
    await admin().put('/studio/s1', { name: 'Sunrise', ver: 1 });
    expect((await again()).body[0]._expand.studio.name).toBe('Sunrise');
  });
});
