/** What a dump of the database is made of, and what stays out of it. */
import type { DatabaseKind } from '../engine/connect.ts';

export interface Dumped {
  /** names of the files in the folder */
  files: string[];
  /** table → rows */
  rows: Record<string, number>;
}

export interface Watcher {
  signal: AbortSignal;
  /** rows, or bytes, done and in all */
  tell: (done: number, total: number) => void;
}

/** A dump on its way back: `store` is where its files go. */
export interface Restore {
  kind: DatabaseKind;
  rows: Record<string, number>;
  store: string;
  watcher?: Watcher;
}

/** Tables whose rows are of no use in another life. */
export const transient = ['_session', '_secret', '_idempotency', '_upload', '_upload_piece', '_lease', '_lock', '_minute', '_presence'];

/** Tables whose rows a dump counts: not what SQLite makes for itself. */
export const countedOfSqlite = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'";
