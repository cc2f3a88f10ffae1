/** Somebody else locks what a save needs: a row of MariaDB, or the file of SQLite. It is answered within 3 s, and work on anything else goes on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '#framework/data/engine/connect.ts';
import { SqliteConnection } from '#framework/data/engine/sqlite-driver.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

/** ms in which a wait is to be over, and what a busy machine adds */
const budget = 3_000;
const slack = 1_500;

const timed = async (answer: Promise<Response>) => {
  const began = Date.now();
  const { status, headers } = await answer;
  return { status, ms: Date.now() - began, again: headers.get('retry-after') };
};

describe.runIf(testDatabases.includes('mariadb'))('a locked row of MariaDB', () => {
  let server: TestServer;
  let op: Client;
  let other: Database;
  const rename = (id: string, name: string, ver: number) => op(`/api/pb/company/${id}`, { method: 'PUT', json: { name, ver } });

  beforeAll(async () => {
    const { url } = freshUrl('mariadb');
    server = await startServer({ kind: 'mariadb', env: { DATABASE_URL: url } });
    op = await server.signIn('op');
    for (const id of ['held', 'free']) expect((await op('/api/pb/company', { method: 'POST', json: { id, name: id, type: 2 } })).status).toBe(201);
    other = await connect(url);
  });
  afterAll(async () => {
    await other?.close();
    await server?.stop();
  });

  it('is 503 with Retry-After within 3 s, however many wait, and no other save waits for them', async () => {
    await other.transaction(async (tx) => {
      await tx.query('SELECT id FROM company WHERE id = ? FOR UPDATE', ['held']);
      const waiters = Promise.all(Array.from({ length: 25 }, (_, n) => timed(rename('held', `name ${n}`, 1))));
      // While they wait, and again once the first of them have given up.
      const others = [];
      for (let ver = 1; ver <= 8; ver += 1) {
        others.push(await timed(rename('free', `name ${ver}`, ver)));
        others.push(await timed(op('/api/pb/company?range=[0,3]')));
        await new Promise((later) => setTimeout(later, 150));
      }
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
      expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(budget);
      const seen = await waiters;
      expect(new Set(seen.map(({ status, again }) => `${status} ${again}`))).toEqual(new Set(['503 1']));
      expect(Math.max(...seen.map(({ ms }) => ms))).toBeLessThan(budget + slack);
    });
    expect((await rename('held', 'let go', 1)).status).toBe(200);
  }, 60_000);

  it('that is released in time lets the save through', async () => {
    let answer: Promise<{ status: number }> | undefined;
    const [{ ver } = { ver: 0 }] = await other.query<{ ver: number }>('SELECT ver FROM company WHERE id = ?', ['held']);
    await other.transaction(async (tx) => {
      await tx.query('SELECT id FROM company WHERE id = ? FOR UPDATE', ['held']);
      answer = timed(rename('held', 'in time', Number(ver)));
      await new Promise((later) => setTimeout(later, 700));
    });
    expect((await answer)?.status).toBe(200);
  });

  it('several locked rows in one transaction share one time limit, and only a deadlock is tried again', async () => {
    await server.db.exec('CREATE TABLE IF NOT EXISTS `_held` (id INT PRIMARY KEY, n INT)');
    await server.db.run('INSERT INTO `_held` VALUES (1, 0), (2, 0)');
    let tries = 0;
    const began = Date.now();
    await other.transaction(async (tx) => {
      await tx.query('SELECT id FROM `_held` WHERE id = 1 FOR UPDATE');
      const failed = await server.db
        .transaction(async (own) => {
          tries += 1;
          await own.query('SELECT id FROM `_held` WHERE id = 1 FOR UPDATE').catch(() => undefined);
          await own.query('SELECT id FROM `_held` WHERE id = 1 FOR UPDATE');
        })
        .catch((error) => error);
      expect(failed.errno).toBe(1205);
    });
    expect(tries).toBe(1);
    expect(Date.now() - began).toBeLessThan(budget + slack);
    // Two that take the rows crosswise: one of them is rolled back, and done again.
    let turns = 0;
    const cross = (first: number, second: number) =>
      server.db.transaction(async (tx) => {
        turns += 1;
        await tx.run('UPDATE `_held` SET n = n + 1 WHERE id = ?', [first]);
        await new Promise((later) => setTimeout(later, turns > 2 ? 0 : 200));
        await tx.run('UPDATE `_held` SET n = n + 1 WHERE id = ?', [second]);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(await server.db.query('SELECT n FROM `_held`')).toEqual([{ n: 2 }, { n: 2 }]);
    expect(turns).toBe(3);
  });
});

describe('a SQLite file that another program has locked', () => {
  let server: TestServer;
  let op: Client;
  let other: SqliteConnection;
  const rename = (id: string, name: string, ver: number) => op(`/api/pb/company/${id}`, { method: 'PUT', json: { name, ver } });

  let ahead = 0;
  beforeAll(async () => {
    const { url } = freshUrl('sqlite');
    server = await startServer({ env: { DATABASE_URL: url }, now: () => new Date(Date.now() + ahead) });
    op = await server.signIn('op');
    for (const id of ['first', 'second']) expect((await op('/api/pb/company', { method: 'POST', json: { id, name: id, type: 2 } })).status).toBe(201);
    other = new SqliteConnection(url.slice('sqlite:'.length));
  });
  afterAll(async () => {
    other?.close();
    await server?.stop();
  });

  it('blocks nobody: saves are 503 within 3 s, reads, pages and the health check work, and it recovers by itself', async () => {
    ahead = 120_000; // the session's time of use is due to be written, which no reader waits for
    other.exec('BEGIN IMMEDIATE');
    const saves = Promise.all(Array.from({ length: 12 }, (_, n) => timed(rename(n % 2 ? 'first' : 'second', `name ${n}`, 1))));
    const reads = [];
    for (let n = 0; n < 6; n += 1) {
      for (const path of ['/healthz', '/api/pb/company?range=[0,3]', '/api/auth/me', '/erp']) reads.push({ path, ...(await timed(op(path))) });
      await new Promise((later) => setTimeout(later, 200));
    }
    expect(reads.filter(({ status, ms }) => status !== 200 || ms > 2_000)).toEqual([]);
    const seen = await saves;
    expect(new Set(seen.map(({ status, again }) => `${status} ${again}`))).toEqual(new Set(['503 1']));
    expect(Math.max(...seen.map(({ ms }) => ms))).toBeLessThan(budget + slack);
    other.exec('ROLLBACK');
    expect((await rename('first', 'let go', 1)).status).toBe(200);
  }, 60_000);

  it('and releases in time lets the save through', async () => {
    other.exec('BEGIN IMMEDIATE');
    const answer = timed(rename('second', 'in time', 1));
    await new Promise((later) => setTimeout(later, 700));
    other.exec('COMMIT');
    expect((await answer).status).toBe(200);
  });
});
