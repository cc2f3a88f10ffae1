/**
 * The history forwards, as a feed that misses nothing (decision 075): it ends below the oldest entry that may still be written. On SQLite writers take turns,
 * so that ids come in the order of the commits. On MariaDB an id is given when a row is inserted and seen when it is committed: an id that is missing among
 * those seen is of a write that is open, or that was rolled back. A locking read tells the two apart; for the moment between the giving of an id and the
 * insert of its row, which no lock shows, a missing id is waited for a while; longer where other nodes of a cluster write too, whose locks are not seen here.
 */
import type { Database, Executor } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import { type Entry, lastEntry, readEntry } from './entries.ts';

/** ms for which a missing id is waited for: far more than lies between the giving of an id and the insert of its row, in one statement. */
const grace = 2_000;
/** The same where other nodes of a cluster write too: no lock here shows what is open there, and a transaction waits for rows for 3 s at most. */
const graceOfMany = 10_000;
/** ms after which a write is surely no longer between the two. */
const old = 10 * 60_000;
/** Missing ids that are remembered. */
const mostMissed = 10_000;
/** Entries read at once. */
const portion = 500;
/** MariaDB and MySQL of a row that another holds, asked not to wait. */
const held = new Set([1205, 3572]);

export interface FeedPart {
  /** the oldest first; also those of no row (exports) */
  entries: Entry[];
  /** there is more behind them now */
  isMore: boolean;
}

/** Missing ids of each database, by the id before, with the moment (ms of this process) at which they were missed first. */
const missed = new WeakMap<Database, Map<number, number>>();

/** The entries behind `after`, up to the oldest write that is open. @param now ms */
export async function readFeed(db: Database, after: number, now: number): Promise<FeedPart> {
  const found = await entriesBehind(db, after);
  const isMore = found.length === portion;
  const gaps = db.kind === 'sqlite' ? [] : gapsIn(found, after);
  if (!gaps.length) return { entries: found, isMore };
  const known = missed.get(db) ?? new Map<number, number>();
  missed.set(db, known);
  // Others follow it too, so that what was waited for is remembered; what is forgotten is waited for again.
  for (const gap of known.keys()) {
    if (known.size <= mostMissed) break;
    known.delete(gap);
  }
  // All of them are waited for at once.
  for (const gap of gaps) if (!known.has(gap.after)) known.set(gap.after, performance.now());
  for (const gap of gaps) {
    const since = known.get(gap.after) ?? 0;
    const isWaited = performance.now() - since >= (db.manyWriters ? graceOfMany : grace) || now - gap.seen > old;
    if (isWaited && (await isEmpty(db, gap))) continue;
    return { entries: found.slice(0, gap.at), isMore: false };
  }
  return { entries: found, isMore };
}

/** A place in the feed: the last entry that was read, with its moment (ms), by which a database that was restored is told apart. */
export interface Place {
  id: number;
  at: number;
}

/** The place before everything. */
export const beginning: Place = { id: 0, at: 0 };

/** The place behind everything that is surely written, but for writes that have been open for ten minutes: what is committed from now on comes behind it. */
export async function presentPlace(db: Database, now: number): Promise<Place> {
  const row = await table(db, '_history')
    .where('at', '<', now - old)
    .orderBy('id', 'desc')
    .first('id', 'at');
  let last: Place = row ? { id: Number(row.id), at: Number(row.at) } : beginning;
  for (;;) {
    const { entries, isMore } = await readFeed(db, last.id, now);
    last = entries.at(-1) ?? last;
    if (!isMore) return { id: last.id, at: last.at };
  }
}

/** Whether the history has been here: neither is its end before this place, nor is another entry at it. */
export async function isOfHere(db: Executor, { id, at }: Place): Promise<boolean> {
  if (id === 0) return true;
  const row = await table(db, '_history').where({ id }).first('at');
  return row ? Number(row.at) === at : (await lastEntry(db)) > id;
}

async function entriesBehind(db: Executor, after: number): Promise<Entry[]> {
  return (await table(db, '_history').where('id', '>', after).orderBy('id').limit(portion)).map(readEntry);
}

/** Ids between `after` and `before` are missing; the entry behind them has the index `at` and was written at `seen` (ms). */
interface Gap {
  after: number;
  before: number;
  at: number;
  seen: number;
}

function gapsIn(entries: readonly Entry[], after: number): Gap[] {
  return entries.flatMap(({ id, at: seen }, at) => {
    const previous = entries[at - 1]?.id ?? after;
    return id === previous + 1 ? [] : [{ after: previous, before: id, at, seen }];
  });
}

/** No row lies between, committed or not. */
async function isEmpty(db: Database, { after, before }: Gap): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      const sql = 'SELECT `id` FROM `_history` WHERE `id` > ? AND `id` < ? LIMIT 1 FOR UPDATE NOWAIT';
      return (await tx.query(sql, [after, before])).length === 0;
    });
  } catch (error) {
    if (held.has(Number((error as { errno?: unknown } | null)?.errno))) return false;
    throw error;
  }
}
