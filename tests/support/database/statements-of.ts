/** Statements that a call sends, for tests that say how many it may need. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Database } from '#framework/data/engine/connect.ts';

/** Set in all that a request of this process' servers brings about. */
const ofRequest = new AsyncLocalStorage<true>();
let listens = false;

/**
 * The SQL that requests read with while `work` runs, in transactions and outside of them. What the server asks its database by itself (hooks that are due,
 * roles) is no request's. A request may still be the one that renews what is cached for some seconds, so it is the shortest list of some tries.
 */
export async function statementsOf(db: Database, work: () => Promise<unknown>, tries = 3): Promise<string[]> {
  if (!listens) subscribe('http.server.request.start', () => ofRequest.enterWith(true));
  listens = true;
  const { query, transaction } = db;
  const each: string[][] = [];
  for (let again = 0; again < tries; again += 1) {
    const seen: string[] = [];
    const noting = (target: Pick<Database, 'query'>, ask: typeof query): typeof query =>
      ((sql, params) => {
        if (ofRequest.getStore()) seen.push(sql);
        return ask.call(target, sql, params);
      }) as typeof query; // the same call
    db.query = noting(db, query);
    db.transaction = ((given, ...more) =>
      transaction.call(
        db,
        async (tx) => {
          const { query: asked } = tx;
          tx.query = noting(tx, asked);
          try {
            return await given(tx);
          } finally {
            tx.query = asked;
          }
        },
        ...more,
      )) as typeof transaction; // the same call
    try {
      await work();
    } finally {
      Object.assign(db, { query, transaction });
    }
    each.push(seen);
  }
  const least = each.reduce((few, one) => (one.length < few.length ? one : few));
  // two empty lists are equal, and would prove nothing
  if (!least.length) throw new Error('no request of this work read anything');
  return least;
}
