import { afterEach, describe, expect, it } from 'vitest';
import { groupedTransaction } from '#framework/data/engine/grouped.ts';
import { freshDatabase, type TestDatabase, testDatabases } from '../../support/database/database.ts';

describe.each(testDatabases)('writes that are grouped on %s', (kind) => {
  let db: TestDatabase;
  afterEach(() => db.drop());

  it('succeed or fail separately, and are stored when they say so', async () => {
    db = await freshDatabase(kind);
    const write = (index: number) =>
      groupedTransaction(db, async (tx) => {
        await tx.run('INSERT INTO `_series` (name, value) VALUES (?, ?)', [`s${index}`, index]);
        if (index % 5 === 0) throw new Error(`no ${index}`);
        return (await tx.query('SELECT name FROM `_series` WHERE name = ?', [`s${index}`])).length;
      });
    const said = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => write(index)));
    expect(said.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    expect(said[10]).toMatchObject({ reason: new Error('no 10') });
    expect(said[11]).toMatchObject({ value: 1 });
    const rows = await db.query<{ name: string }>("SELECT name FROM `_series` WHERE name LIKE 's%' ORDER BY value");
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 100 }, (_, index) => `s${index}`).filter((name) => Number(name.slice(1)) % 5));
    expect(await write(101)).toBe(1);
  });

  it('return what is stored, and nothing of one that was rolled back', async () => {
    db = await freshDatabase(kind);
    const reported: number[] = [];
    const write = (index: number) =>
      groupedTransaction(db, async (tx) => {
        await tx.run('INSERT INTO `_series` (name, value) VALUES (?, ?)', [`s${index}`, index]);
        tx.afterCommit(() => reported.push(index));
        if (index % 2) throw new Error(`no ${index}`);
      });
    await Promise.allSettled(Array.from({ length: 10 }, (_, index) => write(index)));
    expect(reported.sort()).toEqual([0, 2, 4, 6, 8]);
  });
});
