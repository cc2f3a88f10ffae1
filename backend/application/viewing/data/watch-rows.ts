/** Writes rows of `_watch` and `_watch_address` directly, by the hundred, for imports and for the demo. */

import type { Executor } from '#framework/data/engine/connect.ts';
import { table } from '#framework/data/engine/table.ts';
import type { LinkUse } from '../rules/leak.ts';
import type { WatchRow } from './watch.ts';

/** Rows in one statement. */
const portion = 50;

export async function insertWatched(tx: Executor, rows: readonly WatchRow[]): Promise<void> {
  const stored = rows.map(({ begunAt, seenAt, spans, ...named }) => ({ ...named, begun_at: begunAt, seen_at: seenAt, spans: JSON.stringify(spans) }));
  for (let start = 0; start < rows.length; start += portion) await table(tx, '_watch').insert(stored.slice(start, start + portion));
}

export async function insertUses(tx: Executor, rows: readonly (LinkUse & { id: string })[]): Promise<void> {
  const stored = rows.map(({ firstAt, lastAt, ...named }) => ({ ...named, first_at: firstAt, last_at: lastAt }));
  for (let start = 0; start < rows.length; start += portion) await table(tx, '_watch_address').insert(stored.slice(start, start + portion));
}
