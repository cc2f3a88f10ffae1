/**
 * MariaDB (or MySQL 8) through one mysql2 pool: prepared statements on the hot path, knex over the same connections.
 * A server that is away, or that hangs, is noticed within 3 s and found again by the next statement.
 */
import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import mysql2, { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { type ConnectOptions, type Database, type Executor, type RawRow, type RunResult, type SqlValue, type Transaction, Unavailable } from './database.ts';
import { isLost } from './lost.ts';
import { createDatabase, probe, type Running, Watch } from './mariadb-watch.ts';

/** ms; together below the 3 s in which an outage must be told */
const defaultPatience = 2500;
const deadlock = new Set([1213, 1205]);
const attempts = 4; // once, and up to three times again
const sessionSettings =
  "SET sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', " +
  "time_zone = '+00:00', innodb_lock_wait_timeout = 5";
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
  private readonly pool: Pool;
  /** Connections of transactions: they never commit by themselves, so that the first statement begins one and no round trip is spent on saying so. */
  private readonly writers: Pool;
  private readonly settings: PoolOptions;
  private readonly patience: number;
  private readonly watch: Watch;
  private builder: Knex | undefined;
  private closed = false;

  constructor(settings: PoolOptions, patience: number) {
    this.settings = settings;
    this.patience = patience;
    this.address = `mysql://${settings.host}:${settings.port}/${settings.database}`;
    this.pool = poolOf(settings, [sessionSettings, isolation]);
    this.writers = poolOf(settings, [sessionSettings, isolation, 'SET autocommit = 0']);
    this.watch = new Watch(() => this.ping());
  }

  get knex(): Knex {
    if (!this.builder) {
      const knex = createRequire(import.meta.url)('knex') as (config: object) => Knex; // knex is CommonJS, loaded only by who needs it
      this.builder = knex({ client: 'mysql2', connectionPool: this.pool, version: '8.0.0' });
    }
    return this.builder;
  }

  async open(): Promise<void> {
    const [row] = await this.withConnection((connection) => this.send<{ version: string }[]>(connection, 'SELECT VERSION() AS version', [], 'query'));
    this.version = row?.version ?? '';
  }

  async query<T = RawRow>(sql: string, params: readonly SqlValue[] = []): Promise<T[]> {
    try {
      return await this.withConnection((connection) => this.send<T[]>(connection, sql, params, 'execute'));
    } catch (error) {
      // A connection that the server closed while it lay idle: reading again on a fresh one is harmless.
      if (!isLost(error) || error instanceof Unavailable) throw error;
      return this.withConnection((connection) => this.send<T[]>(connection, sql, params, 'execute'));
    }
  }

  run(sql: string, params: readonly SqlValue[] = []): Promise<RunResult> {
    return this.withConnection(async (connection) => counts(await this.send<ResultHeader>(connection, sql, params, 'execute')));
  }

  async exec(sql: string): Promise<void> {
    await this.withConnection((connection) => this.send(connection, sql, [], 'query'));
  }

  session<T>(work: (executor: Executor) => Promise<T>): Promise<T> {
    return this.withConnection((connection) => work(this.on(connection, '')));
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(work);
      } catch (error) {
        if (attempt >= attempts || !deadlock.has(errno(error))) throw error;
        await new Promise((done) => setTimeout(done, Math.random() * 20 * attempt));
      }
    }
  }

  ping(): Promise<void> {
    return probe(this.settings);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.watch.stop();
    await Promise.all([this.pool, this.writers].map((pool) => new Promise<void>((done) => pool.end(() => done()))));
  }

  private async once<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const tasks: (() => void)[] = [];
    const result = await this.withConnection(async (connection) => {
      try {
        const done = await work({ ...this.on(connection, ' FOR UPDATE'), afterCommit: (task) => void tasks.push(task) });
        await this.send(connection, 'COMMIT', [], 'query');
        return done;
      } catch (error) {
        if (isLost(error)) connection.destroy();
        else {
          await this.send(connection, 'ROLLBACK', [], 'query').catch(() => connection.destroy());
        }
        throw error;
      }
    }, this.writers);
    for (const task of tasks) task();
    return result;
  }

  private on(connection: PoolConnection, forUpdate: string): Executor {
    return {
      kind: 'mariadb',
      forUpdate,
      query: <T = RawRow>(sql: string, params: readonly SqlValue[] = []) => this.send<T[]>(connection, sql, params, 'execute'),
      run: async (sql, params = []) => counts(await this.send<ResultHeader>(connection, sql, params, 'execute')),
      exec: async (sql) => void (await this.send(connection, sql, [], 'query')),
    };
  }

  private async withConnection<T>(work: (connection: PoolConnection) => Promise<T>, pool = this.pool): Promise<T> {
    const connection = await this.acquire(pool);
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }

  private acquire(pool: Pool): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        reject(new Unavailable('The database gave no connection in time.'));
      }, this.patience);
      pool.getConnection((error, connection) => {
        clearTimeout(timer);
        if (late) connection?.release();
        else if (!error) resolve(connection);
        // 1049 and wrong passwords are the administrator's affair at start, not an outage.
        else reject(isLost(error) ? new Unavailable(error.message || String((error as DriverError).code), error) : error);
      });
    });
  }

  private send<T>(connection: PoolConnection, sql: string, params: readonly SqlValue[], by: 'execute' | 'query'): Promise<T> {
    return new Promise((resolve, reject) => {
      const entry: Running = { since: Date.now(), connection, reject };
      this.watch.running.add(entry);
      const finish = (error: unknown, result: unknown) => {
        this.watch.running.delete(entry);
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

/** A pool whose connections say these settings first. */
function poolOf(options: PoolOptions, settings: string[]): Pool {
  const pool = createPool(options);
  pool.on('connection', (connection) => {
    // Queued before the first statement of whoever asked for the connection; a failure here fails that one too.
    for (const setting of settings) {
      connection.query(setting, (error) => {
        if (error && !(error as DriverError).fatal) connection.destroy();
      });
    }
  });
  return pool;
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
