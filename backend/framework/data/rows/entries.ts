/** The history as a stream: what happened after an entry that was seen, for a page that follows what others do. */
import type { Executor, RawRow } from '../engine/connect.ts';
import { padded, raw, table } from '../engine/table.ts';

export interface Entry {
  id: number;
  object: string;
  /** its key; '' of an export */
  row: string;
  ver: number;
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

/** The newest entry of an object's rows, by its index. */
export async function lastOf(db: Executor, object: string): Promise<number> {
  const row = await table(db, '_history').where({ obj: object }).max({ id: 'id' }).first();
  return Number(row?.id ?? 0);
}

/** Of rows of these objects, oldest first. */
export async function entriesSince(db: Executor, since: number, objects: readonly string[], limit: number): Promise<Entry[]> {
  const rows = await table(db, '_history').where('id', '>', since).whereIn('obj', padded(objects)).whereNot({ row_id: '' }).orderBy('id').limit(limit);
  return rows.map(readEntry);
}

/** What to look for. An object, a row or a person is found by an index; instants (ms) by theirs; `below`: ids under it, for the next page. */
export interface EntryFilter {
  object?: string;
  row?: string;
  by?: string;
  action?: string;
  since?: number;
  before?: number;
  below?: number;
  /** its changes name one of these fields, anywhere in them */
  fields?: readonly string[];
}

/** Newest first. */
export async function findEntries(db: Executor, { object, row, by, action, since, before, below, fields }: EntryFilter, limit: number): Promise<Entry[]> {
  const found = table(db, '_history');
  if (object !== undefined) found.where({ obj: object });
  if (row !== undefined) found.where({ row_id: row });
  if (by !== undefined) found.where({ by });
  if (action !== undefined) found.where({ action });
  if (since !== undefined) found.where('at', '>=', since);
  if (before !== undefined) found.where('at', '<', before);
  if (below !== undefined) found.where('id', '<', below);
  if (fields) found.where((some) => fields.forEach((name) => void some.orWhere(raw(db, 'INSTR(??, ?) > 0', ['changes', `${JSON.stringify(name)}:`]))));
  return (await found.orderBy('id', 'desc').limit(limit)).map(readEntry);
}

/** A stored row of the history. */
export function readEntry(raw: RawRow): Entry {
  return {
    id: Number(raw.id),
    object: String(raw.obj),
    row: String(raw.row_id),
    ver: Number(raw.ver),
    at: Number(raw.at),
    by: String(raw.by),
    action: String(raw.action),
    changes: String(raw.changes),
  };
}

/** A mark that differs once anything more was written, also where an entry comes after one of a higher id; and the newest id. */
export async function entriesMark(db: Executor, floor: number): Promise<{ mark: string; last: number }> {
  const row: RawRow | undefined = await table(db, '_history').where('id', '>', floor).max({ last: 'id' }).count({ n: '*' }).first();
  return { mark: `${floor} ${Number(row?.last ?? 0)} ${Number(row?.n ?? 0)}`, last: Number(row?.last ?? floor) };
}
