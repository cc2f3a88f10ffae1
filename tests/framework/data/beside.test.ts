/** A large embedded database: what reads all rows of a table keeps nobody waiting (186), and says what the same rows say in a small one. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpSqlite } from '#framework/data/backup/backup-sqlite.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { type Caller, create, query, type RecordsApp, startRecordsApp } from '../../support/schemas/records-app.ts';

/** Takes seconds, reads no table. */
const long = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT COUNT(*) AS n FROM n';

const text = { type: 'string', maxLength: 64 };
const state = { type: 'string', oneOf: ['a', 'b'].map((value) => ({ const: value, title: value })) };
const schemas = {
  'codes/role': { codes: ['[]', '[op]'].map((code) => ({ code })) },
  user: { title: 'User', type: 'object', 'x-titleTemplate': '{name}', properties: { id: text, name: text } },
  crate: {
    title: 'Crate',
    type: 'object',
    'x-titleTemplate': '{name}',
    'x-search': ['name'],
    'x-list': { columns: ['name', 'price'], sums: [{ field: 'price' }] },
    properties: { id: text, name: text, price: { type: 'number', multipleOf: 0.01 }, open: { type: 'boolean' }, state },
  },
};

describe('an embedded database of 110 MB', () => {
  let app: RecordsApp;
  let admin: Caller;
  const look = async (path: string) => {
    const answer = await admin.get(path);
    expect(answer.status, answer.text.slice(0, 200)).toBe(200);
    return answer.body;
  };
  const looks = [
    '/crate/groups?by=state&across=open&of=["price"]',
    '/crate/figures?of=["price"]',
    '/crate/sums?filter={}',
    `/crate${query({ range: [0, 4], sort: ['name', 'ASC'], filter: { 'price@gt': 60 } })}`,
    `/crate${query({ range: [0, 4], filter: { q: 'long' } })}`,
  ];
  const threads = () => (['figures', 'lists'] as const).map((task) => app.db.beside?.(task));
  beforeAll(async () => {
    app = await startRecordsApp('sqlite', schemas);
    admin = app.as(['[]'], 'admin');
    await create(
      admin,
      'crate',
      ...Array.from({ length: 12 }, (_, n) => ({ id: `c${n}`, name: `long ${n}`, price: 50 + n * 3, open: n % 3 === 0, state: n % 2 ? 'a' : 'b' })),
    );
  });
  afterAll(() => app?.stop());

  it('what a thread reads is what the server itself would read', async () => {
    const before = await Promise.all(looks.map(look));
    expect(JSON.stringify(before[0])).toContain('"count":6');
    expect(threads()).toEqual([undefined, undefined]);
    await app.db.exec('CREATE TABLE _ballast (b BLOB)');
    await app.db.run('INSERT INTO _ballast WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 110) SELECT zeroblob(1048576) FROM n');
    expect(threads().every(Boolean)).toBe(true);
    expect(await Promise.all(looks.map(look))).toEqual(before);
  });

  it('a write is seen by the next look, a changed table too', async () => {
    await create(admin, 'crate', { id: 'dear', name: 'dear', price: 500 });
    expect(await look(`/crate${query({ filter: { 'price@gt': 400 } })}`)).toMatchObject([{ name: 'dear' }]);
    expect((await look('/crate/figures?of=["price"]'))[0].groups[0].figures.price.max).toBe(500);
    const thread = threads()[0] as Executor; // there, as the test before says
    await app.db.exec('CREATE TABLE _shelf (a INTEGER)');
    await app.db.run('INSERT INTO _shelf VALUES (1)');
    expect(await thread.query('SELECT * FROM _shelf')).toEqual([{ a: 1 }]);
    await app.db.exec('ALTER TABLE _shelf ADD COLUMN b TEXT');
    expect(await thread.query('SELECT * FROM _shelf')).toEqual([{ a: 1, b: null }]);
    await expect(thread.query('SELECT missing FROM _shelf')).rejects.toThrow(/no such column/);
    await expect(thread.query('DELETE FROM _shelf')).rejects.toThrow(/readonly|read-only|query_only|attempt to write/);
  });

  it('while figures are read, others are answered, lists with a filter too', async () => {
    let isOver = false;
    const thread = threads()[0] as Executor; // as above
    const reading = thread.query<{ n: number }>(long, [3_000_000]).finally(() => {
      isOver = true;
    });
    await look(`/crate${query({ range: [0, 0] })}`);
    await look(`/crate${query({ filter: { 'price@gt': 400 } })}`);
    expect(isOver).toBe(false);
    expect(await reading).toEqual([{ n: 3_000_000 }]);
  });

  it('an end waits for what is being read, and a later look begins another thread', async () => {
    const thread = threads()[0] as Executor & { close(): Promise<void> }; // as above
    const reading = thread.query(long, [2_000_000]);
    await thread.close();
    expect(await reading).toEqual([{ n: 2_000_000 }]);
    expect((await look('/crate/figures?of=["price"]'))[0].groups[0].count).toBe(13);
  });

  it('a backup that is cancelled while SQLite copies is cut off, and the server goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reelbase-cancelled-'));
    const control = new AbortController();
    const copying = dumpSqlite(app.db, folder, { signal: control.signal, tell: () => {} });
    const refused = expect(copying).rejects.toThrow('the copy of the database was cut off');
    for (;;) {
      if (existsSync(join(folder, 'reelbase.sqlite'))) break;
      await new Promise((resume) => setTimeout(resume, 5));
    }
    control.abort();
    await refused;
    await look(`/crate${query({ range: [0, 0] })}`);
    rmSync(folder, { recursive: true, force: true });
  });
});
