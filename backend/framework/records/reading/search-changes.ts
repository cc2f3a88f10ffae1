import type { Lang } from '#codegen/model.ts';
import { findChanges, type Search } from '#framework/data/rows/changes.ts';
import { type Reader, readerFor } from '#framework/data/rows/reader.ts';
import type { FoundChanges } from '#framework/records/wire.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { modelFor } from '../record-tools.ts';
import { withVisitors } from './read-record.ts';

/** Of one page: a fast scan of the newest, and 'show more' goes on from there. */
const limits = { size: 50, looked: 2_000 } as const;

/**
 * All changes that are looked for, as far as the person may read the row and the field. Exports are shown to administrators, and to whoever made them.
 * @throws Refusal msg.notfound, msg.admin, msg.forbidden of an object that is named and may not be read
 */
export async function searchChanges(tools: Tools, actor: Actor, search: Search, lang: Lang): Promise<FoundChanges> {
  if (search.object !== undefined) modelFor(tools, actor, search.object, 'read');
  const readers = changeReaders(tools, actor);
  const whose = isAdministrator(actor) ? 'all' : { by: actor.id };
  const found = await findChanges(tools.db, readers, search, limits, whose, lang);
  return { ...found, entries: await withVisitors(tools, actor, found.entries) };
}

/** Readers of the objects whose rows this person may read, by name. */
export function changeReaders(tools: Tools, { roles }: Actor): Map<string, Reader> {
  const models = tools.registry.objects().map(({ model }) => model);
  const readable = models.filter((model) => !model.entity.virtual && may(model, roles, 'read') && !tools.tables.blocked(model.name));
  return new Map(readable.map((model) => [model.name, readerFor(model, roles, tools.db.kind)]));
}
