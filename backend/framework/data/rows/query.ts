/**
 * The one builder of WHERE and ORDER BY, for both databases: a typed filter becomes bound SQL. Rows are always called `t`. The text of a statement depends on
 * the filter's shape only (lists are padded), so that it is prepared once and cached.
 */
import type { FieldModel, ObjectModel, Sort } from '#codegen/model.ts';
import type { Scalar } from '#kinds/kind.ts';
import { type Compare, type Filter, meansEmpty } from '#rules/records/filter.ts';
import { emptyOf } from '#rules/records/record.ts';
import { matchExpression, type SearchTerm, searchTerms, titleTerm, valueToken } from '#rules/records/search-text.ts';
import { type DatabaseKind, ident, type SqlValue } from '../engine/connect.ts';
import { encode } from './codec.ts';
import { col, escaped, type Fragment, inList, joined, listed, never, notSql } from './fragment.ts';
import { nestedSql } from './nested.ts';
import { needlesOf, shareOf, type WordSample } from './word-sample.ts';

export interface FilterContext {
  model: ObjectModel;
  kind: DatabaseKind;
  /** restricted fields that this reader may search, see search.ts */
  scopes: readonly string[];
  /** how common words are, and how many rows are wanted in the list's order: without them the full-text index answers */
  paged?: { sample: WordSample; wanted: number };
}

/** A filter as SQL over the table called `t`. */
export function filterSql(filter: Filter, context: FilterContext): Fragment {
  const { terms, rest } = takeSearch(filter, context);
  const parts = rest.map((part) => expression(part, context));
  if (terms.length) parts.unshift(...termsSql(terms, context, !rest.length));
  return joined(parts, 'AND');
}

/** µs for a row that the full-text index gives and for one that is passed in the list's order; measured, see decision 063. */
const cost = { found: 4.5, passed: 2.7 };

/** The terms by the full-text index, or row by row where a page of them is found sooner so; words that most rows have are asked of the rows that the others leave. */
function termsSql(terms: SearchTerm[], context: FilterContext, alone: boolean): Fragment[] {
  if (!context.paged) return [matchSql(terms, context)];
  const { sample, wanted } = context.paged;
  const share = shareOf(sample, terms);
  if (alone && share && (wanted / share) * cost.passed < share * sample.rows * cost.found) return terms.map((term) => heldSql(term, context));
  const shares = terms.map((term) => shareOf(sample, [term]));
  const least = Math.min(...shares);
  const isKeen = (index: number) => (shares[index] ?? 0) <= Math.max(least, commonFrom);
  return [
    matchSql(
      terms.filter((_, index) => isKeen(index)),
      context,
    ),
    ...terms.filter((_, index) => !isKeen(index)).map((term) => heldSql(term, context)),
  ];
}

/** The share of rows that a search finds, of a filter that asks for nothing else; 0 of any other. */
export function searchShare(filter: Filter, context: FilterContext, sample: WordSample): number {
  const { terms, rest } = takeSearch(filter, context);
  return terms.length && !rest.length ? shareOf(sample, terms) : 0;
}

/** The share of rows from which on a word is no help to the full-text index. */
const commonFrom = 0.004;

/** Does the row's document hold the term? */
function heldSql(term: SearchTerm, { model, kind }: FilterContext): Fragment {
  const index = ident(`${model.name}__q`);
  const document = kind === 'mariadb' ? "CONCAT(' ', t.`_q`, ' ')" : `(SELECT ' ' || d.q || ' ' FROM ${index} d WHERE d.rowid = t.rowid)`;
  return joined(
    needlesOf(term).map((needle) => ({ sql: `INSTR(${document}, ?) > 0`, params: [needle] })),
    'OR',
  );
}

/** `ORDER BY t.x, t.id`: the key breaks ties in the same direction, so that one index (x, id) is walked either way. */
export function orderSql(model: ObjectModel, sort: Sort, reversed = false): string {
  const order = (sort.order === 'ASC') === reversed ? 'DESC' : 'ASC';
  const key = model.entity.key;
  return sort.field === key ? `ORDER BY ${col(key)} ${order}` : `ORDER BY ${col(sort.field)} ${order}, ${col(key)} ${order}`;
}

/** The FROM clause of an object's rows. */
export function fromSql(model: ObjectModel): string {
  return `FROM ${ident(model.name)} t`;
}

/** What the full-text index can answer at once: searches and `has` on indexed arrays that stand side by side. */
function takeSearch(filter: Filter, context: FilterContext): { terms: SearchTerm[]; rest: Filter[] } {
  const flat = flatten(filter);
  const terms: SearchTerm[] = [];
  const rest: Filter[] = [];
  for (const part of flat) {
    if (part.kind === 'search') terms.push(...termsOf(part, context));
    else if (part.kind === 'compare' && part.op === 'has' && fieldOf(part, context)?.column?.index && !fieldOf(part, context)?.relation) {
      terms.push({ tokens: listed(part).map((value) => valueToken(part.field, value)), prefix: false });
    } else rest.push(part);
    // A search of nothing but signs has no terms and finds nothing, rather than everything.
    if (part.kind === 'search' && !termsOf(part, context).length) rest.push({ kind: 'or', of: [] });
  }
  const hopeless = terms.some((term) => !term.tokens.length);
  return hopeless ? { terms: [], rest: [{ kind: 'or', of: [] }] } : { terms, rest };
}

function termsOf({ text, title }: Extract<Filter, { kind: 'search' }>, { scopes }: FilterContext): SearchTerm[] {
  return title ? [titleTerm(text, scopes)].filter((term) => term !== undefined) : searchTerms(text, scopes);
}

function flatten(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.of.flatMap(flatten) : [filter];
}

function matchSql(terms: SearchTerm[], { model, kind }: FilterContext): Fragment {
  const params = [matchExpression(terms, kind)];
  if (kind === 'mariadb') return { sql: 'MATCH (t.`_q`) AGAINST (? IN BOOLEAN MODE)', params };
  const index = ident(`${model.name}__q`);
  return { sql: `t.rowid IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ?)`, params };
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
  const column = col(field.column?.name ?? field.name);
  const values = listed(filter);
  const first = values[0] as Scalar; // only in, nin and has may be empty lists, and they do not read it
  const bind = (value: Scalar): SqlValue => (field.column ? (encode(field.column, value, kind) as SqlValue) : null); // the codec gives what drivers take
  switch (filter.op) {
    case 'null':
      return first === true ? emptySql(field, column, kind) : notSql(emptySql(field, column, kind));
    case 'eq':
    case 'in':
      return anyOf(field, column, values, bind, kind, filter.exact);
    case 'ne':
    case 'nin':
      return notSql(anyOf(field, column, values, bind, kind, filter.exact));
    case 'has':
      return hasSql(field, column, values, kind, model);
    case 'like':
      return { sql: `${caseless(field, column, kind)} LIKE ? ESCAPE '!'`, params: [`%${escaped(String(first))}%`] };
    case 'starts':
      return startsSql(field, column, String(first));
    case 'within':
      return { sql: `${column} >= ? AND ${column} < ?`, params: values.map(bind) };
    default:
      return orderedSql(field, column, filter.op, bind(first), bind);
  }
}

/** What says nothing is before no value: '' is no text before 'a'. */
function orderedSql(field: FieldModel, column: string, op: 'gt' | 'gte' | 'lt' | 'lte', value: SqlValue, bind: (value: Scalar) => SqlValue): Fragment {
  const sql = `${column} ${{ gt: '>', gte: '>=', lt: '<', lte: '<=' }[op]} ?`;
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
  const empty = field.column ? (encode(field.column, emptyOf(field), kind) as SqlValue) : null; // the codec gives what drivers take
  return empty === null ? { sql: `${column} IS NULL`, params: [] } : { sql: `${column} = ?`, params: [empty] };
}

function hasSql(field: FieldModel, column: string, values: Scalar[], kind: DatabaseKind, model: ObjectModel): Fragment {
  if (!values.length) return never;
  if (field.relation) {
    const list = inList(values.map(String));
    const sql = `EXISTS (SELECT 1 FROM \`_ref\` r WHERE r.obj = ? AND r.row_id = ${col(model.entity.key)} AND r.field = ? AND r.to_id IN ${list.sql})`;
    return { sql, params: [model.name, field.name, ...list.params] };
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
  return model.fields.find((field) => field.name === filter.field);
}
