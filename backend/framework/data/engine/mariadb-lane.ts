/**
 * A pool of connections in which waiting for a lock does not keep others from working. A limited number works at a time; a statement that takes long gives up
 * its slot and holds on to its connection; where too many wait like that, the next is refused at once instead of taking the remaining connections.
 */
import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { type Load, Unavailable } from './database.ts';
import { isLost } from './lost.ts';

/** A statement that takes longer, ms, is waiting for a lock. */
const longAfter = 250;

/** A caller's turn, with a connection. */
export interface Lease {
  connection: PoolConnection;
  /** ms that were spent on waiting, in statements that took long and for the turn */
  waited: number;
  /** A statement of it begins; call what it gives when it has ended. `giveUp` is called where it waits and too many do; without it, it may wait on. */
  begins(giveUp?: (error: Error) => void): () => void;
  end(): void;
}

/** Too many wait for what others hold: MariaDB's own word for it. */
export class Crowded extends Error {
  readonly errno = 1205;
  constructor() {
    super('Too many wait for rows that others hold.');
    this.name = 'Crowded';
  }
}

export class Lane {
  readonly pool: Pool;
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #patience: number;
  #working = 0;
  #waiting = 0;
  readonly #queue: (() => void)[] = [];

  /** `settings` are said first on each connection; `mostWaiting`: connections of those who wait, beside the ones of those who work. */
  constructor(options: PoolOptions, settings: string[], { patience, mostWaiting }: { patience: number; mostWaiting: number }) {
    this.#atOnce = options.connectionLimit ?? 10;
    this.#mostWaiting = mostWaiting;
    this.#patience = patience;
    this.pool = createPool({ ...options, connectionLimit: this.#atOnce + mostWaiting });
    this.pool.on('connection', (connection) => {
      // Queued before the first statement of the caller; a failure here fails that one too.
      for (const setting of settings) {
        connection.query(setting, (error) => {
          if (error && !error.fatal) connection.destroy();
        });
      }
    });
  }

  /** @throws Unavailable where no turn or no connection comes within the patience */
  async lease(): Promise<Lease> {
    const began = performance.now();
    await this.#turn();
    try {
      const connection = await this.#connection(Math.max(1, this.#patience - (performance.now() - began)));
      return this.#lease(connection, performance.now() - began);
    } catch (error) {
      this.#next();
      throw error;
    }
  }

  get load(): Omit<Load, 'lane'> {
    return { working: this.#working, waiting: this.#waiting, queued: this.#queue.length, most: this.#atOnce };
  }

  end(): Promise<void> {
    return new Promise((done) => this.pool.end(() => done()));
  }

  #lease(connection: PoolConnection, waited: number): Lease {
    let isWaiting = false;
    const lease: Lease = {
      connection,
      waited,
      begins: (giveUp) => {
        const began = performance.now();
        const long = setTimeout(() => {
          if (isWaiting) return;
          if (this.#waiting >= this.#mostWaiting) {
            if (giveUp) giveUp(new Crowded());
            return;
          }
          isWaiting = true;
          this.#waiting += 1;
          this.#next();
        }, longAfter);
        let isOver = false;
        return () => {
          if (isOver) return;
          isOver = true;
          clearTimeout(long);
          const took = performance.now() - began;
          if (took >= longAfter) lease.waited += took;
          if (!isWaiting) return;
          // Goes on without a slot of its own, since the caller that has it now keeps it.
          isWaiting = false;
          this.#waiting -= 1;
          this.#working += 1;
        };
      },
      end: () => {
        if (isWaiting) this.#waiting -= 1;
        else this.#next();
        connection.release();
      },
    };
    return lease;
  }

  #turn(): Promise<void> {
    if (this.#working < this.#atOnce) {
      this.#working += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(go), 1);
        reject(new Unavailable('The database gave no connection in time.'));
      }, this.#patience);
      const go = () => {
        clearTimeout(late);
        this.#working += 1;
        resolve();
      };
      this.#queue.push(go);
    });
  }

  /** A place is free. */
  #next(): void {
    this.#working -= 1;
    while (this.#working < this.#atOnce && this.#queue.length) this.#queue.shift()?.();
  }

  #connection(patience: number): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        reject(new Unavailable('The database gave no connection in time.'));
      }, patience);
      this.pool.getConnection((error, connection) => {
        clearTimeout(timer);
        if (late) connection?.release();
        else if (!error) resolve(connection);
        // 1049 and wrong passwords are for the administrator to mend at start, not an outage.
        else reject(isLost(error) ? new Unavailable(error.message || String(error.code), error) : error);
      });
    });
  }
}
