import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeSample, wordSampleOf } from '#framework/data/queries/common-words.ts';
import { Totals } from '#framework/data/queries/totals.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { everyRow } from '#rules/queries/filter.ts';
import { testDatabases } from '../../support/database/database.ts';
import { create, query, type RecordsApp, startRecordsApp } from '../../support/schemas/records-app.ts';
import { studioSchemas } from '../../support/schemas/studio-schemas.ts';

/** Rows of a large object; every third has 'harbour', every second '港口', few both '夜' and the rest. */
const count = 20_400;

describe.each(testDatabases)('words and the number of a large object, on %s', (kind) => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp(kind, studioSchemas);
    await create(app.as(['[]']), 'reel', { id: 'r1', title: 'harbour' });
    await create(app.as(['[]']), 'reel', { id: 'r2', title: '港口' }, { id: 'r3', title: 'Harbour 港口夜' }, { id: 'r4', title: 'harbour master' });
    await multiply(app, kind);
  }, 120_000);
  afterAll(() => app?.stop());
  const list = async (q: string, more: object = {}) => {
    const { body, headers } = await app.as(['[]']).get(`/reel${query({ filter: { q }, range: [0, 24], ...more })}`);
    return { ids: body.map(({ id }: { id: string }) => id), total: headers.get('content-range') ?? '' };
  };

  it('are found alike by the full-text index and along the list', async () => {
    const model = app.registry.get('reel')?.model;
    if (!model) throw new Error('no reel');
    const asked = ['harbour', '港口', '港', 'harbour 港口', '夜 harb', 'harbour r3', 'nothing', 'harbour F-00007', 'al'];
    const before = await Promise.all(asked.map((q) => list(q, { sort: ['title', 'ASC'] })));
    await takeSample(app.db, model);
    if (kind === 'mariadb') expect(wordSampleOf(app.db, model)?.rows).toBe(count + 4);
    const after = await Promise.all(asked.map((q) => list(q, { sort: ['title', 'ASC'] })));
    expect(after.map(({ ids }) => ids)).toEqual(before.map(({ ids }) => ids));
    // What was made so: every third, every second, every sixth, in the order of their titles.
    const made = (isAsked: (n: number) => boolean) =>
      Array.from({ length: count }, (_, index) => index + 1)
        .filter(isAsked)
        .sort((a, b) => ((a * 7919) % 20411) - ((b * 7919) % 20411))
        .map((n) => `x${String(n).padStart(5, '0')}`);
    const isMade = (id: string) => id.startsWith('x');
    const predicates = [(n: number) => n % 3 === 0, (n: number) => n % 2 === 0, (n: number) => n % 2 === 0, (n: number) => n % 6 === 0];
    for (const [index, predicate] of predicates.entries()) {
      const ids = after[index]?.ids.filter(isMade) ?? [];
      expect(ids.length).toBeGreaterThan(20);
      expect(ids).toEqual(made(predicate).slice(0, ids.length));
    }
    expect(after[4]?.ids).toEqual(['r3']);
    // Nearly all have it: the rows themselves are looked at.
    expect(after[8]?.ids).toEqual(made(() => true).slice(0, 25));
    const ranges = await Promise.all(asked.map((q) => list(q, { sort: ['title', 'ASC'], range: [6_000, 6_010] })));
    expect(ranges[0]?.ids).toHaveLength(11);
    // What is thought to be many is estimated, within the sample's error; what is few is counted.
    const total = Number(after[0]?.total.split('/')[1]);
    expect(Math.abs(total - count / 3)).toBeLessThan(kind === 'mariadb' ? count / 20 : 4);
    expect(after[6]?.total).toBe('reel */0');
  });

  it('are ranked: what was typed first, then what begins with it, then the list’s order, page by page', async () => {
    const first = await list('harbour', { sort: ['_match', 'DESC'] });
    expect(first.ids.slice(0, 1)).toEqual(['r1']);
    // Far more titles begin so than are ranked; the one that is the word comes first wherever it stands in the list's order.
    expect(first.ids.slice(1).filter((id: string) => id.startsWith('x') && Number(id.slice(1)) % 6 !== 3)).toEqual([]);
    const pages = await Promise.all([0, 1, 7, 8, 9].map((page) => list('harbour', { sort: ['_match', 'DESC'], range: [page * 25, page * 25 + 24] })));
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(125);
    const second = await list('harbour', { sort: ['_match', 'DESC'], range: [25, 49] });
    expect(second.ids).toHaveLength(25);
    expect(second.ids.filter((id: string) => first.ids.includes(id))).toEqual([]);
    expect((await list('港口夜', { sort: ['_match', 'DESC'] })).ids).toEqual(['r3']);
    // Without a search there is nothing to rank by.
    expect((await list('', { filter: {}, sort: ['_match', 'DESC'] })).ids).toHaveLength(25);
  });

  it('its number is counted once while only we write: a jump long after takes it at once, and it is counted again aside', async () => {
    const model = app.registry.get('reel')?.model;
    if (!model) throw new Error('no reel');
    let now = 0;
    const totals = new Totals(app.db, () => now);
    const reader = readerFor(model, ['[]'], app.db.kind, 'list');
    const jump = async () => {
      now += 120_000;
      return totals.of(reader, everyRow, true);
    };
    expect(await jump()).toMatchObject({ count: count + 4, exact: true });
    // By another program, without a word to anybody.
    const lose = (id: string) => app.db.transaction((tx) => tx.query('DELETE FROM reel WHERE id = ?', [id]));
    await lose('x00001');
    expect(await jump()).toMatchObject({ count: count + 4, exact: true });
    await totals.settled();
    expect(await jump()).toMatchObject({ count: count + 3, exact: true });
    await totals.settled();
    // Where others may write, it is as new as the history.
    totals.isShared = () => true;
    await create(app.as(['[]']), 'reel', { id: 'r5', title: 'bay' });
    expect(await jump()).toMatchObject({ count: count + 4, exact: true });
    await lose('x00002');
    expect(await jump()).toMatchObject({ count: count + 4, exact: true });
    await totals.settled();
    expect(await jump()).toMatchObject({ count: count + 3, exact: true });
    await totals.settled();
  });
});

/** Rows made by the database of the first one, with search documents as the product writes them. */
async function multiply({ db }: RecordsApp, kind: string): Promise<void> {
  const [first] = await db.query("SELECT * FROM reel WHERE id = 'r1'");
  const names = Object.keys(first ?? {}).filter((name) => !name.startsWith('_u_') && name !== '_rid');
  const text = `CASE n % 6 WHEN 0 THEN 'zzall zzof zzharbour zd06e2f053e3 zd053e3' WHEN 3 THEN 'zzall zzof zzharbour ztharbourwall' WHEN 1 THEN 'zzall zzplain' WHEN 5 THEN 'zzall zzplain' ELSE 'zzall zzof zd06e2f053e3 zd053e3' END`;
  const values: Record<string, string> =
    kind === 'mariadb'
      ? { id: "CONCAT('x', LPAD(n, 5, '0'))", title: "CONCAT('t', LPAD(n * 7919 % 20411, 5, '0'))", note: "'All of it'", _q: text }
      : { id: "printf('x%05d', n)", title: "printf('t%05d', n * 7919 % 20411)", note: "'All of it'" };
  const numbers = `WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${count})`;
  const quoted = (name: string) => `\`${name}\``;
  const columns = names.map((name) => values[name] ?? `r.${quoted(name)}`);
  if (kind === 'mariadb') await db.run('SET max_recursive_iterations = 100000').catch(() => undefined);
  await db.run(`INSERT INTO reel (${names.map(quoted).join(', ')}) ${numbers} SELECT ${columns.join(', ')} FROM reel r, s WHERE r.id = 'r1'`);
  if (kind === 'sqlite')
    await db.run(`INSERT INTO reel__q (rowid, q) SELECT rowid, ${text} FROM (SELECT rowid, CAST(substr(id, 2) AS INTEGER) AS n FROM reel WHERE id LIKE 'x%')`);
}
