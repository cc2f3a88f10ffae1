/** Carries the entries of a list from a column of its row into a table of its own, or back (x-child): taken up again wherever it was cut off. */
import type { FieldModel, JsonValue, Row } from '#codegen/model.ts';
import type { StepRows } from '#framework/system/wire.ts';
import { isArrayField, isObject } from '#rules/records/record.ts';
import { batches } from '../engine/batches.ts';
import { type Database, type Executor, ident, type RawRow } from '../engine/connect.ts';
import { decode, decodeFields, encode, encodeFields } from '../rows/codec.ts';
import { saveReferences } from '../rows/references.ts';
import { archivedField } from './compare/match-columns.ts';
import { columnModelOf, convertValue } from './convert.ts';
import { compareInside, renamedInside } from './inside.ts';
import { type ExistingTable, inspect } from './inspect.ts';
import { rebuildTable } from './rebuild.ts';
import type { ListCopy, RowFailure } from './step.ts';

/** The source keeps its name until every row is carried over: by that a run that was cut off is known, and begins again. */
export async function copyList(db: Database, copy: ListCopy): Promise<void> {
  const { to, object, column, table, archive, putAway } = copy;
  for (const sql of copy.create) await db.exec(sql);
  if (to === 'table') await db.run(`DELETE FROM ${ident(table)}`);
  for await (const rows of entriesOf(db, copy)) {
    await db.transaction(async (tx) => {
      for (const { id, value } of rows) await put(tx, copy, id, value);
    });
  }
  if (to === 'table') return db.exec(`ALTER TABLE ${ident(object)} RENAME COLUMN ${ident(column)} TO ${ident(archive)}`);
  if (putAway.rebuild) await rebuildTable(db, table, putAway.rebuild);
  for (const sql of putAway.sql) await db.exec(sql);
  await db.exec(`ALTER TABLE ${ident(table)} RENAME TO ${ident(archive)}`);
}

/** Rows whose entries have no equal at their new place. */
export async function examineCopy(db: Database, copy: ListCopy): Promise<{ failures: RowFailure[]; count: number }> {
  const failures: RowFailure[] = [];
  for await (const rows of entriesOf(db, copy)) {
    for (const { id, value } of rows) if (placed(copy, value) === undefined) failures.push({ id, problems: [{ path: copy.field.name, code: 'field.type' }] });
  }
  return { failures, count: failures.length };
}

/** How many rows have entries, and how many entries they have. */
export async function countCopied(db: Database, copy: ListCopy): Promise<StepRows> {
  let entries = 0;
  let count = 0;
  const ids: string[] = [];
  for await (const rows of entriesOf(db, copy)) {
    for (const { id, value } of rows) {
      const some = Array.isArray(value) ? value.length : isObject(value) && Object.keys(value).length ? 1 : 0;
      if (!some) continue;
      count += 1;
      entries += some;
      if (ids.length < 10) ids.push(id);
    }
  }
  return { count, entries, ids };
}

async function put(tx: Executor, copy: ListCopy, id: string, value: JsonValue): Promise<void> {
  const { field, model, object, table, column } = copy;
  const found = placed(copy, value);
  if (found === undefined) throw new Error(`row ${id} of ${object}: ${field.name} has no equal`);
  if (copy.to === 'column' && field.column)
    await tx.run(`UPDATE ${ident(object)} SET ${ident(column)} = ? WHERE \`id\` = ?`, [encode(field.column, found, tx.kind), id]);
  if (copy.to === 'table' && Array.isArray(found)) {
    for (const [pos, entry] of found.filter(isObject).entries()) {
      const columns = { parent: id, pos, ...encodeFields(field.fields ?? [], entry, tx.kind) };
      const names = Object.keys(columns);
      await tx.run(`INSERT INTO ${ident(table)} (${names.map(ident).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, Object.values(columns));
    }
  }
  await saveReferences(tx, model, id, { [field.name]: found }, [field.name], false);
}

/** The value as its new place holds it; undefined where it has no equal there. */
function placed({ to, field, old }: ListCopy, value: JsonValue): JsonValue | undefined {
  const renames = old?.fields && field.fields ? compareInside(old.fields, field.fields).renames : [];
  const renamed = renamedInside(value, renames);
  if (to === 'column') return field.column && convertValue(renamed, field.column, field);
  const list = convertValue(renamed, { ...jsonColumn }, { ...field, kind: 'list' });
  if (!Array.isArray(list)) return undefined;
  const entries = list.map((entry) => (isObject(entry) ? placedEntry(field.fields ?? [], entry) : undefined));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

const jsonColumn = { name: '', type: 'json', nullable: true, binary: false, index: false, unique: false, was: [] } as const satisfies Partial<
  NonNullable<FieldModel['column']>
>;

function placedEntry(fields: readonly FieldModel[], entry: Row): Row | undefined {
  const placed: Row = {};
  for (const { name, column, ...field } of fields) {
    const value = entry[name];
    if (!column || value === undefined) continue;
    // A blank is the column's own; a nested value that is not there neither.
    const converted = convertValue(value, column, { ...field, name, column });
    if (converted === undefined) return undefined;
    placed[name] = converted;
  }
  return placed;
}

/** The entries of each row, some rows at a time, as the source holds them. */
async function* entriesOf(db: Database, copy: ListCopy): AsyncGenerator<{ id: string; value: JsonValue }[]> {
  const { to, object, column, table } = copy;
  if (to === 'table') {
    for await (const rows of batches(db, object, ['id', column]))
      yield rows.map((raw) => ({ id: String(raw.id), value: decode(jsonColumn, raw[column], db.kind) ?? [] }));
    return;
  }
  const existing = (await inspect(db, table)).get(table);
  for await (const rows of batches(db, object, ['id'])) {
    const ids = rows.map((raw) => String(raw.id));
    const raws = await db.query(`SELECT * FROM ${ident(table)} WHERE \`parent\` IN (${ids.map(() => '?').join(', ')}) ORDER BY \`parent\`, \`pos\``, ids);
    const byParent = new Map<string, Row[]>(ids.map((id) => [id, []]));
    for (const raw of raws) byParent.get(String(raw.parent))?.push(entryOf(raw, copy, existing, db.kind));
    yield ids.map((id) => ({ id, value: byParent.get(id) ?? [] }));
  }
}

const own = new Set(['id', 'parent', 'pos']);

/** A child row as an entry: what its archived columns hold comes along under the names of their fields. */
function entryOf(raw: RawRow, { field, old }: ListCopy, existing: ExistingTable | undefined, kind: Executor['kind']): Row {
  const fields = ((old && isArrayField(old) ? old.fields : undefined) ?? field.fields ?? []).filter((inner) => inner.column);
  const entry = decodeFields(fields, raw, kind);
  for (const column of existing?.columns ?? []) {
    const name = archivedField(column.name) ?? column.name;
    if (own.has(column.name) || column.store === undefined || column.generated || name in entry) continue;
    const value = decode(columnModelOf({ ...column, store: column.store }), raw[column.name], kind);
    if (value !== null && value !== '') entry[name] = value;
  }
  return entry;
}
