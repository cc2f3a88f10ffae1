/**
 * SQLite as a server's database: one process a file, one connection that writes, borrowed in order, and one that only reads,
 * so that a list never waits for a transaction and never sees half of one (write-ahead log).
 */
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Knex } from 'knex';
import { type Database, type Executor, type RawRow, type RunResult, type SqlValue, type Transaction, Unavailable } from './database.ts';
import { buildSqliteKnex, type WriterGate } from './sqlite-dialect.ts';
import { SqliteConnection } from './sqlite-driver.ts';

/** ms a statement waits for the writer before it says so */
const acquireTimeout = 10_000;

export async function openSqlite(path: string): Promise<Database> {
  const memory = path === ':memory:' || path === '';
  const file = memory ? ':memory:' : resolve(path);
  if (!memory) mkdirSync(dirname(file), { recursive: true });
  const lock = memory ? undefined : await lockFile(file);
  const writer = open(file);
  // A second connection to ':memory:' would be another database.
  const reader = memory ? writer : open(file, true);
  return new SqliteDatabase(file, writer, reader, lock);
}

function open(file: string, readOnly = false): SqliteConnection {
  const connection = new SqliteConnection(file);
  for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -16000', 'temp_store = MEMORY']) {
    connection.exec(`PRAGMA ${pragma}`);
  }
  if (readOnly) connection.exec('PRAGMA query_only = ON');
  return connection;
}

/**
 * Keeps other processes off: an exclusive lock of the operating system on a file beside the database, held by a transaction that
 * never ends. It dies with the process, however that dies, so that nobody ever has to remove it.
 */
async function lockFile(file: string): Promise<SqliteConnection> {
  const lock = new SqliteConnection(`${file}.lock`);
  for (let attempt = 0; ; attempt++) {
    try {
      lock.exec('PRAGMA busy_timeout = 0');
      lock.exec('PRAGMA journal_mode = MEMORY');
      lock.exec('BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      // A server that is being restarted may take a moment to end.
      if (attempt < 10) {
        await new Promise((done) => setTimeout(done, 100));
        continue;
      }
      lock.close();
      throw new Error(`The database ${file} is in use by another process: stop that one, or give this one its own file by DATABASE_URL.`, { cause: error });
    }
  }
}

class Gate implements WriterGate {
  private busy = false;
  private readonly waiting: { resolve(connection: SqliteConnection): void; timer: NodeJS.Timeout }[] = [];
  private readonly writer: SqliteConnection;
  constructor(writer: SqliteConnection) {
    this.writer = writer;
  }

  get free(): boolean {
    return !this.busy;
  }

  acquire(): Promise<SqliteConnection> {
    if (!this.busy) {
      this.busy = true;
      return Promise.resolve(this.writer);
    }
    return new Promise((resolve, reject) => {
      const entry = {
        resolve,
        timer: setTimeout(() => {
          this.waiting.splice(this.waiting.indexOf(entry), 1);
          reject(new Unavailable(`No turn to write within ${acquireTimeout} ms; does a transaction call the database instead of its own handle?`));
        }, acquireTimeout),
      };
      this.waiting.push(entry);
    });
  }

  release(): void {
    const next = this.waiting.shift();
    if (!next) this.busy = false;
    else {
      clearTimeout(next.timer);
      next.resolve(this.writer);
    }
  }
}

/** Runs on one connection, at once. */
class OnConnection implements Executor {
  readonly kind = 'sqlite';
  readonly forUpdate = '';
  private readonly connection: SqliteConnection;
  private readonly altered: () => void;
  constructor(connection: SqliteConnection, altered: () => void) {
    this.connection = connection;
    this.altered = altered;
  }

  async query<T = RawRow>(sql: string, params?: readonly SqlValue[]): Promise<T[]> {
    // The caller names the shape of the rows it selects.
    return this.connection.all(sql, params) as T[];
  }

  async run(sql: string, params?: readonly SqlValue[]): Promise<RunResult> {
    return this.connection.run(sql, params);
  }

  async exec(sql: string): Promise<void> {
    this.connection.exec(sql);
    this.altered();
  }
}

class SqliteTransaction extends OnConnection implements Transaction {
  readonly tasks: (() => void)[] = [];
  afterCommit(task: () => void): void {
    this.tasks.push(task);
  }
}

class SqliteDatabase implements Database {
  readonly kind = 'sqlite';
  readonly forUpdate = '';
  readonly version: string;
  readonly address: string;
  private readonly writer: SqliteConnection;
  private readonly reader: SqliteConnection;
  private readonly lock: SqliteConnection | undefined;
  private readonly gate: Gate;
  private builder: Knex | undefined;
  private closed = false;
  /** DDL on the writer may change what the reader's kept statements return. */
  private readonly altered = () => this.reader.forget();

  constructor(file: string, writer: SqliteConnection, reader: SqliteConnection, lock: SqliteConnection | undefined) {
    this.address = `sqlite:${file}`;
    this.writer = writer;
    this.reader = reader;
    this.lock = lock;
    this.gate = new Gate(writer);
    const [row] = reader.all('SELECT sqlite_version() AS version') as { version: string }[];
    this.version = `SQLite ${row?.version ?? ''}`;
  }

  get knex(): Knex {
    this.builder ??= buildSqliteKnex(this.gate);
    return this.builder;
  }

  async query<T = RawRow>(sql: string, params?: readonly SqlValue[]): Promise<T[]> {
    return this.reader.all(sql, params) as T[];
  }

  async run(sql: string, params?: readonly SqlValue[]): Promise<RunResult> {
    return this.session((executor) => executor.run(sql, params));
  }

  async exec(sql: string): Promise<void> {
    await this.session((executor) => executor.exec(sql));
  }

  async session<T>(work: (executor: Executor) => Promise<T>): Promise<T> {
    const connection = await this.gate.acquire();
    try {
      return await work(new OnConnection(connection, this.altered));
    } finally {
      this.gate.release();
    }
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const connection = await this.gate.acquire();
    const tx = new SqliteTransaction(connection, this.altered);
    let result: T;
    try {
      connection.run('BEGIN IMMEDIATE');
      try {
        result = await work(tx);
        connection.run('COMMIT');
      } catch (error) {
        try {
          connection.run('ROLLBACK');
        } catch {
          // SQLite has rolled back by itself, as it does when the disk is full.
        }
        throw error;
      }
    } finally {
      this.gate.release();
    }
    for (const task of tx.tasks) task();
    return result;
  }

  async ping(): Promise<void> {
    this.reader.all('SELECT 1');
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.gate.acquire();
    if (this.reader !== this.writer) this.reader.close();
    this.writer.exec('PRAGMA optimize');
    this.writer.close();
    this.lock?.close();
  }
}
