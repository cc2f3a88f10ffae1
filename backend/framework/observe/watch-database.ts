/** The database with each of its statements told to the observer; made only where it watches. */
import type { Database, Executor, Transaction } from '#framework/data/engine/connect.ts';
import type { Observer } from './observer.ts';

export function watchDatabase(db: Database, observer: Observer): Database {
  const timed = async <T>(sql: string, send: () => Promise<T>): Promise<T> => {
    const ended = observer.statement(sql);
    try {
      const result = await send();
      ended();
      return result;
    } catch (error) {
      ended(error);
      throw error;
    }
  };
  const watched = (executor: Executor): Executor => ({
    kind: executor.kind,
    forUpdate: executor.forUpdate,
    ...(executor.claims && { claims: executor.claims }),
    query: (sql, params) => timed(sql, () => executor.query(sql, params)),
    run: (sql, params) => timed(sql, () => executor.run(sql, params)),
    exec: (sql) => timed(sql, () => executor.exec(sql)),
  });
  return {
    ...watched(db),
    version: db.version,
    address: db.address,
    ...(db.isCluster && { isCluster: db.isCluster }),
    ...(db.manyWriters && { manyWriters: db.manyWriters }),
    load: () => db.load(),
    session: (work) => db.session((executor) => work(watched(executor))),
    transaction: async (work) => {
      let committed: ((error?: unknown) => void) | undefined;
      try {
        const result = await db.transaction(async (tx) => {
          const own: Transaction = { ...watched(tx), afterCommit: (task) => tx.afterCommit(task) };
          const done = await work(own);
          committed = observer.statement('COMMIT');
          return done;
        });
        committed?.();
        return result;
      } catch (error) {
        committed?.(error);
        throw error;
      }
    },
    alone: (name, work) => db.alone(name, work),
    ping: () => db.ping(),
    close: () => db.close(),
  };
}
