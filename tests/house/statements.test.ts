/** Knex builds the statements; those written by hand stand in the files below, each with its reason (decision 052). A number goes down when one is ported, and never up unasked. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Room or file → statements in it, or parts of statements, that are written by hand. */
const byHand: Record<string, [most: number, why: string]> = {
  'backend/framework/data/engine': [34, 'how a connection is opened, a transaction begins and ends, and who has the lock'],
  'backend/framework/data/evolve': [127, 'tables are made and changed by statements that a plan shows before they run (decision 038)'],
  'backend/framework/data/backup': [36, 'dumps, restores and their dialects'],
  'backend/framework/data/rows/records.ts': [7, 'the list: text made once for a reader, with cursors and deferred joins'],
  'backend/framework/data/rows/search.ts': [9, 'full text of two databases'],
  'backend/framework/data/queries/walked-page.ts': [1, 'full text of two databases'],
  'backend/framework/data/queries/common-words.ts': [7, 'full text of two databases'],
  'backend/framework/data/queries/totals.ts': [3, 'totals of a list, with its conditions'],
  'backend/framework/data/queries/counts.ts': [6, 'totals of a list, with its conditions'],
  'backend/framework/data/queries/sums.ts': [3, 'sums of a list, with its conditions'],
  'backend/framework/data/queries/timeline.ts': [1, 'sums of a list, with its conditions'],
  'backend/framework/data/rows/feed.ts': [1, 'a locking read that does not wait, which tells an open write from one that was rolled back (decision 075)'],
  'backend/framework/data/rows/referenced.ts': [3, 'rows that a list shows, with its conditions'],
  'backend/framework/data/rows/references.ts': [1, 'what MariaDB says of its foreign keys'],
  'backend/framework/data/system/system-tables.ts': [4, 'what both databases say of their tables, and tables made in one statement (decision 038)'],
  'backend/framework/data/system/foreign-tables.ts': [4, 'what both databases say of the keys of tables, and SQLite of those that number their rows'],
  'backend/framework/data/system/sizes.ts': [1, 'what MariaDB says of its sizes'],
  'backend/application/viewing/data/watch-statistics.ts': [8, 'sums over cases: nothing of them but FROM and WHERE would be knex’s'],
};

const begins =
  /['"`](SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|WITH|PRAGMA|EXPLAIN|SHOW|SET|LOCK|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|RENAME|ANALYZE|TRUNCATE|DO) /g;

it('statements are written by hand in these files alone, and in no more places', () => {
  const found: Record<string, number> = {};
  for (const path of readdirSync('backend', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !name.endsWith('wire.ts'))) {
    const count = [...readFileSync(`backend/${path}`, 'utf8').matchAll(begins)].length;
    if (!count) continue;
    const place = Object.keys(byHand).find((one) => `backend/${path}`.startsWith(one)) ?? `backend/${path}`;
    found[place] = (found[place] ?? 0) + count;
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(byHand).map(([place, [most]]) => [place, most])));
});
