/**
 * The one projection and the one row predicate: everything that leaves an object's table for a person — list, get, search, references, history, export — goes
 * through the reader of their roles, made once for each version of the model.
 */

import type { FieldModel, JsonValue, ObjectModel, ReadOf, Role, Row, RowOf, Verb } from '#codegen/model.ts';
import { mayReadField, readableFields, rowCondition } from '#rules/accounts/permission.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { restOf, spread } from '#rules/queries/rest.ts';
import { conditionFilter, meetsCondition } from '#rules/records/condition.ts';
import { rootOf } from '#rules/records/field-path.ts';
import { titleFields } from '#rules/records/record.ts';
import { type DatabaseKind, ident, type RawRow } from '../engine/connect.ts';
import { hiddenOf } from '../evolve/hidden.ts';
import { visibleValue } from '../evolve/inside.ts';
import type { FilterContext } from '../queries/filter-context.ts';
import { always, both, col, type Fragment } from '../queries/fragment.ts';
import { filterSql } from '../queries/query.ts';
import { decodeFields, decodeInPlace } from './codec.ts';
import { restrictedSearchFields } from './search.ts';

/** `T` is what its rows are. */
export interface Reader<T = unknown> {
  /** for the compiler alone */
  readonly of?: T;
  model: ObjectModel;
  kind: DatabaseKind;
  /** what these roles may read; nested fields are filtered too */
  fields: FieldModel[];
  /** child lists among them */
  children: FieldModel[];
  /** `t.a, t.b, …` of all of them, and of those that a row's title needs */
  columns: string;
  titleColumns: string;
  /** every column is named like its field */
  isPlain: boolean;
  /** what a row holds beside its fields is sent beside them */
  spreads: boolean;
  /** the rows these roles may see */
  rows: Fragment;
  context: FilterContext;
  /** marks the readers that may share totals: same rows visible */
  scope: string;
}

const readers = new WeakMap<ObjectModel, Map<string, Reader>>();

/** The reader of an object for these roles and this verb. Whether they hold the verb at all is the action's question. */
export function readerFor<O extends string>(model: ObjectModel<O>, roles: readonly Role[], kind: DatabaseKind, verb: Verb = 'read'): Reader<ReadOf<O>> {
  const known = readersOf(model);
  const name = `${kind} ${verb} ${[...roles].sort().join(' ')}`;
  let reader = known.get(name);
  if (!reader) {
    reader = makeReader(model, readableFields(model, roles), roles, kind, verb);
    known.set(name, reader);
  }
  return reader as Reader<ReadOf<O>>; // the type is made of the schema that the model is made of; so below
}

/** Whole rows, of those that these roles may see with this verb: for the server's own reading before it writes; they are never sent as they are. */
export function wholeReader<O extends string>(model: ObjectModel<O>, kind: DatabaseKind, roles?: readonly Role[], verb?: Verb): Reader<RowOf<O>> {
  const limited = roles && verb ? readerFor(model, roles, kind, verb) : undefined;
  const known = readersOf(model);
  const name = `whole ${kind} ${limited?.scope ?? ''}`;
  let reader = known.get(name);
  if (!reader) {
    reader = makeReader(model, model.fields, [], kind, undefined);
    if (limited) reader.rows = limited.rows;
    known.set(name, reader);
  }
  return reader as Reader<RowOf<O>>;
}

const narrowed = new WeakMap<Reader, Map<string, Reader>>();
/** Choices of columns remembered for one reader; people have few, and a scanner's many shall not fill the memory. */
const mostChoices = 200;

/** Rows of which these fields are read; of names that are known at run time alone, any may be missing. */
export type Narrowed<T, K extends string> = string extends keyof T ? T : string extends K ? Partial<T> : Pick<T, K & keyof T>;

/** The same rows with these of the reader's fields only; names that it does not have are left out, never added. */
export function narrowReader<T, K extends string>(reader: Reader<T>, names: ReadonlySet<K>): Reader<Narrowed<T, K>> {
  const fields = reader.fields.filter((field) => names.has(field.name as K)); // one that is none of them is not there
  if (fields.length === reader.fields.length) return reader as Reader<Narrowed<T, K>>;
  const choices = narrowed.get(reader) ?? new Map<string, Reader>();
  narrowed.set(reader, choices);
  const key = fields.map(({ name }) => name).join(' ');
  let narrow = choices.get(key);
  if (!narrow) {
    if (choices.size >= mostChoices) choices.clear();
    narrow = { ...reader, fields, children: fields.filter((field) => field.child), columns: columnsOf(fields) };
    choices.set(key, narrow);
  }
  return narrow as Reader<Narrowed<T, K>>;
}

function readersOf(model: ObjectModel): Map<string, Reader> {
  let known = readers.get(model);
  if (!known) {
    known = new Map();
    readers.set(model, known);
  }
  return known;
}

function makeReader(model: ObjectModel, fields: FieldModel[], roles: readonly Role[], kind: DatabaseKind, verb: Verb | undefined): Reader {
  const stored = fields.filter((field) => field.column);
  const titles = new Set([model.entity.key, ...titleFields(model)]);
  const scopes = verb ? restrictedSearchFields(model).filter((name) => mayRead(model, name, roles)) : [];
  const context: FilterContext = { model, kind, scopes };
  const rows = verb ? filterSql(conditionFilter(rowCondition(model, roles, verb)), context) : always;
  return {
    model,
    kind,
    fields,
    children: fields.filter((field) => field.child),
    columns: columnsOf(stored),
    titleColumns: columnsOf(stored.filter((field) => titles.has(field.name))),
    isPlain: stored.every((field) => field.column?.name === field.name),
    spreads: verb !== undefined && restOf(model) !== undefined,
    rows,
    context,
    scope: `${rows.sql} ${rows.params.join(' ')} ${scopes.join(' ')}`,
  };
}

function columnsOf(fields: FieldModel[]): string {
  return fields
    .filter((field) => field.column)
    .map((field) => col(field.column?.name ?? field.name))
    .join(', ');
}

function mayRead(model: ObjectModel, path: string, roles: readonly Role[]): boolean {
  const field = model.fields.find((candidate) => candidate.name === rootOf(path));
  return field !== undefined && mayReadField(field, roles);
}

/** The rows that both the reader may see and the filter asks for; `paged` where a page of them is wanted in the list's order. */
export function visible(reader: Reader, filter: Filter, paged?: FilterContext['paged']): Fragment {
  return both(reader.rows, filterSql(filter, paged && reader.rows === always ? { ...reader.context, paged } : reader.context));
}

/** A row selected by the reader's columns (or its title's) as the reader may see it, made of the driver's own object; child lists come from `loadChildren`. */
export function readRow(reader: Reader, raw: RawRow): Row {
  const row = reader.isPlain ? decodeInPlace(reader.fields, raw, reader.kind) : decodeFields(reader.fields, raw, reader.kind);
  for (const field of nestedFields(reader)) row[field.name] = prune(field, row[field.name]);
  return reader.spreads ? spread(row, reader.model) : row;
}

/** The reader's share of a whole row that is already in memory (what a write answers). */
export function projectRow<T>(reader: Reader<T>, whole: Row): T {
  const row: Row = {};
  for (const field of reader.fields) {
    const value = whole[field.name];
    if (value !== undefined && (field.column || field.child)) row[field.name] = prune(field, value);
  }
  return (reader.spreads ? spread(row, reader.model) : row) as T; // the fields that the type is of
}

/** A whole row as these roles may see it, where a write or a report speaks of it: of a row that they may write to and not read, its key and its version. */
export function shareOf<O extends string>(model: ObjectModel<O>, roles: readonly Role[], kind: DatabaseKind, whole: Row): ReadOf<O> {
  const reader = readerFor(model, roles, kind);
  const isRead = meetsCondition(rowCondition(model, roles), whole, model);
  return projectRow(isRead ? reader : narrowReader<unknown, string>(reader, new Set([model.entity.key, 'ver'])), whole) as ReadOf<O>; // as every reader's
}

/** The table's name, quoted. */
export function tableOf(model: ObjectModel): string {
  return ident(model.name);
}

const nested = new WeakMap<Reader, FieldModel[]>();

/** Fields of which the reader sees only a part, for their roles or because a part was removed: their values are pruned after decoding. */
function nestedFields(reader: Reader): FieldModel[] {
  let found = nested.get(reader);
  if (!found) {
    found = reader.fields.filter((field) => field.fields && countOf(field) < countOf(reader.model.fields.find((whole) => whole.name === field.name) ?? field));
    nested.set(reader, found);
  }
  const { inside } = hiddenOf(reader.model);
  return inside.size ? reader.fields.filter((field) => inside.has(field.name) || found.includes(field)) : found;
}

/** A list's entry as the reader may see it: what is nested in it is pruned like the row's own values. */
export function readEntry(reader: Reader, list: FieldModel, entry: Row): Row {
  return nestedFields(reader).includes(list) ? (visibleValue({ ...list, kind: 'object' }, entry) as Row) : entry; // an object gives an object
}

/** Does this reader see only a part of some nested value? */
export function isPruned(reader: Reader): boolean {
  return nestedFields(reader).length > 0;
}

function countOf(field: FieldModel): number {
  return (field.fields ?? []).reduce((sum, inner) => sum + countOf(inner), 1);
}

function prune(field: FieldModel, value: JsonValue | undefined): JsonValue {
  return value === undefined ? null : visibleValue(field, value);
}
