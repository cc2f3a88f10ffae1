/**
 * SQLite as a server's database: one process a file, one connection that writes, borrowed in order, and one that only reads,
 * so that a list never waits for a transaction and never sees half of one (write-ahead log).
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Database, type Executor, type Load, type RawRow, type RunResult, type SqlValue, type Task, type Transaction, Unavailable } from './database.ts';
import { Beside } from './sqlite-beside.ts';
import { openFile, SqliteConnection } from './sqlite-driver.ts';

/** ms a statement waits for the writer before it says so */
const acquireTimeout = 10_000;
/** SQLite's code where another holds the file */
const busy = 5;
/** ms in all that a call waits for another program that holds the file, and between two tries */
const heldFor = 2_800;
const tryEvery = 25;
/** bytes of a file from which on whatever may read all rows of a table is read beside */
const large = 100 * 2 ** 20;

export async function openSqlite(path: string): Promise<Database> {
  const memory = path === ':memory:' || path === '';
  const file = memory ? ':memory:' : resolve(path);
  try {
    if (!memory) mkdirSync(dirname(file), { recursive: true });
    const lock = memory ? undefined : await lockFile(file);
    const writer = openFile(file);
    // A second connection to ':memory:' would be another database.
    const reader = memory ? writer : openFile(file, true);
    return new SqliteDatabase(file, writer, reader, lock);
  } catch (error) {
    if (error instanceof InUse) throw error;
    throw new Error(`The database ${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

class InUse extends Error {}

/** Does the statement, and does it again while another program holds the file, until the instant `until`. @throws Unavailable then */
async function patiently<T>(statement: () => T, until: number, held: (isHeld: boolean) => void = () => undefined): Promise<T> {
  let isWaiting = false;
  try {
    for (;;) {
      try {
        return statement();
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() >= until) throw new Unavailable('Another program holds the database file.', error);
      }
      if (!isWaiting) held(true);
      isWaiting = true;
      await new Promise((later) => setTimeout(later, tryEvery));
    }
  } finally {
    if (isWaiting) held(false);
  }
}

/** SQLITE_BUSY and its kinds: the statement has done nothing. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === busy;
}

/**
 * Keeps other processes off: an exclusive lock of the operating system on a file beside the database, held by a transaction that never ends. It dies with the
 * process, however that ends, so that it never has to be removed by hand.
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
      const isHeld = error instanceof Error && 'errcode' in error && error.errcode === busy;
      // A server that is being restarted may take a moment to end.
      if (isHeld && attempt < 10) {
        await new Promise((done) => setTimeout(done, 100));
        continue;
      }
      lock.close();
      if (!isHeld) throw error;
      throw new InUse(`The database ${file} is in use by another process: stop that one, or give this one its own file by DATABASE_URL.`, { cause: error });
    }
  }
}

/** The one writing connection, leased to one caller at a time, in order. */
class Gate {
  private busy = false;
  /** the holder of the writer waits for another program: then those in the queue wait no longer than that */
  isHeld = false;
  private readonly waiting: { resolve(connection: SqliteConnection): void; timer: NodeJS.Timeout }[] = [];
  private readonly writer: SqliteConnection;
  constructor(writer: SqliteConnection) {
    this.writer = writer;
  }

  get load(): Omit<Load, 'lane'> {
    return { working: Number(this.busy), waiting: Number(this.isHeld), queued: this.waiting.length, most: 1 };
  }

  get free(): boolean {
    return !this.busy;
  }

  /** @throws Unavailable when no turn came, by `until` at the latest where the file is held by another program */
  acquire(until = performance.now() + heldFor): Promise<SqliteConnection> {
    if (!this.busy) {
      this.busy = true;
      return Promise.resolve(this.writer);
    }
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const look = () => {
        const late = performance.now() - began >= acquireTimeout;
        if (!late && !this.isHeld) {
          entry.timer = setTimeout(look, 250);
          return;
        }
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        const reason = `No turn to write within ${acquireTimeout} ms; does a transaction call the database instead of its own handle?`;
        reject(new Unavailable(late ? reason : 'Another program holds the database file.'));
      };
      const entry = { resolve, timer: setTimeout(look, Math.max(0, until - began)) };
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

/** Runs on one connection, at once unless another program holds the file. */
class OnConnection implements Executor {
  readonly kind = 'sqlite';
  readonly forUpdate = '';
  private readonly connection: SqliteConnection;
  private readonly gate: Gate;
  private readonly altered: () => void;
  constructor(connection: SqliteConnection, gate: Gate, altered: () => void) {
    this.connection = connection;
    this.gate = gate;
    this.altered = altered;
  }

  /** Also how a transaction begins and ends. */
  patiently<T>(statement: (connection: SqliteConnection) => T, until = performance.now() + heldFor): Promise<T> {
    return patiently(
      () => statement(this.connection),
      until,
      (isHeld) => {
        this.gate.isHeld = isHeld;
      },
    );
  }

  async query<T = RawRow>(sql: string, params?: readonly SqlValue[]): Promise<T[]> {
    // The caller names the shape of the rows it selects.
    return (await this.patiently((connection) => connection.all(sql, params))) as T[];
  }

  run(sql: string, params?: readonly SqlValue[]): Promise<RunResult> {
    return this.patiently((connection) => connection.run(sql, params));
  }

  async exec(sql: string): Promise<void> {
    await this.patiently((connection) => connection.exec(sql));
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
  private closed = false;
  /** DDL on the writer may change what the reader's cached statements return. */
  private readonly altered = () => {
    this.reader.forget();
    for (const one of this.threads.values()) one.forget();
  };
  private readonly file: string;
  private readonly threads = new Map<Task, Beside>();

  constructor(file: string, writer: SqliteConnection, reader: SqliteConnection, lock: SqliteConnection | undefined) {
    this.address = `sqlite:${file}`;
    this.file = file;
    this.writer = writer;
    this.reader = reader;
    this.lock = lock;
    this.gate = new Gate(writer);
    const [row] = reader.all('SELECT sqlite_version() AS version') as { version: string }[];
    this.version = `SQLite ${row?.version ?? ''}`;
  }

  async query<T = RawRow>(sql: string, params?: readonly SqlValue[]): Promise<T[]> {
    return (await patiently(() => this.reader.all(sql, params), performance.now() + heldFor)) as T[];
  }

  beside(task: Task): Executor | undefined {
    if (this.reader === this.writer || statSync(this.file).size < large) return undefined;
    const thread = this.threads.get(task) ?? new Beside(this.file);
    this.threads.set(task, thread);
    return thread;
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
      return await work(new OnConnection(connection, this.gate, this.altered));
    } finally {
      this.gate.release();
    }
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const until = performance.now() + heldFor;
    const connection = await this.gate.acquire(until);
    const tx = new SqliteTransaction(connection, this.gate, this.altered);
    let result: T;
    try {
      await tx.patiently(() => connection.run('BEGIN IMMEDIATE'), until);
      try {
        result = await work(tx);
        await tx.patiently(() => connection.run('COMMIT'));
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

  alone<T>(_name: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  async ping(): Promise<void> {
    // Asks the connection alone: a file that another program holds for a moment is no server that is down.
    this.reader.all('SELECT 1');
  }

  load(): Load[] {
    return [{ lane: 'write', ...this.gate.load }];
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await Promise.all([...this.threads.values()].map((thread) => thread.close()));
    await this.gate.acquire();
    if (this.reader !== this.writer) this.reader.close();
    try {
      this.writer.exec('PRAGMA optimize');
    } catch {
      // It may write statistics, which fails on a full disk; they are taken at a later stop.
    } finally {
      this.writer.close();
      this.lock?.close();
    }
  }
}
