/** Brings the tables to the models at start and when a schema file is dropped in: what is safe is done, the rest is reported. */
import type { ObjectEntry } from '#codegen/model.ts';
import { type ApplyOptions, applyPlan } from './apply.ts';
import type { Database } from './connect.ts';
import type { Validate } from './examine.ts';
import { readHashes } from './journal.ts';
import { type Plan, planAll, type Step } from './plan.ts';
import { ensureTokens } from './search.ts';
import { ensureSystemTables, tableNames } from './system-tables.ts';

/** What an object's table still waits for. */
export interface TableReport {
  object: string;
  /** steps that a person has to allow */
  steps: Step[];
  /** Why the object cannot be used now. */
  blocked?: string;
}

export interface EnsureOptions extends Pick<ApplyOptions, 'onStep'> {
  /** the compiled validator of an object, to take up a check that was cut off */
  validator?: (entry: ObjectEntry) => Promise<Validate>;
}

/**
 * Applies what is safe for each entry and reports on each. Entries that stand as they should cost three small queries together.
 * A foreign key to an object that comes later in the list, or later in the day, is made when that one's table stands.
 */
export async function ensureTables(db: Database, entries: readonly ObjectEntry[], options: EnsureOptions = {}): Promise<TableReport[]> {
  await ensureSystemTables(db);
  const hashes = await readHashes(db);
  const tables = await tableNames(db);
  const isReady = ({ model }: ObjectEntry) => model.entity.virtual || (hashes.get(model.name) === model.hash && tables.has(model.name));
  const reports = new Map<string, TableReport>(entries.map(({ model }) => [model.name, { object: model.name, steps: [] }]));
  let changed = entries.filter((entry) => !isReady(entry));
  await ensureTokens(
    db,
    entries.filter(isReady).map(({ model }) => model),
  );
  for (let round = 0; round < 2 && changed.length; round++) {
    const again: ObjectEntry[] = [];
    for (const plan of await planAll(db, changed)) {
      const { report, waits } = await bring(db, plan, options);
      reports.set(plan.object, report);
      if (waits) again.push(plan.entry);
    }
    changed = again;
  }
  return [...reports.values()];
}

async function bring(db: Database, plan: Plan, { onStep, validator }: EnsureOptions): Promise<{ report: TableReport; waits: boolean }> {
  const isBegun = plan.steps.some((step) => plan.begun.has(step.key));
  const validate = isBegun ? await validator?.(plan.entry) : undefined;
  const { pending, blocked, waiting } = await applyPlan(db, plan, { onStep, validate });
  return { report: { object: plan.object, steps: pending, blocked }, waits: waiting.length > 0 };
}
