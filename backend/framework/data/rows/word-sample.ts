/**
 * How common the words of a large object are, by a sample of its search documents. A full-text index reads every row that has a word before it gives the
 * first; where one row in a hundred has it, walking the list's own index until a page is full reads a few thousand. The sample says which is the shorter way
 * (decision 063).
 */
import type { ObjectModel } from '#codegen/model.ts';
import type { SearchTerm } from '#rules/records/search-text.ts';
import { type Database, type Executor, ident } from '../engine/connect.ts';
import { padded } from '../engine/table.ts';

/** Rows from which an object is sampled: in fewer the full-text index is quick whatever is asked. */
export const sampledFrom = 20_000;
/** Documents of a sample: a word of one row in 250 is in twenty of them. */
const sampleSize = 5_000;
/** ms until a sample is taken again, at the next search. */
const freshFor = 15 * 60_000;
/** Documents read by one statement on SQLite, whose reads keep the process. */
const batch = 250;

/** Documents of some rows, each as ' token token ', and how many rows there are. */
export interface WordSample {
  rows: number;
  documents: readonly string[];
}

interface Known {
  at: number;
  sample?: WordSample;
  taking?: Promise<void>;
}

const samples = new WeakMap<object, Map<string, Known>>();

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
export function shareOf({ documents }: WordSample, terms: readonly SearchTerm[]): number {
  if (!documents.length) return 0;
  const needles = terms.map(needlesOf);
  return documents.filter((document) => needles.every((any) => any.some((needle) => document.includes(needle)))).length / documents.length;
}

/** A term's tokens as they stand in ' token token '. */
export function needlesOf({ tokens, prefix }: SearchTerm): string[] {
  return tokens.map((token) => (prefix ? ` ${token}` : ` ${token} `));
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
  const found = db.kind === 'mariadb' ? await sampledRows(db, model, rows) : await sampledDocuments(db, model);
  return { rows, documents: found.map((document) => ` ${document} `) };
}

/** The keys come off the smallest index, the documents of a few of them by key. */
async function sampledRows(db: Executor, model: ObjectModel, rows: number): Promise<string[]> {
  const key = ident(model.entity.key);
  const keys = `SELECT ${key} AS k FROM ${ident(model.name)} WHERE RAND() < ?`;
  const found = await db.query<{ q: unknown }>(`SELECT t.\`_q\` AS q FROM (${keys}) s JOIN ${ident(model.name)} t ON t.${key} = s.k`, [sampleSize / rows]);
  return found.map(({ q }) => String(q ?? ''));
}

/** Documents by row numbers drawn over the whole range; those that were deleted are not there. */
async function sampledDocuments(db: Executor, model: ObjectModel): Promise<string[]> {
  const index = ident(`${model.name}__q`);
  const [last] = await db.query<{ n: unknown }>(`SELECT MAX(rowid) AS n FROM ${ident(model.name)}`);
  const found: string[] = [];
  for (let begun = 0; begun < sampleSize; begun += batch) {
    const drawn = Array.from({ length: batch }, () => 1 + Math.floor(Math.random() * Number(last?.n ?? 0)));
    const list = padded(drawn);
    const documents = await db.query<{ q: unknown }>(`SELECT q FROM ${index} WHERE rowid IN (${list.map(() => '?').join(', ')})`, list);
    found.push(...documents.map(({ q }) => String(q ?? '')));
  }
  return found;
}
