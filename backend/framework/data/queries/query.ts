/**
 * The one builder of WHERE and ORDER BY, for both databases: a typed filter becomes bound SQL. Rows are always called `t`. The text of a statement depends on
 * the filter's shape only (lists are padded), so that it is prepared once and cached.
 */

import type { FieldModel, ObjectModel, Sort } from '#codegen/model.ts';
import { utcText } from '#framework/time.ts';
import type { Scalar } from '#kinds/kind.ts';
import { isZoned } from '#kinds/string.ts';
import { type Compare, type Filter, isOfMoments, meansEmpty } from '#rules/queries/filter.ts';
import { rootOf, stepOf } from '#rules/records/field-path.ts';
import { emptyOf } from '#rules/records/record.ts';
import { type DatabaseKind, ident, type SqlValue } from '../engine/connect.ts';
import { encode } from '../rows/codec.ts';
import { nestedSql } from '../rows/nested.ts';
import type { FilterContext } from './filter-context.ts';
import { col, escaped, type Fragment, inList, joined, listed, never, notSql } from './fragment.ts';
import { utcSql } from './instant-sql.ts';
import { takeSearch, termsSql } from './search-sql.ts';

/** A filter as SQL over the table called `t`. */
export function filterSql(filter: Filter, context: FilterContext): Fragment {
  const { terms, rest } = takeSearch(filter, context);
  const parts = rest.map((part) => expression(part, context));
  if (terms.length) parts.unshift(...termsSql(terms, context, !rest.length));
  return joined(parts, 'AND');
}

/** `ORDER BY t.x, t.id`: the key breaks ties in the same direction, so that one index (x, id) is walked either way. */
export function orderSql(model: ObjectModel, sort: Sort, kind: DatabaseKind, reversed = false): string {
  const order = (sort.order === 'ASC') === reversed ? 'DESC' : 'ASC';
  const key = model.entity.key;
  const field = model.fields.find(({ name }) => name === sort.field);
  const column = field?.column?.name ?? sort.field;
  if (field && isWorkedOut(field)) return `ORDER BY ${inOrderSql(field, col(column), kind)} ${order}, ${col(key)} ${order}`;
  return sort.field === key ? `ORDER BY ${col(key)} ${order}` : `ORDER BY ${col(column)} ${order}, ${col(key)} ${order}`;
}

/** Is there an index in this order? */
export function isIndexed(model: ObjectModel, { field }: Sort): boolean {
  if (model.fields.some((one) => one.name === field && isWorkedOut(one))) return false;
  return field === model.entity.key || model.fields.some(({ name, column }) => name === field && column?.index);
}

/** Does it hold the numbers of rows, whose texts do not lie in their order? */
export function isNumericKey({ column }: FieldModel): boolean {
  return column?.type === 'numericKey';
}

/** Do its texts not lie in the order of what they say, so that this has to be worked out and no index helps? */
export function isWorkedOut(field: FieldModel): boolean {
  return isNumericKey(field) || isZoned(field);
}

/** What a column is ordered by. */
export function inOrderSql(field: FieldModel, column: string, kind: DatabaseKind): string {
  if (isZoned(field)) return utcSql(column, kind);
  return isNumericKey(field) ? `CAST(${column} AS DOUBLE)` : column;
}

/** A value that was encoded for the field's column, as it stands in that order. */
export function inOrder(field: FieldModel, value: SqlValue): SqlValue {
  if (isZoned(field) && typeof value === 'string') return utcText(value);
  return isNumericKey(field) ? Number(value) : value;
}

/** The FROM clause of an object's rows. */
export function fromSql(model: ObjectModel): string {
  return `FROM ${ident(model.name)} t`;
}

function expression(filter: Filter, context: FilterContext): Fragment {
  if (filter.kind === 'and')
    return joined(
      filter.of.map((part) => expression(part, context)),
      'AND',
    );
  if (filter.kind === 'or')
    return joined(
      filter.of.map((part) => expression(part, context)),
      'OR',
    );
  if (filter.kind === 'not') {
    const part = expression(filter.of, context);
    return { sql: `((${part.sql}) IS NOT TRUE)`, params: part.params };
  }
  if (filter.kind === 'search') return filterSql(filter, context);
  if (filter.field.includes('.')) return nestedSql(filter, context.model, context.kind);
  const field = fieldOf(filter, context);
  if (field?.child && filter.op === 'null') return nestedSql(filter, context.model, context.kind);
  return field?.column ? comparison(field, filter, context.kind, context.model) : never;
}

function comparison(field: FieldModel, filter: Compare, kind: DatabaseKind, model: ObjectModel): Fragment {
  const values = listed(filter);
  const first = values[0] as Scalar; // only in, nin and has may be empty lists, and they do not read it
  const isMoment = isZoned(field) && isOfMoments(filter);
  const named = col(field.column?.name ?? field.name);
  const column = isMoment ? utcSql(named, kind) : named;
  const encoded = (value: Scalar): SqlValue => (field.column ? (encode(field.column, value, kind) as SqlValue) : null); // the codec gives what drivers take
  const bind = (value: Scalar): SqlValue => (isMoment ? inOrder(field, encoded(value)) : encoded(value));
  const exact = filter.exact && !isMoment;
  switch (filter.op) {
    case 'null':
      return first === true ? emptySql(field, column, kind) : notSql(emptySql(field, column, kind));
    case 'eq':
    case 'in':
      return anyOf(field, column, values, bind, kind, exact);
    case 'ne':
    case 'nin':
      return notSql(anyOf(field, column, values, bind, kind, exact));
    case 'has':
      return hasSql(field, column, values, kind, model);
    case 'like':
      return { sql: `${caseless(field, column, kind)} LIKE ? ESCAPE '!'`, params: [`%${escaped(String(first))}%`] };
    case 'starts':
      return startsSql(field, column, String(first));
    case 'within':
      return { sql: `${column} >= ? AND ${column} < ?`, params: values.map(bind) };
    default:
      if (isNumericKey(field)) return { sql: `${inOrderSql(field, column, kind)} ${signs[filter.op]} ?`, params: [Number(first)] };
      return orderedSql(field, column, filter.op, bind(first), bind);
  }
}

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** What says nothing is before no value: '' is no text before 'a'. */
function orderedSql(field: FieldModel, column: string, op: 'gt' | 'gte' | 'lt' | 'lte', value: SqlValue, bind: (value: Scalar) => SqlValue): Fragment {
  const sql = `${column} ${signs[op]} ?`;
  const empty = emptyOf(field);
  const isStored = typeof empty === 'number' || (typeof empty === 'string' && !field.column?.nullable);
  return isStored ? { sql: `${sql} AND ${column} <> ?`, params: [value, bind(empty)] } : { sql, params: [value] };
}

function anyOf(field: FieldModel, column: string, values: Scalar[], bind: (value: Scalar) => SqlValue, kind: DatabaseKind, exact = false): Fragment {
  const said = values.filter((value) => !meansEmpty(field, value));
  const parts: Fragment[] = [];
  if (exact && isFolded(field)) parts.push(...said.map((value) => exactSql(column, bind(value), kind)));
  else if (said.length === 1) parts.push({ sql: `${column} = ?`, params: said.map(bind) });
  else if (said.length) {
    const list = inList(said.map(bind));
    parts.push({ sql: `${column} IN ${list.sql}`, params: list.params });
  }
  if (said.length < values.length) parts.push(emptySql(field, column, kind));
  return joined(parts, 'OR');
}

/** Is the column compared without case and accents? */
function isFolded({ column }: FieldModel): boolean {
  return (column?.type === 'string' || column?.type === 'text') && !column.binary;
}

/** Equal in every character: a row rule for 'a' must not open the rows of 'A'. */
function exactSql(column: string, value: SqlValue, kind: DatabaseKind): Fragment {
  if (kind === 'sqlite') return { sql: `${column} = ? COLLATE BINARY`, params: [value] };
  return { sql: `(${column} = ? AND CAST(${column} AS BINARY) = CAST(? AS BINARY))`, params: [value, value] };
}

/** Rows in which the field is empty; the codec knows how that is stored. */
function emptySql(field: FieldModel, column: string, kind: DatabaseKind): Fragment {
  if (field.column?.type === 'json') return { sql: `(${column} IS NULL OR ${column} IN ('[]', '{}', 'null'))`, params: [] };
  if (field.column?.type === 'mixed') return { sql: `${column} IN ('', '-')`, params: [] };
  const empty = field.column ? (encode(field.column, emptyOf(field), kind) as SqlValue) : null; // the codec gives what drivers take
  return empty === null ? { sql: `${column} IS NULL`, params: [] } : { sql: `${column} = ?`, params: [empty] };
}

function hasSql(field: FieldModel, column: string, values: Scalar[], kind: DatabaseKind, model: ObjectModel): Fragment {
  if (!values.length) return never;
  if (field.relation) {
    const list = inList(values.map(String));
    const sql = `EXISTS (SELECT 1 FROM \`_ref\` r WHERE r.obj = ? AND r.row_id = ${col(model.entity.key)} AND r.field = ? AND r.to_id IN ${list.sql})`;
    return { sql, params: [model.name, stepOf(field.name), ...list.params] };
  }
  const one = (value: Scalar): Fragment =>
    kind === 'mariadb'
      ? { sql: `JSON_CONTAINS(${column}, ?)`, params: [JSON.stringify(value)] }
      : { sql: `EXISTS (SELECT 1 FROM json_each(${column}) j WHERE j.value = ?)`, params: [typeof value === 'boolean' ? Number(value) : value] };
  return joined(values.map(one), 'OR');
}

/** Begins with: as a range where bytes are compared, so that both databases answer alike and from the index. */
function startsSql(field: FieldModel, column: string, prefix: string): Fragment {
  if (!field.column?.binary) return { sql: `${column} LIKE ? ESCAPE '!'`, params: [`${escaped(prefix)}%`] };
  return { sql: `(${column} >= ? AND ${column} < ?)`, params: [prefix, `${prefix}\u{10ffff}`] };
}

function caseless(field: FieldModel, column: string, kind: DatabaseKind): string {
  return kind === 'mariadb' && field.column?.binary ? `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_unicode_ci` : column;
}

function fieldOf(filter: Compare, { model }: FilterContext): FieldModel | undefined {
  return model.fields.find((field) => field.name === rootOf(filter.field));
}
