import type { Logger } from 'pino';
import type { Database } from '#backend/data/connect.ts';
import { ensureTables, type TableReport } from '#backend/data/ensure.ts';
import type { Registry } from '#backend/objects/registry.ts';

/** Keeps the tables at the objects' models: at start and for each schema file that is dropped in or edited. */
export class Tables {
  readonly #db: Database;
  readonly #registry: Registry;
  readonly #log: Logger;
  readonly #reports = new Map<string, TableReport>();
  /** one change after the other: two at once would plan against a table that is being changed */
  #queue: Promise<void> = Promise.resolve();

  constructor(db: Database, registry: Registry, log: Logger) {
    this.#db = db;
    this.#registry = registry;
    this.#log = log;
  }

  /** Applies what is safe for every object; the rest is pending and reported. */
  ensureAll(): Promise<void> {
    return this.#next(async () => this.#ensure(this.#registry.objects().map((entry) => entry.model.name)));
  }

  /** The named objects were added or changed. */
  ensure(names: string[]): Promise<void> {
    return this.#next(() => this.#ensure(names));
  }

  /** Why an object's table cannot be used now; undefined for one that can. */
  blocked(name: string): string | undefined {
    return this.#reports.get(name)?.blocked;
  }

  /** Objects whose table waits for steps that only a person may start. */
  pending(): TableReport[] {
    return [...this.#reports.values()].filter((report) => report.steps.length > 0 || report.blocked !== undefined);
  }

  /** Resolves when nothing is being changed any more. */
  settled(): Promise<void> {
    return this.#queue;
  }

  async #ensure(names: string[]): Promise<void> {
    const entries = names.map((name) => this.#registry.get(name)).filter((entry) => entry !== undefined);
    for (const name of names) if (!this.#registry.get(name)) this.#reports.delete(name);
    for (const report of await ensureTables(this.#db, entries)) {
      this.#reports.set(report.object, report);
      if (report.blocked) this.#log.warn({ object: report.object, reason: report.blocked }, 'table waits for a change to be applied');
    }
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch((error) => this.#log.error({ err: error }, 'tables could not be brought to the models'));
    return done;
  }
}
