/** Statements that a call sends, for tests that say how many it may need. */
import type { Database } from '#framework/data/engine/connect.ts';

/**
 * The SQL that is read with while `work` runs; writes go by transactions. The server asks its database things of its own now and then (hooks that are due,
 * roles), so it is the shortest list of some tries.
 */
export async function statementsOf(db: Database, work: () => Promise<unknown>, tries = 6): Promise<string[]> {
  const { query } = db;
  const each: string[][] = [];
  for (let again = 0; again < tries; again += 1) {
    const seen: string[] = [];
    db.query = ((sql: string, params?: never) => {
      seen.push(sql);
      return query.call(db, sql, params);
    }) as typeof query;
    try {
      await work();
    } finally {
      db.query = query;
    }
    each.push(seen);
  }
  return each.reduce((least, one) => (one.length < least.length ? one : least));
}
