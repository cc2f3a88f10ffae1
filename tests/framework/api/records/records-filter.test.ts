import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import type { RowGroup, RowGroups } from '#framework/records/wire.ts';
import { utcText } from '#framework/time.ts';
import { filterLimits } from '#rules/queries/filter.ts';
import { meets } from '#rules/queries/meets.ts';
import { parseFilter } from '#rules/queries/parse-filter.ts';
import { spanOf } from '#rules/queries/relative-day.ts';
import { meanOf } from '#rules/values/decimal.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { create, query, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';

const text = (maxLength = 80) => ({ type: 'string', maxLength });
const state = {
  type: 'string',
  oneOf: [
    { const: 'a', title: 'A' },
    { const: 'b', title: 'B' },
  ],
};

/** An object with every way in which a value can lie: in columns, in objects and lists of JSON, in rows of a child table, and in one inside the other. */
const schemas = {
  'codes/role': { codes: ['[]', '[op]'].map((code) => ({ code })) },
  user: { title: 'User', type: 'object', 'x-titleTemplate': '{name}', properties: { id: text(64), name: text() } },
  job: {
    title: 'Job',
    type: 'object',
    'x-titleTemplate': '{id}',
    'x-workflow': { field: 'state', states: ['a', 'b'], transitions: [{ name: 'finish', from: ['a'], to: 'b', roles: ['[]'] }] },
    properties: { id: text(64), state, box: { type: 'object', properties: { word: text() } } },
  },
  slip: {
    title: 'Slip',
    type: 'object',
    properties: { id: text(64), name: text(), due: { type: 'string', format: 'date' }, price: { type: 'number', multipleOf: 0.01 } },
  },
  crate: {
    title: 'Crate',
    type: 'object',
    'x-titleTemplate': '{name}',
    'x-search': ['name'],
    'x-access': { '[op]': ['list', 'read', 'export', 'update', 'create', 'delete'] },
    'x-list': { columns: ['name', 'price'], sums: [{ field: 'price' }], quick: [{ key: 'either', filter: { $or: [{ state: 'a' }, { 'price@gte': 5 }] } }] },
    properties: {
      id: text(64),
      name: text(),
      note: { type: 'string', maxLength: 2000, 'x-surfaces': ['edit'] },
      price: { type: 'number', multipleOf: 0.01 },
      fee: { type: 'number', multipleOf: 0.01, 'x-display': 'money' },
      currency: text(3),
      open: { type: 'boolean' },
      state,
      due: { type: 'string', format: 'date' },
      seen: { type: 'string', format: 'date-time' },
      at: { type: 'string', format: 'rfc3339' },
      tags: { type: 'array', items: text() },
      owner: { type: 'string', 'x-relation': 'user' },
      helpers: { type: 'array', items: { type: 'string' }, 'x-relation': { to: 'user', many: true } },
      secret: { ...text(), 'x-access': { read: ['[]'], write: ['[]'] } },
      blob: {},
      labels: {
        'x-json': {
          type: 'object',
          patternProperties: { '^n-': { type: 'integer' }, '^at-': { type: 'string', format: 'rfc3339' } },
          additionalProperties: { type: 'string' },
        },
      },
      box: {
        type: 'object',
        properties: {
          word: text(),
          size: { type: 'integer' },
          full: { type: 'boolean' },
          state,
          day: { type: 'string', format: 'date' },
          at: { type: 'string', format: 'rfc3339' },
          marks: { type: 'array', items: text() },
          owner: { type: 'string', 'x-relation': 'user' },
          deep: { type: 'object', properties: { rate: { type: 'number', multipleOf: 0.01 } } },
          hidden: { ...text(), 'x-access': { read: ['[]'], write: ['[]'] } },
        },
      },
      parts: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            word: text(),
            size: { type: 'integer' },
            full: { type: 'boolean' },
            owner: { type: 'string', 'x-relation': 'user' },
            marks: { type: 'array', items: text() },
            screws: { type: 'array', items: { type: 'object', properties: { length: { type: 'number', multipleOf: 0.1 } } } },
          },
        },
      },
      lines: {
        type: 'array',
        'x-child': true,
        items: {
          type: 'object',
          properties: {
            word: text(),
            amount: { type: 'number', multipleOf: 0.01 },
            state,
            day: { type: 'string', format: 'date' },
            at: { type: 'string', format: 'rfc3339' },
            owner: { type: 'string', 'x-relation': 'user' },
            place: { type: 'object', properties: { town: text() } },
          },
        },
      },
    },
  },
};

const rows = 40;
const now = new Date('2026-01-02T20:30:00Z'); // the third of January in a zone of eight hours ahead
const words = ['', 'a', 'B', 'b', 'ab', '海', 'x%y', 'back\\slash', 'quo"te'];
const people = ['', 'u1', 'u2', 'tester'];
const days = ['', '2025-11-30', '2025-12-31', '2026-01-01', '2026-01-03', '2026-02-01'];
const moments = ['', '2026-01-01 15:59:59', '2026-01-01 16:00:00', '2026-01-02 16:00:00', '2026-01-03 16:00:00', '2025-12-01 00:00:00'];
/** The same instant in several zones and ways, a second of a leap, and what lies close by. */
const zoned = [
  ...[
    '',
    '2026-01-01T00:30:00+08:00',
    '2025-12-31T16:30:00Z',
    '2025-12-31t16:30:00.000z',
    '2025-12-31T17:00:00Z',
    '2025-12-31 12:00:00.5-0500',
    '2026-01-01T01:00:00.50+08',
  ],
  ...['2025-12-31T23:59:60Z', '2026-01-03T00:00:00+08:00', '2026-01-02T15:59:59.999999Z', '2026-01-01T21:45:00+05:45'],
];
const amounts = [null, 0, 0.1, -3, 5, 1999.95];
const sizes = [null, 0, 1, 7];
const states = ['-', 'a', 'b'];
const relatives = ['today', 'today-3d', 'today+1m', 'this-week', 'this-month', 'this-quarter', 'this-year', 'last-7-days', 'last-2-months', 'next-30-days'];

const of = <T>(values: readonly T[]) => fc.constantFrom(...values);
const fewWords = fc.uniqueArray(of(words.filter(Boolean)), { maxLength: 2 });
const stored = {
  name: of(words),
  note: of(words),
  price: of(amounts),
  fee: of(amounts),
  currency: of(['TWD', 'USD']),
  open: fc.boolean(),
  state: of(states),
  due: of(days),
  seen: of(moments),
  at: of(zoned),
  tags: fewWords,
  owner: of(people),
  helpers: fc.uniqueArray(of(people.filter(Boolean)), { maxLength: 2 }),
  blob: of([null, 1, 'x', { a: 1 }, [], {}]),
  labels: fc.record({ tier: of(['web', 'API', 'x%y']), 'n-1': of([0, 1, 7]), 'at-1': of(zoned.filter(Boolean)) }, { requiredKeys: [] }),
  box: fc.oneof(
    fc.constant({}),
    fc.record({
      ...{ word: of(words), size: of(sizes), full: fc.boolean(), state: of(states), day: of(days), at: of(zoned), marks: fewWords, owner: of(people) },
      deep: fc.record({ rate: of(amounts) }),
    }),
  ),
  parts: fc.array(
    fc.record({
      ...{ word: of(words), size: of(sizes), full: fc.boolean(), owner: of(people), marks: fewWords },
      screws: fc.array(fc.record({ length: of([null, 0.1, 2]) }), { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
  lines: fc.array(
    fc.record({
      word: of(words),
      amount: of(amounts),
      state: of(states),
      day: of(days),
      at: of(zoned),
      owner: of(people),
      place: fc.record({ town: of(words) }),
    }),
    { maxLength: 2 },
  ),
};

const equality = ['', '@ne'];
const several = ['@in', '@nin'];
const order = ['@gt', '@gte', '@lt', '@lte'];
const asked = (path: string, operators: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.tuple(of(operators), value).map(([operator, one]) => ({ [`${path}${operator}`]: one }));
const emptiness = (path: string) => asked(path, ['@null'], fc.boolean());
const listOf = (values: readonly unknown[]) => fc.uniqueArray(of(values), { maxLength: 3 });
const ofText = (path: string) => [
  asked(path, equality, of(words)),
  asked(path, several, listOf(words)),
  asked(path, ['@like', '@starts'], of(words.filter(Boolean))),
  asked(path, order, of(['a', 'b', 'ab'])),
  emptiness(path),
];
const ofNumber = (path: string, values: readonly (number | null)[]) => [
  asked(path, equality, of(values)),
  asked(path, several, listOf(values.filter((value) => value !== null))),
  asked(path, order, of(values.filter((value) => value !== null))),
  emptiness(path),
];
const ofChoice = (path: string, values: readonly string[]) => [asked(path, equality, of(values)), asked(path, several, listOf(values)), emptiness(path)];
const ofDay = (path: string, values: readonly string[]) => [
  asked(path, equality, of([...values, ...relatives])),
  asked(path, order, of([...values.filter(Boolean), ...relatives])),
  emptiness(path),
];
const ofList = (path: string, values: readonly string[]) => [asked(path, ['', '@has'], fc.oneof(of(values), listOf(values))), emptiness(path)];
const persons = [...people, '$me'];
const comparison = fc.oneof(
  ...['name', 'note', 'box.word', 'parts.word', 'lines.word', 'lines.place.town'].flatMap(ofText),
  ...['price', 'box.deep.rate', 'lines.amount'].flatMap((path) => ofNumber(path, amounts)),
  ...['box.size', 'parts.size'].flatMap((path) => ofNumber(path, sizes)),
  ...ofNumber('parts.screws.length', [null, 0.1, 2, 3]),
  ...ofText('labels.tier'),
  ...ofNumber('labels.n-1', [null, 0, 1, 7]),
  asked('labels.at-1', [...equality, ...order], of(zoned.filter(Boolean))),
  ...['open', 'box.full', 'parts.full'].map((path) => asked(path, equality, fc.boolean())),
  ...['state', 'box.state', 'lines.state'].flatMap((path) => ofChoice(path, states)),
  ...['due', 'box.day', 'lines.day'].flatMap((path) => ofDay(path, days)),
  ...ofDay('seen', moments),
  ...['at', 'box.at', 'lines.at'].flatMap((path) => [
    ...ofDay(path, [...zoned, '2026-01-01']),
    asked(path, several, listOf(zoned)),
    asked(path, ['@starts', '@like'], of(['2026-01-01T', '+08'])),
  ]),
  ...['owner', 'box.owner', 'parts.owner', 'lines.owner'].flatMap((path) => ofChoice(path, persons)),
  ...['tags', 'box.marks', 'parts.marks'].flatMap((path) => ofList(path, words.filter(Boolean))),
  ...ofList('helpers', persons.filter(Boolean)),
  ...['box', 'box.deep', 'parts', 'parts.screws', 'lines', 'lines.place', 'blob'].map(emptiness),
);
const { filter: anyFilter } = fc.letrec<{ filter: Row; list: Row[] }>((tie) => ({
  list: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    comparison as fc.Arbitrary<Row>, // made of JSON values, here and below
    comparison as fc.Arbitrary<Row>,
    tie('list').map((of) => ({ $and: of })),
    tie('list').map((of) => ({ $or: of })),
    tie('filter').map((one) => ({ $not: one })),
  ),
}));

describe.each(testDatabases)('filters over any field, on %s', (kind) => {
  let app: RecordsApp;
  let model: ObjectModel;
  let all: Row[];
  const admin = () => app.as(['[]'], 'tester');
  const operator = () => app.as(['[op]'], 'tester');
  const ids = (found: Row[]) => found.map(({ id }) => String(id)).sort();
  beforeAll(async () => {
    app = await startRecordsApp(kind, schemas);
    app.clock.now = now;
    model = app.registry.get('crate')?.model as ObjectModel; // the schema stands above
    await create(admin(), 'user', ...people.filter(Boolean).map((id) => ({ id, name: id })));
    const samples = fc.sample(fc.record(stored), { seed: 55, numRuns: rows });
    for (const [at, row] of samples.entries()) await create(admin(), 'crate', { ...row, id: `c${String(at).padStart(2, '0')}` } as Row);
    all = (await admin().get(`/crate${query({ range: [0, 99] })}`)).body;
  }, 60_000);
  afterAll(() => app?.stop());
  const inMemory = (filter: Row) => {
    const { value, problems } = parseFilter(filter, model, { id: 'tester', realm: 'staff', roles: ['[]'] }, now);
    expect(problems, JSON.stringify(filter)).toEqual([]);
    return all.filter((row) => meets(value, row, model));
  };

  it('groups of comparisons find the same rows in the table as in memory', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, async (filter) => {
        const answer = await admin().get(`/crate${query({ filter, range: [0, 99] })}`);
        expect(answer.status, answer.text).toBe(200);
        expect(ids(answer.body)).toEqual(ids(inMemory(filter)));
      }),
      { numRuns: 250 },
    );
  }, 120_000);

  it('moments are in the order of time whatever their zones: the list, page behind page, the export and what is chosen', async () => {
    const byTime = (one: Row, other: Row) => (`${utcText(String(one.at))} ${one.id}` < `${utcText(String(other.at))} ${other.id}` ? -1 : 1);
    const filter: Row = { 'at@gt': '2026-01-01T01:00:00+08:00', 'at@lte': '2026-01-02T23:59:59.999999+08:00' };
    const inside = [
      '2025-12-31 12:00:00.5-0500',
      '2026-01-01T01:00:00.50+08',
      '2025-12-31T23:59:60Z',
      '2026-01-02T15:59:59.999999Z',
      '2026-01-01T21:45:00+05:45',
    ];
    const wanted = all.filter(({ at }) => inside.includes(String(at))).sort(byTime);
    expect(wanted.length).toBeGreaterThan(5);
    expect(ids(inMemory(filter))).toEqual(ids(wanted));
    for (const order of ['ASC', 'DESC']) {
      const expected = (order === 'ASC' ? wanted : [...wanted].reverse()).map(({ id, at }) => [id, at]);
      const asked = { filter, sort: ['at', order] };
      const pairs = (rows: Row[]) => rows.map(({ id, at }) => [id, at]);
      expect(pairs((await admin().get(`/crate${query({ ...asked, range: [0, 99] })}`)).body)).toEqual(expected);
      const paged: Row[] = [];
      let cursor = '';
      do {
        const page = await admin().get(`/crate${query({ ...asked, range: [0, 2], ...(cursor && { after: cursor }) })}`);
        expect(page.status, page.text).toBe(200);
        paged.push(...page.body);
        cursor = page.headers.get('x-next-cursor') ?? '';
      } while (cursor);
      expect(pairs(paged)).toEqual(expected);
      expect(pairs((await admin().get(`/crate/export${query({ ...asked, format: 'json' })}`)).body)).toEqual(expected);
    }
  });

  it('one filter means the same to the list, the export, the sums, the titles and the rows of an operation', async () => {
    const filter: Row = { $or: [{ 'lines.amount@gte': 5 }, { $and: [{ due: 'this-month' }, { 'parts@null': false }] }], $not: { 'box.owner': '$me' } };
    const wanted = inMemory(filter);
    expect(wanted.length).toBeGreaterThan(3);
    expect(wanted.length).toBeLessThan(rows - 3);
    const list = await admin().get(`/crate${query({ filter, range: [0, 4] })}`);
    expect(list.headers.get('content-range')).toMatch(new RegExp(`/${wanted.length}$`));
    expect(ids((await admin().get(`/crate/export${query({ filter, format: 'json' })}`)).body)).toEqual(ids(wanted));
    expect(ids((await admin().get(`/crate${query({ filter, fields: ['name'], range: [0, 99] })}`)).body)).toEqual(ids(wanted));
    const [sum] = (await admin().get(`/crate/sums${query({ filter })}`)).body;
    expect(sum.groups[0].count).toBe(wanted.length);
    expect(Number(sum.groups[0].sum)).toBeCloseTo(wanted.reduce((total, { price }) => total + Number(price ?? 0), 0));
  });

  it('figures of columns are those of the filtered rows, exact, in one statement', async () => {
    const filter: Row = { $or: [{ 'price@gte': 0 }, { 'due@lt': 'today' }] };
    const wanted = inMemory(filter);
    app.counted();
    const [found] = (await admin().get(`/crate/figures${query({ filter, of: ['price', 'due', 'seen'] })}`)).body;
    expect(app.counted().length).toBe(1);
    const cents = wanted.flatMap(({ price }) => (typeof price === 'number' ? [Math.round(price * 100)] : []));
    const total = cents.reduce((sum, one) => sum + one, 0);
    const [{ count, figures }] = found.groups;
    expect(count).toBe(wanted.length);
    expect(figures.price).toEqual({
      count: cents.length,
      min: Math.min(...cents) / 100,
      max: Math.max(...cents) / 100,
      sum: (total / 100).toFixed(2),
      mean: (Math.round((total * 100) / cents.length) / 10_000).toFixed(4),
    });
    const due = wanted.map((row) => String(row.due)).filter(Boolean);
    expect(figures.due).toEqual({ count: due.length, min: due.sort()[0], max: due.sort().at(-1) });
    expect(figures.seen.count).toBe(wanted.filter(({ seen }) => seen).length);
  });

  it('amounts are added up apart for each currency', async () => {
    const [found] = (await admin().get(`/crate/figures${query({ filter: {}, of: ['fee'] })}`)).body;
    expect(found.by).toEqual(['currency']);
    for (const currency of ['TWD', 'USD']) {
      const fees = all.filter((row) => row.currency === currency).map(({ fee }) => Math.round(Number(fee ?? 0) * 100));
      const [group] = found.groups.filter(({ values }: { values: string[] }) => values[0] === currency);
      expect(group.figures.fee.sum).toBe((fees.reduce((sum, one) => sum + one, 0) / 100).toFixed(2));
    }
  });

  it('figures are of fields that have them and may be read', async () => {
    for (const of of [['name'], ['secret'], ['nowhere'], 'nowhere', { price: 1 }])
      expect((await operator().get(`/crate/figures${query({ of })}`)).status, String(of)).toBe(400);
    // One name needs no list, as with `fields`.
    const one = await operator().get(`/crate/figures${query({ of: 'price' })}`);
    expect([one.status, one.body]).toEqual([200, (await operator().get(`/crate/figures${query({ of: ['price'] })}`)).body]);
  });

  it('groups of rows have the rows that their own filter finds, and every row is in one', async () => {
    const filter: Row = { 'price@gte': -1_000 };
    const wanted = inMemory(filter);
    const byDay = ['day', 'week', 'month', 'quarter', 'year'].map((step) => ({ by: 'due', step }));
    for (const group of [{ by: 'state' }, { by: 'open' }, { by: 'owner' }, { by: 'name' }, { by: 'currency' }, ...byDay]) {
      app.counted();
      const { groups, isCut } = (await admin().get(`/crate/groups${query({ filter })}&${new URLSearchParams(group)}&of=["fee","price"]`)).body;
      expect(app.counted().length, group.by).toBe(3);
      expect(isCut).toBe(false);
      const seen: string[] = [];
      for (const one of groups as RowGroup[]) {
        const rows = inMemory({ $and: [filter, one.filter] });
        expect([one.value, one.count], JSON.stringify(one)).toEqual([one.value, rows.length]);
        const cents = rows.flatMap(({ price }) => (typeof price === 'number' ? [Math.round(price * 100)] : []));
        const sum = (cents.reduce((sum, cent) => sum + cent, 0) / 100).toFixed(2);
        const [min, max] = [Math.min(...cents) / 100, Math.max(...cents) / 100];
        if (cents.length) expect(one.figures.price).toEqual([{ by: null, figure: { count: cents.length, min, max, sum, mean: meanOf(sum, cents.length) } }]);
        for (const { by, figure } of one.figures.fee ?? []) {
          const fees = rows.filter(({ currency }) => (currency || null) === by).map(({ fee }) => Math.round(Number(fee ?? 0) * 100));
          expect(figure.sum).toBe((fees.reduce((sum, fee) => sum + fee, 0) / 100).toFixed(2));
        }
        seen.push(...ids(rows));
      }
      expect(seen.sort(), group.by).toEqual(ids(wanted).sort());
    }
    const months: string[] = (await admin().get(`/crate/groups?by=due`)).body.groups.flatMap(({ value }: RowGroup) => value ?? []);
    expect(months).toEqual([...months].sort().reverse());
    expect(months.every((day) => day.endsWith('-01'))).toBe(true);
  });

  it('groups across a second field have the rows of both, with figures of rows, columns and cells', async () => {
    const filter: Row = { 'price@gte': -1_000 };
    const pairs: Record<string, string>[] = [
      { by: 'state', across: 'open' },
      { by: 'due', step: 'quarter', across: 'currency' },
      { by: 'name', across: 'due', across_step: 'year' },
      { by: 'owner', across: 'state' },
    ];
    for (const pair of pairs) {
      app.counted();
      const { groups, isCut, across } = (await admin().get(`/crate/groups${query({ filter })}&${new URLSearchParams(pair)}&of=["fee","price"]`))
        .body as RowGroups;
      // Rows and columns, and the cells for each of the two fields that the figures are apart by: they add up to those.
      expect(app.counted().length, pair.by).toBe(4);
      expect([isCut, across?.isCut]).toEqual([false, false]);
      const same = (one: Pick<RowGroup, 'count' | 'figures'>, rows: Row[]) => {
        expect(one.count, JSON.stringify([pair, one])).toBe(rows.length);
        const cents = rows.flatMap(({ price }) => (typeof price === 'number' ? [Math.round(price * 100)] : []));
        const sum = (cents.reduce((sum, cent) => sum + cent, 0) / 100).toFixed(2);
        const [min, max] = [Math.min(...cents) / 100, Math.max(...cents) / 100];
        if (cents.length) expect(one.figures.price).toEqual([{ by: null, figure: { count: cents.length, min, max, sum, mean: meanOf(sum, cents.length) } }]);
        for (const { by, figure } of one.figures.fee ?? [])
          expect(figure.count).toBe(rows.filter(({ currency, fee }) => (currency || null) === by && fee !== null && fee !== undefined).length);
      };
      const columns = across?.groups ?? [];
      for (const column of columns) same(column, inMemory({ $and: [filter, column.filter] }));
      for (const row of groups) {
        same(row, inMemory({ $and: [filter, row.filter] }));
        for (const [place, column] of columns.entries()) {
          const cell = row.cells?.find((one) => one.column === place);
          const rows = inMemory({ $and: [filter, row.filter, column.filter] });
          if (rows.length || cell) same(cell ?? { count: 0, figures: {} }, rows);
        }
      }
      expect(groups.flatMap(({ cells = [] }) => cells).reduce((sum, { count }) => sum + count, 0)).toBe(inMemory(filter).length);
    }
    for (const across of ['state', 'secret', 'tags', 'nowhere', 'open&across_step=month', 'due&across_step=hour'])
      expect((await operator().get(`/crate/groups?by=state&across=${across}`)).status, across).toBe(400);
  });

  it('of very many groups the latest or fullest are answered, and these are whole', async () => {
    const day = (week: number) => new Date(Date.UTC(2020, 0, 1 + 7 * week)).toISOString().slice(0, 10);
    const slips = Array.from({ length: 230 }, (_, index) => ({ id: `s${index}`, name: `n${index}`, due: index % 10 ? day(index) : null, price: index }));
    await create(admin(), 'slip', ...slips);
    const monthOf = (due: string | null) => due && `${due.slice(0, 7)}-01`;
    for (const { by, across } of [
      { by: 'name', across: 'due' },
      { by: 'due', across: 'name' },
    ]) {
      const answer = (await admin().get(`/slip/groups?by=${by}&across=${across}&of=["price"]`)).body as RowGroups;
      const columns = answer.across?.groups ?? [];
      const [days, names] = by === 'due' ? [answer.groups, columns] : [columns, answer.groups];
      const [mostDays, mostNames] = by === 'due' ? [54, 40] : [40, 200];
      expect([days.length, names.length, answer.isCut, answer.across?.isCut]).toEqual([mostDays, mostNames, by === 'name', true]);
      const months = [...new Set(slips.map(({ due }) => monthOf(due)))].filter(Boolean).sort().reverse();
      expect(days.map(({ value }) => value).slice(0, 40)).toEqual(months.slice(0, 40));
      const inMonth = (of: JsonValue) => slips.filter(({ due }) => monthOf(due) === of);
      for (const [side, field] of [
        [days, 'due'],
        [names, 'name'],
      ] as const)
        for (const { value, count, figures } of side) {
          const rows = field === 'due' ? inMonth(value) : slips.filter(({ name }) => name === value);
          expect([field, value, count, Number(figures.price?.[0]?.figure.sum)]).toEqual([
            field,
            value,
            rows.length,
            rows.reduce((sum, { price }) => sum + price, 0),
          ]);
        }
      for (const group of answer.groups)
        for (const [place, column] of columns.entries()) {
          const cell = group.cells?.find((one) => one.column === place);
          const [name, due] = by === 'due' ? [column.value, group.value] : [group.value, column.value];
          const rows = slips.filter((slip) => slip.name === name && monthOf(slip.due) === due);
          expect(cell?.count ?? 0).toBe(rows.length);
          if (cell) expect(Number(cell.figures.price?.[0]?.figure.sum)).toBe(rows.reduce((sum, { price }) => sum + price, 0));
        }
    }
  });

  it('rows that each of several filters would leave are counted in one statement', async () => {
    const filter: Row = { 'price@gte': -1_000 };
    const parts: Row[] = [{ state: 'a' }, { 'tags@has': 'ab' }, { $or: [{ open: true }, { 'due@null': true }] }, { q: 'a' }, { name: 'nothing like it' }];
    app.counted();
    const answer = await admin().get(`/crate/counts${query({ filter, of: parts })}`);
    expect(app.counted()).toHaveLength(1);
    const listed = async (part: Row) => (await admin().get(`/crate${query({ filter: { $and: [filter, part] }, range: [0, 0] })}`)).headers.get('content-range');
    const wanted = await Promise.all(parts.map(async (part) => Number((await listed(part))?.split('/')[1])));
    expect(answer.body).toEqual({ counts: wanted, isCut: false });
    expect(wanted.filter((count) => count > 0).length).toBeGreaterThan(2);
    for (const of of ['{}', '[{"secret":"x"}]', '[{"nowhere":1}]', 'x', JSON.stringify(Array(21).fill({}))])
      expect((await operator().get(`/crate/counts?of=${encodeURIComponent(of)}`)).status, of).toBe(400);
  });

  it('rows are grouped by fields that make groups and may be read', async () => {
    for (const by of ['secret', 'tags', 'nowhere', 'blob', 'box', 'fee&step=month', 'state&step=month', 'due&step=hour'])
      expect((await operator().get(`/crate/groups?by=${by}`)).status, by).toBe(400);
    expect((await operator().get('/crate/groups?by=state&of=["secret"]')).status).toBe(400);
  });

  it('an operation on all rows of a filter takes those that its groups find', async () => {
    await create(admin(), 'job', ...['x', 'y', 'z'].map((word) => ({ id: `j${word}`, state: 'a', box: { word } })));
    const filter = { $or: [{ 'box.word': 'x' }, { $not: { 'box.word@in': ['x', 'y'] } }] };
    expect((await admin().post('/job/actions/finish', { filter })).body.data.ids.sort()).toEqual(['jx', 'jz']);
  });

  it('a group says what is wrong with it, by the name of the field', async () => {
    const refusal = async (filter: unknown) => {
      const { status, body } = await operator().get(`/crate${query({ filter })}`);
      return [status, body.msg];
    };
    let deep: Row = { state: 'a' };
    for (let at = 0; at <= filterLimits.depth; at += 1) deep = { $and: [deep] };
    expect(await refusal(deep)).toEqual([400, 'Condition groups can be nested 6 deep; State is deeper']);
    const many = { $or: Array.from({ length: filterLimits.comparisons + 1 }, () => ({ name: 'a' })) };
    expect(await refusal(many)).toEqual([400, 'A filter has at most 100 conditions; Name is one too many']);
    expect(await refusal({ $or: { name: 'a' } })).toEqual([400, expect.stringContaining('The filter cannot be read')]);
    expect(await refusal({ $or: [{ 'box.word@like': 3 }] })).toEqual([400, expect.stringContaining('Box')]);
    expect(await refusal({ due: 'last-0-days' })).toEqual([400, expect.stringContaining('Due')]);
    expect(await refusal({ name: 'today' })).toEqual([200, undefined]);
    expect(await refusal({ 'owner@in': ['$me'] })).toEqual([200, undefined]);
  });

  it('what a role may not read it cannot ask for, however deep', async () => {
    for (const filter of [{ secret: 'x' }, { $not: { secret: 'x' } }, { $or: [{ 'box.hidden': 'x' }] }, { 'box.hidden@null': true }])
      expect((await operator().get(`/crate${query({ filter })}`)).status, JSON.stringify(filter)).toBe(400);
    expect((await operator().get(`/crate${query({ filter: { 'box@null': true } })}`)).status).toBe(200);
  });

  it('a quick filter with groups is shown to those who may read all of it', async () => {
    expect(model.list.quick.map(({ key }) => key)).toEqual(['either']);
  });
});

describe('days named by today', () => {
  const span = (word: string, day = '2026-01-31') => {
    const { from, till } = spanOf(word, day) ?? {};
    return from && `${from} ${till}`;
  };

  it('are whole days, weeks from Monday, months, quarters and years', () => {
    expect(span('today')).toBe('2026-01-31 2026-02-01');
    expect(span('this-week')).toBe('2026-01-26 2026-02-02');
    expect(span('this-month', '2024-02-29')).toBe('2024-02-01 2024-03-01');
    expect(span('this-quarter', '2026-12-31')).toBe('2026-10-01 2027-01-01');
    expect(span('this-year')).toBe('2026-01-01 2027-01-01');
    expect(span('last-7-days')).toBe('2026-01-25 2026-02-01');
    expect(span('next-7-days')).toBe('2026-01-31 2026-02-07');
    expect(span('last-1-months', '2026-03-31')).toBe('2026-03-01 2026-04-01');
    expect(span('next-2-years', '2024-02-29')).toBe('2024-02-29 2026-02-28');
    expect(span('today+1m')).toBe('2026-02-28 2026-03-01');
    expect(span('today-1q')).toBe('2025-10-31 2025-11-01');
  });

  it('are nothing beyond the calendar or in other words', () => {
    for (const word of ['', 'today+', 'today+1x', 'this-day', 'last-0-days', 'last-10000-days', 'next-9999-years', 'Today', 'today-9999y', 'today '])
      expect(span(word), word).toBeUndefined();
  });
});
