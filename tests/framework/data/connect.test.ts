import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, Unavailable } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { savepoint } from '#framework/data/engine/savepoint.ts';
import { insertLast, insertNew, padded, table } from '#framework/data/engine/table.ts';
import { freshDatabase, type TestDatabase, testDatabases } from '../../support/database/database.ts';

describe.each(testDatabases)('database on %s', (kind) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await freshDatabase(kind);
    await db.exec('CREATE TABLE `sheet` (`id` VARCHAR(20) PRIMARY KEY, `n` INTEGER NOT NULL)');
    await db.run('INSERT INTO `sheet` VALUES (?, ?)', ['a', 1]);
  });
  afterAll(() => db.drop());

  it('commits a transaction and informs those who wait for it', async () => {
    let reported = false;
    const rows = await db.transaction(async (tx) => {
      await tx.run('UPDATE `sheet` SET `n` = `n` + 1 WHERE `id` = ?', ['a']);
      tx.afterCommit(() => {
        reported = true;
      });
      return tx.query<{ n: number }>(`SELECT \`n\` FROM \`sheet\` WHERE \`id\` = ?${tx.forUpdate}`, ['a']);
    });
    expect(rows[0]?.n).toBe(2);
    expect(reported).toBe(true);
  });

  it('leaves nothing of a failed transaction', async () => {
    const attempt = db.transaction(async (tx) => {
      await tx.run('INSERT INTO `sheet` VALUES (?, ?)', ['gone', 1]);
      throw new Error('refused');
    });
    await expect(attempt).rejects.toThrow('refused');
    expect(await db.query('SELECT 1 FROM `sheet` WHERE `id` = ?', ['gone'])).toHaveLength(0);
  });

  it('counts under a locked row are right with twenty writers at once', async () => {
    await db.run('INSERT INTO `sheet` VALUES (?, ?)', ['counter', 0]);
    const add = () =>
      db.transaction(async (tx) => {
        const [row] = await tx.query<{ n: number }>(`SELECT \`n\` FROM \`sheet\` WHERE \`id\` = ?${tx.forUpdate}`, ['counter']);
        await tx.run('UPDATE `sheet` SET `n` = ? WHERE `id` = ?', [(row?.n ?? 0) + 1, 'counter']);
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect((await db.query<{ n: number }>('SELECT `n` FROM `sheet` WHERE `id` = ?', ['counter']))[0]?.n).toBe(20);
  });

  it('does not show readers uncommitted changes', async () => {
    await db.transaction(async (tx) => {
      await tx.run('INSERT INTO `sheet` VALUES (?, ?)', ['unseen', 1]);
      expect(await db.query('SELECT 1 FROM `sheet` WHERE `id` = ?', ['unseen'])).toHaveLength(0);
    });
    expect(await db.query('SELECT 1 FROM `sheet` WHERE `id` = ?', ['unseen'])).toHaveLength(1);
  });

  it('shows a new column to a statement that was prepared before it', async () => {
    const read = () => db.query('SELECT * FROM `sheet` WHERE `id` = ?', ['a']);
    await read();
    await db.exec("ALTER TABLE `sheet` ADD COLUMN `note` VARCHAR(20) NOT NULL DEFAULT 'new'");
    expect((await read())[0]).toHaveProperty('note', 'new');
  });

  it('what nobody waits for in a transaction is there for the statements behind it, and is committed or undone with the rest', async () => {
    const present = async (...ids: string[]) => (await table(db, 'sheet').whereIn('id', ids).orderBy('id').pluck('id')).join(' ');
    await db.transaction(async (tx) => {
      await table(tx, 'sheet').insert({ id: 'l1', n: 1 });
      await insertLast(tx, 'sheet', { id: 'l2', n: 2 });
      await insertLast(tx, 'sheet', { id: 'l3', n: 3 });
      expect(await table(tx, 'sheet').where({ id: 'l3' }).first('n')).toEqual({ n: 3 });
      await insertLast(tx, 'sheet', { id: 'l4', n: 4 });
      await insertLast(tx, 'sheet', { id: "l5'; --", n: 5 });
    });
    expect(await present('l1', 'l2', 'l3', 'l4', "l5'; --")).toBe("l1 l2 l3 l4 l5'; --");
    const second = db.transaction(async (tx) => {
      await table(tx, 'sheet').insert({ id: 'l6', n: 6 });
      await insertLast(tx, 'sheet', { id: 'l1', n: 1 });
    });
    await expect(second).rejects.toThrow(/^(UNIQUE|Duplicate)/);
    const given = db.transaction(async (tx) => {
      await insertLast(tx, 'sheet', { id: 'l7', n: 7 });
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
    await db.transaction(async (tx) => {
      const part = savepoint(tx, async (inner) => {
        await table(inner, 'sheet').insert({ id: 'l8', n: 8 });
        await insertLast(inner, 'sheet', { id: 'l1', n: 1 });
      });
      await expect(part).rejects.toThrow(/^(UNIQUE|Duplicate)/);
      await insertLast(tx, 'sheet', { id: 'l9', n: 9 });
    });
    expect(await present('l6', 'l7', 'l8', 'l9')).toBe('l9');
  });

  it('runs what knex builds, in a transaction as outside of one', async () => {
    await expect(
      db.transaction(async (tx) => {
        expect(await table(tx, 'sheet').insert({ id: 'knex', n: 1 })).toHaveLength(1);
        expect(await table(tx, 'sheet').where({ id: 'knex' }).increment('n', 2)).toBe(1);
        expect(await table(tx, 'sheet').where({ id: 'knex' }).first('n')).toEqual({ n: 3 });
        throw new Error('back');
      }),
    ).rejects.toThrow('back');
    expect(await table(db, 'sheet').where({ id: 'knex' }).first()).toBeUndefined();
    expect(
      await table(db, 'sheet')
        .whereIn('id', padded(['a', 'knex', 'none']))
        .pluck('id'),
    ).toEqual(['a']);
    expect(await insertNew(db, 'sheet', { id: 'a', n: 9 })).toBe(false);
    // The message is the database's own: neither the statement nor its values, which may be secrets, are put before it.
    await expect(table(db, 'sheet').insert({ id: 'a', n: 9 })).rejects.toThrow(/^(UNIQUE|Duplicate)/);
  });
});

if (testDatabases.includes('mariadb')) {
  it('a deadlock is tried again until both succeed', async () => {
    const db = await freshDatabase('mariadb');
    await db.exec('CREATE TABLE `pair` (`id` INT PRIMARY KEY, `n` INT NOT NULL)');
    await db.run('INSERT INTO `pair` VALUES (1, 0), (2, 0)');
    let runs = 0;
    const both = (first: number, second: number) =>
      db.transaction(async (tx) => {
        runs += 1;
        await tx.run('UPDATE `pair` SET `n` = `n` + 1 WHERE `id` = ?', [first]);
        await new Promise((done) => setTimeout(done, 50));
        await tx.run('UPDATE `pair` SET `n` = `n` + 1 WHERE `id` = ?', [second]);
      });
    await Promise.all([both(1, 2), both(2, 1)]);
    expect(runs).toBeGreaterThan(2);
    expect(await db.query('SELECT `n` FROM `pair`')).toEqual([{ n: 2 }, { n: 2 }]);
    await db.drop();
  });

  it('a deadlock that is met as late as with the COMMIT is tried again, too', async () => {
    const db = await freshDatabase('mariadb');
    await db.exec('CREATE TABLE `pair` (`id` INT PRIMARY KEY, `n` INT NOT NULL)');
    await db.run('INSERT INTO `pair` VALUES (1, 0), (2, 0)');
    const add = 'UPDATE `pair` SET `n` = `n` + 1 WHERE `id` = ?';
    let runs = 0;
    const both = (first: number, second: number) =>
      db.transaction(async (tx) => {
        runs += 1;
        await tx.run(add, [first]);
        await new Promise((done) => setTimeout(done, 50));
        await tx.runLast?.({ sql: add, params: [second] });
      });
    await Promise.all([both(1, 2), both(2, 1)]);
    expect(runs).toBeGreaterThan(2);
    expect(await db.query('SELECT `n` FROM `pair`')).toEqual([{ n: 2 }, { n: 2 }]);
    await db.drop();
  });

  it('nothing is half committed where somebody passes over the deadlock that undid the rest', async () => {
    const db = await freshDatabase('mariadb');
    await db.exec('CREATE TABLE `pair` (`id` INT PRIMARY KEY, `n` INT NOT NULL)');
    await db.run('INSERT INTO `pair` VALUES (1, 0), (2, 0), (3, 0)');
    const careless = (first: number, second: number) =>
      db.transaction(async (tx) => {
        await tx.run('UPDATE `pair` SET `n` = `n` + 1 WHERE `id` = ?', [first]);
        await new Promise((done) => setTimeout(done, 50));
        await tx.run('UPDATE `pair` SET `n` = `n` + 1 WHERE `id` = ?', [second]).catch(() => undefined);
        await tx.run('UPDATE `pair` SET `n` = `n` + 1 WHERE `id` = 3').catch(() => undefined);
      });
    await Promise.all([careless(1, 2), careless(2, 1)]);
    expect(await db.query('SELECT `n` FROM `pair`')).toEqual([{ n: 2 }, { n: 2 }, { n: 2 }]);
    await db.drop();
  });

  it('a statement by itself that a deadlock undoes is asked again, too', async () => {
    const db = await freshDatabase('mariadb');
    await db.exec('CREATE TABLE `pair` (`id` INT PRIMARY KEY, `n` INT NOT NULL)');
    await db.run('INSERT INTO `pair` VALUES (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)');
    // The transaction has written more, so that the statement is the one that is undone.
    let lone: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.run('UPDATE `pair` SET `n` = `n` + 1 WHERE `id` > 1');
      lone ??= db.run('UPDATE `pair` SET `n` = `n` + 1 WHERE `id` <= 2');
      await new Promise((done) => setTimeout(done, 200));
      await tx.run('UPDATE `pair` SET `n` = `n` + 1 WHERE `id` = 1');
    });
    await lone;
    expect(await db.query('SELECT `n` FROM `pair` WHERE `id` <= 2')).toEqual([{ n: 2 }, { n: 2 }]);
    await db.drop();
  });
}

it.each([
  [1047, 'msg.unavailable', 'WSREP has not yet prepared node for application use'],
  [1180, 'msg.unavailable', 'Got error 110 "Connection timed out" during COMMIT'],
  [1180, 'msg.full', 'Got error 28 "No space left on device" during COMMIT'],
  [1205, 'msg.again', 'Lock wait timeout exceeded'],
  [1213, 'msg.again', 'Deadlock found when trying to get lock'],
])("error %i is no fault of the caller's: %s", (errno, code, message) => {
  expect(asRefusal(Object.assign(new Error(message), { errno, sqlState: 'HY000' }))).toMatchObject({ code, status: code === 'msg.full' ? 507 : 503 });
});

it('a second process on the same SQLite file is refused with a message, but not after a kill -9', async () => {
  const db = await freshDatabase('sqlite');
  const script = `import('#framework/data/engine/connect.ts').then((m) => m.connect('${db.url}')).then(() => process.kill(process.pid, 'SIGKILL'))`;
  const other = () => promisify(execFile)('npx', ['tsx', '-e', script]).catch((error: { stderr: string; signal: string; code: number }) => error);
  expect(await other()).toMatchObject({ stderr: expect.stringContaining('is in use by another process') });
  await db.close();
  await other();
  const again = await connect(db.url);
  expect(await again.query('SELECT 1 AS one')).toHaveLength(1);
  await again.close();
  await db.drop();
});

it('a server that cannot be reached is reported within 3 s', async () => {
  const start = Date.now();
  await expect(connect('mysql://root@127.0.0.1:1/none')).rejects.toBeInstanceOf(Unavailable);
  expect(Date.now() - start).toBeLessThan(3000);
});
