/**
 * Writing rows: the row, its child rows, its references and its search document, in the caller's transaction. What is written has been
 * decided before, by the rules; here it is only stored.
 */
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import type { Executor, RawRow, SqlValue } from '../engine/connect.ts';
import { insertLast, table, updateLast } from '../engine/table.ts';
import { hiddenOf } from '../evolve/hidden.ts';
import { pairEntries, withStored } from '../evolve/inside.ts';
import { decode, decodeFields, encodeFields } from './codec.ts';
import { dropReferences, saveReferences } from './references.ts';
import { dropSearchDocument, isSearchable, saveSearchDocument, searchDocument, touchesSearch } from './search.ts';

/** Stores a complete new row (key, version and stamps included). */
export async function insertRow(tx: Executor, model: ObjectModel, row: Row): Promise<void> {
  const columns = encodeFields(model.fields, row, tx.kind);
  const document = isSearchable(model) ? searchDocument(model, row) : undefined;
  if (document !== undefined && tx.kind === 'mariadb') columns._q = document;
  await insertLast(tx, model.name, columns);
  const key = String(row[model.entity.key]);
  if (document !== undefined) await saveSearchDocument(tx, model, key, document, true);
  const names = model.fields.map((field) => field.name);
  await saveChildren(tx, model, key, row, names, true);
  await saveReferences(tx, model, key, row, names, true);
}

/** Stores the changed fields of a row that still has the version `from`; `row` is the whole row as it shall be. @throws what `overtaken` gives where it has not (K05) */
export async function updateRow(tx: Executor, model: ObjectModel, row: Row, names: readonly string[], from: number, overtaken?: () => Error): Promise<void> {
  const key = String(row[model.entity.key]);
  const changed = model.fields.filter((field) => names.includes(field.name));
  const columns = encodeFields(changed, await withRemoved(tx, model, key, row, changed), tx.kind);
  const document = isSearchable(model) && touchesSearch(model, names) ? searchDocument(model, row) : undefined;
  if (document !== undefined && tx.kind === 'mariadb') columns._q = document;
  await updateLast(tx, model.name, { [model.entity.key]: key, ver: from }, columns, overtaken);
  if (document !== undefined) await saveSearchDocument(tx, model, key, document, false);
  await saveChildren(tx, model, key, row, names, false);
  await saveReferences(tx, model, key, row, names, false);
}

/** The row with the values of removed fields inside the nested values that are written. */
async function withRemoved(tx: Executor, model: ObjectModel, key: string, row: Row, changed: readonly FieldModel[]): Promise<Row> {
  const { inside } = hiddenOf(model);
  const nested = changed.filter((field) => field.column && inside.has(field.name));
  if (!nested.length) return row;
  const columns = nested.map((field) => field.column?.name ?? field.name);
  const raw = await table(tx, model.name).where(model.entity.key, key).forUpdate().first(columns);
  if (!raw) return row;
  const completed = nested.map((field) => [field.name, withStored(field, storedValue(field, raw, tx.kind), row[field.name] ?? null)] as const);
  return { ...row, ...Object.fromEntries(completed) };
}

function storedValue({ name, column }: FieldModel, raw: RawRow, kind: Executor['kind']): JsonValue | undefined {
  return column && decode(column, raw[column.name ?? name], kind);
}

/** Removes a row and everything that belongs to it; false when it was not there. */
export async function removeRow(tx: Executor, model: ObjectModel, key: string): Promise<boolean> {
  await dropSearchDocument(tx, model, key);
  await dropReferences(tx, model, key);
  for (const field of model.fields) if (field.child) await table(tx, field.child.table).where({ parent: key }).del();
  return (await table(tx, model.name).where(model.entity.key, key).del()) > 0;
}

/** Child rows have no identity of their own: a changed list is written again, in its order. */
async function saveChildren(tx: Executor, model: ObjectModel, parent: string, row: Row, names: readonly string[], isNew: boolean): Promise<void> {
  for (const field of model.fields) {
    if (!field.child || !names.includes(field.name)) continue;
    const value = row[field.name];
    const entries = Array.isArray(value) ? value.filter(isObject) : [];
    const completed = isNew ? [] : await storedOf(tx, model, field, parent, entries);
    if (!isNew) await table(tx, field.child.table).where({ parent }).del();
    for (const [pos, entry] of entries.entries())
      await insertLast(tx, field.child.table, { ...childColumns(field, parent, pos, completed[pos]?.entry ?? entry, tx.kind), ...completed[pos]?.columns });
  }
}

/** What the stored entries hold of removed fields, for those of the new ones that they have become. */
async function storedOf(
  tx: Executor,
  model: ObjectModel,
  list: FieldModel,
  parent: string,
  entries: Row[],
): Promise<({ entry: Row; columns: Record<string, SqlValue> } | undefined)[]> {
  const { inside, columns } = hiddenOf(model);
  const child = list.child?.table ?? '';
  const archived = columns.get(child) ?? [];
  if (!archived.length && !inside.has(list.name)) return [];
  const raws = await table(tx, child).where({ parent }).orderBy('pos');
  const fields = (list.fields ?? []).filter((field) => field.column);
  const stored = raws.map((raw) => decodeFields(fields, raw, tx.kind));
  return pairEntries(fields, stored, entries).map((found, index) => {
    const raw = raws[found ?? -1];
    if (!raw) return undefined;
    const entry = withStored({ ...list, kind: 'object' }, stored[found ?? -1], entries[index] ?? {}) as Row; // an object gives an object
    return { entry, columns: Object.fromEntries(archived.map((name) => [name, (raw[name] ?? null) as SqlValue])) }; // as the driver gave it
  });
}

function childColumns(field: FieldModel, parent: string, pos: number, entry: Row, kind: Executor['kind']): Record<string, SqlValue> {
  return { parent, pos, ...encodeFields(field.fields ?? [], entry, kind) };
}
