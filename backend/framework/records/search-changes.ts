import type { Lang } from '#codegen/model.ts';
import { findChanges, type Search } from '#framework/data/rows/changes.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import type { FoundChanges } from '#framework/records/wire.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { modelFor } from './record-tools.ts';

/** Of one page: a fast scan of the newest, and 'show more' goes on from there. */
const limits = { size: 50, looked: 2_000 } as const;

/**
 * All changes that are looked for, as far as the person may read the row and the field. Exports are shown to administrators, and to whoever made them.
 * @throws Refusal msg.notfound, msg.admin, msg.forbidden of an object that is named and may not be read
 */
export async function searchChanges(tools: Tools, actor: Actor, search: Search, lang: Lang): Promise<FoundChanges> {
  if (search.object !== undefined) modelFor(tools, actor, search.object, 'read');
  const whose = isAdministrator(actor) ? 'all' : { by: actor.id };
  const models = tools.registry.objects().map(({ model }) => model);
  const readable = models.filter((model) => !model.entity.virtual && may(model, actor.roles, 'read') && !tools.tables.blocked(model.name));
  const readers = new Map(readable.map((model) => [model.name, readerFor(model, actor.roles, tools.db.kind)]));
  return findChanges(tools.db, readers, search, limits, whose, lang);
}
