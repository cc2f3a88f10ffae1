import type { Logger } from 'pino';
import type { Database } from '#backend/data/connect.ts';
import { ensureTables, type TableReport } from '#backend/data/ensure.ts';
import type { ObjectEntry } from '#codegen/model.ts';

/** Keeps the tables at the objects' models: at start and for each schema file that is dropped in or edited. */
export class Tables {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #reports = new Map<string, TableReport>();
  /** one change after the other: two at once would plan against a table that is being changed */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Applies what is safe for these objects; the rest is pending and reported. */
  ensure(entries: readonly ObjectEntry[]): Promise<void> {
    return this.next(async () => {
      for (const report of await ensureTables(this.#db, entries)) this.#keep(report);
    });
  }

  /**
   * Asked by the registry before changed objects take effect: their tables follow first, so that no request meets a model without
   * its table. Gives name → reason for those whose table needs a person's decision; they keep their previous version.
   */
  async accept(next: readonly ObjectEntry[], previous: readonly ObjectEntry[]): Promise<ReadonlyMap<string, string>> {
    const before = new Map(previous.map(({ model }) => [model.name, model.hash]));
    const changed = next.filter(({ model }) => before.get(model.name) !== model.hash);
    const gone = previous.filter(({ model }) => !next.some((entry) => entry.model.name === model.name));
    for (const { model } of gone) this.#reports.delete(model.name);
    await this.ensure(changed);
    const refused = new Map<string, string>();
    for (const { model } of changed) {
      const reason = this.blocked(model.name);
      if (reason !== undefined) refused.set(model.name, reason);
    }
    return refused;
  }

  /** Why an object's table cannot be used as the model wants it; undefined for one that can. */
  blocked(name: string): string | undefined {
    return this.#reports.get(name)?.blocked;
  }

  /** Objects whose table waits for steps that only a person may start. */
  pending(): TableReport[] {
    return [...this.#reports.values()].filter((report) => report.steps.length > 0 || report.blocked !== undefined);
  }

  /** Runs work on tables when everything before it is finished. */
  next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined); // whoever asked for it hears of it
    return done;
  }

  /** Resolves when nothing is being changed any more. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  #keep(report: TableReport): void {
    this.#reports.set(report.object, report);
    if (report.blocked !== undefined) this.#log.warn({ object: report.object, reason: report.blocked }, 'table waits for a change to be applied');
  }
}
