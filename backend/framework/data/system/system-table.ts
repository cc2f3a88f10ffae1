/** What a system table is made of; their names begin with an underscore, which no object's may. Moments (`at`, `*_at`) are integers: milliseconds since 1970, UTC. */
import type { DatabaseKind } from '../engine/connect.ts';

export interface SystemTable {
  name: string;
  columns: string[];
  /** index name → columns */
  indexes: Record<string, string>;
}

/** The few types that system tables use, by database. */
export function systemTypes(kind: DatabaseKind, exact: string) {
  const maria = kind === 'mariadb';
  return {
    serial: maria ? 'BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY' : 'INTEGER PRIMARY KEY AUTOINCREMENT',
    int: maria ? 'BIGINT' : 'INTEGER',
    real: maria ? 'DOUBLE' : 'REAL',
    flag: maria ? 'TINYINT(1)' : 'INTEGER',
    key: (length: number) => (maria ? `VARCHAR(${length}) ${exact}` : `TEXT(${length})`),
    text: maria ? 'LONGTEXT' : 'TEXT',
  };
}
