/** How an embedded database ends: in good order, also where the disk is too full to write down what it learned about its tables. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect } from '#framework/data/engine/connect.ts';

it('K12 close_fullDatabase_endsInGoodOrderAndGivesTheFileBack', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reelbase-close-'));
  const url = `sqlite:${join(folder, 'test.db')}`;
  const db = await connect(url);
  await db.exec('CREATE TABLE book (id INTEGER PRIMARY KEY, shelf TEXT NOT NULL)');
  await db.exec('CREATE INDEX book_shelf ON book (shelf)');
  await db.transaction(async (tx) => {
    for (let n = 0; n < 500; n++) await tx.run('INSERT INTO book (shelf) VALUES (?)', [`s${n % 20}`]);
  });
  await db.session(async (writer) => {
    await writer.query('SELECT * FROM book WHERE shelf = ?', ['s1']);
    const [row] = await writer.query<{ page_count: number }>('PRAGMA page_count');
    // The statistics of `PRAGMA optimize` need a page more than there is.
    await writer.query(`PRAGMA max_page_count = ${row?.page_count}`);
    await expect(writer.exec('CREATE TABLE one_more (id INTEGER)')).rejects.toThrow(/full/);
  });
  await db.close();
  const again = await connect(url);
  expect(await again.query('SELECT count(*) AS n FROM book')).toEqual([{ n: 500 }]);
  await again.close();
  rmSync(folder, { recursive: true, force: true });
});
