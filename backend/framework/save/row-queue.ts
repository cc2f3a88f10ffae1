/**
 * Work that locks one row, one after the other within this process: of a hundred at once one waits for the row's lock, and the others hold no connection.
 * Among processes the row's lock itself decides.
 */
import type { Database } from '#framework/data/engine/connect.ts';

const queues = new WeakMap<Database, Map<string, Promise<unknown>>>();

/** Does the work when all work on this row that came before is done, well or ill. */
export async function inRowQueue<T>(db: Database, object: string, id: string, work: () => Promise<T>): Promise<T> {
  const known = queues.get(db) ?? new Map<string, Promise<unknown>>();
  queues.set(db, known);
  const row = `${object} ${id}`;
  const own = (known.get(row) ?? Promise.resolve()).then(work, work);
  known.set(row, own);
  try {
    return await own;
  } finally {
    if (known.get(row) === own) known.delete(row);
  }
}
