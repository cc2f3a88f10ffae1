/** What the home page of the back office shows: what changed, how much there is, what needs attention. */

import type { Lang } from '#codegen/model.ts';
import { countRows } from '#framework/data/queries/counts.ts';
import { findChanges } from '#framework/data/rows/changes.ts';
import { type Reader, readerFor } from '#framework/data/rows/reader.ts';
import type { Attention, Change } from '#framework/system/wire.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { brokenFiles } from './read-system.ts';

/** The newest changes that the home page lists. */
const shownChanges = 20;
/** Entries looked through for them. */
const lookedThrough = 300;

/** Recent history over the objects, rows and fields that the actor may read. */
export async function readRecent(tools: Tools, actor: Actor, lang?: Lang): Promise<Change[]> {
  const readers = readersOf(tools, actor).filter(({ model }) => model.history && may(model, actor.roles, 'read'));
  const limits = { size: shownChanges, looked: lookedThrough };
  const { entries } = await findChanges(tools.db, new Map(readers.map((reader) => [reader.model.name, reader])), {}, limits, 'none', lang);
  return entries.map(({ object, row, title, at, by, name, action, ver, changes }) => ({
    obj: object,
    id: row,
    title,
    at,
    by: name ?? by,
    action,
    ver,
    fields: Object.keys(changes),
  }));
}

/** Counts for everybody; what is wrong with schema files and tables for those who can do something about it. */
export async function readAttention(tools: Tools, actor: Actor): Promise<Attention> {
  const counts = [];
  for (const reader of readersOf(tools, actor)) counts.push({ object: reader.model.name, ...(await countRows(tools.db, reader)) });
  if (!isAdministrator(actor)) return { counts, quarantined: [], pending: [] };
  const quarantined = brokenFiles(tools).map(({ file, findings }) => ({ file, message: findings[0]?.message ?? '' }));
  const pending = tools.tables.pending().map(({ object, steps, blocked }) => ({ object, steps: steps.length, blocked: blocked !== undefined }));
  return { counts, quarantined, pending };
}

/** Readers of the objects that the actor may list and whose tables can be read. */
function readersOf(tools: Tools, actor: Actor): Reader[] {
  return tools.registry
    .objects()
    .map((entry) => entry.model)
    .filter((model) => !model.entity.virtual && may(model, actor.roles, 'list') && !tools.tables.blocked(model.name))
    .map((model) => readerFor(model, actor.roles, tools.db.kind, 'list'));
}
