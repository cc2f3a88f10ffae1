/**
 * How many rows a list has, at the price of the page alone. Up to a bound the number is counted and exact. Beyond it an estimate is given at once and marked
 * as one; the table's own number is counted in the background, cached, and updated by our own writes.
 */
import type { Filter } from '#rules/queries/filter.ts';
import { besideOf, type Database, type Executor, type SqlValue } from '../engine/connect.ts';
import { lastOf } from '../rows/entries.ts';
import { type Reader, visible } from '../rows/reader.ts';
import type { Commonness } from './filter-context.ts';
import { always } from './fragment.ts';
import { fromSql } from './query.ts';

/** Rows counted exactly for every question. */
export const exactBound = 10_000;
/** Rows that a search is thought to find are counted up to here. */
const countedUpTo = 4_000;
/** ms for which a counted number is valid while only we write, and for which one beyond the bound is. */
const freshFor = 5_000;
const largeFreshFor = 60_000;
/** Counting aside rests this many times as long as it took, so that the lists which set it off do not wait for it. */
const restShare = 4;
/** Questions remembered for one database. */
const remembered = 2_000;

export interface Total {
  count: number;
  exact: boolean;
}
type Where = { sql: string; params: SqlValue[] };
interface Known extends Total {
  at: number;
  /** the object's newest entry of the history when it was counted */
  last: number | undefined;
  object: string;
  /** every row of the table is asked for: our own writes can be added and taken away */
  whole: boolean;
}

export class Totals {
  private readonly known = new Map<string, Known>();
  private readonly counting = new Map<string, Promise<void>>();
  /** what is counted aside goes one after the other */
  private queue: Promise<void> = Promise.resolve();
  private restUntil = 0;
  /** Other processes write too: a number counts only as long as the history says that nobody has. */
  isShared: () => boolean = () => false;
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.db = db;
    this.now = now;
  }

  /**
   * The total of a filter for a reader. `exactly` counts to the end where only an estimate is known (a jump from the far end needs it). Of a search for
   * common words the sample's estimate is given where to count them is to read every row that has them.
   */
  async of(reader: Reader, filter: Filter, exactly = false, words?: Commonness): Promise<Total> {
    if (words?.count !== undefined && (words.exact || (!exactly && words.count > countedUpTo))) return { count: words.count, exact: words.exact };
    const where = visible(reader, filter, words && { words, wanted: exactBound });
    const key = `${reader.model.name} ${where.sql} ${JSON.stringify(where.params)}`;
    const last = this.isShared() && reader.model.history ? await lastOf(this.db, reader.model.name) : undefined;
    const known = this.known.get(key);
    const isSame = last === undefined || known?.last === last;
    if (known && isSame && (known.exact || !exactly) && this.now() - known.at < (known.count > exactBound ? largeFreshFor : freshFor)) return known;
    const whole = where === always;
    if (known && known.count > exactBound) {
      // Large and a little old: good enough to answer with, while it is counted again. So is an exact one for a jump: it moves along with our own writes, and
      // where others write it is as new as the history.
      const isTrue = known.exact && isSame && (last !== undefined || !this.isShared());
      if (exactly && !isTrue) await this.countAll(key, reader, where, whole, last);
      else if (isSame || this.now() - known.at >= freshFor) this.countAside(key, reader, where, whole, last);
      return this.known.get(key) ?? known;
    }
    const bounded = await this.countUpTo(reader, where, exactBound);
    if (bounded <= exactBound) return this.keep(key, reader, { count: bounded, exact: true }, whole, last);
    if (exactly || this.db.kind === 'sqlite') {
      await this.countAll(key, reader, where, whole, last);
      return this.known.get(key) ?? { count: bounded, exact: false };
    }
    const estimate = Math.max(await this.estimate(reader, where), bounded);
    this.keep(key, reader, { count: estimate, exact: false }, whole, last);
    if (whole) this.countAside(key, reader, where, whole, last);
    return { count: estimate, exact: false };
  }

  /** Our own write: `by` rows more or fewer. What was counted with a filter is forgotten, the whole table's number moves along. */
  changed(object: string, by: number): void {
    for (const [key, known] of this.known) {
      if (known.object !== object) continue;
      if (known.whole) known.count = Math.max(0, known.count + by);
      else if (known.count <= exactBound) this.known.delete(key);
      else known.exact = false;
    }
  }

  /** Waits for what is being counted aside; for an orderly end. */
  async settled(): Promise<void> {
    await Promise.all(this.counting.values());
  }

  private who(where: Where): Executor {
    return where === always ? this.db : besideOf(this.db, 'lists');
  }

  private async countUpTo(reader: Reader, where: Where, bound: number): Promise<number> {
    const sql = `SELECT COUNT(*) AS n FROM (SELECT 1 ${fromSql(reader.model)} WHERE ${where.sql} LIMIT ${bound + 1}) c`;
    return Number((await this.who(where).query<{ n: unknown }>(sql, where.params))[0]?.n ?? 0);
  }

  private async countAll(key: string, reader: Reader, where: Where, whole: boolean, last?: number): Promise<void> {
    const sql = `SELECT COUNT(*) AS n ${fromSql(reader.model)} WHERE ${where.sql}`;
    const [row] = await this.who(where).query<{ n: unknown }>(sql, where.params);
    this.keep(key, reader, { count: Number(row?.n ?? 0), exact: true }, whole, last);
  }

  private countAside(key: string, reader: Reader, where: Where, whole: boolean, last?: number): void {
    if (this.counting.has(key)) return;
    const work = this.queue
      .then(() => this.countRested(key, reader, where, whole, last))
      .catch(() => undefined) // the estimate is used, and the next request tries again
      .finally(() => this.counting.delete(key));
    this.counting.set(key, work);
    this.queue = work;
  }

  private async countRested(key: string, reader: Reader, where: Where, whole: boolean, last?: number): Promise<void> {
    const rest = this.restUntil - performance.now();
    if (rest > 0) await new Promise((done) => setTimeout(done, rest).unref());
    const begun = performance.now();
    await this.countAll(key, reader, where, whole, last);
    const ended = performance.now();
    this.restUntil = ended + restShare * (ended - begun);
  }

  /** The optimizer's own guess: statistics of the table and of the indexes that the filter can use. */
  private async estimate(reader: Reader, where: Where): Promise<number> {
    const [plan] = await this.db.query(`EXPLAIN SELECT 1 ${fromSql(reader.model)} WHERE ${where.sql}`, where.params);
    return Math.round((Number(plan?.rows ?? 0) * Number(plan?.filtered ?? 100)) / 100);
  }

  private keep(key: string, reader: Reader, total: Total, whole: boolean, last: number | undefined): Total {
    if (this.known.size >= remembered) this.known.delete(this.known.keys().next().value ?? '');
    this.known.delete(key);
    this.known.set(key, { ...total, at: this.now(), object: reader.model.name, whole, last });
    return total;
  }
}
