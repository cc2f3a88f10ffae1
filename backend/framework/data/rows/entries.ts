/** The history as a stream: what happened after an entry that was seen, for a page that follows what others do. */
import type { Knex } from 'knex';
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

/** Entries that one question looks through at most: what nobody changed would else be looked for in all of a history of millions (decision 145). */
const mostLooked = 100_000;

/** The order in which a question goes through the history, newest first: by the index that leaves the fewest entries to look at. */
interface Walk {
  index: 'PRIMARY' | 'ix__history_row' | 'ix__history_at' | 'ix__history_by' | 'ix__history_obj';
  /** what the index itself answers; the rest is asked of each entry */
  answers: readonly (keyof EntryFilter)[];
}

function walkOf({ object, row, by, since, before }: EntryFilter): Walk {
  if (object !== undefined && row !== undefined) return { index: 'ix__history_row', answers: ['object', 'row'] };
  if (since !== undefined || before !== undefined) return { index: 'ix__history_at', answers: ['since', 'before'] };
  if (by !== undefined) return { index: 'ix__history_by', answers: ['by'] };
  return object === undefined ? { index: 'PRIMARY', answers: [] } : { index: 'ix__history_obj', answers: ['object'] };
}

type Found = Knex.QueryBuilder<RawRow, RawRow[]>;

/** Of each thing that may be asked of an entry: its column, and how that compares. */
const asked: Record<Exclude<keyof EntryFilter, 'below' | 'fields'>, readonly [column: string, sign: string]> = {
  object: ['obj', '='],
  row: ['row_id', '='],
  by: ['by', '='],
  action: ['action', '='],
  since: ['at', '>='],
  before: ['at', '<'],
};

/** Newest first. `stopped`: the id under which to go on, where as many were looked through as one question may. */
export async function findEntries(db: Executor, filter: EntryFilter, limit: number): Promise<{ entries: Entry[]; stopped?: number }> {
  const { below, fields } = filter;
  const { index, answers } = walkOf(filter);
  const isTimed = index === 'ix__history_at';
  const order = isTimed ? ['at', 'id'] : ['id'];
  const names = (Object.keys(asked) as (keyof typeof asked)[]).filter((name) => filter[name] !== undefined); // its own keys
  const from = isTimed && below !== undefined ? await table(db, '_history').where('id', '<=', below).orderBy('id', 'desc').first('at') : undefined;
  const walk = (which: typeof names): Found => {
    const found: Found = table(db, '_history')
      .from(along(db, index))
      .orderBy(order.map((column) => ({ column, order: 'desc' })));
    for (const name of which) found.where(...asked[name], filter[name]!); // the names are those of what is given
    return below === undefined ? found : beyond(found, '<', { id: below, ...from });
  };
  const isSifted = fields !== undefined || names.some((name) => !answers.includes(name));
  const end = walk(names.filter((name) => answers.includes(name))).offset(mostLooked - 1);
  const last: RawRow | undefined = isSifted ? await (isTimed ? end.first('id', 'at') : end.first('id')) : undefined;
  const found = last ? beyond(walk(names), '>', last) : walk(names);
  if (fields) found.where((some) => fields.forEach((name) => void some.orWhere(raw(db, 'INSTR(??, ?) > 0', ['changes', `${JSON.stringify(name)}:`]))));
  const entries = (await found.limit(limit)).map(readEntry);
  return { entries, ...(last && entries.length < limit && { stopped: Number(last.id) }) };
}

/** The history by way of an index: what else is asked would lead the planner to read two of them, or one whole. */
function along(db: Executor, index: Walk['index']) {
  if (db.kind === 'mariadb') return raw(db, '_history FORCE INDEX (??)', [index]);
  return index === 'PRIMARY' ? raw(db, '_history NOT INDEXED') : raw(db, '_history INDEXED BY ??', [index]);
}

/** Before an entry, or after it and the entry itself, in the order of the ids; where its instant is given, in that of the instants. */
function beyond(found: Found, side: '<' | '>', { id, at }: RawRow): Found {
  const sign = side === '<' ? '<' : '>=';
  if (at === undefined) return found.where('id', sign, id as number);
  return found.where('at', `${side}=`, at as number).where((one) => void one.where('at', side, at as number).orWhere('id', sign, id as number));
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
