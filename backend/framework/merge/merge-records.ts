/**
 * Rows of one object that are about the same thing become one: what points at the others points at the one that stays, which takes the values that a person
 * chose, and the others go to the trash. One transaction, by the ordinary verbs, so that rights, rules, versions and history are what they always are; the
 * preview is the same work, rolled back.
 */
import type { Lang, Row } from '#codegen/model.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { joined } from '#framework/data/engine/joined.ts';
import { noteHistory } from '#framework/data/rows/history.ts';
import { projectRow, readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { relationsTo, withReference } from '#framework/data/rows/references.ts';
import { moveComments } from '#framework/data/system/comments.ts';
import { lockOf } from '#framework/records/check-payload.ts';
import { deleteIn } from '#framework/records/delete-record.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import { existingRow, prepareChange, stale, updateRecord } from '#framework/records/update-record.ts';
import type { Effect } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { rowCondition } from '#rules/accounts/permission.ts';
import { meetsCondition } from '#rules/records/condition.ts';
import { chosenValues, fieldsThatDiffer, type MergeField } from '#rules/records/merge.ts';
import { lockedFields } from '#rules/records/workflow.ts';
import { Refusal } from '#rules/words/problem.ts';
import { attempt, count, type Merging, movePointers, type Obstacle } from './move-pointers.ts';
import type { MergeOrder } from './wire.ts';

/** Rows that become part of one other in one act. */
export const mostMerged = 20;
export interface MergeOutcome {
  rows: Row[];
  /** the one that stays, as it is afterwards */
  merged: Row;
  fields: MergeField[];
  effects: Effect[];
  failed: Obstacle[];
  more: number;
}

/**
 * Merges the rows of `order` into the row `id`; where one row is in the way, which the outcome then names, nothing is written.
 * @throws Refusal msg.notfound, msg.forbidden, msg.datamodi where a row has another version by now, merge.many
 */
export async function mergeRecords(tools: RecordTools, actor: Actor, object: string, id: string, order: MergeOrder, lang: Lang): Promise<MergeOutcome> {
  const outcome = await merging(tools, actor, object, id, order, lang, order.preview === true);
  if (tools.changeset && !order.preview && !outcome.failed.length) tools.changeset.isNoted = true;
  return outcome;
}

/** Ends the transaction of a merge that is not to be written. */
class RolledBack extends Error {
  constructor(readonly outcome: MergeOutcome) {
    super('rolled back');
  }
}

async function merging(
  tools: RecordTools,
  actor: Actor,
  object: string,
  id: string,
  order: MergeOrder,
  lang: Lang,
  isRehearsal: boolean,
): Promise<MergeOutcome> {
  const model = modelFor(tools, actor, object, 'update');
  modelFor(tools, actor, object, 'delete');
  const from = [...new Map(order.from.filter((one) => one.id !== id).map((one) => [one.id, one])).values()];
  if (!from.length) throw new Refusal('msg.noselect');
  if (from.length > mostMerged) throw new Refusal('param.filter', { values: { field: 'from' } });
  try {
    return await tools.db.transaction(async (tx) => {
      const own: RecordTools = { ...tools, db: joined(tools.db, tx) };
      const merge: Merging = { tools: own, tx, actor, model, id, from: from.map((one) => one.id), lang, effects: [], failed: [], more: 0 };
      const rows = await lockRows(merge, [{ id, ver: order.ver }, ...from]);
      const fields = await carryOut(merge, rows, order.take ?? {});
      const reader = readerFor(model, actor.roles, tx.kind);
      const shown = rows.map((row) => projectRow(reader, row));
      const merged = (await loadRow(tx, reader, id)) ?? {};
      const outcome = { rows: shown, merged, fields, effects: merge.effects, failed: merge.failed, more: merge.more };
      if (isRehearsal || outcome.failed.length) throw new RolledBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome;
    throw asRefusal(error, model) ?? error;
  }
}

/** The whole rows, locked for other writers; in one order, so that two merges of the same rows wait for one another. */
async function lockRows({ tools, tx, actor, model, id }: Merging, wanted: readonly { id: string; ver?: number | undefined }[]): Promise<Row[]> {
  const reader = wholeReader(model, tx.kind);
  const found = new Map<string, Row>();
  for (const one of wanted.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (!(await loadRow(tx, reader, one.id, true))) throw new Refusal('msg.notfound', { values: { object: model.name, id: one.id } });
    const row = await existingRow(tools, actor, model, one.id, one.id === id ? 'update' : 'delete');
    // Nobody chooses among values that they do not see.
    if (!meetsCondition(rowCondition(model, actor.roles), row, model)) throw new Refusal('msg.notfound', { values: { object: model.name, id: one.id } });
    if (one.ver !== undefined && one.ver !== row.ver) throw stale(tools, actor, model, row);
    found.set(one.id, row);
  }
  return wanted.map((one) => found.get(one.id)).filter((row) => row !== undefined);
}

/** First what points there, then the rows that go, then the one that stays: by then nothing else has the values that are unique. */
async function carryOut(merge: Merging, rows: readonly Row[], take: Record<string, unknown>): Promise<MergeField[]> {
  const { tools, tx, actor, model, id, from } = merge;
  const [survivor = {}] = rows;
  const { conditions } = await tools.registry.validator(model.name);
  const locked = new Set(lockedFields(model, survivor));
  const isLocked = (name: string) => conditions[`readonly:${name}`]?.(survivor) ?? false;
  const fields = fieldsThatDiffer(model, actor.roles, rows, (field) => lockOf(field, model, locked, isLocked) !== undefined);
  // A row does not come to point at itself because it was pointed at by its double.
  const values = withoutOwn(merge, chosenValues(model, rows, fields, take));
  await attempt(merge, model, id, () => prepareChange(tools, actor, model, survivor, values));
  await movePointers(merge);
  await moveComments(tx, model.name, from, id);
  if (merge.failed.length) return fields;
  for (const gone of from) await attempt(merge, model, gone, () => deleteIn(tools, tx, actor, model, gone, { lang: merge.lang, as: 'merge' }));
  if (merge.failed.length) return fields;
  count(merge, { do: 'delete', object: model.name, count: from.length });
  await attempt(merge, model, id, () => updateRecord(tools, actor, model.name, id, values, '*', { action: 'merge' }));
  const after = await loadRow(tx, wholeReader(model, tx.kind), id);
  // The history says so even where no value of the row changed.
  if (after && after.ver === survivor.ver)
    await noteHistory(tx, { model, id, ver: Number(after.ver), at: tools.now(), by: actor.id, action: 'merge', changes: {} });
  return fields;
}

function withoutOwn({ model, id, from }: Merging, values: Row): Row {
  let row = values;
  for (const { relation } of relationsTo([model], model.name)) {
    const [top = ''] = relation.path;
    if (Object.hasOwn(row, top)) row = { ...row, [top]: withReference(row, relation, [id, ...from], '') };
  }
  return row;
}
