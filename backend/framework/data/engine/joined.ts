import type { Database, Transaction } from './connect.ts';
import { atOnce } from './savepoint.ts';

/** The same database where every transaction joins the one that runs: verbs that save one row each become one save, whole or not at all. */
export function joined(db: Database, tx: Transaction): Database {
  return {
    kind: db.kind,
    forUpdate: db.forUpdate,
    version: db.version,
    address: db.address,
    joins: db.joins ?? db,
    ...(tx.claims && { claims: tx.claims }),
    isCluster: db.isCluster,
    manyWriters: db.manyWriters,
    query: (sql, params) => tx.query(sql, params),
    run: (sql, params) => tx.run(sql, params),
    exec: (sql) => tx.exec(sql),
    transaction: (work) => work(atOnce(tx)),
    session: (work) => work(tx),
    alone: (name, work) => db.alone(name, work),
    ping: () => db.ping(),
    load: () => db.load(),
    close: () => Promise.resolve(),
  };
}
