/** Looks whether everything still fits together, over all rows; for the tools page, and after each group of tests. */

import type { ObjectModel, Row, RowOf } from '#codegen/model.ts';
import { type Database, type Executor, ident } from '#framework/data/engine/connect.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { relationsOf } from '#framework/data/rows/references.ts';
import { fileTarget } from '#framework/data/system/files.ts';
import type { Storage } from '#framework/files/storage.ts';
import type { ObjectSource } from '#framework/records/record-tools.ts';
import type { Findings } from '#framework/system/wire.ts';
import { isComputed } from '#rules/records/computed.ts';
import { everyRow, type Filter } from '#rules/records/filter.ts';
import { type Violation, wrongTotals } from '#rules/records/invariants.ts';
import { Slot } from '#rules/slot.ts';

/** Violations named; more than these are the same mistake over again. */
const mostNamed = 500;
const pageSize = 500;

/** What must hold of the application's rows together; `all` reads every row of an object, none where there is no such object. */
export const moreViolations = new Slot<(all: <O extends string>(object: O) => Promise<RowOf<O>[]>) => Promise<Violation[]>>(async () => []);

/** Computed fields, references, files, and what the application says of its rows. Reads only, page by page. */
export async function checkInvariants(tools: {
  db: Database;
  registry: Pick<ObjectSource, 'get' | 'objects'>;
  /** where files lie; without it only their rows are looked at */
  storage?: Pick<Storage, 'list'>;
}): Promise<Findings> {
  const { db, registry } = tools;
  const looked: Record<string, number> = {};
  const violations: Violation[] = [];
  const models = registry.objects().flatMap(({ model }) => (model.entity.virtual ? [] : [model]));
  for (const model of models) {
    if (!model.fields.some(hasComputed)) continue;
    for await (const rows of pages(db, model)) {
      looked[model.name] = (looked[model.name] ?? 0) + rows.length;
      violations.push(...rows.flatMap((row) => wrongTotals(model, row)));
    }
  }
  const all = async <O extends string>(object: O): Promise<RowOf<O>[]> => {
    const model = registry.get(object)?.model;
    const rows: Row[] = [];
    if (model && !model.entity.virtual) for await (const page of pages(db, model)) rows.push(...page);
    looked[object] = rows.length;
    return rows as RowOf<O>[]; // whole ones
  };
  violations.push(...(await moreViolations.value(all)));
  for (const model of models) violations.push(...(await deadReferences(db, model, registry)));
  violations.push(...(await deadFiles(db, tools.storage)));
  return { violations: violations.slice(0, mostNamed), looked, more: violations.length > mostNamed };
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
async function deadReferences(db: Executor, model: ObjectModel, registry: Pick<ObjectSource, 'get'>): Promise<Violation[]> {
  const found: Violation[] = [];
  const own = ident(model.entity.key);
  for (const { path, field, relation, place, table } of relationsOf(model)) {
    const target = registry.get(relation.to)?.model;
    if (!target || target.entity.virtual) continue;
    const there = `SELECT 1 FROM ${ident(target.name)} x WHERE x.${ident(target.entity.key)} =`;
    const column = `t.${ident(field.column?.name ?? field.name)}`;
    const sql =
      place === 'column'
        ? `SELECT t.${own} AS k FROM ${ident(model.name)} t WHERE ${column} IS NOT NULL AND NOT EXISTS (${there} ${column}) LIMIT ${mostNamed}`
        : place === 'child'
          ? `SELECT DISTINCT t.\`parent\` AS k FROM ${ident(table ?? '')} t WHERE ${column} IS NOT NULL AND NOT EXISTS (${there} ${column}) LIMIT ${mostNamed}`
          : `SELECT DISTINCT t.row_id AS k FROM \`_ref\` t WHERE t.obj = ? AND t.field = ? AND NOT EXISTS (${there} t.to_id) LIMIT ${mostNamed}`;
    const rows = await db.query<{ k: unknown }>(sql, place === 'ref' ? [model.name, path.join('.')] : []);
    found.push(...rows.map(({ k }): Violation => ({ invariant: 'references', object: model.name, id: String(k), about: path.join('.') })));
  }
  return found;
}

/** Files that a row shows and nobody knows, and files that are known and do not lie in the store. What lies there unknown, the sweep takes. */
async function deadFiles(db: Executor, storage: Pick<Storage, 'list'> | undefined): Promise<Violation[]> {
  const shown = await db.query<{ obj: unknown; k: unknown; field: unknown }>(
    `SELECT t.obj, t.row_id AS k, t.field FROM \`_ref\` t WHERE t.to_obj = ? AND NOT EXISTS (SELECT 1 FROM \`_file\` x WHERE x.name = t.to_id) LIMIT ${mostNamed}`,
    [fileTarget],
  );
  const found = shown.map(({ obj, k, field }): Violation => ({ invariant: 'files', object: String(obj), id: String(k), about: String(field) }));
  if (!storage) return found;
  const lying = new Set<string>();
  for await (const { name } of storage.list()) lying.add(name);
  const known = await db.query<{ name: unknown; object: unknown; row_id: unknown }>("SELECT name, object, row_id FROM `_file` WHERE sha256 <> ''");
  const missing = known.filter(({ name }) => !lying.has(String(name)));
  return [
    ...found,
    ...missing.map(({ name, object, row_id: id }): Violation => ({ invariant: 'files', object: String(object), id: String(id), about: String(name) })),
  ];
}
