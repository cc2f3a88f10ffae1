/**
 * A page of what a search finds, the best first: titles that are what was typed, titles that begin with it, titles with all its words, the rest; within each
 * the list's own order. Of many finds only the titles that are it or begin so are ranked (decision 063): the others would all have to be read first.
 */
import type { RawRow } from '#framework/data/engine/connect.ts';
import { commonnessOf } from '#framework/data/rows/common-words.ts';
import { narrowReader, type Reader, readRow } from '#framework/data/rows/reader.ts';
import { loadRawPage, loadRawRows, type PageQuery } from '#framework/data/rows/records.ts';
import type { Total } from '#framework/data/rows/totals.ts';
import type { Filter } from '#rules/records/filter.ts';
import { ranked } from '#rules/records/ranking.ts';
import { titleFields } from '#rules/records/record.ts';
import type { RecordTools } from './record-tools.ts';

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
  const first = await inOrder(db, reader, ids.slice(offset, offset + limit));
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
async function bestOfMany(db: RecordTools['db'], reader: Reader, text: string, { filter, sort, limit, offset }: PageQuery): Promise<string[]> {
  const { key } = reader.model.entity;
  const narrow = narrowReader(reader, new Set([key]));
  const entitled = async (title: 'equals' | 'begins', most: number, except: string[]) => {
    const asked: Filter = { kind: 'and', of: [filter, { kind: 'search', text, title }] };
    const words = await commonnessOf(db, reader, asked);
    const raws = await loadRawPage(db, narrow, { filter: asked, sort, limit: most, offset: 0, except, ...(words && { words }) });
    return [...except, ...raws.map((raw) => String(readRow(narrow, raw)[key]))];
  };
  return entitled('begins', Math.min(rankedAtMost, offset + limit), await entitled('equals', rankedAtMost, []));
}

async function inOrder(db: RecordTools['db'], reader: Reader, ids: readonly string[]): Promise<RawRow[]> {
  const { key } = reader.model.entity;
  const column = reader.model.fields.find(({ name }) => name === key)?.column?.name ?? key;
  const rows = new Map<string, RawRow>((await loadRawRows(db, reader, ids)).map((raw) => [String(raw[column]), raw]));
  return ids.map((id) => rows.get(id)).filter((raw) => raw !== undefined);
}
