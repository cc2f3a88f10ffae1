import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { create, query, type RecordsApp, type Statement, startRecordsApp } from '../../../support/schemas/records-app.ts';
import { studioSchemas } from '../../../support/schemas/studio-schemas.ts';

const rows = 60;
/** few values, so that ties and empty ones are common */
const some = <T>(list: T[], at: number) => list[(at * 7 + Math.floor(at / 6)) % list.length] as T; // never beyond the list

describe.each(testDatabases)('pages, on %s', (kind) => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp(kind, studioSchemas);
    await create(admin(), 'studio', { id: 's1', name: 'Sun' });
    for (let at = 0; at < rows; at += 1) {
      await create(admin(), 'reel', {
        id: `r${String(rows - at).padStart(3, '0')}`,
        title: some(['b', 'B', 'a', '海', 'ä', 'z'], at),
        year: some([null, 1999, 2001, 2001], at),
        price: some([null, 0.1, -3, 1999.95], at),
        shown: some(['', '2020-01-01', '2021-05-05'], at),
        status: some(['-', 'a', 'b'], at),
        studio: some(['', 's1'], at),
        open: some([true, false, true], at),
        lines: [{ what: `l${at}` }],
      });
    }
  });
  afterAll(() => app?.stop());
  const admin = () => app.as(['[]'], 'root');
  const guest = () => app.as(['[gs]']);
  const ids = (body: Row[]) => body.map(({ id }) => String(id));

  it('list every row once, forwards and backwards, with ties and empty values, like a list by positions', async () => {
    const sorts = fc.record({
      field: fc.constantFrom('id', 'title', 'year', 'price', 'shown', 'update_at'),
      order: fc.constantFrom('ASC', 'DESC'),
      size: fc.integer({ min: 3, max: 25 }),
      filter: fc.constantFrom<Record<string, string | number | boolean>>({}, { status: 'a' }, { 'year@null': true }, { open: false }),
      caller: fc.constantFrom(admin, guest),
    });
    await fc.assert(
      fc.asyncProperty(sorts, async ({ field, order, size, filter, caller }) => {
        const sort = [field, order];
        const whole = ids((await caller().get(`/reel${query({ sort, filter, range: [0, 99] })}`)).body);
        const seen: string[] = [];
        let page = await caller().get(`/reel${query({ sort, filter, range: [0, size - 1] })}`);
        let back = '';
        for (;;) {
          seen.push(...ids(page.body));
          back = page.headers.get('x-prev-cursor') ?? '';
          const after = page.headers.get('x-next-cursor');
          if (!after) break;
          expect(seen.length).toBeLessThanOrEqual(rows);
          page = await caller().get(`/reel${query({ sort, filter, range: [seen.length, seen.length + size - 1], after })}`);
        }
        expect(seen).toEqual(whole);
        const returned = ids(page.body);
        while (back) {
          const earlier = await caller().get(`/reel${query({ sort, filter, range: [0, size - 1], before: back })}`);
          returned.unshift(...ids(earlier.body));
          expect(returned.length).toBeLessThanOrEqual(rows);
          expect(earlier.body.length).toBeGreaterThan(0);
          back = earlier.headers.get('x-prev-cursor') ?? '';
        }
        expect(returned.slice(-whole.length)).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  it('sort text without regard to case, empty values first', async () => {
    const years = (await admin().get(`/reel${query({ sort: ['year', 'ASC'], range: [0, 59] })}`)).body.map((row: Row) => row.year);
    expect(years).toEqual([...years].sort((a, b) => (a ?? 0) - (b ?? 0)));
    const titles: string[] = (await admin().get(`/reel${query({ sort: ['title', 'ASC'], range: [0, 59] })}`)).body.map((row: Row) => row.title);
    expect(titles.lastIndexOf('B')).toBeLessThan(titles.indexOf('z'));
    expect(titles.lastIndexOf('a')).toBeLessThan(Math.min(titles.indexOf('b'), titles.indexOf('B')));
  });

  it('answer filters by every operator as the values say', async () => {
    const all: Row[] = (await admin().get(`/reel${query({ sort: ['id', 'ASC'], range: [0, 99] })}`)).body;
    const check = async (filter: object, takes: (row: Row) => boolean) =>
      expect(ids((await admin().get(`/reel${query({ sort: ['id', 'ASC'], range: [0, 99], filter })}`)).body), JSON.stringify(filter)).toEqual(
        ids(all.filter(takes)),
      );
    await check({ year: 2001 }, (row) => row.year === 2001);
    await check({ 'year@ne': 2001 }, (row) => row.year !== 2001);
    await check({ 'year@gt': 1999 }, (row) => Number(row.year) > 1999);
    await check({ 'year@lte': 1999 }, (row) => row.year !== null && Number(row.year) <= 1999);
    await check({ 'year@in': [1999, 2001] }, (row) => row.year !== null);
    await check({ 'year@nin': [1999] }, (row) => row.year !== 1999);
    await check({ 'year@null': true }, (row) => row.year === null);
    await check({ year: null }, (row) => row.year === null);
    await check({ 'price@gte': 0.1 }, (row) => row.price !== null && Number(row.price) >= 0.1);
    await check({ price: 1999.95 }, (row) => row.price === 1999.95);
    await check({ shown: '' }, (row) => row.shown === '');
    await check({ 'shown@gt': '2020-06-01' }, (row) => String(row.shown) > '2020-06-01');
    await check({ 'status@ne': 'a' }, (row) => row.status !== 'a');
    await check({ 'status@null': true }, (row) => row.status === '-');
    await check({ studio: '' }, (row) => row.studio === '');
    await check({ 'studio@in': ['s1'] }, (row) => row.studio === 's1');
    await check({ open: false }, (row) => row.open === false);
    await check({ 'title@like': 'B' }, (row) => String(row.title).toLowerCase() === 'b');
    await check({ 'title@starts': '海' }, (row) => row.title === '海');
    await check({ 'id@starts': 'r00' }, (row) => String(row.id).startsWith('r00'));
    await check({ 'update_at@gte': '2026-01-01', 'update_at@lte': '2026-01-02' }, () => true);
    await check({ 'id@in': [] }, () => false);
    await check({ 'title@like': '%' }, () => false);
  });

  it('need as many statements with 1 row as with 3, and as many to get one', async () => {
    const statements = async (path: string) => {
      app.counted();
      await admin().get(path);
      // The total is remembered for seconds: whether it is asked for depends on the clock, not on the rows.
      return app.counted().filter(({ sql }) => !sql.startsWith('SELECT COUNT')).length;
    };
    const one = await statements(`/reel${query({ range: [0, 0], sort: ['id', 'ASC'] })}`);
    expect(one).toBeLessThanOrEqual(2);
    expect(await statements(`/reel${query({ range: [0, 2], sort: ['id', 'ASC'] })}`)).toBe(one);
    expect(await statements('/reel/r001')).toBe(2);
    expect(await statements('/reel/export?format=csv')).toBeLessThanOrEqual(2);
  });
});

describe.each(testDatabases)('large lists of films, on %s', (kind) => {
  let app: RecordsApp;
  const count = 3_000;
  beforeAll(async () => {
    app = await startRecordsApp(kind);
    await fill(app, 'film', count);
    await fill(app, 'company', count);
    await fill(app, 'user', 400);
    for (const table of ['film', 'company', 'user']) await app.db.exec(kind === 'sqlite' ? `ANALYZE \`${table}\`` : `ANALYZE TABLE \`${table}\``);
  }, 120_000);
  afterAll(() => app?.stop());
  const admin = () => app.as(['[]'], 'root');

  it('every sort and filter of films uses an index', async () => {
    const model = modelOf(app, 'film');
    for (const field of model.fields) {
      if (!field.surfaces.sort) continue;
      for (const order of ['ASC', 'DESC']) expect(await plans(app, { sort: [field.name, order], range: [0, 24] }), `sort ${field.name} ${order}`).toEqual([]);
    }
    for (const name of model.list.filters) {
      const field = model.fields.find((candidate) => candidate.name === name);
      const values = { integer: 2001, decimal: 1, number: 1, boolean: true, date: '2020-01-01', time: '10:00:00', datetime: '2020-01-01 00:00:00' };
      const value = field?.options?.[1]?.value ?? values[field?.kind as keyof typeof values] ?? 'x'; // other kinds take a text
      if (!field?.column?.index) continue;
      const sort = field.surfaces.sort ? { sort: [name, 'ASC'] } : {};
      expect(await plans(app, { filter: { [name]: value }, ...sort, range: [0, 24] }, field.surfaces.sort), `filter ${name}`).toEqual([]);
    }
  });

  it('pages by cursor read the index from where they are', async () => {
    const first = await admin().get(`/film${query({ sort: ['update_at', 'DESC'], range: [0, 24] })}`);
    expect(await plans(app, { sort: ['update_at', 'DESC'], range: [25, 49], after: first.headers.get('x-next-cursor') })).toEqual([]);
  });

  it('a jump gives the same rows as page after page, from either end', async () => {
    const all: Row[] = [];
    for (let at = 0; at < count; at += 1000) all.push(...(await admin().get(`/film${query({ sort: ['year', 'ASC'], range: [at, at + 999] })}`)).body);
    for (const at of [190, 700, 1499, 1501, 2400, 2990, 5000]) {
      const page = await admin().get(`/film${query({ sort: ['year', 'ASC'], range: [at, at + 24] })}`);
      expect(page.body.map(({ id }: Row) => id)).toEqual(all.slice(at, at + 25).map(({ id }) => id));
    }
  });

  it('totals include our own writes', async () => {
    const total = async (filter: object) => Number((await admin().get(`/film${query({ filter, range: [0, 0] })}`)).headers.get('content-range')?.split('/')[1]);
    const before = [await total({}), await total({ year: 2001 })];
    await create(admin(), 'film', { id: 'newest', cname: 'x', year: 2001 });
    expect([await total({}), await total({ year: 2001 })]).toEqual(before.map((number) => number + 1));
    await admin().delete('/film/newest');
    expect([await total({}), await total({ year: 2001 })]).toEqual(before);
  });
});

async function fill(app: RecordsApp, object: string, count: number): Promise<void> {
  const model = modelOf(app, object);
  await app.db.transaction(async (tx) => {
    for (let at = 0; at < count; at += 1) {
      const row: Row = { ...defaultsOf(model), id: `${object}${at}`, ver: 1, create_at: '2026-01-01 00:00:00', update_at: stamp(at), update_by: 'root' };
      for (const field of model.fields) {
        if (field.name === 'email') row.email = `${at}@example.com`;
        if (field.kind === 'integer' && field.column?.index)
          row[field.name] = field.options ? (field.options[at % field.options.length]?.value ?? null) : 1950 + (at % 70);
        else if (field.kind === 'select' && field.options) row[field.name] = field.options[at % field.options.length]?.value ?? '-';
      }
      await insertRow(tx, model, row);
    }
  });
}

function stamp(at: number): string {
  return new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 3) * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

function modelOf(app: RecordsApp, object: string): ObjectModel {
  const model = app.registry.get(object)?.model;
  if (!model) throw new Error(`no ${object}`);
  return model;
}

/** What is poor about the statements of a list of films: scans without an index, sorting in a temporary table. */
async function plans(app: RecordsApp, parameters: Record<string, unknown>, ordered = true): Promise<string[]> {
  app.counted();
  const answer = await app.as(['[]']).get(`/film${query(parameters)}`);
  expect(answer.status, answer.text).toBe(200);
  const poor: string[] = [];
  for (const statement of app.counted().filter(({ sql }) => sql.startsWith('SELECT t.'))) poor.push(...(await explain(app, statement, ordered)));
  return poor;
}

async function explain(app: RecordsApp, { sql, params }: Statement, ordered: boolean): Promise<string[]> {
  if (app.db.kind === 'sqlite') {
    const steps = (await app.db.query(`EXPLAIN QUERY PLAN ${sql}`, params)).map((step) => String(step.detail));
    return steps.filter((step) => /^SCAN t$/.test(step) || (ordered && /TEMP B-TREE FOR ORDER BY/.test(step)));
  }
  const steps = await app.db.query(`EXPLAIN ${sql}`, params);
  return steps.filter((step) => step.type === 'ALL' || (ordered && /filesort/.test(String(step.Extra)))).map((step) => JSON.stringify(step));
}
