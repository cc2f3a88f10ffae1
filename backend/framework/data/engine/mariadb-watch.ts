/** Notices a MariaDB that hangs, which no error tells: a statement that waits is checked by a connection of its own. */
import { createConnection, type PoolConnection, type PoolOptions } from 'mysql2';
import { ident, Unavailable } from './database.ts';

/** ms; together with the pool's timeout below the 3 s in which an outage must be reported */
const hangingAfter = 1500;
const probeTimeout = 900;
const interval = 250;

export interface Running {
  since: number;
  connection: PoolConnection;
  reject(error: Error): void;
}

/** Watches the statements under way: each is added when it is sent and removed when it is answered. */
export class Watch {
  readonly running = new Set<Running>();
  private readonly ping: () => Promise<void>;
  private readonly timer: NodeJS.Timeout;
  private probing = false;

  constructor(ping: () => Promise<void>) {
    this.ping = ping;
    this.timer = setInterval(() => this.look(), interval);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** A statement may well take long; only when a fresh connection gets no answer either are the waiting ones given up. */
  private look(): void {
    if (this.probing || !this.running.size) return;
    const limit = performance.now() - hangingAfter;
    const hanging = [...this.running].filter((entry) => entry.since < limit);
    if (!hanging.length) return;
    this.probing = true;
    this.ping()
      .then(
        () => {
          for (const entry of hanging) entry.since = performance.now();
        },
        (error: Error) => {
          for (const entry of hanging) {
            this.running.delete(entry);
            entry.connection.destroy();
            entry.reject(error);
          }
        },
      )
      .finally(() => {
        this.probing = false;
      });
  }
}

/** The server has no such table: before the first start, and that is an answer. */
const noTable = 1146;

/**
 * Resolves when the server reads a table on a new connection; rejects with Unavailable when it does not soon. `SELECT 1` is answered by a node of a cluster
 * too that may not serve, for it has no majority or is joining.
 */
export function probe({ host, port, user, password, database, socketPath }: PoolOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const connection = createConnection({ host, port, user, password, database, socketPath, connectTimeout: probeTimeout });
    const timer = setTimeout(() => finish(new Unavailable('The database does not answer.')), probeTimeout);
    const finish = (error?: Error | null) => {
      clearTimeout(timer);
      connection.destroy();
      if (error) reject(error instanceof Unavailable ? error : new Unavailable(error.message, error));
      else resolve();
    };
    connection.on('error', finish);
    connection.query('SELECT 1 FROM `_setting` LIMIT 1', (error) => finish((error as { errno?: number } | null)?.errno === noTable ? null : error));
  });
}

export function createDatabase(settings: PoolOptions): Promise<void> {
  const { database = '', host, port, user, password, socketPath, connectTimeout } = settings;
  const connection = createConnection({ host, port, user, password, socketPath, connectTimeout });
  return new Promise((resolve, reject) => {
    connection.query(`CREATE DATABASE IF NOT EXISTS ${ident(database)} CHARACTER SET utf8mb4`, (error) => {
      connection.destroy();
      if (error) reject(error);
      else resolve();
    });
  });
}
