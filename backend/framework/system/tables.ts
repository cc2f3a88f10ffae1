import type { Logger } from 'pino';
import type { ObjectEntry, Row } from '#codegen/model.ts';
import type { Database } from '#framework/data/engine/connect.ts';
import { type Applied, applyPlan } from '#framework/data/evolve/apply.ts';
import { ensureTables, type TableReport } from '#framework/data/evolve/ensure.ts';
import type { Validate } from '#framework/data/evolve/examine.ts';
import { noteHidden } from '#framework/data/evolve/hidden.ts';
import { noteReferences } from '#framework/data/evolve/note-references.ts';
import { planObject } from '#framework/data/evolve/plan.ts';
import { recomputeRows } from '#framework/data/evolve/recompute.ts';
import type { Step } from '#framework/data/evolve/step.ts';
import type { CompiledValidator } from '#framework/objects/registry.ts';
import { stampOf } from '#framework/time.ts';
import { rowProblems } from '#rules/expressions/rules.ts';

interface TableState {
  entry: ObjectEntry;
  report: TableReport;
}

/** Keeps the tables at the objects' models: at start and for each schema file that is dropped in or edited. */
export class Tables {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #validatorOf: (entry: ObjectEntry) => Promise<CompiledValidator>;
  readonly #state = new Map<string, TableState>();
  /** objects whose newest model waits while an older one goes on working */
  readonly #older = new Set<string>();
  /** steps over the rows of objects that were done before their newest model was in use */
  #early: Step[] = [];
  /** one change after the other, in all processes: two at once would plan against a table that is being changed */
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
      const onStep = (step: Step): void => {
        if (step.kind === 'recompute' || step.kind === 'noteReferences') this.#early.push(step);
      };
      for (const report of await ensureTables(this.#db, entries, { validator: (entry) => this.#validate(entry), onStep })) {
        const entry = byName.get(report.object);
        if (entry) this.#keep({ entry, report });
      }
    });
  }

  /**
   * Asked by the registry before what it has read takes effect: tables follow first, so that no request meets a model without its
   * table. Gives name → reason for those whose table needs a person's decision; they keep their previous version. A plan for a file
   * that is gone, or that says again what it said before, is forgotten.
   */
  async accept(next: readonly ObjectEntry[], previous: readonly ObjectEntry[]): Promise<ReadonlyMap<string, string>> {
    const before = new Map(previous.map(({ model }) => [model.name, model.hash]));
    const isNew = ({ model }: ObjectEntry) => before.get(model.name) !== model.hash;
    const changed = next.filter(isNew);
    const wanted = new Set(next.map(({ model }) => model.name));
    for (const name of this.#state.keys()) if (!wanted.has(name)) this.#forget(name);
    // What the plan was made for may be another version than the one that works: a file taken back, or broken since.
    const isPlannedOtherwise = ({ model }: ObjectEntry) => this.#state.has(model.name) && this.#state.get(model.name)?.entry.model.hash !== model.hash;
    await this.ensure(next.filter((entry) => isNew(entry) || isPlannedOtherwise(entry)));
    // Read again, a model is another one although it says the same: what it hides is known of each.
    await noteHidden(
      this.#db,
      next.map(({ model }) => model),
    );
    for (const { model } of next) this.#older.delete(model.name);
    const refused = new Map<string, string>();
    for (const { model } of changed) {
      const reason = this.#state.get(model.name)?.report.blocked;
      if (reason === undefined) continue;
      refused.set(model.name, reason);
      if (before.has(model.name)) this.#older.add(model.name);
    }
    return refused;
  }

  /** Why an object's table cannot be used as the model in use wants it; undefined for one that can. */
  blocked(name: string): string | undefined {
    return this.#older.has(name) ? undefined : this.#state.get(name)?.report.blocked;
  }

  /** Objects whose table waits for steps that only a person may start. */
  pending(): TableReport[] {
    return [...this.#state.values()].map(({ report }) => report).filter((report) => report.steps.length > 0 || report.blocked !== undefined);
  }

  /** Takes the steps that an object waits for; destructive ones only with its name typed. Undefined where nothing waits. */
  apply(object: string, typedName: string | undefined): Promise<Applied | undefined> {
    return this.#next(async () => {
      const state = this.#state.get(object);
      if (!state) return undefined;
      const { entry } = state;
      const plan = await planObject(this.#db, entry);
      const allow = typedName === object ? (['needsData', 'destructive'] as const) : (['needsData'] as const);
      const applied = await applyPlan(this.#db, plan, { allow, typedName, validate: await this.#validate(entry) });
      this.#keep({ entry, report: { object, steps: applied.pending, blocked: applied.blocked } });
      return applied;
    });
  }

  /** What waits here may have been done by another process. */
  lookAgain(): Promise<void> {
    const waiting = this.pending().flatMap(({ object }) => this.#state.get(object)?.entry ?? []);
    return this.ensure(waiting);
  }

  /** Work on tables that no change of a schema file may meet half-way. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#next(work);
  }

  /** Rows that were saved by the former model while formulas were worked out anew or references noted: once more, by the models that are in use now. */
  async followUp(inUse: (name: string) => ObjectEntry | undefined): Promise<void> {
    const steps = this.#early;
    this.#early = [];
    for (const { kind, table, fields } of steps) {
      const entry = inUse(table);
      if (entry) await this.#next(() => (kind === 'recompute' ? recomputeRows(this.#db, entry) : noteReferences(this.#db, entry, fields)));
    }
  }

  /** Resolves when nothing is being changed any more. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  #forget(name: string): void {
    this.#state.delete(name);
    this.#older.delete(name);
  }

  #keep(state: TableState): void {
    const { object, blocked } = state.report;
    this.#state.set(object, state);
    if (blocked !== undefined) this.#log.warn({ object, reason: blocked }, 'table waits for a change to be applied');
  }

  async #validate(entry: ObjectEntry): Promise<Validate> {
    const { validate } = await this.#validatorOf(entry);
    return (row: Row) => rowProblems(validate(row), row, entry.model, stampOf(Date.now()));
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(() => this.#db.alone('tables', work));
    this.#queue = done.catch(() => undefined); // whoever asked for it hears of it
    return done;
  }
}
