/** Waits until something happens on a campaign's board, in any process. One query of the database serves all requests that wait here. */

import type { Database } from '#framework/data/engine/connect.ts';
import { entriesMark, entriesSince, lastEntry } from '#framework/data/rows/entries.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { inRowQueue } from '#framework/save/row-queue.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { BoardChanges } from '../rules/board-facts.ts';
import { boardObjects, changesIn } from './board-changes.ts';
import { mayRead } from './read-board.ts';

/** Longest wait of one call, ms; shorter than the limit of a proxy. */
export const longestWait = 25_000;
/** How often the database is queried while anybody waits, ms. */
const every = 400;
/** How many of the newest entries are counted again, in case one is committed late. */
const depth = 1_000;

/**
 * The changes since the version; empty after `wait` ms without any, or when `signal` says that the client has gone.
 * @throws Refusal msg.forbidden, msg.notfound
 */
export async function waitForChanges(tools: Tools, actor: Actor, cid: string, since: number, wait: number, signal: AbortSignal): Promise<BoardChanges> {
  mayRead(tools, actor);
  const until = performance.now() + Math.min(wait, longestWait);
  const answered = new AbortController();
  try {
    return await listen(tools, cid, since, until, AbortSignal.any([signal, answered.signal]));
  } finally {
    answered.abort();
  }
}

async function listen(tools: Tools, cid: string, since: number, until: number, signal: AbortSignal): Promise<BoardChanges> {
  const ear = earOf(tools.db);
  for (let from = since; ; ) {
    const heard = ear.next(until, signal);
    // First without the lock: every change of any board wakes all requests, but concerns few of them.
    const isOwn = (await lastEntry(tools.db)) < from || (await entriesSince(tools.db, from, boardObjects, 1)).length > 0;
    const isOver = performance.now() >= until || signal.aborted;
    if (isOwn || isOver) {
      const changes = await lockedChanges(tools, cid, from);
      if (isOver || changes.isStale || changes.pairings.length || changes.removed.length) return changes;
      from = changes.version;
    }
    await heard;
  }
}

function lockedChanges(tools: Tools, cid: string, since: number): Promise<BoardChanges> {
  return inRowQueue(tools.db, 'campaign', cid, () =>
    tools.db.transaction(async (tx) => {
      const model = tools.registry.get('campaign')?.model;
      if (!model || !(await loadRow(tx, wholeReader(model, tx.kind), cid, true)))
        throw new Refusal('msg.notfound', { values: { object: 'campaign', id: cid } });
      return changesIn(tx, tools.registry, cid, since);
    }),
  );
}

const ears = new WeakMap<Database, Ear>();

function earOf(db: Database): Ear {
  const known = ears.get(db) ?? new Ear(db);
  ears.set(db, known);
  return known;
}

/** One timer for all requests that wait in this process; it stops while there are none. */
class Ear {
  readonly #db: Database;
  readonly #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #floor = 0;
  #mark = '';

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolves at the next change written anywhere, at `until`, or when the signal is aborted. */
  next(until: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(late);
        signal.removeEventListener('abort', wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const late = setTimeout(wake, Math.max(0, until - performance.now()));
      signal.addEventListener('abort', wake);
      this.#waiting.add(wake);
      if (signal.aborted) wake();
      else this.#timer ??= setTimeout(() => void this.#listen(), every);
    });
  }

  async #listen(): Promise<void> {
    try {
      const { mark, last } = await entriesMark(this.#db, this.#floor);
      if (mark !== this.#mark) for (const wake of [...this.#waiting]) wake();
      this.#mark = mark;
      if (last > this.#floor + 2 * depth) this.#floor = last - depth;
    } catch {
      // While the database is unavailable no request is woken; the query of each request reports the failure.
    }
    this.#timer = this.#waiting.size ? setTimeout(() => void this.#listen(), every) : undefined;
  }
}
