/** Looks whether everything still fits together, over all rows; for the tools page, and after each group of tests. */

import type { ObjectModel, Row, RowOf } from '#codegen/model.ts';
import type { Database, Executor, RawRow } from '#framework/data/engine/connect.ts';
import { table } from '#framework/data/engine/table.ts';
import { withOutside } from '#framework/data/rows/dependents.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { notedOf, relationsOf, wronglyNoted } from '#framework/data/rows/references.ts';
import { fileTarget } from '#framework/data/system/files/files.ts';
import type { Storage } from '#framework/files/storage.ts';
import type { ObjectSource } from '#framework/records/record-tools.ts';
import type { Findings, RepairOrder } from '#framework/system/wire.ts';
import { everyRow, type Filter } from '#rules/queries/filter.ts';
import { pathOf } from '#rules/records/field-path.ts';
import { type Violation, wrongTotals } from '#rules/records/invariants.ts';
import { isComputed } from '#rules/records/is-computed.ts';
import { Slot } from '#rules/slot.ts';

/** Violations named; more than these are the same mistake over again. */
const mostNamed = 500;
/** Rows of one repair; what is beyond is left to the next. */
const mostRepaired = 100_000;
const pageSize = 500;

/** What must hold of the application's rows together; `all` reads every row of an object, none where there is no such object. */
export const moreViolations = new Slot<(all: <O extends string>(object: O) => Promise<RowOf<O>[]>) => Promise<Violation[]>>(async () => []);

/** Computed fields, references, files, and what the application says of its rows. Reads only, page by page. */
export async function checkInvariants(tools: {
  db: Database;
  registry: Pick<ObjectSource, 'get' | 'objects'>;
  /** where files lie; without it only their rows are looked at */
  storage?: Pick<Storage, 'list' | 'stat'>;
}): Promise<Findings> {
  const { db, registry } = tools;
  const looked: Record<string, number> = {};
  const violations: Violation[] = [];
  const models = registry.objects().flatMap(({ model }) => (model.entity.virtual ? [] : [model]));
  for (const model of models) {
    const stale = await staleTotals(db, model, registry, (count) => {
      looked[model.name] = (looked[model.name] ?? 0) + count;
    });
    // One by one: of a formula that was changed there may be more than a call takes arguments.
    for (const one of stale) violations.push(one);
  }
  const all = async <O extends string>(object: O): Promise<RowOf<O>[]> => {
    const model = registry.get(object)?.model;
    const rows: Row[] = [];
    if (model && !model.entity.virtual) for await (const page of pages(db, model)) rows.push(...page);
    looked[object] = rows.length;
    return rows as RowOf<O>[]; // whole ones
  };
  violations.push(...(await moreViolations.value(all)));
  for (const model of models) violations.push(...(await deadReferences(db, model, registry, mostNamed)), ...(await wrongNotes(db, model, mostNamed)));
  violations.push(...(await deadFiles(db, tools.storage)));
  return { violations: violations.slice(0, mostNamed), looked, more: violations.length > mostNamed };
}

/** All that one of these invariants finds of an object, however many: what a repair is about. */
export async function checkObject(
  { db, registry }: { db: Database; registry: Pick<ObjectSource, 'get' | 'objects'> },
  model: ObjectModel,
  invariant: RepairOrder['invariant'],
): Promise<Violation[]> {
  if (invariant === 'totals') return staleTotals(db, model, registry);
  return invariant === 'noted' ? wrongNotes(db, model, mostRepaired) : deadReferences(db, model, registry, mostRepaired);
}

async function staleTotals(
  db: Database,
  model: ObjectModel,
  registry: Pick<ObjectSource, 'get' | 'objects'>,
  onPage?: (count: number) => void,
): Promise<Violation[]> {
  const found: Violation[] = [];
  if (!model.fields.some(hasComputed)) return found;
  for await (const rows of pages(db, model)) {
    onPage?.(rows.length);
    for (const row of rows) found.push(...wrongTotals(model, row, await withOutside(db, registry, model, row)));
  }
  return found;
}

function hasComputed(field: ObjectModel['fields'][number]): boolean {
  return isComputed(field) || (field.fields ?? []).some(hasComputed);
}

/** Every row once, by its key: what is written meanwhile does not move the pages. */
async function* pages(db: Executor, model: ObjectModel): AsyncGenerator<Row[]> {
  const { key } = model.entity;
  const reader = wholeReader(model, db.kind);
  let filter: Filter = everyRow;
  for (;;) {
    const rows = await loadPage(db, reader, { filter, sort: { field: key, order: 'ASC' }, limit: pageSize, offset: 0 });
    if (rows.length) yield rows;
    if (rows.length < pageSize) return;
    filter = { kind: 'compare', field: key, op: 'gt', value: String(rows.at(-1)?.[key]), exact: true };
  }
}

/** References whose row is not there: of columns, of child rows, of lists. */
async function deadReferences(db: Executor, model: ObjectModel, registry: Pick<ObjectSource, 'get'>, most: number): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const { path, field, relation, place, table: child } of relationsOf(model)) {
    const target = registry.get(relation.to)?.model;
    if (!target || target.entity.virtual) continue;
    const about = pathOf(path);
    const column = field.column?.name ?? field.name;
    const places = {
      column: { name: model.name, id: model.entity.key, to: column },
      child: { name: child ?? '', id: 'parent', to: column },
      ref: { name: '_ref', id: 'row_id', to: 'to_id' },
    };
    const { name, id, to } = places[place];
    const pointing = table(db, { t: name })
      .whereNotNull(`t.${to}`)
      .where(place === 'ref' ? { 't.obj': model.name, 't.field': about } : {});
    const ids: unknown[] = await without(pointing, `t.${to}`, target.name, target.entity.key, most).distinct().pluck(`t.${id}`);
    found.push(...ids.map((k): Violation => ({ invariant: 'references', object: model.name, id: String(k), about })));
  }
  return found;
}

/** Rows of which the database notes other references or files than they hold: who points back would not be found. */
async function wrongNotes(db: Executor, model: ObjectModel, most: number): Promise<Violation[]> {
  const found: Violation[] = [];
  if (!notedOf(model).length) return found;
  for await (const rows of pages(db, model)) {
    for (const { id, field } of await wronglyNoted(db, model, rows)) found.push({ invariant: 'noted', object: model.name, id, about: field });
    if (found.length > most) break;
  }
  return found;
}

/** Of these rows those whose `column` names no row of a table; the first of them. */
function without(rows: ReturnType<typeof table>, column: string, name: string, key: string, most = mostNamed): typeof rows {
  return rows.leftJoin({ x: name }, `x.${key}`, column).whereNull(`x.${key}`).limit(most);
}

/** Files that a row shows and nobody knows, and files that are known and do not lie in the store. What lies there unknown, the sweep takes. */
async function deadFiles(db: Executor, storage: Pick<Storage, 'list' | 'stat'> | undefined): Promise<Violation[]> {
  const shown = await without(table(db, { t: '_ref' }).where({ 't.to_obj': fileTarget }), 't.to_id', '_file', 'name').select('t.obj', 't.row_id', 't.field');
  const found = shown.map(
    ({ obj, row_id: id, field }: RawRow): Violation => ({ invariant: 'files', object: String(obj), id: String(id), about: String(field) }),
  );
  if (!storage) return found;
  const lying = new Set<string>();
  for await (const { name } of storage.list()) lying.add(name);
  const known = await table(db, '_file').whereNot({ sha256: '' }).select('name', 'object', 'row_id');
  for (const { name, object, row_id: id } of known.filter((file) => !lying.has(String(file.name)))) {
    // A store's list may lag behind what lies there: asked by name, it knows.
    if (await storage.stat(String(name))) continue;
    found.push({ invariant: 'files', object: String(object), id: String(id), about: String(name) });
    if (found.length > mostNamed) break;
  }
  return found;
}
