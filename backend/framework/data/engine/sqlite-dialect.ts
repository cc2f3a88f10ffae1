/** Knex over our own SQLite connection: a subclass of its better-sqlite3 dialect that borrows the one writer from its gate. */
import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import type { SqliteConnection } from './sqlite-driver.ts';

/** The one writing connection, leased to one caller at a time, in order. */
export interface WriterGate {
  acquire(): Promise<SqliteConnection>;
  release(): void;
}
interface QueryObject {
  sql: string;
  bindings?: unknown[];
  method?: string;
  returning?: unknown;
  response?: unknown;
  context?: unknown;
}

/** `patiently` does a statement again while another program holds the file. */
export function buildSqliteKnex(gate: WriterGate, patiently: <T>(statement: () => T) => Promise<T>): Knex {
  const require = createRequire(import.meta.url);
  // Knex has no types for its dialect classes.
  const Base = require('knex/lib/dialects/better-sqlite3/index.js') as new (config: object) => Record<string, unknown>;
  class Dialect extends Base {
    initializeDriver(): void {}

    wrapNativePool(pool: WriterGate) {
      return {
        acquire: () => ({ promise: pool.acquire() }),
        release: () => {
          pool.release();
          return true;
        },
        destroy: () => Promise.resolve(),
      };
    }

    async _query(connection: SqliteConnection, query: QueryObject): Promise<QueryObject> {
      const bindings = (query.bindings ?? []).map((value) => (value instanceof Date ? value.valueOf() : value)) as (string | number | null)[];
      if (/^\s*(select|with|pragma|explain)\b/i.test(query.sql) || query.returning) query.response = await patiently(() => connection.all(query.sql, bindings));
      else {
        const { changes, lastId } = await patiently(() => connection.run(query.sql, bindings));
        query.response = { changes, lastInsertRowid: lastId };
        query.context = { changes, lastID: lastId };
      }
      return query;
    }
  }
  const knex = require('knex') as (config: object) => Knex;
  return knex({ client: Dialect, connectionPool: gate, useNullAsDefault: true });
}
