import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { projectRow, readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow, loadTitleRows } from '#framework/data/rows/records.ts';
import { type RelationPath, referencingIds, relationsTo, withoutReference } from '#framework/data/rows/references.ts';
import { save } from '#framework/save/save.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { rulesOf } from '#rules/application.ts';
import { titleOf } from '#rules/records/record.ts';
import { Refusal, type Values } from '#rules/words/problem.ts';
import { usesInWords } from '#rules/words/wording.ts';
import { loadWith } from './check-related.ts';
import { modelFor, type RecordTools, refuseProblems } from './record-tools.ts';
import { existingRow, stale } from './update-record.ts';

/** Rows named by their title among those that keep one from being deleted. */
const namedBlockers = 10;
/** Rows that one deletion may delete or change with it; above that a person should look first. */
const mostAffected = 1_000;

export interface Blocker {
  object: string;
  id: string;
  title: string;
}

interface Deletion {
  tools: RecordTools;
  tx: Transaction;
  actor: Actor;
  now: Date;
  /** "object id" of what is going in this deletion already */
  gone: Set<string>;
  /** of the titles in a refusal */
  lang?: Lang | undefined;
}

/**
 * Deletes a row, and what x-relation's onDelete says of the rows that point at it, in one transaction. x-trash keeps the row, out of sight.
 * @throws Refusal msg.referenced with data {blocking, more} (K10), msg.ownaccount (K11), msg.datamodi where a version was named and is stale
 */
export async function deleteRecord(tools: RecordTools, actor: Actor, object: string, id: string, version?: number, lang?: Lang): Promise<Row> {
  const model = modelFor(tools, actor, object, 'delete');
  const row = await existingRow(tools, actor, model, id, 'delete');
  if (version !== undefined && version !== row.ver) throw stale(tools, actor, model, row);
  try {
    await tools.db.transaction((tx) => take({ tools, tx, actor, now: tools.now(), gone: new Set(), lang }, model, id));
  } catch (error) {
    throw asRefusal(error, model) ?? error;
  }
  return projectRow(readerFor(model, actor.roles, tools.db.kind), row);
}

async function take(deletion: Deletion, model: ObjectModel, id: string): Promise<void> {
  const { tools, tx, actor, now, gone } = deletion;
  const row = await loadRow(tx, wholeReader(model, tx.kind), id, true);
  if (!row) throw new Refusal('msg.notfound', { values: { object: model.name, id } });
  gone.add(`${model.name} ${id}`);
  if (gone.size > mostAffected) throw new Refusal('msg.nodelete');
  const rules = rulesOf(model.name);
  const pointing = relationsTo(
    tools.registry.objects().map((entry) => entry.model),
    model.name,
  );
  const problems = [...(rules.remove?.(row, actor) ?? []), ...((await rules.removal?.(loadWith(tx, tools.registry), row)) ?? [])];
  // A rule that looks at other rows means the ones that point here: they are named as well.
  const blockers = await blockersOf(deletion, problems.length ? pointing : pointing.filter(({ relation }) => relation.relation.onDelete === 'restrict'), id);
  refuseProblems(problems, blockers?.data);
  if (blockers) throw new Refusal('msg.referenced', blockers);
  for (const { model: other, relation } of pointing) {
    if (relation.relation.onDelete === 'restrict') continue;
    for (const pointer of await referencingIds(tx, other, relation, id, mostAffected)) {
      if (gone.has(`${other.name} ${pointer}`)) continue;
      if (relation.relation.onDelete === 'cascade') await take(deletion, other, pointer);
      else await release(deletion, other, relation, pointer, id);
    }
  }
  await save(tools, tx, model, { remove: row }, { by: actor.id, at: now });
}

/** K10: which rows stand in the way, by name as far as the person may read them, and how many of each object in words. */
async function blockersOf(
  { tx, actor, gone, lang }: Deletion,
  pointing: { model: ObjectModel; relation: RelationPath }[],
  id: string,
): Promise<{ data: { blocking: Blocker[]; more: number }; values: Values } | undefined> {
  const found = new Map<ObjectModel, Set<string>>();
  for (const { model, relation } of pointing) {
    const ids = await referencingIds(tx, model, relation, id, mostAffected);
    found.set(model, new Set([...(found.get(model) ?? []), ...ids.filter((pointer) => !gone.has(`${model.name} ${pointer}`))]));
  }
  const blocking: Blocker[] = [];
  const uses: { model: ObjectModel | undefined; count: number }[] = [];
  for (const [model, ids] of found) {
    if (!ids.size) continue;
    const mayRead = may(model, actor.roles, 'read');
    uses.push({ model: mayRead ? model : undefined, count: ids.size });
    if (!mayRead || blocking.length >= namedBlockers) continue;
    const reader = readerFor(model, actor.roles, tx.kind);
    for (const row of await loadTitleRows(tx, reader, [...ids].slice(0, namedBlockers - blocking.length)))
      blocking.push({ object: model.name, id: String(row[model.entity.key]), title: titleOf(row, model, lang) });
  }
  if (!uses.length) return undefined;
  const count = uses.reduce((sum, one) => sum + one.count, 0);
  return { data: { blocking, more: count - blocking.length }, values: { count, ...usesInWords(uses) } };
}

/** onDelete 'null': the row that pointed here stays, without the reference. */
async function release({ tools, tx, actor, now }: Deletion, model: ObjectModel, relation: RelationPath, pointer: string, id: string): Promise<void> {
  const row = await loadRow(tx, wholeReader(model, tx.kind), pointer, true);
  const field = relation.path[0] ?? '';
  if (!row) return;
  await save(tools, tx, model, { update: { ...row, [field]: withoutReference(row, relation, id) }, from: row, names: [field] }, { by: actor.id, at: now });
}
