/** Brings the tables to the models at start and when a schema file is dropped in: what is safe is done, the rest is reported. */
import type { ObjectEntry, ObjectModel } from '#codegen/model.ts';
import type { Database } from '../engine/connect.ts';
import { ensureTokens } from '../rows/search.ts';
import { ensureSystemIndexes, ensureSystemTables, tableNames } from '../system/system-tables.ts';
import { type ApplyOptions, applyPlans } from './apply.ts';
import type { Validate } from './examine.ts';
import { noteHidden } from './hidden.ts';
import { existingIndexes } from './inspect.ts';
import { readHashes } from './journal.ts';
import { tablesOf } from './layout.ts';
import { type Plan, planAll, type Step } from './plan.ts';

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
 * Applies what is safe for each entry and reports on each. Entries without changes cost four small queries together: an index that this version makes and an
 * earlier one did not is missing although the model is the same, so it is checked by itself. A foreign key to an object that comes later in the list, or
 * later in the day, is made once that table exists.
 */
export async function ensureTables(db: Database, entries: readonly ObjectEntry[], options: EnsureOptions = {}): Promise<TableReport[]> {
  await ensureSystemTables(db);
  const hashes = await readHashes(db);
  const tables = await tableNames(db);
  const indexes = await existingIndexes(db);
  await ensureSystemIndexes(db, indexes);
  const isIndexed = (model: ObjectModel) => tablesOf(model, db.kind).every((table) => table.indexes.every(({ name }) => indexes.has(name)));
  const isReady = ({ model }: ObjectEntry) => model.entity.virtual || (hashes.get(model.name) === model.hash && tables.has(model.name) && isIndexed(model));
  const reports = new Map<string, TableReport>(entries.map(({ model }) => [model.name, { object: model.name, steps: [] }]));
  let changed = referredFirst(
    db,
    entries.filter((entry) => !isReady(entry)),
  );
  await noteHidden(
    db,
    entries.map(({ model }) => model),
  );
  await ensureTokens(
    db,
    entries.filter(isReady).map(({ model }) => model),
  );
  for (let round = 0; round < 2 && changed.length; round++) {
    const plans = await planAll(db, changed);
    const orders = await Promise.all(plans.map(async (plan) => ({ plan, options: await optionsOf(plan, options) })));
    const applied = await applyPlans(db, orders);
    for (const { object, pending, blocked } of applied) reports.set(object, { object, steps: pending, blocked });
    changed = changed.filter((_, at) => applied[at]?.waiting.length);
  }
  return [...reports.values()];
}

/** Those that others refer to before them: a new table has its foreign keys at once then, but where tables refer to one another in a circle. */
function referredFirst(db: Database, entries: readonly ObjectEntry[]): ObjectEntry[] {
  const named = new Map(entries.map((entry) => [entry.model.name, entry]));
  const sorted: ObjectEntry[] = [];
  const take = (entry: ObjectEntry): void => {
    if (!named.delete(entry.model.name)) return;
    for (const { to } of tablesOf(entry.model, db.kind).flatMap(({ foreignKeys }) => foreignKeys)) {
      const other = named.get(to);
      if (other) take(other);
    }
    sorted.push(entry);
  };
  for (const entry of entries) take(entry);
  return sorted;
}

async function optionsOf(plan: Plan, { onStep, validator }: EnsureOptions): Promise<ApplyOptions> {
  const isBegun = plan.steps.some((step) => plan.begun.has(step.key));
  return { onStep, validate: isBegun ? await validator?.(plan.entry) : undefined };
}
