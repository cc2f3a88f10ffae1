/** What an operation needs to be undone, stored until it is: the last one of a row first. */
import type { Executor } from '../engine/connect.ts';
import { raw, table } from '../engine/table.ts';

export interface Undo {
  object: string;
  id: string;
  action: string;
  at: Date;
  by: string;
  /** JSON that only the operation reads */
  data: string;
}

export async function keepUndo(tx: Executor, undo: Undo): Promise<void> {
  const { object, id, action, at, by, data } = undo;
  await table(tx, '_undo').insert({ obj: object, row_id: id, action, at: at.getTime(), by, data });
}

/** The last one of an operation that was not taken back yet. */
export async function lastUndo(tx: Executor, object: string, id: string, action: string): Promise<{ id: number; data: string } | undefined> {
  const row = await table(tx, '_undo').where({ obj: object, row_id: id, action, undone_at: null }).orderBy('id', 'desc').first('id', 'data');
  return row && { id: Number(row.id), data: String(row.data) };
}

export async function spendUndo(tx: Executor, id: number, at: Date): Promise<void> {
  await table(tx, '_undo').where({ id }).update({ undone_at: at.getTime() });
}

/** One thing on a stack that is walked both ways: what was taken back can be done again until something new is done. */
export interface Stacked {
  id: number;
  /** ms */
  at: number;
  by: string;
  data: string;
}

const shortest = 600;

/** The next to take back and the next to do again; of their data the first line only. */
export async function stackEnds(tx: Executor, object: string, id: string, action: string): Promise<{ undo: Stacked | undefined; redo: Stacked | undefined }> {
  const all = () => table(tx, '_undo').where({ obj: object, row_id: id, action });
  const end = async (found: ReturnType<typeof all>): Promise<Stacked | undefined> => {
    const [row] = await found.limit(1).select('id', 'at', 'by', { head: raw(tx, 'SUBSTR(data, 1, ?)', [shortest]) });
    return row && { id: Number(row.id), at: Number(row.at), by: String(row.by), data: String(row.head).split('\n', 1)[0] ?? '' };
  };
  return { undo: await end(all().whereNull('undone_at').orderBy('id', 'desc')), redo: await end(all().whereNotNull('undone_at').orderBy('id')) };
}

/** The whole data of one. */
export async function stackedData(tx: Executor, id: number): Promise<string> {
  const row = await table(tx, '_undo').where({ id }).first('data');
  return String(row?.data ?? '');
}

/** Something new was done: what was taken back before it is gone, and so is what lies deeper than `most`. */
export async function pushUndo(tx: Executor, undo: Undo, most: number): Promise<void> {
  const same = () => table(tx, '_undo').where({ obj: undo.object, row_id: undo.id, action: undo.action });
  await same().whereNotNull('undone_at').del();
  await keepUndo(tx, undo);
  const deepest = await same().orderBy('id', 'desc').offset(most).first('id');
  if (deepest) await same().where('id', '<=', Number(deepest.id)).del();
}

/** Done again: it can be taken back once more. */
export async function regainUndo(tx: Executor, id: number): Promise<void> {
  await table(tx, '_undo').where({ id }).update({ undone_at: null });
}
