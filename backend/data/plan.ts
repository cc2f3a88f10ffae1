/** The evolution plan: what an object's tables need to become what its model asks for, and how dangerous each step is. */
import { createHash } from 'node:crypto';
import type { ObjectEntry } from '#codegen/model.ts';
import { compareTable } from './compare.ts';
import { type Database, ident } from './connect.ts';
import { inspect, type StandingTable } from './inspect.ts';
import { type AppliedState, readApplied, readSteps } from './journal.ts';
import { type TableLayout, tablesOf } from './layout.ts';
import { type Step, step } from './step.ts';
import { tightened } from './tighten.ts';

export type { RowFailure, Step, StepClass, StepKind } from './step.ts';

export interface Plan {
  object: string;
  entry: ObjectEntry;
  steps: Step[];
  /** keys of steps that were begun and cut off: whoever allowed them then has allowed them now */
  begun: Set<string>;
  /** foreign keys to objects that have no table yet: not a step, but not complete either */
  waiting: string[];
}

/** The plans of all entries; one with no steps stands as it should. */
export async function planAll(db: Database, entries: readonly ObjectEntry[]): Promise<Plan[]> {
  const standing = await inspect(db);
  const applied = await readApplied(db);
  const plans: Plan[] = [];
  // SQLite takes a foreign key to a table that is made a moment later, and could not take it afterwards.
  const planned = new Set(db.kind === 'sqlite' ? entries.filter(({ model }) => !model.entity.virtual).map(({ model }) => model.name) : []);
  const exists = (name: string) => standing.has(name) || planned.has(name);
  for (const entry of entries) plans.push(await planWith(db, entry, standing, exists, applied.get(entry.model.name)));
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
  standing: Map<string, StandingTable>,
  exists: (table: string) => boolean,
  applied: AppliedState | undefined,
): Promise<Plan> {
  const { model } = entry;
  const tables = tablesOf(model, db.kind);
  const { started, done } = await readSteps(db, model.name);
  const stands = (name: string) => name === model.name || exists(name);
  const compared = tables.flatMap((table) => compareTable(db, table, standing.get(table.name), stands));
  const steps = [...compared, ...removedChildren(tables, standing, applied), ...(tables.length ? checks(entry, applied, done) : [])];
  for (const one of steps) {
    for (const archive of one.archives ?? []) archive.model = applied?.model.fields.find((field) => field.name === archive.field);
    if (one.class === 'needsData' && (await isHarmless(db, one, standing.get(one.table)))) Object.assign(one, { class: 'safe', reason: '' });
  }
  const waiting = tables.flatMap((table) => table.foreignKeys.map((key) => key.to));
  return { object: model.name, entry, steps, begun: started, waiting: waiting.filter((to) => to !== model.name && !exists(to)) };
}

/** Nothing can be lost in an empty table; and a key that all rows obey already is no risk. */
async function isHarmless(db: Database, one: Step, standing: StandingTable | undefined): Promise<boolean> {
  if (!standing) return true;
  if (!(await db.query(`SELECT 1 AS one FROM ${ident(one.table)} LIMIT 1`)).length) return true;
  const isKey =
    one.kind === 'addForeignKey' ||
    one.kind === 'addUnique' ||
    (one.rebuild?.conversions.length === 0 && one.examinations.every(({ code }) => code === 'field.reference'));
  // A column that comes or moves with this very plan is looked at when it stands: the comparison is made again then.
  if (!isKey || !one.fields.every((field) => standing.columns.some((column) => column.name === field))) return false;
  for (const examination of one.examinations) if ((await db.query(`${examination.sql} LIMIT 1`, examination.params)).length) return false;
  return true;
}

/** A child list that is gone: its rows stay, under another name. */
function removedChildren(tables: TableLayout[], standing: Map<string, StandingTable>, applied: AppliedState | undefined): Step[] {
  const before = applied?.model.fields.flatMap((field) => (field.child ? [field.child.table] : [])) ?? [];
  const gone = before.filter((name) => standing.has(name) && !tables.some((table) => table.name === name));
  return gone.map((name) => {
    let number = 1;
    while (standing.has(archivedTable(name, number))) number += 1;
    const archive = archivedTable(name, number);
    return step('archiveTable', name, '', {
      description: `archive table ${name} as ${archive}`,
      sql: [`ALTER TABLE ${ident(name)} RENAME TO ${ident(archive)}`],
    });
  });
}

function archivedTable(name: string, number: number): string {
  return `_x_${name.slice(0, 54)}_${number}`;
}

/** Rows are examined once for each change of what they must be. */
function checks(entry: ObjectEntry, applied: AppliedState | undefined, done: Set<string>): Step[] {
  if (!applied || applied.hash === entry.model.hash) return [];
  const found = tightened(applied, entry);
  if (!found.length) return [];
  const mark = createHash('sha256').update(JSON.stringify(found)).update(JSON.stringify(entry.validation)).digest('hex').slice(0, 16);
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
