/** The words of a search as conditions: by the full-text index, or along the list's order where a page of them is found sooner so (decision 063). */

import type { FieldModel } from '#codegen/model.ts';
import type { Compare, Filter } from '#rules/queries/filter.ts';
import { matchExpression, needlesOf, type SearchTerm, searchTerms, titleTerm, valueToken } from '#rules/queries/search-text.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { ident } from '../engine/connect.ts';
import type { FilterContext } from './filter-context.ts';
import { type Fragment, joined, listed } from './fragment.ts';

/** What the full-text index can answer at once: searches and `has` on indexed arrays that stand side by side. */
export function takeSearch(filter: Filter, context: FilterContext): { terms: SearchTerm[]; rest: Filter[] } {
  const terms: SearchTerm[] = [];
  const rest: Filter[] = [];
  for (const part of flatten(filter)) {
    const asked = part.kind === 'search' ? termsOf(part, context) : undefined;
    if (asked) terms.push(...asked);
    else if (part.kind === 'compare' && part.op === 'has' && fieldOf(part, context)?.column?.index && !fieldOf(part, context)?.relation) {
      terms.push({ tokens: listed(part).map((value) => valueToken(part.field, value)), prefix: false });
    } else rest.push(part);
    // A search of nothing but signs has no terms and finds nothing, rather than everything.
    if (asked?.length === 0) rest.push({ kind: 'or', of: [] });
  }
  const hopeless = terms.some((term) => !term.tokens.length);
  return hopeless ? { terms: [], rest: [{ kind: 'or', of: [] }] } : { terms, rest };
}

function termsOf({ text, title }: Extract<Filter, { kind: 'search' }>, { scopes }: FilterContext): SearchTerm[] {
  return title ? [titleTerm(text, scopes, title === 'begins')].filter((term) => term !== undefined) : searchTerms(text, scopes);
}

function flatten(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.of.flatMap(flatten) : [filter];
}

function fieldOf(filter: Compare, { model }: FilterContext): FieldModel | undefined {
  return model.fields.find((field) => stepOf(field.name) === filter.field);
}

/** µs a row, measured: found by the full-text index and fetched; passed in the list's order; put into a set, asked of it. */
const cost = { mariadb: { found: 4.5, passed: 2.7 }, sqlite: { found: 2.1, put: 0.12, asked: 1 } };

/** The terms as conditions that all must hold; `alone` where the list asks for nothing else. */
export function termsSql(terms: SearchTerm[], context: FilterContext, alone: boolean): Fragment[] {
  if (!context.paged) return [matchSql(terms, context)];
  return context.kind === 'mariadb' ? ofMariadb(terms, context, context.paged, alone) : [ofSqlite(terms, context, context.paged, alone)];
}

type Paged = NonNullable<FilterContext['paged']>;

/** InnoDB's index reads all rows of a word before it gives the first: common words are looked for in each row's document, of rows that the list or the rare words give. */
function ofMariadb(terms: SearchTerm[], context: FilterContext, { words, wanted }: Paged, alone: boolean): Fragment[] {
  const share = words.share(terms);
  const shares = terms.map((term) => words.share([term]));
  // The index reads all rows of the rarest word, however few have the others too.
  const found = Math.min(...shares) * words.rows * cost.mariadb.found;
  if (alone && share && (wanted / share) * cost.mariadb.passed < found) return terms.map(heldSql);
  const isKeen = (index: number) => (shares[index] ?? 0) <= Math.max(Math.min(...shares), commonFrom);
  const keen = terms.filter((_, index) => isKeen(index));
  return [matchSql(keen, context), ...terms.filter((_, index) => !isKeen(index)).map(heldSql)];
}

/** The share of rows from which on a word is no help to the full-text index. */
const commonFrom = 0.004;

/** FTS5 gives row numbers fast, and the rows slowly: they are made a set along which the list is walked. What nearly every row has: see walked-page. */
function ofSqlite(terms: SearchTerm[], context: FilterContext, { words, wanted }: Paged, alone: boolean): Fragment {
  const plain = matchSql(terms, context);
  const share = words.share(terms);
  if (!alone || !share) return plain;
  const { found, put, asked } = cost.sqlite;
  const count = share * words.rows;
  // The sign keeps the set from being walked instead of the list.
  return count * found <= count * put + (wanted / share) * asked ? plain : { ...plain, sql: `+${plain.sql}` };
}

function matchSql(terms: SearchTerm[], { model, kind }: FilterContext): Fragment {
  const params = [matchExpression(terms, kind)];
  if (kind === 'mariadb') return { sql: 'MATCH (t.`_q`) AGAINST (? IN BOOLEAN MODE)', params };
  const index = ident(`${model.name}__q`);
  return { sql: `t.rowid IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ?)`, params };
}

/** Does the row's document hold the term? */
function heldSql(term: SearchTerm): Fragment {
  const held = needlesOf(term).map((needle) => ({ sql: "INSTR(CONCAT(' ', t.`_q`, ' '), ?) > 0", params: [needle] }));
  return joined(held, 'OR');
}
