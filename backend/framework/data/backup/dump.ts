/** What a dump of the database is made of, and what stays out of it. */

export interface Dumped {
  /** names of the files in the folder */
  files: string[];
  /** table → rows; known for MariaDB */
  rows: Record<string, number>;
}

export interface Watcher {
  signal: AbortSignal;
  /** rows, or bytes, done and in all */
  tell: (done: number, total: number) => void;
}

/** Tables whose rows are of no use in another life. */
export const transient = ['_session', '_secret', '_idempotency', '_upload', '_lease', '_lock', '_minute'];
