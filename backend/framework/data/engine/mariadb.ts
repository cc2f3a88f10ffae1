/**
 * MariaDB (or MySQL 8) through one mysql2 pool: prepared statements.
 * A server that is away, or that hangs, is noticed within 3 s and found again by the next statement.
 */
import mysql2, { type PoolOptions } from 'mysql2';
import { again, isUndone } from './again.ts';
import {
  type ConnectOptions,
  type Database,
  type Executor,
  type Later,
  type Load,
  type RawRow,
  type RunResult,
  type SqlValue,
  type Transaction,
  Unavailable,
} from './database.ts';
import { underLease } from './lease.ts';
import { isLost } from './lost.ts';
import { Lane, type Lease } from './mariadb-lane.ts';
import { createDatabase, probe, type Running, Watch } from './mariadb-watch.ts';
import { Standstill } from './standstill.ts';
import { blockOf, Together, unmatchedIn } from './together.ts';

/** ms; together below the 3 s in which an outage must be reported */
const defaultPatience = 2500;
/** Longer than a first start or a change of large tables takes, s. */
const aloneFor = 1_800;
/** s that the first statement of a transaction waits for a row; what they wait together, and for a turn, stays within the budget of 3 s. */
const lockWait = 2;
/** Statements that wait for the end of a transaction. */
const mostLater = 8;
const sessionSettings =
  "SET sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', " +
  "time_zone = '+00:00', innodb_lock_wait_timeout = ";
const isolation = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';
/** What was committed at any node before a read began is read, even where this node has yet to apply it. */
const causal = 'SET SESSION wsrep_sync_wait = 1';

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
  const manyWriters = address.searchParams.get('writers') === 'many';
  const database = new MariaDatabase(settings, options.patience ?? defaultPatience, manyWriters);
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
  private isMariadb = false;
  isCluster = false;
  readonly manyWriters: boolean;
  private readonly readers: Lane;
  /** Connections of transactions: they never commit by themselves, so that the first statement begins one and no round trip is spent on saying so. */
  private readonly writers: Lane;
  private readonly settings: PoolOptions;
  private readonly watch: Watch;
  private readonly together = new Together((writes, mayWait) =>
    this.withTurn(async (lease) => {
      try {
        await this.commit(lease, writes, mayWait ? '' : 'SET STATEMENT innodb_lock_wait_timeout = 0 FOR ');
      } catch (error) {
        await this.rollback(lease, error);
        throw error;
      }
    }, this.writers),
  );
  /** of a cluster's node */
  private standstill: Standstill | undefined;
  private closed = false;

  constructor(settings: PoolOptions, patience: number, manyWriters: boolean) {
    this.settings = settings;
    this.manyWriters = manyWriters;
    this.address = `mysql://${settings.host}:${settings.port}/${settings.database}`;
    const said = [sessionSettings + lockWait, isolation, ...(manyWriters ? [causal] : [])];
    this.readers = new Lane(settings, said, { patience, mostWaiting: 10 });
    this.writers = new Lane(settings, [...said, 'SET autocommit = 0'], { patience, mostWaiting: 30 });
    this.watch = new Watch(() => this.ping());
  }

  async open(): Promise<void> {
    const ask = <T>(sql: string) => this.withTurn((lease) => this.send<T[]>(lease, sql, [], 'query'));
    const [row] = await ask<{ version: string }>('SELECT VERSION() AS version');
    this.version = row?.version ?? '';
    this.isMariadb = /mariadb/i.test(this.version);
    const [wsrep] = await ask<{ Value: string }>("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'");
    this.isCluster = wsrep?.Value === 'ON';
    if (this.isCluster) this.standstill ??= new Standstill(this);
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
    return again(async () => {
      await this.standstill?.passes(sql);
      return this.withTurn(async (lease) => counts(await this.send<ResultHeader>(lease, sql, params, 'execute')));
    });
  }

  async exec(sql: string): Promise<void> {
    await again(() => this.changing(sql, () => this.withTurn((lease) => this.send(lease, sql, [], 'query'))));
  }

  session<T>(work: (executor: Executor) => Promise<T>): Promise<T> {
    return this.withTurn((lease) => work(this.on('', (statement) => again(() => statement(lease)))));
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return again(() => this.once(work));
  }

  alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.isCluster) return underLease(this, name, aloneFor * 1_000, work);
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

  load(): Load[] {
    return [
      { lane: 'read', ...this.readers.load },
      { lane: 'write', ...this.writers.load },
    ];
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.watch.stop();
    await this.standstill?.close();
    await Promise.all([this.readers.end(), this.writers.end()]);
  }

  private async once<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const tasks: (() => void)[] = [];
    const later: Later[] = [];
    // The first statement takes the turn: what only writes at its end has none of its own.
    let held: Promise<Lease> | undefined;
    const turn = () => {
      held ??= this.standstill ? this.standstill.pass().then(() => this.writers.lease()) : this.writers.lease();
      return held;
    };
    // Who got no turn wrote nothing.
    const ofTurn = (end: (lease: Lease) => Promise<void>) => held?.then(end, () => undefined);
    let wait = lockWait;
    // What undid all of it (a deadlock): whoever caught that and went on would have the rest of it committed.
    let undone: unknown;
    // What was waited already is taken from what the next statement may wait.
    const inBudget = async <R>(statement: (lease: Lease) => Promise<R>): Promise<R> => {
      if (undone) throw undone;
      const lease = await turn();
      const left = lease.waited < 1_000 ? lockWait : lease.waited < 2_000 ? 1 : this.shortest;
      if (left !== wait) await this.send(lease, `SET innodb_lock_wait_timeout = ${left}`, [], 'query');
      wait = left;
      try {
        for (const { sql, params, unmatched } of later.splice(0)) {
          const { affectedRows } = await this.send<ResultHeader>(lease, sql, params, 'execute', true);
          if (!affectedRows && unmatched) throw unmatched();
        }
        return await statement(lease);
      } catch (error) {
        if (isUndone(error)) undone = error;
        throw error;
      }
    };
    const runLast = async (one: Later) => {
      if (later.length >= mostLater) await inBudget(async () => undefined);
      later.push(one);
    };
    let result: T;
    try {
      const tx = { ...this.on(' FOR UPDATE', inBudget), afterCommit: (task: () => void) => void tasks.push(task) };
      result = await work(this.takesBlocks ? { ...tx, runLast } : tx);
      if (undone) throw undone;
      if (held) await this.commit(await held, later);
      else if (later.length) await this.together.commit(later);
    } catch (error) {
      await ofTurn((lease) => this.rollback(lease, error));
      throw error;
    } finally {
      await ofTurn(async (lease) => {
        if (wait !== lockWait) await this.send(lease, `SET innodb_lock_wait_timeout = ${lockWait}`, [], 'query').catch(() => lease.connection.destroy());
        lease.end();
      });
    }
    for (const task of tasks) task();
    return result;
  }

  /** What waited goes with the COMMIT. */
  private async commit(lease: Lease, later: readonly Later[], before = ''): Promise<void> {
    if (!later.length) return void (await this.send(lease, 'COMMIT', [], 'query'));
    const { sql, params } = blockOf(later);
    await this.send(lease, before + sql, params, 'execute').catch((error: unknown) => Promise.reject(unmatchedIn(later, error) ?? error));
  }

  private async rollback(lease: Lease, error: unknown): Promise<void> {
    if (isLost(error)) lease.connection.destroy();
    else await this.send(lease, 'ROLLBACK', [], 'query').catch(() => lease.connection.destroy());
  }

  /** MySQL knows no wait below one second. */
  private get shortest(): number {
    return this.isMariadb ? 0 : 1;
  }

  /** MySQL knows no block outside of a procedure; a cluster's node may take a transaction back while it prepares one, see `on`. */
  private get takesBlocks(): boolean {
    return this.isMariadb && !this.isCluster;
  }

  /** `guarded` runs each statement, and what has to be said before it. */
  private on(forUpdate: string, guarded: <R>(statement: (lease: Lease) => Promise<R>) => Promise<R>): Executor {
    // Before its COMMIT a transaction that waits may be given up; outside of one it would be unknown whether the statement took effect.
    const mayEnd = forUpdate !== '';
    // A cluster's node may take a transaction back while it prepares a statement, and does not say so then: what comes after would be committed by itself.
    const by = mayEnd && this.isCluster ? 'query' : 'execute';
    return {
      kind: 'mariadb',
      forUpdate,
      ...(mayEnd && this.isCluster && { claims: true as const }),
      query: <T = RawRow>(sql: string, params: readonly SqlValue[] = []) => guarded((lease) => this.send<T[]>(lease, sql, params, by, mayEnd)),
      run: async (sql, params = []) => counts(await guarded((lease) => this.send<ResultHeader>(lease, sql, params, by, mayEnd))),
      exec: async (sql) => void (await this.changing(sql, () => guarded((lease) => this.send(lease, sql, [], 'query', mayEnd)))),
    };
  }

  /** A change of a table: in a cluster while nobody writes. */
  private changing<T>(sql: string, work: () => Promise<T>): Promise<T> {
    return this.standstill ? this.standstill.around(sql, work) : work();
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
        // A node that cannot serve answers on; the next connection leads to one that can.
        if (error && isLost(error)) connection.destroy();
        if (error) reject(error);
        // The caller names the shape that its statement returns.
        else resolve(result as T);
      };
      if (by === 'execute')
        connection.execute(sql, params.map(bound) as SqlValue[], finish); // a typed parameter is taken wherever a value is
      else connection.query(sql, params.map(asText), finish);
    });
  }
}

function counts(header: ResultHeader): RunResult {
  return { changes: header.affectedRows, lastId: header.insertId };
}

function errno(error: unknown): number {
  return (error as DriverError | null)?.errno ?? 0;
}

/** As the driver writes it into a statement's text. */
function asText(value: SqlValue): SqlValue {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

/** The driver would send every number as a double: an index on an integer then no longer answers the order behind an equality, nor LIMIT a number. */
function bound(value: SqlValue): unknown {
  return Number.isSafeInteger(value) ? mysql2.TypedParameter.LONGLONG(value as number) : value; // only numbers are safe integers
}
