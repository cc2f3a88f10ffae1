/** Rows of `_minute`: the calls that the processes of one database have taken out of a caller's minute. */
import type { Executor } from '../engine/connect.ts';
import { raw, table } from '../engine/table.ts';

/** Takes so many more; gives how many were taken in all, these among them. For MariaDB: an embedded database has one process, which counts by itself. */
export async function takeCalls(db: Executor, id: string, minute: number, calls: number): Promise<number> {
  // What it was set to comes back with the answer, without a second question; of a new row nothing does.
  const [all] = await table(db, '_minute')
    .insert({ id, minute, n: calls })
    .onConflict(['id', 'minute'])
    .merge({ n: raw(db, 'LAST_INSERT_ID(n + VALUES(n))') });
  return Number(all) || calls;
}

export async function sweepMinutes(db: Executor, before: number): Promise<void> {
  await table(db, '_minute').where('minute', '<', before).del();
}
