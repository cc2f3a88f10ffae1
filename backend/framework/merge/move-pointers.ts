/** What points at rows that go, pointed at the one that stays: each by an ordinary change, and what keeps one from it is noted. */
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { projectRow, readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { type RelationPath, referencingIds, relationsTo, withReference } from '#framework/data/rows/references.ts';
import { titlesOf } from '#framework/records/plan-deletion.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import { existingRow, updateRecord } from '#framework/records/update-record.ts';
import type { Effect } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may, mayWriteField } from '#rules/accounts/permission.ts';
import { differences } from '#rules/records/record.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';

/** Rows that are pointed elsewhere in one transaction. */
const mostMoved = 5_000;
/** Rows named among those that stand in the way. */
const named = 10;

/** A row that the merge would have to write and may not, or whose rules would be broken. */
export interface Obstacle {
  /** '' where the person may not know of it, as `id` is */
  object: string;
  id: string;
  title: string;
  problems: Problem[];
  /** whose fields the problems name, for the one who words them */
  of: string;
}

/** A merge on its way. */
export interface Merging {
  tools: RecordTools;
  tx: Transaction;
  actor: Actor;
  model: ObjectModel;
  /** of the row that stays */
  id: string;
  /** of those that become part of it */
  from: string[];
  lang: Lang;
  effects: Effect[];
  failed: Obstacle[];
  more: number;
}

/** Every row that points at one that goes is written once, with all its references. */
export async function movePointers(merge: Merging): Promise<void> {
  const { tools, tx, model, from } = merge;
  const pointing = relationsTo(
    tools.registry.objects().map((entry) => entry.model),
    model.name,
  );
  const pointers = new Map<ObjectModel, Map<string, RelationPath[]>>();
  let found = 0;
  for (const { model: other, relation } of pointing) {
    const rows = pointers.get(other) ?? new Map<string, RelationPath[]>();
    pointers.set(other, rows);
    for (const gone of from) {
      for (const key of await referencingIds(tx, other, relation, gone, mostMoved + 1)) {
        const known = rows.get(key) ?? [];
        if (known.includes(relation)) continue;
        rows.set(key, [...known, relation]);
        found += 1;
      }
    }
    if (found > mostMoved) throw new Refusal('merge.many', { values: { limit: mostMoved } });
  }
  for (const [other, rows] of pointers) for (const [key, relations] of rows) await movePointer(merge, other, key, relations);
}

async function movePointer(merge: Merging, other: ObjectModel, key: string, relations: readonly RelationPath[]): Promise<void> {
  const { tools, tx, actor, model, id, from } = merge;
  const isSurvivor = other === model && key === id;
  await attempt(merge, other, key, async () => {
    modelFor(tools, actor, other.name, 'update');
    const whole = await loadRow(tx, wholeReader(other, tx.kind), key, true);
    const row = whole && (await existingRow(tools, actor, other, key, 'update'));
    if (!row) return;
    const read = projectRow(readerFor(other, actor.roles, tx.kind), row);
    const [payload, sets]: [Row, Row] = [{}, {}];
    for (const relation of relations) {
      const [top = ''] = relation.path;
      const field = other.fields.find(({ name }) => name === top);
      // What only the server writes it moves by itself; of the rest, what this person may write.
      const isOwn = field?.readOnly === true;
      if (!isOwn && !(field && Object.hasOwn(read, top) && mayWriteField(field, actor.roles)))
        throw new Refusal('msg.invalid', { fields: [{ path: top, code: 'field.readonly' }] });
      const into = isOwn ? sets : payload;
      into[top] = withReference({ ...(isOwn ? row : read), ...into }, relation, from, isSurvivor ? '' : id);
    }
    const tops = relations.map(({ path }) => path[0] ?? '');
    await updateRecord(tools, actor, other.name, key, payload, '*', { action: 'merge', sets, moves: tops });
    await refuseLeftBehind(merge, other, key, relations);
    for (const { path } of relations) count(merge, { do: 'change', object: other.name, field: path[0] ?? '', count: 1 });
  });
}

/** A reference inside what the person may not see was not among what they wrote. */
async function refuseLeftBehind({ tx, from }: Merging, other: ObjectModel, key: string, relations: readonly RelationPath[]): Promise<void> {
  const after = await loadRow(tx, wholeReader(other, tx.kind), key);
  for (const relation of relations) {
    const [top = ''] = relation.path;
    const field = other.fields.find(({ name }) => name === top);
    const clean = { ...after, [top]: withReference(after ?? {}, relation, from, '') };
    if (after && field && differences(after, clean, [field]).length) throw new Refusal('msg.invalid', { fields: [{ path: top, code: 'field.readonly' }] });
  }
}

/** Does it; a refusal is noted with the row's name, as far as the person may know it, and the others are tried too. */
export async function attempt(merge: Merging, model: ObjectModel, id: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const refusal = asRefusal(error, model);
    // A deadlock is the database's to report: the transaction is tried again.
    if (!refusal || refusal.status >= 500) throw error instanceof Refusal && error.cause ? error.cause : error;
    if (refusal.code === 'msg.nochange') return;
    if (merge.failed.length >= named) {
      merge.more += 1;
      return;
    }
    const [known] = await titlesOf(merge.tx, merge.actor, model, [id], merge.lang);
    const problems = refusal.fields.length ? [...refusal.fields] : [{ path: '', code: refusal.code, values: refusal.values }];
    merge.failed.push({
      object: known || may(model, merge.actor.roles, 'read') ? model.name : '',
      id: known ? id : '',
      title: known?.title ?? '',
      problems,
      of: model.name,
    });
  }
}

export function count({ effects }: Merging, effect: Effect): void {
  const known = effects.find((one) => one.do === effect.do && one.object === effect.object && one.field === effect.field);
  if (known) known.count += effect.count;
  else effects.push(effect);
}
