/** The interface of a database, whichever it is: statements, transactions, and how it reports that it is unavailable. */

export type DatabaseKind = 'sqlite' | 'mariadb';
export type SqlValue = string | number | bigint | boolean | null | Uint8Array;
/** A row as the driver gives it; the codec makes values of it. */
export type RawRow = Record<string, unknown>;
export interface RunResult {
  /** rows matched by the statement (also those that it did not alter) */
  changes: number;
  lastId: number;
}

export interface Executor {
  readonly kind: DatabaseKind;
  /** ' FOR UPDATE' where rows can be locked, '' on SQLite, where BEGIN IMMEDIATE has locked everything. */
  readonly forUpdate: string;
  /** In a transaction on a cluster: a lock is known at the other nodes only if it is written; see `claimRows`. */
  readonly claims?: true;
  /** Rows of a SELECT. The statement is prepared once and cached, so its text must come from a small set: bind every value. */
  query<T = RawRow>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;
  /** INSERT, UPDATE, DELETE; prepared and cached like `query`. */
  run(sql: string, params?: readonly SqlValue[]): Promise<RunResult>;
  /** One statement as text, not cached: DDL and settings. */
  exec(sql: string): Promise<void>;
  /** Like `run`, of a statement whose result nobody reads, in a transaction where it need not be waited for: it is sent with the COMMIT, or before the next statement. */
  runLast?(later: Later): Promise<void>;
  /** Who reads very many rows while others are answered, where that is somebody else; each task has its own queue. */
  beside?(task: Task): Executor | undefined;
}

/** Sums and groups of all rows; lists that a filter cuts down. */
export type Task = 'figures' | 'lists';

/** Who answers a SELECT that may read very many rows. */
export const besideOf = (db: Executor, task: Task): Executor => db.beside?.(task) ?? db;

/** A statement that waits for the end of its transaction. */
export interface Later {
  sql: string;
  params: readonly SqlValue[];
  /** what is thrown, and undoes the transaction, where it matches no row; without it that is no fault */
  unmatched?: () => Error;
}

export interface Transaction extends Executor {
  /** Called once the transaction is on disk; not called after a rollback. */
  afterCommit(task: () => void): void;
}

export interface Database extends Executor {
  /** the server's own version text */
  readonly version: string;
  /** the address without its password, for messages */
  readonly address: string;
  /** one node of several that hold the same data */
  readonly isCluster?: boolean;
  /** the other nodes are written to as well, not only while this one is away */
  readonly manyWriters?: boolean;
  /** of one whose transactions join one that runs already: the database itself */
  readonly joins?: Database;
  /**
   * Runs `work` in a transaction (BEGIN IMMEDIATE on SQLite) and commits; rolls back and passes on what it throws.
   * A deadlock (1213) runs it again, up to eleven times within 3 s: `work` must have no effect outside the database.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** One connection, outside of any transaction, without other statements in between: for settings and evolution steps. */
  session<T>(work: (executor: Executor) => Promise<T>): Promise<T>;
  /** Runs `work` while no other process on this database runs any under the same name; the others wait their turn. An embedded database has one process. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when the database answers; rejects within 3 s. */
  ping(): Promise<void>;
  /** who is at it now */
  load(): Load[];
  close(): Promise<void>;
}

/** Callers of a database's lane: at work, waiting with a connection for what others hold, in the queue; `most` may be at work at once. */
export interface Load {
  lane: 'read' | 'write';
  working: number;
  waiting: number;
  queued: number;
  most: number;
}

export interface ConnectOptions {
  /** connections to MariaDB; SQLite has one writer and one reader */
  poolSize?: number;
  /** ms until a database that does not answer counts as gone */
  patience?: number;
}

/** Quotes an identifier for both databases. */
export function ident(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** Where the database could not be reached: becomes 503 'msg.unavailable'. */
export class Unavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'Unavailable';
  }
}
