/** An edit of the table of edits, carried out on a database: made with its rows, planned, applied, read. */
import type { ObjectEntry, Row } from '#codegen/model.ts';
import type { Database, Executor } from '#framework/data/engine/connect.ts';
import { type Applied, applyPlan } from '#framework/data/evolve/apply.ts';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { planObject } from '#framework/data/evolve/plan.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { insertRow, updateRow } from '#framework/data/rows/write.ts';
import { everyRow } from '#rules/queries/filter.ts';
import { defaultsOf } from '#rules/records/record.ts';
import type { Edit } from '../schemas/edits.ts';
import { entryOf, validateOf } from '../schemas/entries.ts';

export interface EditRun {
  edit: Edit;
  before: ObjectEntry;
  after: ObjectEntry;
  /** what the file was, as an edit that takes the first one back */
  back: ObjectEntry;
}

const idOf = (at: number) => `r${at + 1}`;

/** The edit on an object of this name: several edits live in one database. */
export function runOf(edit: Edit, name: string): EditRun {
  const entry = (schema: Edit['from'], called: string, rest: object = {}) =>
    entryOf(called, { ...(JSON.parse(JSON.stringify(schema).replaceAll('"@self"', `"${called}"`)) as Edit['from']), ...rest }); // the same schema
  const later = edit.renamed ? `${name}_new` : name;
  const was = (former: string) => (edit.renamed ? { 'x-was': former } : {});
  return { edit, before: entry(edit.from, name), after: entry(edit.to, later, was(name)), back: entry(edit.from, name, was(later)) };
}

/** The object with its rows, as it was before the edit. */
export async function prepare(db: Database, { edit, before }: EditRun): Promise<void> {
  await ensureTables(db, [before]);
  const { model } = before;
  await db.transaction(async (tx) => {
    // A reference may point at a row that comes later.
    const rows: Row[] = edit.rows.map((values, at) => ({
      ...defaultsOf(model),
      id: idOf(at),
      name: `row ${at}`,
      ...values,
      ver: 1,
      create_at: '',
      update_at: '',
      update_by: '',
    }));
    for (const row of rows.reverse()) await insertRow(tx, model, row);
  });
}

/** Everything that a person may allow, allowed. */
export async function applyAll(db: Database, entry: ObjectEntry, within: (db: Database) => Database = (same) => same): Promise<Applied> {
  const options = { allow: ['needsData', 'destructive'], typedName: entry.model.name, validate: validateOf(entry) } as const;
  return applyPlan(within(db), await planObject(db, entry), options);
}

/** Whether what stands in the way can be put right before the edit: a field that it adds itself cannot. */
export const isMendedBefore = ({ mend = {}, from }: Edit) =>
  Object.values(mend).every((values) => Object.keys(values).every((field) => field in from.properties));

/** The object as it was, then the edit, told of each statement of it that writes. */
export async function carryOut(db: Database, run: EditRun, heard: () => void): Promise<void> {
  await prepare(db, run);
  // What stands in the way of the edit is right before it begins; a field that it adds itself is put right after it.
  if (isMendedBefore(run.edit)) await mend(db, run, run.before);
  await applyAll(db, run.after, (same) => watched(same, heard));
}

/** What stands in the way is put right, as its rows are while the edit waits. */
export async function mend(db: Database, run: EditRun, entry: ObjectEntry): Promise<void> {
  for (const [at, values] of Object.entries(run.edit.mend ?? {})) {
    const row = (await rowsOf(db, entry)).find(({ id }) => id === idOf(Number(at)));
    if (!row) throw new Error(`no row ${at}`);
    await db.transaction((tx) => updateRow(tx, entry.model, { ...row, ...values, ver: Number(row.ver) + 1 }, [...Object.keys(values), 'ver'], Number(row.ver)));
  }
}

export async function rowsOf(db: Executor, { model }: ObjectEntry): Promise<Row[]> {
  return loadPage<Row>(db, wholeReader(model, db.kind), { filter: everyRow, sort: { field: 'id', order: 'ASC' }, limit: 50, offset: 0 });
}

/** The fields that the edit's table speaks of. */
export async function valuesOf(db: Executor, entry: ObjectEntry): Promise<Row[]> {
  const own = new Set(['id', 'ver', 'create_at', 'update_at', 'update_by', 'name']);
  return (await rowsOf(db, entry)).map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => !own.has(field))));
}

/** What the rows say before the edit, put right where they had to be. */
export function expectedBefore({ edit, before }: EditRun): Row[] {
  return edit.rows.map((values, at) => {
    const all = { ...defaultsOf(before.model), ...values, ...edit.mend?.[at] };
    return Object.fromEntries(
      before.model.fields.flatMap(({ name }) => (Object.keys(edit.from.properties).includes(name) && name !== 'name' ? [[name, all[name] ?? null]] : [])),
    );
  });
}

/** The same database, told of each statement that writes. */
function watched<E extends Executor>(executor: E, heard: () => void): E {
  return new Proxy(executor, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key === 'run' || key === 'exec')
        return (...args: unknown[]) => {
          heard();
          return value.apply(target, args);
        };
      if (key === 'transaction' || key === 'session')
        return (work: (inner: Executor) => Promise<unknown>) => (target as unknown as Database)[key](async (inner: Executor) => work(watched(inner, heard))); // only a database has these
      return value.bind(target);
    },
  });
}
