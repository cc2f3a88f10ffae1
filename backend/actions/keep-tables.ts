import type { Logger } from 'pino';
import { type Applied, applyPlan } from '#backend/data/apply.ts';
import type { Database } from '#backend/data/connect.ts';
import { ensureTables, type TableReport } from '#backend/data/ensure.ts';
import type { Validate } from '#backend/data/examine.ts';
import { planObject } from '#backend/data/plan.ts';
import type { CompiledValidator } from '#backend/objects/registry.ts';
import type { ObjectEntry, Row } from '#codegen/model.ts';
import { toProblems } from '#domain/validation.ts';

interface Kept {
  entry: ObjectEntry;
  report: TableReport;
}

/** Keeps the tables at the objects' models: at start and for each schema file that is dropped in or edited. */
export class Tables {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #validatorOf: (entry: ObjectEntry) => Promise<CompiledValidator>;
  readonly #kept = new Map<string, Kept>();
  /** objects whose newest model waits while an older one goes on working */
  readonly #older = new Set<string>();
  /** one change after the other: two at once would plan against a table that is being changed */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(db: Database, log: Logger, validatorOf: (entry: ObjectEntry) => Promise<CompiledValidator>) {
    this.#db = db;
    this.#log = log;
    this.#validatorOf = validatorOf;
  }

  /** Applies what is safe for these objects; the rest is pending and reported. */
  ensure(entries: readonly ObjectEntry[]): Promise<void> {
    return this.#next(async () => {
      const byName = new Map(entries.map((entry) => [entry.model.name, entry]));
      for (const report of await ensureTables(this.#db, entries, { validator: (entry) => this.#validate(entry) })) {
        const entry = byName.get(report.object);
        if (entry) this.#keep({ entry, report });
      }
    });
  }

  /**
   * Asked by the registry before changed objects take effect: their tables follow first, so that no request meets a model without
   * its table. Gives name → reason for those whose table needs a person's decision; they keep their previous version.
   */
  async accept(next: readonly ObjectEntry[], previous: readonly ObjectEntry[]): Promise<ReadonlyMap<string, string>> {
    const before = new Map(previous.map(({ model }) => [model.name, model.hash]));
    const changed = next.filter(({ model }) => before.get(model.name) !== model.hash);
    for (const { model } of previous) if (!next.some((entry) => entry.model.name === model.name)) this.#kept.delete(model.name);
    await this.ensure(changed);
    const refused = new Map<string, string>();
    for (const { model } of changed) {
      this.#older.delete(model.name);
      const reason = this.#kept.get(model.name)?.report.blocked;
      if (reason === undefined) continue;
      refused.set(model.name, reason);
      if (before.has(model.name)) this.#older.add(model.name);
    }
    return refused;
  }

  /** Why an object's table cannot be used as the model in use wants it; undefined for one that can. */
  blocked(name: string): string | undefined {
    return this.#older.has(name) ? undefined : this.#kept.get(name)?.report.blocked;
  }

  /** Objects whose table waits for steps that only a person may start. */
  pending(): TableReport[] {
    return [...this.#kept.values()].map(({ report }) => report).filter((report) => report.steps.length > 0 || report.blocked !== undefined);
  }

  /** Takes the steps that an object waits for; destructive ones only with its name typed. Undefined where nothing waits. */
  apply(object: string, typedName: string | undefined): Promise<Applied | undefined> {
    return this.#next(async () => {
      const kept = this.#kept.get(object);
      if (!kept) return undefined;
      const { entry } = kept;
      const plan = await planObject(this.#db, entry);
      const allow = typedName === object ? (['needsData', 'destructive'] as const) : (['needsData'] as const);
      const applied = await applyPlan(this.#db, plan, { allow, typedName, validate: await this.#validate(entry) });
      this.#keep({ entry, report: { object, steps: applied.pending, blocked: applied.blocked } });
      return applied;
    });
  }

  /** Resolves when nothing is being changed any more. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  #keep(kept: Kept): void {
    const { object, blocked } = kept.report;
    this.#kept.set(object, kept);
    if (blocked !== undefined) this.#log.warn({ object, reason: blocked }, 'table waits for a change to be applied');
  }

  async #validate(entry: ObjectEntry): Promise<Validate> {
    const { validate } = await this.#validatorOf(entry);
    return (row: Row) => toProblems(validate(row), row, entry.model);
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined); // whoever asked for it hears of it
    return done;
  }
}
