/**
 * A page of what nearly every row has, on SQLite: its full-text index gives row numbers in no order of the list, and cannot be asked row by row for the
 * beginning of a word. So the rows are read in the list's order and their words looked at here (decision 063).
 */

import { needlesOf, type SearchTerm } from '#rules/queries/search-text.ts';
import { rootOf } from '#rules/records/field-path.ts';
import type { Executor } from '../engine/connect.ts';
import { decodeFields } from '../rows/codec.ts';
import { narrowReader, type Reader, wholeReader } from '../rows/reader.ts';
import { searchDocument } from '../rows/search.ts';
import { always } from './fragment.ts';
import type { PageQuery } from './page-query.ts';
import { fromSql, isIndexed, orderSql } from './query.ts';
import { takeSearch } from './search-sql.ts';

/** µs a row: looked at here; put into the set that the index gives, and asked of it (see search-sql). */
const cost = { looked: 30, put: 0.12, asked: 1 };
/** Rows looked at for one page. */
const mostLooked = 1_000;

/** Keys of the first `offset + limit` rows, or of all where there are fewer; undefined where the full-text index is quicker, or knows what this does not. */
export async function walkedKeys(db: Executor, reader: Reader, { filter, sort, limit, offset, words, except = [] }: PageQuery): Promise<string[] | undefined> {
  const { model } = reader;
  const { terms, rest } = takeSearch(filter, reader.context);
  if (db.kind !== 'sqlite' || words?.count === undefined || !terms.length || rest.length || reader.rows !== always || !isIndexed(model, sort)) return undefined;
  const names = new Set([model.entity.key, ...model.search.map((path) => rootOf(path))]);
  const narrow = narrowReader(wholeReader(model, 'sqlite'), names);
  const share = words.share(terms);
  const wanted = offset + limit + except.length;
  const looked = Math.ceil((wanted / share) * 1.2) + 10;
  const isQuicker = looked * cost.looked < share * words.rows * cost.put + (wanted / share) * cost.asked;
  if (!isQuicker || looked > mostLooked || narrow.children.length) return undefined;
  const raws = await db.query(`SELECT ${narrow.columns} ${fromSql(model)} ${orderSql(model, sort, db.kind)} LIMIT ?`, [looked]);
  const found: string[] = [];
  const gone = new Set(except);
  for (const raw of raws) {
    const row = decodeFields(narrow.fields, raw, 'sqlite');
    const key = String(row[model.entity.key]);
    if (!gone.has(key) && hasAll(searchDocument(model, row), terms)) found.push(key);
    if (found.length === offset + limit) return found;
  }
  return raws.length < looked ? found : undefined;
}

function hasAll(document: string, terms: readonly SearchTerm[]): boolean {
  const framed = ` ${document} `;
  return terms.every((term) => needlesOf(term).some((needle) => framed.includes(needle)));
}
