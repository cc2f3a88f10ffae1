/** Work on one campaign's board, one after the other within this process: of a hundred moves at once one waits for the campaign's lock, and the others hold no connection. */
import type { Database } from '#framework/data/engine/connect.ts';

const lines = new WeakMap<Database, Map<string, Promise<unknown>>>();

export async function inTurn<T>(db: Database, campaign: string, work: () => Promise<T>): Promise<T> {
  const known = lines.get(db) ?? new Map<string, Promise<unknown>>();
  lines.set(db, known);
  const turn = (known.get(campaign) ?? Promise.resolve()).then(work, work);
  known.set(campaign, turn);
  try {
    return await turn;
  } finally {
    if (known.get(campaign) === turn) known.delete(campaign);
  }
}
