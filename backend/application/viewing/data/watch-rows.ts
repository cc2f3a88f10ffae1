/** Writes rows of `_watch` and `_watch_address` directly, by the hundred, for imports and for the demo. */

import type { Executor } from '#framework/data/engine/connect.ts';
import type { LinkUse } from '../rules/leak.ts';
import type { WatchRow } from './watch.ts';

/** Rows in one statement. */
const portion = 50;

export async function insertWatched(tx: Executor, rows: readonly WatchRow[]): Promise<void> {
  const names = '`id`, `page`, `viewer`, `link`, `work`, `video`, `begun_at`, `seen_at`, `place`, `duration`, `seconds`, `spans`, `opens`';
  for (let start = 0; start < rows.length; start += portion) {
    const some = rows.slice(start, start + portion);
    const values = some.flatMap((row) => [
      ...[row.id, row.page, row.viewer, row.link, row.work, row.video, row.begunAt, row.seenAt],
      ...[row.place, row.duration, row.seconds, JSON.stringify(row.spans), row.opens],
    ]);
    await tx.run(`INSERT INTO \`_watch\` (${names}) VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`, values);
  }
}

export async function insertUses(tx: Executor, rows: readonly (LinkUse & { id: string })[]): Promise<void> {
  const names = '`id`, `link`, `address`, `agent`, `first_at`, `last_at`, `opens`';
  for (let start = 0; start < rows.length; start += portion) {
    const some = rows.slice(start, start + portion);
    const values = some.flatMap((row) => [row.id, row.link, row.address, row.agent, row.firstAt, row.lastAt, row.opens]);
    await tx.run(`INSERT INTO \`_watch_address\` (${names}) VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`, values);
  }
}
