/** The rows of somebody else's table become an object's, however many: in portions, ended and gone on with, killed in the middle and gone on by itself; on both databases (issue 13.2). */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '#framework/data/engine/connect.ts';
import type { ShownJob } from '#framework/system/wire.ts';
import type { CopyReport } from '#framework/workbench/wire.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { killRunning, runServer } from '../../../support/process.ts';

afterEach(killRunning);

const text = { type: 'string', maxLength: 80 };
/** COPIED=1000000 measures. */
const many = Number(process.env.COPIED ?? 6_000);
const isMeasured = process.env.COPIED !== undefined;

/** Two columns tell its rows apart, so that nothing of a row in the object says which one it was. */
const stock = {
  title: 'Piece',
  properties: { id: { ...text, maxLength: 40, readOnly: true }, shelf: { type: 'integer' }, place: { type: 'integer' }, name: text },
  'x-search': ['name'],
};
const keyed = { title: 'Thing', properties: { id: { ...text, maxLength: 40 }, name: { ...text, minLength: 4 } } };

interface Beside {
  query(sql: string): Promise<Record<string, unknown>[]>;
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}
/** The database beside the server that has it open: of an embedded one the product itself would refuse that. */
async function beside(url: string): Promise<Beside> {
  if (!url.startsWith('sqlite:')) return connect(url);
  const db = new DatabaseSync(url.replace('sqlite:', ''));
  db.exec('PRAGMA busy_timeout = 20000');
  return {
    query: async (sql) => db.prepare(sql).all() as Record<string, unknown>[], // rows
    exec: async (sql) => db.exec(sql),
    close: async () => db.close(),
  };
}

describe.each(testDatabases)('rows of a table on %s', (kind) => {
  const ground = async (fill: (db: Beside) => Promise<void>) => {
    const folder = mkdtempSync(join(tmpdir(), 'copy-table-'));
    const schemas = join(folder, 'schemas');
    cpSync('schemas', schemas, { recursive: true });
    for (const [name, schema] of Object.entries({ piece: stock, thing: keyed })) writeFileSync(join(schemas, `${name}.json`), JSON.stringify(schema));
    const database = freshUrl(kind);
    const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, SCHEMAS_DIR: schemas, ADMIN_PASSWORD: 'kept-by-hand' };
    const begin = async () => {
      const server = await runServer(env);
      const signIn = await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'admin', pw: 'kept-by-hand' }),
      });
      const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
      const call = async <T>(method: string, path: string, body?: unknown): Promise<{ status: number; data: T; code?: string }> => {
        const answer = await fetch(`${server.url}${path}`, {
          method,
          headers: { cookie, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const told = (await answer.json()) as { data: T; err?: { code: string } };
        return { status: answer.status, data: told.data, ...(told.err && { code: told.err.code }) };
      };
      const jobs = async () => (await call<ShownJob<CopyReport>[]>('GET', '/api/jobs')).data.filter((job) => job.kind === 'copy');
      return { server, call, jobs };
    };
    const first = await begin();
    const db = await beside(database.url);
    await fill(db);
    const count = async (sql: string) => Number((await db.query(sql))[0]?.n);
    const over = async () => {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return { first, begin, db, count, over };
  };
  const numbers = (count: number) =>
    kind === 'sqlite'
      ? `(WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ${count}) SELECT seq FROM n) AS s`
      : `seq_1_to_${count} AS s`;
  const half = kind === 'sqlite' ? 'seq / 100' : 'seq DIV 100';

  it('killed with -9 in the middle they go on by themselves, and none is there twice', async () => {
    const { first, begin, db, count, over } = await ground(async (to) => {
      await to.exec('CREATE TABLE pieces (shelf INT NOT NULL, place INT NOT NULL, name VARCHAR(80), PRIMARY KEY (shelf, place))');
      await to.exec(
        `INSERT INTO pieces SELECT ${half}, seq % 100, CONCAT('piece ', seq) FROM ${numbers(many)}`.replace(
          /CONCAT\('piece ', seq\)/,
          kind === 'sqlite' ? "'piece ' || seq" : '$&',
        ),
      );
    });
    let { server, call, jobs } = first;
    expect((await call('POST', '/api/workbench/tables/pieces/copy', { object: 'piece' })).status).toBe(200);
    const began = performance.now();
    for (const share of isMeasured ? [] : [0.15, 0.5]) {
      await expect.poll(() => count('SELECT COUNT(*) AS n FROM piece'), { timeout: 60_000, interval: 20 }).toBeGreaterThan(many * share);
      await server.kill();
      expect(await count('SELECT COUNT(*) AS n FROM piece')).toBeLessThan(many);
      // A process of many waits until the lease of the dead one is over; here it is over at once.
      await db.exec("DELETE FROM _lease WHERE name LIKE 'job:%'");
      ({ server, call, jobs } = await begin());
    }
    await expect.poll(() => count('SELECT COUNT(*) AS n FROM _copy'), { timeout: isMeasured ? 3_000_000 : 120_000, interval: 200 }).toBe(0);
    const seconds = Math.round(performance.now() - began) / 1000;
    await expect.poll(async () => (await jobs())[0]?.state).toBe('done');
    const [last] = await jobs();
    expect(last?.result).toMatchObject({ counts: { create: many, update: 0, same: 0, refused: 0 }, lines: [], isCut: false });
    expect(await count('SELECT COUNT(*) AS n FROM piece')).toBe(many);
    expect(await count('SELECT COUNT(*) AS n FROM (SELECT DISTINCT shelf, place FROM piece) AS d')).toBe(many);
    expect(await count("SELECT COUNT(*) AS n FROM _history WHERE obj = 'piece'")).toBe(many);
    expect(await count('SELECT COUNT(*) AS n FROM pieces')).toBe(many);
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1];
    console.info(`${kind}: ${many} rows copied in ${seconds} s, the server's peak ${Math.round(Number(peak) / 1024)} MB`);
    await server.kill();
    await over();
  }, 3_600_000);

  it.skipIf(isMeasured)(
    'ended by somebody they wait until they are asked for again, and a fault of a row is counted once',
    async () => {
      const { first, count, over } = await ground(async (to) => {
        await to.exec(`CREATE TABLE things (no ${kind === 'sqlite' ? 'INTEGER' : 'INT NOT NULL'} PRIMARY KEY, name VARCHAR(80))`);
        await to.exec(`INSERT INTO things SELECT seq, CASE WHEN seq % 1000 = 7 THEN 'x' ELSE 'thing' END FROM ${numbers(4_000)}`);
      });
      const { server, call, jobs } = first;
      const copy = () => call<{ job: string }>('POST', '/api/workbench/tables/things/copy', { object: 'thing' });
      const { data } = await copy();
      expect((await copy()).data.job).toBe(data.job);
      await expect.poll(() => count('SELECT COUNT(*) AS n FROM thing'), { interval: 20 }).toBeGreaterThan(200);
      await call('POST', `/api/jobs/${data.job}/cancel`, {});
      await expect.poll(async () => (await jobs())[0]?.state).toBe('done');
      const cut = (await jobs())[0]?.result;
      expect(cut?.isCut).toBe(true);
      expect(await count('SELECT COUNT(*) AS n FROM thing')).toBe(cut?.counts.create);
      expect(cut?.counts.create).toBeLessThan(3_996);
      const more = (await copy()).data.job;
      await expect.poll(async () => (await call<ShownJob>('GET', `/api/jobs/${more}`)).data.state, { timeout: 60_000 }).toBe('done');
      const { result } = (await call<ShownJob<CopyReport>>('GET', `/api/jobs/${more}`)).data;
      expect(result).toMatchObject({ counts: { create: 3_996, update: 0, same: 0, refused: 4 }, isCut: false });
      expect(result?.lines.map(({ line, id }) => [line, id])).toEqual([7, 1007, 2007, 3007].map((line) => [line, String(line)]));
      expect(await count('SELECT COUNT(*) AS n FROM thing')).toBe(3_996);
      // Once more from the beginning finds each by its key.
      const again = (await copy()).data.job;
      await expect.poll(async () => (await call<ShownJob>('GET', `/api/jobs/${again}`)).data.state, { timeout: 60_000 }).toBe('done');
      expect((await call<ShownJob<CopyReport>>('GET', `/api/jobs/${again}`)).data.result?.counts).toEqual({ create: 0, update: 0, same: 3_996, refused: 4 });
      await server.kill();
      await over();
    },
    240_000,
  );

  it.skipIf(isMeasured)(
    'where nothing tells its rows apart, few are copied and many are refused',
    async () => {
      const { first, db, count, over } = await ground(async (to) => {
        await to.exec('CREATE TABLE plain (shelf INT, place INT, name VARCHAR(80))');
        await to.exec(`INSERT INTO plain SELECT 1, seq % 3, 'alike' FROM ${numbers(350)}`);
      });
      const { server, call } = first;
      const copy = () => call<{ job: string }>('POST', '/api/workbench/tables/plain/copy', { object: 'piece' });
      const { data } = await copy();
      await expect.poll(async () => (await call<ShownJob>('GET', `/api/jobs/${data.job}`)).data.state, { timeout: 60_000 }).toBe('done');
      expect(await count('SELECT COUNT(*) AS n FROM piece')).toBe(350);
      if (kind === 'mariadb') {
        await db.exec("INSERT INTO plain SELECT 1, seq % 3, 'alike' FROM seq_1_to_100000");
        expect(await copy()).toMatchObject({ status: 422, code: 'msg.tablekey' });
      }
      await server.kill();
      await over();
    },
    240_000,
  );
});
