import type { Lang, ObjectModel } from '#codegen/model.ts';
import type { DeletionPreview, Taken } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { Refusal } from '#rules/words/problem.ts';
import { bulkLimit } from './delete-records.ts';
import { planDeletion, titlesOf } from './plan-deletion.ts';
import { modelFor, type RecordTools } from './record-tools.ts';

/** Rows named of each object. */
const named = 5;

/**
 * What deleting these rows would take along, and which rows would lose a reference: by object, with the first names as far as the person may read them.
 * Rows that may not be deleted say so when it is tried.
 */
export async function previewDeletion(tools: RecordTools, actor: Actor, object: string, ids: readonly string[], lang: Lang): Promise<DeletionPreview> {
  const model = modelFor(tools, actor, object, 'delete');
  if (ids.length > bulkLimit) throw new Refusal('param.filter', { values: { field: 'filter' } });
  const asked = new Set(ids.map((id) => `${object} ${id}`));
  const found = { takes: new Map<ObjectModel, Set<string>>(), clears: new Map<ObjectModel, Set<string>>() };
  for (const id of ids) {
    for (const step of await planDeletion(tools, tools.db, actor, model, id).catch(nothing)) {
      const key = step.do === 'remove' ? String(step.row[step.model.entity.key]) : step.id;
      if (asked.has(`${step.model.name} ${key}`)) continue;
      const of = step.do === 'remove' ? found.takes : found.clears;
      of.set(step.model, (of.get(step.model) ?? new Set()).add(key));
    }
  }
  const inWords = async (
    of: ReadonlyMap<ObjectModel, ReadonlySet<string>>,
    not: ReadonlyMap<ObjectModel, ReadonlySet<string>> = new Map(),
  ): Promise<Taken[]> => {
    const taken: Taken[] = [];
    for (const [other, keys] of of) {
      const left = [...keys].filter((key) => !not.get(other)?.has(key));
      if (!left.length) continue;
      const rows = await titlesOf(tools.db, actor, other, left.slice(0, named), lang);
      // Whoever may not know of an object is told that there is something, not what.
      taken.push({ object: may(other, actor.roles, 'read') ? other.name : '', count: left.length, rows: rows.map(({ id, title }) => ({ id, title })) });
    }
    return taken;
  };
  return { takes: await inWords(found.takes), clears: await inWords(found.clears, found.takes) };
}

function nothing(error: unknown): [] {
  if (error instanceof Refusal && error.status < 500) return [];
  throw error;
}
