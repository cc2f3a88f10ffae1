/**
 * The other processes on this database. What one process may remember by itself, such as the number of rows or of calls, several have to ask the database
 * for; so each gives a sign of life (a lease of its own), and knows whether it is alone. An embedded database has one process.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '#framework/data/engine/connect.ts';
import { countLeases, leaveLease, takeLease } from '#framework/data/engine/lease.ts';

const prefix = 'instance:';
/** How often a process says that it lives, and looks for others, ms. */
const lookEvery = 2_000;

/** What is done along with each look, where there may be other processes. */
type Look = () => Promise<void>;

export class Instances {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #id = randomUUID();
  readonly #looks: Look[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #others = 0;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** How many other processes were there at the last look, at most two seconds ago. */
  get others(): number {
    return this.#others;
  }

  /** Joins the others: from now on they know of this one. */
  async open(): Promise<void> {
    if (this.#db.kind === 'sqlite') return;
    await this.#look();
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.#lookAtAll());
    }, lookEvery);
    this.#timer.unref();
  }

  /** Something else to look at, every two seconds: what other processes have changed. Not called on an embedded database. */
  onLook(look: Look): void {
    this.#looks.push(look);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    if (this.#timer) await leaveLease(this.#db, `${prefix}${this.#id}`, this.#id).catch(() => undefined); // it ends by itself
  }

  async #look(): Promise<void> {
    await takeLease(this.#db, `${prefix}${this.#id}`, this.#id);
    this.#others = (await countLeases(this.#db, prefix)) - 1;
  }

  async #lookAtAll(): Promise<void> {
    for (const look of [() => this.#look(), ...this.#looks]) {
      // The database is away; the next look finds it again.
      await look().catch((error) => this.#log.warn({ err: error }, 'other instances not looked at'));
    }
  }
}
