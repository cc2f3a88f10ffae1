/**
 * A table of a cluster is changed while nobody writes. A node that changes one waits for the rows of those that refer to it, and where the other nodes' writes to
 * these come in meanwhile, it waits for them and they for it: for ever (decision 170). So who changes one says so in a row, all processes look there, and begin
 * no transaction until it is done.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, Unavailable } from './database.ts';
import { countLeases, underLease } from './lease.ts';

const lease = 'standstill';
/** ms between two looks, and while it lasts. */
const lookEvery = 1_000;
const lookAgain = 100;
/** ms that what was begun before the last process looked has to come to its end. */
const drain = 1_500;
/** ms in which one change goes on after another without a new beginning. */
const linger = 300;
/** ms that a transaction waits for its turn, and a change for another's. */
const patience = 10_000;
const mostOfAnother = 600_000;

/** Changes a table that others refer to, or may: a statement's own word for it. System tables are referred to by none. */
const changesTable = /^\s*(ALTER|RENAME|DROP|TRUNCATE) (TABLE|INDEX)\s+(?!(IF EXISTS )?`?_)/i;
/** Writes a system table. */
const writesSystem = /^\s*(INSERT( IGNORE)? INTO|REPLACE INTO|UPDATE|DELETE FROM)\s+`_/i;

/** What one process has begun and not yet left. */
interface Own {
  ready: Promise<void>;
  leave(): void;
  over: Promise<void>;
  users: number;
  later?: NodeJS.Timeout;
}

/** Of one process: lets its transactions begin or wait, and makes those of all wait while it changes a table. */
export class Standstill {
  readonly #db: Database;
  #timer: NodeJS.Timeout | undefined;
  #isOn = false;
  #isClosed = false;
  #waiting: (() => void)[] = [];
  #own: Own | undefined;

  constructor(db: Database) {
    this.#db = db;
    this.#lookIn(lookEvery);
  }

  /** Resolves when a transaction may begin. @throws Unavailable where it may not for 10 s */
  async pass(): Promise<void> {
    if (!this.#isOn) return;
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(new Unavailable('A table is being changed.'));
      }, patience);
      const go = () => {
        clearTimeout(late);
        resolve();
      };
      this.#waiting.push(go);
    });
  }

  /** The same for a statement by itself: a system table may be written to. */
  async passes(sql: string): Promise<void> {
    if (!writesSystem.test(sql)) await this.pass();
  }

  /** Runs a statement while no process begins a transaction, where it is one that changes a table. */
  async around<T>(sql: string, work: () => Promise<T>): Promise<T> {
    if (!changesTable.test(sql)) return work();
    this.#own ??= this.#begin();
    const own = this.#own;
    own.users += 1;
    clearTimeout(own.later);
    try {
      await own.ready;
      return await work();
    } finally {
      own.users -= 1;
      if (!own.users) own.later = setTimeout(() => this.#end(own), linger);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // Who still waits is told by the closed database.
    for (const go of this.#waiting.splice(0)) go();
    const own = this.#own;
    if (!own) return;
    this.#end(own);
    await own.over;
  }

  #begin(): Own {
    let leave = (): void => undefined;
    const left = new Promise<void>((done) => {
      leave = done;
    });
    let over: Promise<void> = Promise.resolve();
    const ready = new Promise<void>((resolve, reject) => {
      over = underLease(this.#db, lease, mostOfAnother, async () => {
        this.#isOn = true;
        await wait(lookEvery + drain);
        resolve();
        await left;
      }).catch(reject);
    });
    return { ready, leave, over, users: 0 };
  }

  #end(own: Own): void {
    clearTimeout(own.later);
    if (this.#own === own) this.#own = undefined;
    own.leave();
    // It is over for this process too once the row is gone.
    void own.over.then(() => this.#look());
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#look(), ms).unref();
  }

  async #look(): Promise<void> {
    try {
      this.#isOn = (await countLeases(this.#db, lease)) > 0;
    } catch {
      // No table yet, or no database: who cannot look cannot write either.
    }
    if (!this.#isOn) for (const go of this.#waiting.splice(0)) go();
    this.#lookIn(this.#isOn ? lookAgain : lookEvery);
  }
}
