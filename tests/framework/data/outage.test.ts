import { describe, expect, it } from 'vitest';
import { connect, Unavailable } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { testDatabases } from '../../support/database/database.ts';
import { type MariadbServer, startMariadb } from '../../support/database/mariadb.ts';

/** ms within which an outage has to be reported; the machine that tests run on may be busy. */
const reportedAfter = 3_000;

async function refusedWithin(work: () => Promise<unknown>): Promise<void> {
  const start = Date.now();
  const error = await work().then(
    () => undefined,
    (reason) => reason,
  );
  expect(Date.now() - start).toBeLessThan(reportedAfter + 500);
  expect(asRefusal(error)).toMatchObject({ code: 'msg.unavailable', status: 503 });
}

// A server of its own: it is stopped, and a server that was given from outside is not ours to stop.
describe.runIf(testDatabases.includes('mariadb') && !process.env.TEST_MARIADB_URL)('an outage of MariaDB', () => {
  it('that hangs is reported within 3 s, in reads, writes and transactions, and it recovers by itself', async () => {
    const server = (await startMariadb()) as MariadbServer;
    const db = await connect(`${server.url}/outage`);
    await db.exec('CREATE TABLE sheet (id INT PRIMARY KEY)');
    server.signal?.('SIGSTOP');
    await refusedWithin(() => db.query('SELECT * FROM sheet'));
    await refusedWithin(() => db.run('INSERT INTO sheet VALUES (1)'));
    await refusedWithin(() => db.transaction((tx) => tx.run('INSERT INTO sheet VALUES (2)')));
    await expect(db.ping()).rejects.toBeInstanceOf(Unavailable);
    server.signal?.('SIGCONT');
    await expect.poll(() => db.query('SELECT 1 AS one').catch(() => []), { timeout: 10_000 }).toEqual([{ one: 1 }]);
    await db.transaction((tx) => tx.run('INSERT INTO sheet VALUES (3)'));
    await db.close();
    await server.stop();
  });

  it('that is killed is reported at once, and the next statement after its return is answered', async () => {
    const server = (await startMariadb()) as MariadbServer;
    const db = await connect(`${server.url}/outage`);
    await db.exec('CREATE TABLE sheet (id INT PRIMARY KEY)');
    await db.query('SELECT * FROM sheet');
    await server.restart?.(async () => {
      await refusedWithin(() => db.query('SELECT * FROM sheet'));
      await refusedWithin(() => db.transaction((tx) => tx.run('INSERT INTO sheet VALUES (2)')));
    });
    await db.run('INSERT INTO sheet VALUES (1)');
    expect(await db.query('SELECT * FROM sheet')).toEqual([{ id: 1 }]);
    await db.close();
    await server.stop();
  });
});
