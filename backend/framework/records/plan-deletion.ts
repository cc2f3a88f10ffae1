/** What deleting a row takes along, worked out before anything is written: a deletion carries it out, the question before it says it. */
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow, loadTitleRows } from '#framework/data/rows/records.ts';
import { type RelationPath, referencingIds, relationsTo } from '#framework/data/rows/references.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { rulesOf } from '#rules/application.ts';
import { titleOf } from '#rules/records/record.ts';
import { Refusal, type Values } from '#rules/words/problem.ts';
import { usesInWords } from '#rules/words/wording.ts';
import { loadWith } from './check-related.ts';
import { type RecordTools, refuseProblems } from './record-tools.ts';

/** Rows named by their title among those that keep one from being deleted. */
const namedBlockers = 10;
/** Rows that one deletion may delete or change with it; above that a person should look first. */
const mostAffected = 1_000;

export interface Blocker {
  object: string;
  id: string;
  title: string;
}

/** One thing that a deletion does, in its order: a row goes, or a row that points at one that goes is left without the reference. */
export type DeletionStep =
  | { do: 'remove'; model: ObjectModel; row: Row }
  | { do: 'release'; model: ObjectModel; id: string; relation: RelationPath; to: { object: string; id: string } };

interface Planning {
  tools: Pick<RecordTools, 'registry'>;
  tx: Executor;
  actor: Actor;
  /** for what is done next, the rows are locked */
  isMeant: boolean;
  /** "object id" of what is going already */
  gone: Set<string>;
  steps: DeletionStep[];
  /** of the titles in a refusal */
  lang: Lang | undefined;
}

/**
 * The steps of a deletion; the row itself goes last. `isMeant` locks the rows, for a transaction that carries it out.
 * @throws Refusal msg.notfound, msg.nodelete, msg.referenced with data {blocking, more} (K10), what the object's rules say
 */
export async function planDeletion(
  tools: Pick<RecordTools, 'registry'>,
  tx: Executor,
  actor: Actor,
  model: ObjectModel,
  id: string,
  { isMeant = false, lang }: { isMeant?: boolean; lang?: Lang | undefined } = {},
): Promise<DeletionStep[]> {
  const planning: Planning = { tools, tx, actor, isMeant, gone: new Set(), steps: [], lang };
  await take(planning, model, id);
  return planning.steps;
}

async function take(planning: Planning, model: ObjectModel, id: string): Promise<void> {
  const { tools, tx, actor, gone, steps, isMeant } = planning;
  const row = await loadRow(tx, wholeReader(model, tx.kind), id, isMeant);
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
  const blockers = await blockersOf(planning, problems.length ? pointing : pointing.filter(({ relation }) => relation.relation.onDelete === 'restrict'), id);
  refuseProblems(problems, blockers?.data);
  if (blockers) throw new Refusal('msg.referenced', blockers);
  for (const { model: other, relation } of pointing) {
    if (relation.relation.onDelete === 'restrict') continue;
    for (const pointer of await referencingIds(tx, other, relation, id, mostAffected)) {
      if (gone.has(`${other.name} ${pointer}`)) continue;
      if (relation.relation.onDelete === 'cascade') await take(planning, other, pointer);
      else steps.push({ do: 'release', model: other, id: pointer, relation, to: { object: model.name, id } });
    }
  }
  steps.push({ do: 'remove', model, row });
}

/** K10: which rows stand in the way, by name as far as the person may read them, and how many of each object in words. */
async function blockersOf(
  { tx, actor, gone, lang }: Planning,
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
    blocking.push(...(await titlesOf(tx, actor, model, [...ids].slice(0, namedBlockers - blocking.length), lang)));
  }
  if (!uses.length) return undefined;
  const count = uses.reduce((sum, one) => sum + one.count, 0);
  return { data: { blocking, more: count - blocking.length }, values: { count, ...usesInWords(uses) } };
}

/** Rows by name, as far as the person may read them. */
export async function titlesOf(db: Executor, actor: Actor, model: ObjectModel, ids: readonly string[], lang: Lang | undefined): Promise<Blocker[]> {
  if (!ids.length || !may(model, actor.roles, 'read')) return [];
  const rows = await loadTitleRows(db, readerFor(model, actor.roles, db.kind), ids);
  return rows.map((row) => ({ object: model.name, id: String(row[model.entity.key]), title: titleOf(row, model, lang) }));
}
