/** What has been applied to an object's tables, and the journal of steps by which a run that was cut off is taken up again. */
import type { FieldModel, ObjectEntry } from '#codegen/model.ts';
import { rootOf, stepOf } from '#rules/records/field-path.ts';
import type { Executor } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import type { Applied } from './compare/tighten.ts';
import type { Step } from './step.ts';

export interface AppliedState extends Applied {
  hash: string;
  /**
   * `table.column` → the field as which its values have been converted since, and the column that keeps the former ones: a plan that is not done to its end
   * says so here. It is written before the conversion, which is done once that column is there.
   */
  converted?: Record<string, { field: FieldModel; archive: string }>;
  /** nothing was left to do */
  complete: boolean;
  /** when that was, ms */
  at: number;
}

/** Object → the model that its tables were last brought to, of the objects asked for: a model is some 50 kB to read. */
export async function readApplied(db: Executor, objects: readonly string[]): Promise<Map<string, AppliedState>> {
  const rows = await db.query<{ name: string; hash: string; complete: number; model: string; at: number }>(
    `SELECT \`name\`, \`hash\`, \`complete\`, \`model\`, \`at\` FROM \`_object\` WHERE \`name\` IN (${objects.map(() => '?').join(', ') || 'NULL'})`,
    objects,
  );
  // `saveApplied` is the only writer.
  return new Map(
    rows.map((row) => [row.name, { hash: row.hash, complete: Number(row.complete) === 1, at: Number(row.at), ...(JSON.parse(row.model) as Applied) }]),
  );
}

/** Object → hash of what it was completely brought to: the quick question of each start. */
export async function readHashes(db: Executor): Promise<Map<string, string>> {
  const rows = await db.query<{ name: string; hash: string }>('SELECT `name`, `hash` FROM `_object` WHERE `complete` = 1');
  return new Map(rows.map((row) => [row.name, row.hash]));
}

/** Differs once a table was brought to another model. */
export async function lastApplied(db: Executor): Promise<number> {
  const row = await table(db, '_object').max({ at: 'at' }).first();
  return Number(row?.at ?? 0);
}

export async function saveApplied(db: Executor, { model, validation }: ObjectEntry, complete: boolean): Promise<void> {
  const values = [model.hash, complete, JSON.stringify({ model, validation }), Date.now()];
  const { changes } = await db.run('UPDATE `_object` SET `hash` = ?, `complete` = ?, `model` = ?, `at` = ? WHERE `name` = ?', [...values, model.name]);
  if (!changes) await db.run('INSERT INTO `_object` (`hash`, `complete`, `model`, `at`, `name`) VALUES (?, ?, ?, ?, ?)', [...values, model.name]);
}

/** Notes as which field a column's values lie there once `archive` is there, while the plan as a whole is not done. */
export async function noteConverted(db: Executor, object: string, table: string, field: FieldModel, archive: string): Promise<void> {
  const [row] = await db.query<{ model: string }>('SELECT `model` FROM `_object` WHERE `name` = ?', [object]);
  if (!row || !field.column) return;
  const state = JSON.parse(row.model) as Applied & Pick<AppliedState, 'converted'>; // `saveApplied` and this wrote it
  state.converted = { ...state.converted, [`${table}.${field.column.name}`]: { field, archive } };
  await db.run('UPDATE `_object` SET `model` = ? WHERE `name` = ?', [JSON.stringify(state), object]);
}

/** A field by a former name: `at` is when it began to be called otherwise. */
export interface Rename {
  field: string;
  former: string;
  at: number;
}

/** Object → its fields' renames, the earliest first. */
export async function readRenames(db: Executor, objects: readonly string[]): Promise<Map<string, Rename[]>> {
  const found = new Map<string, Rename[]>();
  if (!objects.length) return found;
  const list = objects.map(() => '?').join(', ');
  const sql = `SELECT \`obj\`, \`field\`, \`former\`, \`at\` FROM \`_rename\` WHERE \`obj\` IN (${list}) ORDER BY \`at\`, \`id\``;
  for (const { obj, field, former, at } of await db.query<Rename & { obj: string }>(sql, objects))
    found.set(obj, [...(found.get(obj) ?? []), { field, former, at: Number(at) }]);
  return found;
}

/** A field's present name and those that it had: renames come the earliest first. */
export function everyName(field: string, renames: readonly Rename[]): string[] {
  const names = [field];
  for (const rename of [...renames].reverse()) if (names.some((name) => stepOf(name) === rename.field)) names.push(rootOf(rename.former));
  return names;
}

/** Written before the step, so that one which was cut off loses no history, and again with the moment at which it was done. */
export async function noteRenames(db: Executor, object: string, renames: Step['renames'] = []): Promise<void> {
  for (const { field, former } of renames) {
    const values = [Date.now(), object, field, former];
    const { changes } = await db.run('UPDATE `_rename` SET `at` = ? WHERE `obj` = ? AND `field` = ? AND `former` = ?', values);
    if (!changes) await db.run('INSERT INTO `_rename` (`at`, `obj`, `field`, `former`) VALUES (?, ?, ?, ?)', values);
  }
}

/** The step was refused: the fields are called what they were. */
export async function forgetRenames(db: Executor, object: string, renames: Step['renames'] = []): Promise<void> {
  for (const { field, former } of renames) await db.run('DELETE FROM `_rename` WHERE `obj` = ? AND `field` = ? AND `former` = ?', [object, field, former]);
}

/** What is archived in an object's tables and not purged. */
export async function readArchived(db: Executor, object: string): Promise<{ tbl: string; col: string; field: string; model: FieldModel | null }[]> {
  const rows = await db.query<{ tbl: string; col: string; field: string; model: string }>(
    'SELECT `tbl`, `col`, `field`, `model` FROM `_archive` WHERE `obj` = ? AND `purged_at` IS NULL',
    [object],
  );
  return rows.map((row) => ({ ...row, model: JSON.parse(row.model) as FieldModel | null })); // `writeArchives` is the only writer
}

/** Keys of an object's steps by what became of them last: a `started` one was cut off, a `done` check need not be run again. */
export async function readSteps(db: Executor, object: string): Promise<{ started: Set<string>; done: Set<string> }> {
  const rows = await db.query<{ step: string; state: string }>('SELECT `step`, `state` FROM `_step` WHERE `obj` = ? ORDER BY `id`', [object]);
  const last = new Map(rows.map((row) => [row.step, row.state]));
  const of = (state: string) => new Set([...last].filter(([, value]) => value === state).map(([key]) => key));
  return { started: of('started'), done: of('done') };
}

export async function beginStep(db: Executor, object: string, step: Step): Promise<number> {
  const { lastId } = await db.run('INSERT INTO `_step` (`obj`, `step`, `class`, `description`, `state`, `started_at`) VALUES (?, ?, ?, ?, ?, ?)', [
    object,
    step.key.slice(0, 191),
    step.class,
    step.description,
    'started',
    Date.now(),
  ]);
  return lastId;
}

export async function endStep(db: Executor, id: number, error?: string): Promise<void> {
  await db.run('UPDATE `_step` SET `state` = ?, `done_at` = ?, `error` = ? WHERE `id` = ?', [
    error === undefined ? 'done' : 'failed',
    Date.now(),
    error ?? null,
    id,
  ]);
}

/**
 * Records which columns hold the values of removed fields; the ids of what was written. Before the step, so that what one that was cut off has put away is
 * known; `forgetArchives` where the step is refused.
 */
export async function writeArchives(db: Executor, object: string, { table, archives = [] }: Step): Promise<number[]> {
  const written: number[] = [];
  for (const { column, field, model } of archives) {
    const known = await db.query('SELECT 1 AS one FROM `_archive` WHERE `tbl` = ? AND `col` = ? AND `field` = ? AND `purged_at` IS NULL', [
      table,
      column,
      field,
    ]);
    if (known.length) continue;
    const values = [object, table, column, field, JSON.stringify(model ?? null), Date.now()];
    written.push((await db.run('INSERT INTO `_archive` (`obj`, `tbl`, `col`, `field`, `model`, `at`) VALUES (?, ?, ?, ?, ?, ?)', values)).lastId);
  }
  return written;
}

export async function forgetArchives(db: Executor, written: readonly number[]): Promise<void> {
  for (const id of written) await db.run('DELETE FROM `_archive` WHERE `id` = ?', [id]);
}
