/** Fields that refer to other rows, or hold files, from now on: `_ref` notes what the rows that there are hold in them, as a save would. */
import type { ObjectEntry, ObjectModel, Row } from '#codegen/model.ts';
import { pathOf, rootOf } from '#rules/records/field-path.ts';
import type { Database } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import { wholeReader } from '../rows/reader.ts';
import { loadRows } from '../rows/records.ts';
import { notedOf, saveReferences } from '../rows/references.ts';
import type { ExistingTable } from './inspect.ts';
import { type AppliedState, type Rename, readArchived, readRenames } from './journal.ts';
import { keysInPortions, stepOverRows } from './over-rows.ts';
import type { Step } from './step.ts';

/** The step that notes them; none where no such field is new, or there is no row. Repeated, it changes nothing. @param renames of the other steps */
export async function referenceSteps(
  db: Database,
  { model }: ObjectEntry,
  applied: AppliedState | undefined,
  existing: ExistingTable | undefined,
  done: ReadonlySet<string>,
  renames: NonNullable<Step['renames']>,
): Promise<Step[]> {
  if (!applied || !existing || applied.hash === model.hash) return [];
  const wanted = placesOf(model);
  if (!wanted.size) return [];
  const before = await renamedSince(db, model.name, applied, renames);
  const fields = [...wanted].filter(([path, to]) => before.get(path) !== to).map(([path]) => path);
  if (!fields.length) return [];
  const description = `note what ${fields.join(', ')} of the rows of ${model.name} refer to`;
  return stepOverRows(db, model, applied, done, { kind: 'noteReferences', fields, change: fields, description });
}

/** Every row once. */
export async function noteReferences(db: Database, { model }: ObjectEntry, fields: readonly string[]): Promise<void> {
  const { key } = model.entity;
  const names = [...new Set(fields.map(rootOf))];
  const reader = wholeReader(model, db.kind);
  for await (const ids of keysInPortions(db, model))
    await db.transaction(async (tx) => {
      const rows = (await loadRows(tx, reader, ids, true)) as Row[]; // whole ones
      for (const row of rows) await saveReferences(tx, model, String(row[key]), row, names, false);
    });
}

/** Forgets what is noted of fields whose values were dropped for good: their files are nobody's from then on, and go with the sweep. */
export async function dropNotes(db: Database, { model }: ObjectEntry, purged: readonly string[]): Promise<void> {
  if (!purged.length) return;
  const isWithin = (path: string, field: string) => path === field || path.startsWith(`${field}.`);
  const places = placesOf(model);
  const archived = (await readArchived(db, model.name)).map(({ field }) => field);
  const noted = ((await table(db, '_ref').where({ obj: model.name }).distinct().pluck('field')) as unknown[]).map(String);
  for (const field of noted)
    if (!places.has(field) && purged.some((one) => isWithin(field, one)) && !archived.some((one) => isWithin(field, one)))
      await table(db, '_ref').where({ obj: model.name, field }).del();
}

/** Dotted path → what is noted of it in `_ref`. */
function placesOf(model: ObjectModel): Map<string, string> {
  return new Map(notedOf(model).map(({ path, to }) => [pathOf(path), to]));
}

/** What was noted until now, by the present names. */
async function renamedSince(db: Database, object: string, { model, at }: AppliedState, renames: NonNullable<Step['renames']>): Promise<Map<string, string>> {
  const done = ((await readRenames(db, [object])).get(object) ?? []).filter((one: Rename) => one.at >= at);
  let places = [...placesOf(model)];
  for (const { field, former } of [...done, ...renames])
    places = places.map(([path, to]) => (path === former || path.startsWith(`${former}.`) ? [field + path.slice(former.length), to] : [path, to]));
  return new Map(places);
}
