/**
 * MariaDB (or MySQL 8) through one mysql2 pool: prepared statements.
 * A server that is away, or that hangs, is noticed within 3 s and found again by the next statement.
 */
import mysql2, { type PoolOptions } from 'mysql2';
import { type ConnectOptions, type Database, type Executor, type RawRow, type RunResult, type SqlValue, type Transaction, Unavailable } from './database.ts';
import { isLost } from './lost.ts';
import { Lane, type Lease } from './mariadb-lane.ts';
import { createDatabase, probe, type Running, Watch } from './mariadb-watch.ts';

/** ms; together below the 3 s in which an outage must be reported */
const defaultPatience = 2500;
const deadlock = 1213;
const attempts = 4; // once, and up to three times again
/** Longer than a first start or a change of large tables takes, s. */
const aloneFor = 1_800;
/** ms in all that a transaction waits for what others hold: for a turn, for rows, and from the beginning of one attempt to that of the last. */
const lockBudget = 3_000;
/** s that the first of its statements waits for a row; what they wait together stays within the budget. */
const lockWait = 2;
const sessionSettings =
  "SET sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', " +
  "time_zone = '+00:00', innodb_lock_wait_timeout = ";
const isolation = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

interface DriverError extends Error {
  code?: string;
  errno?: number;
  fatal?: boolean;
}
interface ResultHeader {
  affectedRows: number;
  insertId: number;
}

export async function openMariadb(url: string, options: ConnectOptions): Promise<Database> {
  const address = new URL(url);
  const settings: PoolOptions = {
    host: address.hostname,
    port: Number(address.port || 3306),
    user: decodeURIComponent(address.username),
    password: decodeURIComponent(address.password),
    database: decodeURIComponent(address.pathname.slice(1)),
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
    multipleStatements: false,
    connectTimeout: options.patience ?? defaultPatience,
    connectionLimit: options.poolSize ?? 10,
    maxPreparedStatements: 500,
    enableKeepAlive: true,
    ...(address.searchParams.get('socket') ? { socketPath: address.searchParams.get('socket') ?? '' } : {}),
  };
  if (!settings.database) throw new Error('DATABASE_URL names no database: mysql://user:password@host:3306/name');
  const database = new MariaDatabase(settings, options.patience ?? defaultPatience);
  try {
    await database.open();
  } catch (error) {
    if (errno(error) === 1049) {
      await createDatabase(settings);
      await database.open();
      return database;
    }
    await database.close();
    const reason = error instanceof Error ? error.message || String((error as DriverError).code) : String(error);
    throw new Unavailable(`The database at ${database.address} cannot be opened: ${reason}`, error);
  }
  return database;
}

class MariaDatabase implements Database {
  readonly kind = 'mariadb';
  readonly forUpdate = '';
  readonly address: string;
  version = '';
  private readonly readers: Lane;
  /** Connections of transactions: they never commit by themselves, so that the first statement begins one and no round trip is spent on saying so. */
  private readonly writers: Lane;
  private readonly settings: PoolOptions;
  private readonly watch: Watch;
  private closed = false;

  constructor(settings: PoolOptions, patience: number) {
    this.settings = settings;
    this.address = `mysql://${settings.host}:${settings.port}/${settings.database}`;
    const said = [sessionSettings + lockWait, isolation];
    this.readers = new Lane(settings, said, { patience, mostWaiting: 10 });
    this.writers = new Lane(settings, [...said, 'SET autocommit = 0'], { patience, mostWaiting: 30 });
    this.watch = new Watch(() => this.ping());
  }

  async open(): Promise<void> {
    const [row] = await this.withTurn((lease) => this.send<{ version: string }[]>(lease, 'SELECT VERSION() AS version', [], 'query'));
    this.version = row?.version ?? '';
  }

  async query<T = RawRow>(sql: string, params: readonly SqlValue[] = []): Promise<T[]> {
    try {
      return await this.withTurn((lease) => this.send<T[]>(lease, sql, params, 'execute'));
    } catch (error) {
      // A connection that the server closed while it lay idle: reading again on a fresh one is harmless.
      if (!isLost(error) || error instanceof Unavailable) throw error;
      return this.withTurn((lease) => this.send<T[]>(lease, sql, params, 'execute'));
    }
  }

  run(sql: string, params: readonly SqlValue[] = []): Promise<RunResult> {
    return this.withTurn(async (lease) => counts(await this.send<ResultHeader>(lease, sql, params, 'execute')));
  }

  async exec(sql: string): Promise<void> {
    await this.withTurn((lease) => this.send(lease, sql, [], 'query'));
  }

  session<T>(work: (executor: Executor) => Promise<T>): Promise<T> {
    return this.withTurn((lease) => work(this.on(lease, '', (go) => go())));
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const until = performance.now() + lockBudget;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(work);
      } catch (error) {
        if (attempt >= attempts || errno(error) !== deadlock || performance.now() >= until) throw error;
        await new Promise((done) => setTimeout(done, Math.random() * 20 * attempt));
      }
    }
  }

  alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    // Names of locks are the whole server's; this one is gone with its connection, however that ends.
    const lock = "SHA1(CONCAT(DATABASE(), ' ', ?))";
    return this.session(async (session) => {
      const [row] = await session.query<{ got: number | null }>(`SELECT GET_LOCK(${lock}, ?) AS got`, [name, aloneFor]);
      if (Number(row?.got) !== 1) throw new Unavailable(`Another process has been at work on ${this.address} (${name}) for ${aloneFor / 60} minutes.`);
      try {
        return await work();
      } finally {
        await session.query(`DO RELEASE_LOCK(${lock})`, [name]).catch(() => undefined); // the connection is lost, and the lock with it
      }
    });
  }

  ping(): Promise<void> {
    return probe(this.settings);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.watch.stop();
    await Promise.all([this.readers.end(), this.writers.end()]);
  }

  private async once<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const tasks: (() => void)[] = [];
    const result = await this.withTurn(async (lease) => {
      const { connection } = lease;
      let wait = lockWait;
      // What was waited already is taken from what the next statement may wait.
      const inBudget = async <R>(statement: () => Promise<R>): Promise<R> => {
        const left = lease.waited < 1_000 ? lockWait : lease.waited < 2_000 ? 1 : this.shortest;
        if (left !== wait) await this.send(lease, `SET innodb_lock_wait_timeout = ${left}`, [], 'query');
        wait = left;
        return statement();
      };
      try {
        const done = await work({ ...this.on(lease, ' FOR UPDATE', inBudget), afterCommit: (task) => void tasks.push(task) });
        await this.send(lease, 'COMMIT', [], 'query');
        return done;
      } catch (error) {
        if (isLost(error)) connection.destroy();
        else {
          await this.send(lease, 'ROLLBACK', [], 'query').catch(() => connection.destroy());
        }
        throw error;
      } finally {
        if (wait !== lockWait) await this.send(lease, `SET innodb_lock_wait_timeout = ${lockWait}`, [], 'query').catch(() => connection.destroy());
      }
    }, this.writers);
    for (const task of tasks) task();
    return result;
  }

  /** MySQL knows no wait below one second. */
  private get shortest(): number {
    return /mariadb/i.test(this.version) ? 0 : 1;
  }

  /** `guarded` runs each statement, and what has to be said before it. */
  private on(lease: Lease, forUpdate: string, guarded: <R>(statement: () => Promise<R>) => Promise<R>): Executor {
    // Before its COMMIT a transaction that waits may be given up; outside of one it would be unknown whether the statement took effect.
    const mayEnd = forUpdate !== '';
    return {
      kind: 'mariadb',
      forUpdate,
      query: <T = RawRow>(sql: string, params: readonly SqlValue[] = []) => guarded(() => this.send<T[]>(lease, sql, params, 'execute', mayEnd)),
      run: async (sql, params = []) => counts(await guarded(() => this.send<ResultHeader>(lease, sql, params, 'execute', mayEnd))),
      exec: async (sql) => void (await guarded(() => this.send(lease, sql, [], 'query', mayEnd))),
    };
  }

  private async withTurn<T>(work: (lease: Lease) => Promise<T>, lane = this.readers): Promise<T> {
    const lease = await lane.lease();
    try {
      return await work(lease);
    } finally {
      lease.end();
    }
  }

  private send<T>(lease: Lease, sql: string, params: readonly SqlValue[], by: 'execute' | 'query', mayEnd = false): Promise<T> {
    const { connection } = lease;
    return new Promise((resolve, reject) => {
      const giveUp = (error: Error) => {
        connection.destroy();
        finish(error, undefined);
      };
      const ended = lease.begins(mayEnd ? giveUp : undefined);
      const entry: Running = { since: performance.now(), connection, reject: (error) => finish(error, undefined) };
      this.watch.running.add(entry);
      const finish = (error: unknown, result: unknown) => {
        if (!this.watch.running.delete(entry) && !error) return;
        ended();
        if (error) reject(error);
        // The caller names the shape that its statement returns.
        else resolve(result as T);
      };
      if (by === 'execute')
        connection.execute(sql, params.map(bound) as SqlValue[], finish); // a typed parameter is taken wherever a value is
      else connection.query(sql, finish);
    });
  }
}

function counts(header: ResultHeader): RunResult {
  return { changes: header.affectedRows, lastId: header.insertId };
}

function errno(error: unknown): number {
  return (error as DriverError | null)?.errno ?? 0;
}

/** The driver would send every number as a double: an index on an integer then no longer answers the order behind an equality, nor LIMIT a number. */
function bound(value: SqlValue): unknown {
  return Number.isSafeInteger(value) ? mysql2.TypedParameter.LONGLONG(value as number) : value; // only numbers are safe integers
}
