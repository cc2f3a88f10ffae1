/** What is stored beside an object's rows by the names of its fields goes by their new names: files, references, views of the list, cards of home pages, grants of roles, conditions of webhooks, columns of sheets. */

import { renamedGrant } from '#rules/accounts/own-roles.ts';
import { rootOf, stepOf } from '#rules/records/field-path.ts';
import type { Executor } from '../engine/connect.ts';
import { padded, table } from '../engine/table.ts';
import { renameInRoles } from '../system/accounts/own-roles.ts';
import { renameInColumns } from '../system/import-columns.ts';
import { renameInViews } from '../system/views.ts';
import { listWebhooks, renameInConditions } from '../system/webhooks.ts';
import type { Step } from './step.ts';

type Renames = NonNullable<Step['renames']>;

/** Rows of one statement. */
const portion = 500;

/** Tables with an object's name, and a dotted path of its fields. */
const known = [
  ['_ref', 'obj'],
  ['_file', 'object'],
  ['_upload', 'object'],
] as const;

/**
 * Done before the step, so that one which was cut off leaves nothing behind, and again after it, for what was written meanwhile.
 */
export async function renameBeside(db: Executor, object: string, renames: Renames = []): Promise<void> {
  if (!renames.length) return;
  for (const rename of renames) for (const [name, of] of known) await renameIn(db, name, of, object, rename);
  const nameOf = (path: string): string => {
    const found = renames.find(({ former }) => path === former || path.startsWith(`${former}.`));
    return found ? found.field + path.slice(found.former.length) : path;
  };
  await renameInViews(db, object, nameOf);
  const fieldOf = (field: string) => rootOf(nameOf(stepOf(field)));
  await renameInColumns(db, object, fieldOf);
  await renameInRoles(db, (grant) => renamedGrant(grant, object, object, fieldOf));
  // What reads expressions is a part of its own, and few hooks have one.
  if ((await listWebhooks(db)).some(({ when }) => when[object] !== undefined)) {
    const { mapExpression } = await import('#codegen/describe/rename-in-expression.ts');
    await renameInConditions(db, object, (text) => mapExpression(text, '', nameOf, new Map([['old', '']])) ?? text);
  }
}

/** The step was refused: the fields are called what they were. */
export async function renameBack(db: Executor, object: string, renames: Renames = []): Promise<void> {
  await renameBeside(
    db,
    object,
    renames.map(({ field, former }) => ({ field: former, former: field })),
  );
}

async function renameIn(db: Executor, name: string, of: string, object: string, { field, former }: Renames[number]): Promise<void> {
  const fields = (
    (await table(db, name)
      .where({ [of]: object })
      .distinct()
      .pluck('field')) as unknown[]
  ).map(String);
  for (const old of fields.filter((one) => one === former || one.startsWith(`${former}.`))) {
    const next = field + old.slice(former.length);
    if (name === '_ref' && fields.includes(next)) await dropOlder(db, object, old, next);
    await table(db, name)
      .where({ [of]: object, field: old })
      .update({ field: next });
  }
}

/** A row that was saved meanwhile is noted by its former name anew: that is what it holds. */
async function dropOlder(db: Executor, object: string, former: string, field: string): Promise<void> {
  const ids = ((await table(db, '_ref').where({ obj: object, field: former }).distinct().pluck('row_id')) as unknown[]).map(String);
  for (let at = 0; at < ids.length; at += portion)
    await table(db, '_ref')
      .where({ obj: object, field })
      .whereIn('row_id', padded(ids.slice(at, at + portion)))
      .del();
}
