/**
 * Findings of the check that have one right repair: a computed field gets what its formula says, and a reference to a row that is not there is emptied or
 * leaves its list. Each row is an ordinary save with its entry in the history ('repair'), looked at first and then written, as any work on many rows.
 */
import type { ObjectModel, Row } from '#codegen/model.ts';
import { eachRow } from '#framework/bulk/each-row.ts';
import { nameOfKeys } from '#framework/bulk/selection.ts';
import type { Saying } from '#framework/bulk/start-bulk.ts';
import type { BulkMode } from '#framework/bulk/wire.ts';
import { withOutside } from '#framework/data/rows/dependents.ts';
import { missingReferences, relationsOf, saveReferences, withoutReference } from '#framework/data/rows/references.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import { save } from '#framework/save/save.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { computeRow } from '#rules/records/computed.ts';
import { pathOf } from '#rules/records/field-path.ts';
import { differences, isEmpty } from '#rules/records/record.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { checkObject } from './check-invariants.ts';
import type { RepairOrder } from './wire.ts';

/** How a row shall be; the row itself where only what is noted beside it is wrong. */
type Right = (tools: RecordTools, model: ObjectModel, row: Row) => Promise<Row>;

const rights: Record<RepairOrder['invariant'], Right> = {
  totals: async ({ db, registry }, model, row) => computeRow(await withOutside(db, registry, model, row), model),
  references: async ({ db, registry }, model, row) => {
    const find = (object: string) => registry.get(object)?.model;
    const next = { ...row };
    const refused: Problem[] = [];
    for (const relation of relationsOf(model)) {
      const [name = ''] = relation.path;
      const field = model.fields.find((one) => one.name === name);
      const dead = await missingReferences(db, find, { ...model, fields: field ? [field] : [] }, next, [name]);
      for (const { values } of dead) next[name] = withoutReference(next, relation, String(values?.id));
      // Which other row is meant only a person knows.
      if (dead.length && ((field?.required && isEmpty(field, next[name])) || (relation.path.length > 1 && relation.field.required)))
        refused.push({ path: pathOf(relation.path), code: 'field.required' });
    }
    if (refused.length) throw new Refusal('msg.invalid', { fields: refused });
    return computeRow(next, model);
  },
  noted: async (_tools, _model, row) => row,
};

/**
 * Starts it for all rows of the object that the check finds now, or with `ids` for some of them; its result is a BulkReport.
 * @throws Refusal msg.notfound, msg.forbidden, msg.nothing where the check finds none, msg.selection where they are not those that were looked at
 */
export async function startRepair(
  tools: Tools,
  actor: Actor,
  { invariant, object, mode, seen }: RepairOrder & { mode: BulkMode },
  saying: Saying,
): Promise<{ job: string; count: number }> {
  const model = modelFor(tools, actor, object, 'update');
  const found = await checkObject(tools, model, invariant);
  const keys = [...new Set(found.map(({ id }) => id))];
  if (!keys.length) throw new Refusal('msg.nothing');
  const these = nameOfKeys(keys);
  if (seen !== undefined && seen !== these) throw new Refusal('msg.selection', { values: { count: keys.length } });
  const act = async (own: RecordTools, row: Row) => {
    await repairRow(own, actor, model, row, rights[invariant]);
    return [];
  };
  const task = { model, verb: 'update', act, isNotedAtOnce: false, keys, seen: these, mode, ...saying } as const;
  return { job: await tools.jobs.start('repair', actor.id, (job) => eachRow(tools, actor, task, job)), count: keys.length };
}

async function repairRow(tools: RecordTools, actor: Actor, model: ObjectModel, row: Row, right: Right): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const next = await right(tools, model, row);
    const names = differences(row, next, model.fields);
    if (names.length) await save(tools, tx, model, { update: next, from: row, names }, { by: actor.id, as: 'repair' });
    // What the database notes of references beside the row is made of it, as a save would.
    const fields = model.fields.map(({ name }) => name);
    await saveReferences(tx, model, String(row[model.entity.key]), next, fields, false);
  });
}
