/** The tables that an object model asks for: pure, the same for both databases but for what only one of them needs. */

import { createHash } from 'node:crypto';
import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import { textLimit } from '#kinds/text.ts';
import { rootOf } from '#rules/records/field-path.ts';
import type { DatabaseKind } from '../engine/connect.ts';
import { encode } from '../rows/codec.ts';
import { type ColumnLayout, columnLayout } from './ddl-types.ts';

export interface IndexLayout {
  name: string;
  columns: string[];
  unique: boolean;
  /** fields that the index is about, for messages: without the `id` that ends each one */
  fields: string[];
  /** A unique index over a text that may be empty leaves the empty ones alone. */
  exceptEmpty: boolean;
  /** A unique index over one text in which letters of either case are the same. */
  anyCase?: boolean;
  /** characters of the one column that is indexed, where all of it is too long for an index */
  prefix?: number;
}
export interface ForeignKey {
  name: string;
  column: string;
  to: string;
  onDelete: 'RESTRICT' | 'SET NULL' | 'CASCADE';
}
export interface TableLayout {
  name: string;
  /** 'object': key `id`; 'child': key, `parent`, `pos` */
  kind: 'object' | 'child';
  columns: ColumnLayout[];
  indexes: IndexLayout[];
  foreignKeys: ForeignKey[];
  /** has a search column (MariaDB) or search table (SQLite) */
  search: boolean;
}

/** Longest key of the objects' tables, and so of every reference. */
export const idLength = 64;
/** Characters that an index takes whole: 768 × 4 bytes are InnoDB's limit, shared with `id`. */
const indexedLength = 600;

/** The object's own table and one a child list, the own one first; none for a virtual object. */
export function tablesOf(model: ObjectModel, kind: DatabaseKind): TableLayout[] {
  if (model.entity.virtual) return [];
  return [objectTable(model, kind), ...model.fields.filter((field) => field.child).map((field) => childTable(model, field, kind))];
}

/** Whether rows carry search tokens: full-text fields, or arrays that are filtered by. */
export function hasSearch(model: ObjectModel): boolean {
  return model.search.length > 0 || model.fields.some(isTokenised);
}

/** Array fields with `x-db: {index: true}`: filtered through the search column. */
export function isTokenised(field: FieldModel): boolean {
  return field.column?.type === 'json' && field.column.index;
}

function objectTable(model: ObjectModel, kind: DatabaseKind): TableLayout {
  const table = model.name;
  const stored = model.fields.filter((field) => field.column && !field.child);
  const columns = [
    column({
      name: 'id',
      store: 'varchar',
      length: Math.max(idLength, stored.find((field) => field.name === 'id')?.column?.length ?? 0),
      binary: true,
      notNull: true,
    }),
    ...stored.filter((field) => field.column?.name !== 'id' && field.column?.name !== 'ver').map((field) => fieldColumn(field, kind)),
    column({ name: 'ver', store: 'int', notNull: true, fallback: 1 }),
  ];
  const search = hasSearch(model);
  if (search && kind === 'mariadb') columns.push(column({ name: '_q', store: 'tokens' }));
  const columnsOf = (group: string[]) => group.map((name) => stored.find((field) => field.name === name)?.column?.name ?? name);
  const indexes = indexesOf(table, stored, [...model.indexes.map(columnsOf), ...listSort(model)], model.uniques.map(columnsOf));
  // Keys that people type are compared without case: 'Admin' cannot exist beside 'admin'.
  if (stored.some((field) => field.name === 'id' && !field.readOnly && field.column?.type === 'string'))
    indexes.push({ ...index(table, ['id'], true), name: shortened(`ux_${table}_id_case`), anyCase: true });
  return {
    name: table,
    kind: 'object',
    columns: fitRow(columns, indexes, kind),
    indexes: withPrefixes(indexes, columns, kind),
    foreignKeys: foreignKeys(table, stored),
    search,
  };
}

function childTable(model: ObjectModel, list: FieldModel, kind: DatabaseKind): TableLayout {
  const table = list.child?.table ?? `${model.name}__${list.name}`;
  const stored = (list.fields ?? []).filter((field) => field.column);
  const columns = [
    column({ name: 'parent', store: 'varchar', length: idLength, binary: true, notNull: true }),
    column({ name: 'pos', store: 'int', notNull: true, fallback: 0 }),
    ...stored.map((field) => fieldColumn(field, kind)),
  ];
  const byParent = index(table, ['parent', 'pos'], false);
  const indexes = [byParent, ...indexesOf(table, stored, [], [])];
  return {
    name: table,
    kind: 'child',
    columns: fitRow(columns, indexes, kind),
    indexes: withPrefixes(indexes, columns, kind),
    foreignKeys: [{ name: shortened(`fk_${table}_parent`), column: 'parent', to: model.name, onDelete: 'CASCADE' }, ...foreignKeys(table, stored)],
    search: false,
  };
}

function column(some: Partial<ColumnLayout> & Pick<ColumnLayout, 'name' | 'store'>): ColumnLayout {
  return { length: 0, scale: 0, binary: false, notNull: false, ...some };
}

function fieldColumn(field: FieldModel, kind: DatabaseKind): ColumnLayout {
  const model = field.column as NonNullable<FieldModel['column']>; // callers pass stored fields only
  const layout = columnLayout(model, field);
  const isEmptyJson = layout.store === 'json' && JSON.stringify(field.default ?? []).length === 2;
  const fallback = isEmptyJson || field.default === undefined ? null : encode(model, field.default, kind);
  return { ...layout, fallback: fallback === '' ? null : fallback };
}

function listSort(model: ObjectModel): string[][] {
  const field = model.fields.find((candidate) => candidate.name === rootOf(model.list.sort?.field ?? ''));
  return field?.column && field.name !== 'id' && field.column.type !== 'json' && field.column.type !== 'text' ? [[field.column.name]] : [];
}

function indexesOf(table: string, stored: FieldModel[], compound: string[][], uniques: string[][]): IndexLayout[] {
  const found = new Map<string, IndexLayout>();
  const add = (layout: IndexLayout) => {
    if (!found.has(layout.name)) found.set(layout.name, layout);
  };
  for (const { column: model, required } of stored) {
    if (!model || model.type === 'json' || model.name === 'id') continue;
    if (model.unique) add(index(table, [model.name], true, !required));
    if (model.index || isReference(model, stored)) add(index(table, [model.name], false));
  }
  // Rows that leave their one business key empty have none, as those of a unique field.
  const mayBeEmpty = ([name, ...more]: string[]) => !more.length && !stored.find(({ column }) => column?.name === name)?.required;
  for (const columns of uniques) add(index(table, columns, true, mayBeEmpty(columns)));
  for (const columns of compound) add(index(table, columns, false));
  return [...found.values()];
}

function isReference(model: NonNullable<FieldModel['column']>, stored: FieldModel[]): boolean {
  return stored.some((field) => field.column === model && field.relation);
}

/** Every index that is not unique ends with `id`, so that a sorted list is walked in order, ties included. */
function index(table: string, fields: string[], unique: boolean, exceptEmpty = false): IndexLayout {
  const name = shortened(`${unique ? 'ux' : 'ix'}_${table}_${fields.join('_')}`);
  const columns = unique || fields.includes('id') || fields[0] === 'parent' ? fields : [...fields, 'id'];
  return { name, columns, unique, fields, exceptEmpty };
}

/** MariaDB's names have at most 64 characters. */
export function shortened(name: string): string {
  return name.length <= 60 ? name : `${name.slice(0, 50)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

function foreignKeys(table: string, stored: FieldModel[]): ForeignKey[] {
  const rules = { restrict: 'RESTRICT', null: 'SET NULL', cascade: 'CASCADE' } as const;
  return stored.flatMap(({ relation, column: model }) =>
    relation && !relation.many && model
      ? [{ name: shortened(`fk_${table}_${model.name}`), column: model.name, to: relation.to, onDelete: rules[relation.onDelete] }]
      : [],
  );
}

function withPrefixes(indexes: IndexLayout[], columns: ColumnLayout[], kind: DatabaseKind): IndexLayout[] {
  if (kind === 'sqlite') return indexes;
  return indexes.map((layout) => {
    if (layout.unique) return layout;
    const long = columns.find(
      (candidate) => layout.columns.includes(candidate.name) && (candidate.length > indexedLength || ['text', 'mediumtext'].includes(candidate.store)),
    );
    return long ? { ...layout, columns: [long.name], prefix: 191 } : layout;
  });
}

/**
 * Makes a wide table fit MariaDB's two limits: 65,535 bytes a row (the longest texts that no index needs become TEXT), and 8,126 bytes
 * a page entry, where only columns of 256 bytes and more can be moved out of the page (shorter ones are declared 64 characters wide).
 */
function fitRow(columns: ColumnLayout[], indexes: IndexLayout[], kind: DatabaseKind): ColumnLayout[] {
  if (kind === 'sqlite') return columns;
  const indexed = new Set(indexes.flatMap((layout) => layout.columns));
  const fitted = columns.map((layout) => ({ ...layout }));
  const movable = fitted
    .filter((layout) => layout.store === 'varchar' && !indexed.has(layout.name) && layout.name !== 'id')
    .sort((a, b) => b.length - a.length);
  for (const layout of movable) {
    if (sum(fitted, rowBytes) <= 60_000) break;
    layout.store = layout.length <= textLimit ? 'text' : 'mediumtext';
    layout.length = 0;
  }
  for (const layout of movable) {
    if (sum(fitted, pageBytes) <= 7_500) break;
    if (layout.store === 'varchar' && pageBytes(layout) > 41) layout.length = 64;
  }
  return fitted;
}

function sum(columns: ColumnLayout[], size: (column: ColumnLayout) => number): number {
  return columns.reduce((total, layout) => total + size(layout), 0);
}

function rowBytes({ store, length }: ColumnLayout): number {
  return store === 'varchar' ? length * 4 + 2 : 12;
}

function pageBytes({ store, length }: ColumnLayout): number {
  if (store === 'varchar' && length < 64) return length * 4 + 1;
  return ['varchar', 'text', 'mediumtext', 'json', 'tokens'].includes(store) ? 41 : 9;
}
