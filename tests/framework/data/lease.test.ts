/** One holder of a name among all processes of a database: a silent one gives way, by the database's clock. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '#framework/data/engine/connect.ts';
import { leaveLease, nowSql, takeLease, underLease } from '#framework/data/engine/lease.ts';
import { table } from '#framework/data/engine/table.ts';
import { freshDatabase, type TestDatabase, testDatabases } from '../../support/database/database.ts';

describe.each(testDatabases)('leases on %s', (kind) => {
  let db: TestDatabase;
  /** another process, where the database takes one */
  let other: Database;
  beforeAll(async () => {
    db = await freshDatabase(kind);
    other = kind === 'mariadb' ? await connect(db.url) : db;
  });
  afterAll(async () => {
    if (other !== db) await other.close();
    await db.drop();
  });
  /** as if its holder had last been heard of so long ago */
  const silentFor = (ms: number) => table(db, '_lease').decrement('ends_at', ms);

  it("the database's clock counts milliseconds since 1970", async () => {
    const [row] = await db.query<{ now: number }>(`SELECT ${nowSql(kind)} AS now`);
    expect(Math.abs(Number(row?.now) - Date.now())).toBeLessThan(1_000);
  });

  it('has one holder, who may renew it, until it leaves', async () => {
    expect(await takeLease(db, 'one', 'a')).toBe(true);
    expect(await takeLease(other, 'one', 'b')).toBe(false);
    expect(await takeLease(db, 'one', 'a')).toBe(true);
    expect(await takeLease(other, 'two', 'b')).toBe(true);
    await leaveLease(db, 'one', 'b');
    expect(await takeLease(other, 'one', 'b')).toBe(false);
    await leaveLease(db, 'one', 'a');
    expect(await takeLease(other, 'one', 'b')).toBe(true);
  });

  it('a holder that has fallen silent loses it to the next, and learns so', async () => {
    expect(await takeLease(db, 'silent', 'a')).toBe(true);
    await silentFor(14_000);
    expect(await takeLease(other, 'silent', 'b')).toBe(false);
    await silentFor(2_000);
    expect(await takeLease(other, 'silent', 'b')).toBe(true);
    expect(await takeLease(db, 'silent', 'a')).toBe(false);
  });

  it('of twenty who take it at once one has it', async () => {
    const got = await Promise.all(Array.from({ length: 20 }, (_, n) => takeLease(n % 2 ? db : other, 'crowd', `holder ${n}`)));
    expect(got.filter(Boolean)).toHaveLength(1);
  });

  it('works of one name run one after the other, and one that throws lets the next in', async () => {
    let atOnce = 0;
    const most: number[] = [];
    const work = (from: Database, fails = false) =>
      underLease(from, 'turn', 60_000, async () => {
        most.push(++atOnce);
        await new Promise((done) => setTimeout(done, 20));
        atOnce -= 1;
        if (fails) throw new Error('refused');
      });
    const ends = await Promise.allSettled([work(db), work(other, true), work(db), work(other)]);
    expect(most).toEqual([1, 1, 1, 1]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  }, 30_000);
});
