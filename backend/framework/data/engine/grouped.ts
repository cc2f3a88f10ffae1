/**
 * Short writes that come together share one transaction, and with it one flush to the disk: when fifty people save in the same second, an embedded database
 * would otherwise wait fifty times for its disk. Each write succeeds or fails by itself. MariaDB writes side by side, and groups its commits itself.
 */
import type { Database, Transaction } from './connect.ts';

type Work<T> = (tx: Transaction) => Promise<T>;

interface Waiting {
  /** within the shared transaction; gives what to tell once that is on disk */
  run(tx: Transaction): Promise<() => void>;
  /** the transaction came to nothing */
  lost(error: unknown): void;
}

/** ms that the first of a group waits for others. */
const patience = 2;
/** Writes in one transaction: what comes later must not wait for ever. */
const mostTogether = 32;

const groups = new WeakMap<Database, Group>();

/** Like `db.transaction`, for a write that is short and has no effect outside the database. */
export function groupedTransaction<T>(db: Database, work: Work<T>): Promise<T> {
  if (db.kind !== 'sqlite') return db.transaction(work);
  let group = groups.get(db);
  if (!group) {
    group = new Group(db);
    groups.set(db, group);
  }
  return group.add(work);
}

class Group {
  readonly #db: Database;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(db: Database) {
    this.#db = db;
  }

  add<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        async run(tx) {
          await tx.run('SAVEPOINT grouped');
          // Listeners of a member are called only if its own part is committed: the others of the group may be on disk without it.
          const tasks: (() => void)[] = [];
          const own: Transaction = Object.create(tx, { afterCommit: { value: (task: () => void) => void tasks.push(task) } });
          try {
            const result = await work(own);
            await tx.run('RELEASE grouped');
            for (const task of tasks) tx.afterCommit(task);
            return () => resolve(result);
          } catch (error) {
            // Where the disk is full SQLite has undone everything already, and says so here: then the whole group is lost.
            await tx.run('ROLLBACK TO grouped');
            await tx.run('RELEASE grouped');
            return () => reject(error);
          }
        },
        lost: reject,
      });
      if (!this.#isBusy) this.#begin();
    });
  }

  #begin(): void {
    this.#isBusy = true;
    setTimeout(() => void this.#work(), patience);
  }

  async #work(): Promise<void> {
    const together = this.#waiting.splice(0, mostTogether);
    const tell: (() => void)[] = [];
    try {
      await this.#db.transaction(async (tx) => {
        for (const each of together) tell.push(await each.run(tx));
      });
      for (const each of tell) each();
    } catch (error) {
      for (const each of together) each.lost(error);
    }
    this.#isBusy = false;
    if (this.#waiting.length) this.#begin();
  }
}
