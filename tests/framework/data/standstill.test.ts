/** While one process of a cluster changes a table the transactions of all wait; what changes no table, or writes a system table, does not. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '#framework/data/engine/connect.ts';
import { countLeases, takeLease } from '#framework/data/engine/lease.ts';
import { Standstill } from '#framework/data/engine/standstill.ts';
import { table } from '#framework/data/engine/table.ts';
import { freshDatabase, type TestDatabase } from '../../support/database/database.ts';

const change = 'ALTER TABLE `company` ADD COLUMN `more` INT NULL';

describe('a standstill of a cluster', () => {
  let db: TestDatabase;
  let other: Database;
  let open: Standstill[] = [];
  const process = (of: Database) => {
    const made = new Standstill(of);
    open.push(made);
    return made;
  };
  beforeAll(async () => {
    db = await freshDatabase('mariadb');
    other = await connect(db.url);
  });
  afterEach(async () => {
    await Promise.all(open.map((one) => one.close()));
    open = [];
  });
  afterAll(async () => {
    await other.close();
    await db.drop();
  });
  /** what has passed by then */
  const isPast = (work: Promise<unknown>) => Promise.race([work.then(() => true), wait(50).then(() => false)]);

  it('no transaction begins, here or at another process, until the change is done', async () => {
    const [one, two] = [process(db), process(other)];
    const order: string[] = [];
    const changed = one.around(change, async () => {
      order.push('begins');
      await wait(400);
      order.push('is done');
    });
    await wait(1_400); // until the other has looked
    expect(order).toEqual([]);
    const passed = [one, two].map((each) => each.pass().then(() => order.push('passed')));
    expect(await isPast(two.passes('UPDATE `company` SET `ver` = 2')), 'a row of a table').toBe(false);
    expect(await isPast(two.passes('UPDATE `_job` SET `beat_at` = 2')), 'a row of a system table').toBe(true);
    await changed;
    // Another soon after goes on with what the first began.
    const began = performance.now();
    await one.around(change, async () => order.push('another'));
    expect(performance.now() - began).toBeLessThan(1_000);
    await Promise.all(passed);
    expect(order).toEqual(['begins', 'is done', 'another', 'passed', 'passed']);
    expect(await countLeases(db, 'standstill')).toBe(0);
  });

  it.each(['CREATE TABLE `company` (`id` INT)', 'SET foreign_key_checks = 0', 'ALTER TABLE `_job` ADD COLUMN `more` INT', 'DROP TABLE IF EXISTS `_job`'])(
    'does not wait: %s',
    async (sql) => {
      expect(await isPast(process(db).around(sql, async () => undefined))).toBe(true);
    },
  );

  it('one that died in its change holds nobody up once its lease is over', async () => {
    await takeLease(db, 'standstill', 'of a process that died');
    const one = process(other);
    await wait(1_300);
    const passed = one.pass();
    expect(await isPast(passed)).toBe(false);
    await table(db, '_lease').decrement('ends_at', 16_000);
    await passed;
  });

  it('closing while it goes on leaves nothing behind', async () => {
    const one = process(db);
    await one.around(change, async () => undefined);
    expect(await countLeases(db, 'standstill')).toBe(1);
    await one.close();
    expect(await countLeases(db, 'standstill')).toBe(0);
  });
});
