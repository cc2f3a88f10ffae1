/** The evolution plan: what an object's tables need to become what its model asks for, and how dangerous each step is. */

import { createHash } from 'node:crypto';
import type { FieldModel, ObjectEntry, ObjectModel } from '#codegen/model.ts';
import type { StepRows } from '#framework/system/wire.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { type Database, ident } from '../engine/connect.ts';
import { compareTable, type Known } from './compare/compare.ts';
import { insideSteps, withArchived } from './compare/compare-inside.ts';
import { archiveTable, compareLists } from './compare/compare-lists.ts';
import { tightened } from './compare/tighten.ts';
import { countCopied } from './copy-list.ts';
import type { ColumnLayout } from './ddl-types.ts';
import { formerField } from './inside.ts';
import { type ExistingTable, inspect } from './inspect.ts';
import { type AppliedState, readApplied, readArchived, readSteps } from './journal.ts';
import { type TableLayout, tablesOf } from './layout.ts';
import { referenceSteps } from './note-references.ts';
import { recomputeSteps } from './recompute.ts';
import { compareName } from './rename-object.ts';
import { type Examination, type Step, step } from './step.ts';

export type { RowFailure, Step, StepClass, StepKind } from './step.ts';

export interface Plan {
  object: string;
  entry: ObjectEntry;
  steps: Step[];
  /** keys of steps that were begun and interrupted: they were allowed then and need no second permission */
  begun: Set<string>;
  /** foreign keys to objects that have no table yet: not a step, but not complete either */
  waiting: string[];
}

/** The plans of all entries, to be carried out in their order; one with no steps needs no change. */
export async function planAll(db: Database, entries: readonly ObjectEntry[]): Promise<Plan[]> {
  const existing = await inspect(db);
  const applied = await readApplied(
    db,
    entries.map(({ model }) => model.name),
  );
  const plans: Plan[] = [];
  // SQLite takes a foreign key to a table that is made a moment later, and could not take it afterwards; MariaDB to one that was made a moment before.
  const planned = new Set(db.kind === 'sqlite' ? entries.filter(({ model }) => !model.entity.virtual).map(({ model }) => model.name) : []);
  const exists = (name: string) => existing.has(name) || planned.has(name);
  for (const entry of entries) {
    plans.push(await planWith(db, entry, existing, exists, applied.get(entry.model.name)));
    // One that takes over another's table may have to wait for a person.
    if (!entry.model.entity.virtual && !entry.model.was?.length) planned.add(entry.model.name);
  }
  return plans;
}

/** The plan of one object. */
export async function planObject(db: Database, entry: ObjectEntry): Promise<Plan> {
  const [plan] = await planAll(db, [entry]);
  return plan as Plan; // one entry, one plan
}

async function planWith(
  db: Database,
  entry: ObjectEntry,
  existing: Map<string, ExistingTable>,
  exists: (table: string) => boolean,
  applied: AppliedState | undefined,
): Promise<Plan> {
  const { model } = entry;
  const tables = tablesOf(model, db.kind);
  const { started, done } = await readSteps(db, model.name);
  const stands = (name: string) => name === model.name || exists(name);
  const waiting = tables.flatMap((table) => table.foreignKeys.map((key) => key.to)).filter((to) => to !== model.name && !exists(to));
  const plan = { object: model.name, entry, begun: started, waiting };
  const taken = tables.length && model.was?.length ? await takeOver(db, model, existing) : undefined;
  if (taken) return { ...plan, steps: [taken] };
  const old = applied?.model.fields ?? [];
  const lists = compareLists(db, model, tables, existing, old, stands);
  const known = (table: TableLayout): Known => ({
    copied: table.kind === 'object' ? lists.copied : new Set(),
    old: (column) => formerOf(table, column, model, applied, existing.get(table.name)),
  });
  const compared = tables
    .filter((table) => !lists.tables.has(table.name))
    .flatMap((table) => compareTable(db, table, existing.get(table.name), stands, known(table)));
  const gone = removedChildren(db, tables, existing, applied).filter((one) => !lists.tables.has(one.table));
  const archived = await readArchived(db, model.name);
  const inside = insideSteps(db.kind, model, tables, applied, archived, done);
  const examined = tables.length ? checks(entry, applied && withArchived(applied, model, archived), done) : [];
  const worked = tables.length ? await recomputeSteps(db, entry, applied, existing.get(model.name), done) : [];
  const renamed = [...lists.steps, ...compared, ...gone, ...inside].flatMap(({ renames = [] }) => renames);
  const noted = tables.length ? await referenceSteps(db, entry, applied, existing.get(model.name), done, renamed) : [];
  // A column that a list is carried into has to be there first.
  const isLater = (one: Step) => one.copy?.to === 'column';
  const steps = [
    ...lists.steps.filter((one) => !isLater(one)),
    ...compared,
    ...gone,
    ...lists.steps.filter(isLater),
    ...inside,
    ...worked,
    ...noted,
    ...examined,
  ];
  for (const one of steps) {
    if (one.table === model.name) inNamesOfFields(one, model, applied);
    await weigh(db, one);
    if (one.class === 'needsData' && !steps.some((other) => isBefore(other, one)) && (await isHarmless(db, one, existing.get(one.copy?.object ?? one.table))))
      Object.assign(one, { class: 'safe', reason: '' });
  }
  return { ...plan, steps };
}

/** Columns are told by the fields that lie in them, which are what the history and a restoration know. */
function inNamesOfFields(one: Step, model: ObjectModel, applied: AppliedState | undefined): void {
  const before = (column: string) => applied?.model.fields.find((field) => (field.column?.name ?? field.name) === column);
  for (const archive of one.archives ?? []) {
    if (archive.model) continue; // of a member inside, which is told by its path
    const old = before(archive.field);
    if (old) Object.assign(archive, { model: old, field: stepOf(old.name) });
  }
  if (one.kind !== 'renameColumn') return;
  const now = (column: string) => model.fields.find((field) => field.column?.name === column);
  one.renames = one.renames
    ?.map(({ field, former }) => ({ field: stepOf(now(field)?.name ?? field), former: stepOf(before(former)?.name ?? former) }))
    .filter(({ field, former }) => field !== former);
}

/** Counts the rows that a step carries over or takes something from; where it takes something, the object's name is to be typed. */
async function weigh(db: Database, one: Step): Promise<void> {
  if (one.copy) one.rows = await countCopied(db, one.copy);
  for (const examination of one.losses ?? []) {
    const { count, ids } = await countRows(db, examination);
    if (!count) continue;
    const before = one.class === 'destructive' ? one.rows : undefined;
    one.rows = { count: count + (before?.count ?? 0), ids: [...(before?.ids ?? []), ...ids].slice(0, 10) };
    Object.assign(one, { class: 'destructive', reason: 'what the new kind cannot say stays in the archived column only' });
  }
}

/** How many rows an examination finds, and the first of them. */
async function countRows(db: Database, { sql, params }: Examination): Promise<StepRows> {
  const [row] = await db.query<{ n: unknown }>(`SELECT COUNT(*) AS n FROM (${sql}) found`, params);
  const count = Number(row?.n ?? 0);
  return {
    count,
    ids: count ? (await db.query<{ id: unknown }>(`SELECT \`id\` FROM (${sql}) found ORDER BY \`id\` LIMIT 10`, params)).map(({ id }) => String(id)) : [],
  };
}

/** The rows of an object that was renamed (x-was). */
async function takeOver(db: Database, model: ObjectModel, existing: Map<string, ExistingTable>): Promise<Step | undefined> {
  const isEmpty = !existing.has(model.name) || !(await db.query(`SELECT 1 AS one FROM ${ident(model.name)} LIMIT 1`)).length;
  return compareName(model, existing, () => isEmpty);
}

/** What a column's field was when its values were last converted. */
function formerOf(
  table: TableLayout,
  column: ColumnLayout,
  model: ObjectModel,
  applied: AppliedState | undefined,
  existing: ExistingTable | undefined,
): FieldModel | undefined {
  const converted = applied?.converted?.[`${table.name}.${column.name}`];
  if (converted && existing?.columns.some(({ name }) => name === converted.archive)) return converted.field;
  if (!column.field || !applied) return undefined;
  if (table.kind === 'object') return formerField(applied.model.fields, model.fields, column.field);
  const list = model.fields.find((field) => field.child?.table === table.name);
  const before = list && formerField(applied.model.fields, model.fields, list);
  return before?.child && before.fields ? formerField(before.fields, list?.fields ?? [], column.field) : undefined;
}

/** Whether a column's own change, which somebody has to allow, comes before this one: a key over values that are yet to become other ones. */
function isBefore(other: Step, one: Step): boolean {
  return (
    other !== one && other.kind !== 'check' && other.class !== 'safe' && other.table === one.table && other.fields.some((field) => one.fields.includes(field))
  );
}

/** Nothing can be lost in an empty table; and a key that all rows obey already is no risk. */
async function isHarmless(db: Database, one: Step, existing: ExistingTable | undefined): Promise<boolean> {
  if (!existing) return true;
  if (!(await db.query(`SELECT 1 AS one FROM ${ident(one.table)} LIMIT 1`)).length) return true;
  // Nothing to carry, or nothing that would not fit.
  if (one.copy) return !one.rows?.count;
  const isKey =
    one.kind === 'addForeignKey' ||
    one.kind === 'addUnique' ||
    (one.rebuild?.conversions.length === 0 && one.examinations.every(({ code }) => code === 'field.reference'));
  // A column that is added or moved with this very plan is checked once it exists: the comparison is made again then.
  if (!isKey || !one.fields.every((field) => existing.columns.some((column) => column.name === field))) return false;
  for (const examination of one.examinations) {
    const rows = await countRows(db, examination);
    if (rows.count) one.rows ??= rows;
  }
  return !one.rows;
}

/** Child lists that are gone: their rows stay, under another name. */
function removedChildren(db: Database, tables: TableLayout[], existing: Map<string, ExistingTable>, applied: AppliedState | undefined): Step[] {
  const before = applied?.model.fields.flatMap((field) => (field.child ? [field.child.table] : [])) ?? [];
  const gone = before.flatMap((name) => (tables.some((table) => table.name === name) ? [] : (existing.get(name) ?? [])));
  return gone.map((table) => archiveTable(db, table, existing));
}

/** Rows are examined once for each change of what they must be. */
function checks(entry: ObjectEntry, applied: AppliedState | undefined, done: Set<string>): Step[] {
  if (!applied || applied.hash === entry.model.hash) return [];
  const found = tightened(applied, entry);
  if (!found.length) return [];
  const mark = createHash('sha256')
    .update(JSON.stringify([applied.at, found]))
    .update(JSON.stringify(entry.validation))
    .digest('hex')
    .slice(0, 16);
  const said = found.map(({ field, reasons }) => `${field} (${reasons.join(', ')})`).join('; ');
  const check = step('check', entry.model.name, '', {
    key: `check:${entry.model.name}:${mark}`,
    class: 'needsData',
    description: `examine the rows of ${entry.model.name}: ${said}`,
    reason: 'rows that stand may no longer pass; they can be read, and saved once they are put right',
    fields: found.map(({ field }) => field),
  });
  return done.has(check.key) ? [] : [check];
}
