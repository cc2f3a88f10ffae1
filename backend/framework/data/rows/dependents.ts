/**
 * Formulas that read other rows: worked out as a row is written, over rows that are locked, and again for the rows that depend on one that changed, in the same
 * transaction. A row that follows keeps its version: nobody who is typing in it is told that somebody else has saved it.
 */

import type { ObjectModel, Row } from '#codegen/model.ts';
import { linksOfRecord, withFormulas } from '#rules/expressions/formulas.ts';
import { idsAlong, type Link } from '#rules/expressions/outside.ts';
import { OtherRow, type Outside, type Place } from '#rules/expressions/value.ts';
import { pathOf } from '#rules/records/field-path.ts';
import { differences } from '#rules/records/record.ts';
import type { Executor } from '../engine/connect.ts';
import { insertInto, table } from '../engine/table.ts';
import { narrowReader, wholeReader } from './reader.ts';
import { loadPage, loadRow, loadRows } from './records.ts';
import { referencingIds, relationsOf } from './references.ts';
import { updateRow } from './write.ts';

/** The objects that stand. */
export interface Models {
  objects(): readonly { model: ObjectModel }[];
  get(name: string): { model: ObjectModel } | undefined;
}

/** A row that was written. */
export interface WrittenRow {
  object: string;
  id: string;
  before: Row | undefined;
  after: Row | undefined;
}

/** Rows that point at one record for a formula of it: one more than an expression takes, which says that it is too many. */
const mostChildren = 20_001;
/** Rows that are read, worked out and written before the next ones are read. */
const portion = 200;
export const mostDependents = 1_000_000;
/** Rows that follow one write in its own transaction: some 2 s of them. Where there are more, a job works them out in portions (save/followers.ts). */
const mostAtOnce = 1_000;

/** The row with its formulas worked out over other rows too; the same object where it reads none. `id`: of a row that is stored already, which is locked. */
export async function withOutside(tx: Executor, models: Models | undefined, model: ObjectModel, row: Row, id?: string): Promise<Row> {
  const links = models ? linksOfRecord(model.fields) : [];
  if (!models || !links.length) return row;
  // Whoever writes a row that points here waits for this lock, and works this row out after us.
  if (id !== undefined && tx.kind !== 'sqlite' && links.some(({ is }) => is === 'children'))
    await loadRow(tx, narrowReader(wholeReader(model, tx.kind), new Set<string>([model.entity.key])), id, true);
  return withFormulas(row, model.fields, (await outsideOf(tx, models, model, [row]))(row));
}

/** What lies around these rows: those that they refer to are read together and locked, those that point at them one record after the other. */
async function outsideOf(tx: Executor, models: Models, model: ObjectModel, rows: readonly Row[]): Promise<(row: Row) => Outside> {
  const named = new Map<string, Place>();
  const wanted = new Map<string, { ids: Set<string>; names: Set<string> }>();
  const pointing = new Map<string, Place[]>();
  const idOf = (row: Row) => String(row[model.entity.key]);
  // Of an object in quarantine, whose formulas may name what is gone.
  const isKnown = (links: readonly Link[]) =>
    links.every((link) => {
      const other = existingModel(models, link.object);
      return other && (link.is === 'reference' || other.fields.some(({ name }) => name === link.field));
    });
  for (const link of linksOfRecord(model.fields)) {
    if (link.is === 'reference') {
      const of = wanted.get(link.object) ?? { ids: new Set(), names: new Set() };
      wanted.set(link.object, of);
      for (const row of rows) for (const id of idsAlong(row, link.path)) of.ids.add(id);
      for (const name of link.names) of.names.add(name);
      continue;
    }
    const other = isKnown([link]) ? existingModel(models, link.object) : undefined;
    if (!other) continue;
    const reader = narrowReader(wholeReader(other, tx.kind), new Set([other.entity.key, ...link.names]));
    for (const row of rows) {
      const filter = { kind: 'compare', field: link.field, op: 'eq', value: idOf(row), exact: true } as const;
      const found = (await loadPage(tx, reader, { filter, sort: { field: other.entity.key, order: 'ASC' }, limit: mostChildren, offset: 0 })) as Row[]; // of names known at run time alone
      const key = `${link.object} ${link.field} ${idOf(row)}`;
      const known = pointing.get(key);
      pointing.set(
        key,
        found.map((one, index) => new OtherRow({ ...known?.[index]?.row, ...one }, other.fields)),
      );
    }
  }
  for (const [object, { ids, names }] of wanted) {
    const other = existingModel(models, object);
    if (!other) continue;
    const reader = narrowReader(wholeReader(other, tx.kind), new Set([other.entity.key, ...names]));
    for (const row of (await loadRows(tx, reader, [...ids], true)) as Row[]) named.set(`${object} ${row[other.entity.key]}`, new OtherRow(row, other.fields)); // as above
  }
  return (row) => ({
    row: (object, id) => named.get(`${object} ${id}`) ?? null,
    isKnown,
    children: (object, field) => pointing.get(`${object} ${field} ${idOf(row)}`) ?? [],
  });
}

function existingModel(models: Models, object: string): ObjectModel | undefined {
  const model = models.get(object)?.model;
  return model && !model.entity.virtual ? model : undefined;
}

/**
 * Works out the rows whose formulas read what was written, and those that read them in turn; gives the rows that became different. What nobody reads costs no
 * statement. Rows of an object beyond `most` are noted for later (`_follow`), so that no transaction holds a table. That formulas do not go round in a circle
 * over objects is the lint's word.
 */
export async function followDependents(
  tx: Executor,
  models: Models | undefined,
  written: WrittenRow,
  most: number = mostAtOnce,
): Promise<{ followed: WrittenRow[]; isMore: boolean }> {
  const followed: WrittenRow[] = [];
  const waiting: WrittenRow[] = [written];
  let left = most;
  let isMore = false;
  for (let one = waiting.shift(); models && one; one = waiting.shift())
    for (const { model } of models.objects()) {
      if (model.entity.virtual) continue;
      const links = linksOfRecord(model.fields).filter((link) => link.object === one?.object);
      const ids = links.length ? await dependentIds(tx, models, model, links, one, left + 1) : [];
      if (ids.length > left) {
        await insertInto(tx, '_follow', { obj: model.name, from_obj: one.object, from_id: one.id });
        isMore = true;
        continue;
      }
      left -= ids.length;
      const changed = ids.length ? await recompute(tx, models, model, ids) : [];
      followed.push(...changed);
      waiting.push(...changed);
    }
  return { followed, isMore };
}

async function dependentIds(tx: Executor, models: Models, model: ObjectModel, links: readonly Link[], written: WrittenRow, most: number): Promise<string[]> {
  const { before, after, id } = written;
  const fields = models.get(written.object)?.model.fields ?? [];
  const changed = before && after ? differences(before, after, fields) : undefined;
  const ids = new Set<string>();
  for (const link of links) {
    if (changed && !changed.some((name) => link.names.has(name))) continue;
    if (link.is === 'children') {
      for (const row of [before, after]) if (row?.[link.field]) ids.add(String(row[link.field]));
      continue;
    }
    const relation = relationsOf(model).find(({ path }) => pathOf(path) === pathOf(link.path));
    // A new row has nobody who refers to it, and one that goes leaves nobody.
    if (relation && changed) for (const found of await referencingIds(tx, model, relation, id, most)) ids.add(found);
  }
  return [...ids];
}

/** Works these rows out anew and stores those that differ, in their version; gives these. */
export async function recompute(tx: Executor, models: Models, model: ObjectModel, ids: readonly string[]): Promise<WrittenRow[]> {
  const reader = wholeReader(model, tx.kind);
  const found: WrittenRow[] = [];
  for (let start = 0; start < ids.length; start += portion) {
    const rows = (await loadRows(tx, reader, ids.slice(start, start + portion), true)) as Row[]; // whole ones
    const around = linksOfRecord(model.fields).length ? await outsideOf(tx, models, model, rows) : undefined;
    for (const before of rows) {
      const after = withFormulas(before, model.fields, around?.(before));
      const names = after === before ? [] : differences(before, after, model.fields);
      if (!names.length) continue;
      await updateRow(tx, model, after, names, Number(before.ver));
      found.push({ object: model.name, id: String(before[model.entity.key]), before, after });
    }
  }
  return found;
}

/** What is left for later: the rows of `object` that read the row `fromId`, oldest first. */
export interface LeftFollowers {
  object: string;
  from: string;
  fromId: string;
  /** of its notes up to now */
  upTo: number;
}

/** The next that was left for later; undefined where nothing is. */
export async function nextLeft(db: Executor): Promise<LeftFollowers | undefined> {
  const row = await table(db, '_follow').orderBy('id').first('obj', 'from_obj', 'from_id');
  if (!row) return undefined;
  const { upTo } = (await table(db, '_follow').where(row).max({ upTo: 'id' }).first()) ?? {};
  return { object: String(row.obj), from: String(row.from_obj), fromId: String(row.from_id), upTo: Number(upTo) };
}

/** A note that came meanwhile stays: the row has changed once more. */
export async function dropLeft(tx: Executor, { object, from, fromId, upTo }: LeftFollowers): Promise<void> {
  await table(tx, '_follow').where({ obj: object, from_obj: from, from_id: fromId }).where('id', '<=', upTo).del();
}

/** Ids of all rows of the object whose formulas read that row through a reference. */
export async function followersOf(db: Executor, model: ObjectModel, { from, fromId }: LeftFollowers): Promise<string[]> {
  const paths = new Set(linksOfRecord(model.fields).flatMap((link) => (link.is === 'reference' && link.object === from ? [pathOf(link.path)] : [])));
  const ids = new Set<string>();
  for (const relation of relationsOf(model))
    if (paths.has(pathOf(relation.path))) for (const id of await referencingIds(db, model, relation, fromId, mostDependents)) ids.add(id);
  return [...ids];
}
