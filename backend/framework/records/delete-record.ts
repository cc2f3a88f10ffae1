import { randomUUID } from 'node:crypto';
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { shareOf, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { withoutReference } from '#framework/data/rows/references.ts';
import type { Released } from '#framework/data/rows/trash.ts';
import { save } from '#framework/save/save.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type DeletionStep, planDeletion } from './plan-deletion.ts';
import { modelFor, type RecordTools } from './record-tools.ts';
import { existingRow, stale } from './update-record.ts';

/**
 * Deletes a row, and what x-relation's onDelete says of the rows that point at it, in one transaction. What goes, goes to the trash together.
 * @throws Refusal msg.referenced with data {blocking, more} (K10), msg.ownaccount (K11), msg.datamodi where a version was named and is stale
 */
export async function deleteRecord(tools: RecordTools, actor: Actor, object: string, id: string, version?: number, lang?: Lang): Promise<Row> {
  const model = modelFor(tools, actor, object, 'delete');
  const row = await existingRow(tools, actor, model, id, 'delete');
  if (version !== undefined && version !== row.ver) throw stale(tools, actor, model, row);
  try {
    await tools.db.transaction((tx) => deleteIn(tools, tx, actor, model, id, { lang }));
  } catch (error) {
    throw asRefusal(error, model) ?? error;
  }
  return shareOf(model, actor.roles, tools.db.kind, row);
}

/** The same in a transaction that runs already, for who has asked for the right to it. `as`: the name of the act in the history. */
export async function deleteIn(
  tools: RecordTools,
  tx: Transaction,
  actor: Actor,
  model: ObjectModel,
  id: string,
  { lang, as }: { lang?: Lang | undefined; as?: string } = {},
): Promise<void> {
  const steps = await planDeletion(tools, tx, actor, model, id, { isMeant: true, lang });
  const how = { by: actor.id, at: tools.now(), ...(as !== undefined && { as }) };
  const deletion = randomUUID();
  const released: (Released & { to: string })[] = [];
  for (const step of steps) {
    if (step.do === 'release') {
      released.push(...(await release(tools, tx, step, how)));
      continue;
    }
    const key = String(step.row[step.model.entity.key]);
    const isChanged = released.some((one) => one.object === step.model.name && one.id === key);
    const row = isChanged ? await loadRow(tx, wholeReader(step.model, tx.kind), key) : step.row;
    if (!row) throw new Refusal('msg.notfound', { values: { object: step.model.name, id: key } });
    const own = released.filter(({ to }) => to === `${step.model.name} ${key}`).map(({ to: _, ...one }) => one);
    await save(tools, tx, step.model, { remove: row, deletion: { id: deletion, isRoot: step === steps.at(-1), released: own } }, how);
  }
  const gone = steps.at(-1);
  if (gone?.do === 'remove') await tools.onChange?.(tx, { model, id, actor, before: gone.row, names: [] });
}

/** onDelete 'null': the row that pointed here stays, without the reference. */
async function release(
  tools: RecordTools,
  tx: Transaction,
  { model, id, relation, to }: DeletionStep & { do: 'release' },
  how: { by: string; at: Date },
): Promise<(Released & { to: string })[]> {
  const row = await loadRow(tx, wholeReader(model, tx.kind), id, true);
  const field = relation.path[0] ?? '';
  if (!row) return [];
  const after = withoutReference(row, relation, to.id);
  await save(tools, tx, model, { update: { ...row, [field]: after }, from: row, names: [field] }, how);
  return [{ object: model.name, id, field, before: row[field] ?? null, after, to: `${to.object} ${to.id}` }];
}
