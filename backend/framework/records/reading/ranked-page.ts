/**
 * A page of what a search finds, the best first: titles that are what was typed, titles that begin with it, titles with all its words, the rest; within each
 * the list's own order. Of many finds only the titles that are it or begin so are ranked (decision 063): the others would all have to be read first.
 */
import type { RawRow } from '#framework/data/engine/connect.ts';
import { commonnessOf } from '#framework/data/queries/common-words.ts';
import type { PageQuery } from '#framework/data/queries/page-query.ts';
import type { Total } from '#framework/data/queries/totals.ts';
import { walkedKeys } from '#framework/data/queries/walked-page.ts';
import { narrowReader, type Reader, readRow } from '#framework/data/rows/reader.ts';
import { loadInOrder, loadRawPage } from '#framework/data/rows/records.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { ranked } from '#rules/queries/ranking.ts';
import { titleFields } from '#rules/records/record.ts';
import type { RecordTools } from '../record-tools.ts';

/** Rows that are ranked: all that are found, or of more the titles that are what was typed, and as many that begin so. */
const rankedAtMost = 200;

/** The text searched for, where the filter's parts have one; a search inside a group has no rank. */
export function searchedText(filter: Filter): string | undefined {
  const parts = filter.kind === 'and' ? filter.of : [filter];
  return parts.find((part) => part.kind === 'search')?.text;
}

export interface RankedRows extends Total {
  rows: RawRow[];
}

/** One page of the ranked rows, and how many there are: six statements at most. */
export async function rankedRows(db: RecordTools['db'], reader: Reader, text: string, query: PageQuery, total: Total): Promise<RankedRows> {
  const { limit, offset } = query;
  const isFew = total.exact && total.count <= rankedAtMost;
  const ids = isFew ? await allRanked(db, reader, text, query) : await bestOfMany(db, reader, text, query);
  const first = await loadInOrder(db, reader, ids.slice(offset, offset + limit));
  const left = limit - first.length;
  const rest = isFew || !left ? [] : await loadRawPage(db, reader, { ...query, limit: left, offset: Math.max(0, offset - ids.length), except: ids });
  const rows = [...first, ...rest];
  const seen = rows.length ? offset + rows.length : 0;
  const isEnd = rows.length > 0 && rows.length < limit;
  return { rows, count: isEnd ? seen : Math.max(total.count, seen), exact: total.exact || isEnd };
}

async function allRanked(db: RecordTools['db'], reader: Reader, text: string, query: PageQuery): Promise<string[]> {
  const { model } = reader;
  const titles = titleFields(model);
  const narrow = narrowReader(reader, new Set([model.entity.key, ...titles]));
  const rows = (await loadRawPage(db, narrow, { ...query, limit: rankedAtMost, offset: 0 })).map((raw) => readRow(narrow, raw));
  return ranked(text, rows, (row) => titles.flatMap((name) => (typeof row[name] === 'string' ? row[name] : []))).map((row) => String(row[model.entity.key]));
}

/** Titles that are what was typed, then as many that begin with it as the page reaches: a common beginning is found sooner along the list. */
async function bestOfMany(db: RecordTools['db'], reader: Reader, text: string, query: PageQuery): Promise<string[]> {
  const most = Math.min(rankedAtMost, query.offset + query.limit);
  const equal = await entitled(db, reader, query, { kind: 'search', text, title: 'equals' }, most, []);
  if (equal.length === most) return equal;
  return [...equal, ...(await entitled(db, reader, query, { kind: 'search', text, title: 'begins' }, most - equal.length, equal))];
}

/** Keys of rows by their titles alone, which have the words that were searched for. */
async function entitled(db: RecordTools['db'], reader: Reader, { filter, sort, words }: PageQuery, title: Filter, limit: number, except: string[]) {
  const { key } = reader.model.entity;
  const parts = filter.kind === 'and' ? filter.of : [filter];
  const page: PageQuery = { filter: { kind: 'and', of: [...parts.filter(({ kind }) => kind !== 'search'), title] }, sort, limit, offset: 0, except };
  // Of what nearly every row has, one in four is thought to begin with it.
  const along = words && (await walkedKeys(db, reader, { ...page, words: { ...words, share: (terms) => words.share(terms) / 4 } }));
  if (along) return along;
  const narrow = narrowReader(reader, new Set([key]));
  const raws = await loadRawPage(db, narrow, { ...page, words: await commonnessOf(db, reader, page.filter) });
  return raws.map((raw) => String(readRow(narrow, raw)[key]));
}
