/**
 * How common the words of a search are, so that the shorter way to a page is taken (decision 063). SQLite counts the rows that have them in a millisecond, where they are not most of a large table.
 * MariaDB reads every row that has a word before it says anything; there a sample of the search documents of a large object tells.
 */
import type { ObjectModel } from '#codegen/model.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { matchExpression, needlesOf, type SearchTerm } from '#rules/queries/search-text.ts';
import { type Database, type Executor, ident } from '../engine/connect.ts';
import type { Reader } from '../rows/reader.ts';
import type { Commonness } from './filter-context.ts';
import { always } from './fragment.ts';
import { takeSearch } from './search-sql.ts';

/** Rows from which an object is sampled: in fewer the full-text index is quick whatever is asked. */
export const sampledFrom = 20_000;
/** Documents of a sample: a word of one row in 250 is in twenty of them. */
const sampleSize = 5_000;
/** SQLite: of more finds than this their number is thought, by this many stretches of a thousandth of the rows each. */
const thoughtFrom = 100_000;
const stretches = 16;
/** ms until a sample is taken again, at the next search. */
const freshFor = 15 * 60_000;
/** Documents of some rows, each as ' token token ', and how many rows there are. */
export interface WordSample {
  rows: number;
  documents: readonly string[];
  /** a needle that was asked for, and the places of the documents that have it */
  holders: Map<string, readonly number[]>;
}
/** Needles remembered for a sample: a search asks for each of its own several times. */
const mostNeedles = 1_000;

interface Known {
  at: number;
  sample?: WordSample;
  taking?: Promise<void>;
}

const samples = new WeakMap<object, Map<string, Known>>();

/** What is known of a filter's search; undefined where it has none, or where the full-text index is quick anyway. */
export async function commonnessOf(db: Database, reader: Reader, filter: Filter): Promise<Commonness | undefined> {
  const { terms, rest } = takeSearch(filter, reader.context);
  if (!terms.length) return undefined;
  const alone = !rest.length && reader.rows === always;
  if (db.kind === 'sqlite') return alone ? countedOf(db, reader.model, terms) : undefined;
  const sample = wordSampleOf(db, reader.model);
  if (!sample) return undefined;
  const share = (some: readonly SearchTerm[]) => shareOf(sample, some);
  return { rows: sample.rows, share, exact: false, ...(alone && { count: Math.round(share(terms) * sample.rows) }) };
}

async function countedOf(db: Database, model: ObjectModel, terms: readonly SearchTerm[]): Promise<Commonness> {
  const index = ident(`${model.name}__q`);
  const [table] = await db.query<{ last: unknown }>(`SELECT MAX(rowid) AS last FROM ${ident(model.name)}`);
  const last = Number(table?.last ?? 0);
  const thought = last > thoughtFrom ? await thoughtOf(db, index, last, terms) : 0;
  if (thought > thoughtFrom) return { rows: last, share: () => thought / last, count: thought, exact: false };
  const [found] = await db.query<{ n: unknown }>(`SELECT COUNT(*) AS n FROM ${index} WHERE ${index} MATCH ?`, [matchExpression(terms, 'sqlite')]);
  const count = Number(found?.n ?? 0);
  const rows = Math.max(count, last);
  return { rows, share: () => count / Math.max(rows, 1), count, exact: true };
}

/** How many rows have these words as they stand, by stretches of row numbers all over the table; a beginning would be merged from all its words first. */
async function thoughtOf(db: Database, index: string, last: number, terms: readonly SearchTerm[]): Promise<number> {
  const words = matchExpression(
    terms.map(({ tokens }) => ({ tokens, prefix: false })),
    'sqlite',
  );
  const span = Math.floor(last / 1_000);
  const one = `SELECT COUNT(*) AS n FROM ${index} WHERE ${index} MATCH ? AND rowid BETWEEN ? AND ?`;
  const starts = Array.from({ length: stretches }, (_, at) => Math.floor(((at + 0.5) / stretches) * last));
  const sql = `SELECT SUM(n) AS n FROM (${starts.map(() => one).join(' UNION ALL ')})`;
  const [found] = await db.query<{ n: unknown }>(
    sql,
    starts.flatMap((start) => [words, start, start + span - 1]),
  );
  return Math.round((Number(found?.n ?? 0) / (stretches * span)) * last);
}

/** The sample of an object's documents, if it is large and one has been taken; the first search of all, and one when it is old, has it taken aside. */
export function wordSampleOf(db: Database, model: ObjectModel): WordSample | undefined {
  const known = knownOf(db, model);
  if (!known.taking && Date.now() - known.at > freshFor) void takeSample(db, model);
  return known.sample;
}

/** Takes a sample now; for those who wait for it. Failing leaves the last one. */
export async function takeSample(db: Database, model: ObjectModel): Promise<void> {
  const known = knownOf(db, model);
  known.taking ??= readSample(db, model)
    .then((sample) => {
      known.sample = sample;
    })
    .catch(() => undefined) // searches go on by the full-text index alone
    .finally(() => {
      known.at = Date.now();
      known.taking = undefined;
    });
  await known.taking;
}

/** The share of rows that have all these terms, 0 to 1. */
export function shareOf(sample: WordSample, terms: readonly SearchTerm[]): number {
  const { length } = sample.documents;
  if (!length || !terms.length) return 0;
  const places = terms.map((term) => new Set(needlesOf(term).flatMap((needle) => holdersOf(sample, needle))));
  const [rarest = new Set<number>(), ...others] = places.sort((a, b) => a.size - b.size);
  return [...rarest].filter((place) => others.every((any) => any.has(place))).length / length;
}

function holdersOf({ documents, holders }: WordSample, needle: string): readonly number[] {
  let found = holders.get(needle);
  if (!found) {
    found = documents.flatMap((document, place) => (document.includes(needle) ? place : []));
    if (holders.size >= mostNeedles) holders.clear();
    holders.set(needle, found);
  }
  return found;
}

function knownOf(db: Database, model: ObjectModel): Known {
  const own = db.joins ?? db;
  const objects = samples.get(own) ?? new Map<string, Known>();
  samples.set(own, objects);
  const known = objects.get(model.name) ?? { at: Number.NEGATIVE_INFINITY };
  objects.set(model.name, known);
  return known;
}

async function readSample(db: Database, model: ObjectModel): Promise<WordSample | undefined> {
  const [counted] = await db.query<{ n: unknown }>(`SELECT COUNT(*) AS n FROM ${ident(model.name)}`);
  const rows = Number(counted?.n ?? 0);
  if (rows < sampledFrom) return undefined;
  const found = await sampledRows(db, model, rows);
  return { rows, documents: found.map((document) => ` ${document} `), holders: new Map() };
}

/** The keys come off the smallest index, the documents of a few of them by key. */
async function sampledRows(db: Executor, model: ObjectModel, rows: number): Promise<string[]> {
  const key = ident(model.entity.key);
  const keys = `SELECT ${key} AS k FROM ${ident(model.name)} WHERE RAND() < ?`;
  const found = await db.query<{ q: unknown }>(`SELECT t.\`_q\` AS q FROM (${keys}) s JOIN ${ident(model.name)} t ON t.${key} = s.k`, [sampleSize / rows]);
  return found.map(({ q }) => String(q ?? ''));
}
