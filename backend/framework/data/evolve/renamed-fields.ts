/** What is stored beside an object's rows by the names of its fields goes by their new names: files, references, views of the list, cards of home pages. */
import type { Executor } from '../engine/connect.ts';
import { padded, table } from '../engine/table.ts';
import { renameInViews } from '../system/views.ts';
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
  await renameInViews(db, object, renames);
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
