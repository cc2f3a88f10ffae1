/** Formulas of an object that are new or say something else: its rows are worked out anew, and the rows of other objects that read them. */
import type { ObjectEntry, ObjectModel } from '#codegen/model.ts';
import { formulasOf } from '#rules/expressions/formulas.ts';
import type { Database } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import { followDependents, type Models, mostDependents, recompute } from '../rows/dependents.ts';
import type { ExistingTable } from './inspect.ts';
import { type AppliedState, readApplied } from './journal.ts';
import { keysInPortions, stepOverRows } from './over-rows.ts';
import type { Step } from './step.ts';

/** The step that works rows out anew; none where no formula changed, or there is no row. Repeated, it changes nothing. */
export async function recomputeSteps(
  db: Database,
  { model }: ObjectEntry,
  applied: AppliedState | undefined,
  existing: ExistingTable | undefined,
  done: ReadonlySet<string>,
): Promise<Step[]> {
  if (!applied || !existing || applied.hash === model.hash) return [];
  const before = saidBy(applied.model);
  const changed = [...saidBy(model)].filter(([path, said]) => before.get(path) !== said);
  if (!changed.length) return [];
  const fields = changed.map(([path]) => path);
  const description = `work out ${fields.join(', ')} of the rows of ${model.name}`;
  return stepOverRows(db, model, applied, done, { kind: 'recompute', fields, change: changed, description });
}

function saidBy(model: ObjectModel): Map<string, string> {
  return new Map(formulasOf(model.fields).map(({ at, field, tree }) => [[...at, field.name].join('.'), JSON.stringify(tree)]));
}

/** Every row once. */
export async function recomputeRows(db: Database, { model }: ObjectEntry): Promise<void> {
  const models = await modelsWith(db, model);
  for await (const ids of keysInPortions(db, model))
    await db.transaction(async (tx) => {
      for (const row of await recompute(tx, models, model, ids)) await followDependents(tx, models, row, mostDependents);
    });
}

/** The objects as their tables are, and this one as it shall be. */
async function modelsWith(db: Database, model: ObjectModel): Promise<Models> {
  const names = ((await table(db, '_object').pluck('name')) as unknown[]).map(String);
  const found = new Map([...(await readApplied(db, names))].map(([name, state]) => [name, { model: state.model }]));
  found.set(model.name, { model });
  return { objects: () => [...found.values()], get: (name) => found.get(name) };
}
