/** The history as a stream: what happened after an entry that was seen, for a page that follows what others do. */
import type { Executor, RawRow } from '../engine/connect.ts';
import { padded, table } from '../engine/table.ts';

export interface Entry {
  id: number;
  object: string;
  row: string;
  /** ms */
  at: number;
  by: string;
  action: string;
  /** JSON as `noteHistory` wrote it */
  changes: string;
}

/** The id of the newest entry, 0 where there is none. Where writers take turns by a lock, ask under that lock: what is on its way has a higher one then. */
export async function lastEntry(db: Executor): Promise<number> {
  const row = await table(db, '_history').max({ id: 'id' }).first();
  return Number(row?.id ?? 0);
}

/** Of these objects, oldest first. */
export async function entriesSince(db: Executor, since: number, objects: readonly string[], limit: number): Promise<Entry[]> {
  const rows = await table(db, '_history').where('id', '>', since).whereIn('obj', padded(objects)).orderBy('id').limit(limit);
  return rows.map((row) => ({
    id: Number(row.id),
    object: String(row.obj),
    row: String(row.row_id),
    at: Number(row.at),
    by: String(row.by),
    action: String(row.action),
    changes: String(row.changes),
  }));
}

/** A mark that differs once anything more was written, also where an entry comes after one of a higher id; and the newest id. */
export async function entriesMark(db: Executor, floor: number): Promise<{ mark: string; last: number }> {
  const row: RawRow | undefined = await table(db, '_history').where('id', '>', floor).max({ last: 'id' }).count({ n: '*' }).first();
  return { mark: `${floor} ${Number(row?.last ?? 0)} ${Number(row?.n ?? 0)}`, last: Number(row?.last ?? floor) };
}
