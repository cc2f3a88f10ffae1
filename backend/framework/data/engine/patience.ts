/** Work in the background waits where the database is away for a moment, and does not leave the rest undone. */
import { setTimeout as wait } from 'node:timers/promises';
import { asRefusal } from './db-problem.ts';

/** ms before each further try */
const pauses = [250, 1_000, 3_000];

/**
 * Does it, and again where the database was unavailable or others held the rows too long; undefined where it still is.
 * @throws whatever else it throws
 */
export async function withPatience<T>(work: () => Promise<T>): Promise<T | undefined> {
  for (const pause of [...pauses, undefined]) {
    try {
      return await work();
    } catch (error) {
      const refusal = asRefusal(error);
      if (!refusal || refusal.status < 500) throw error;
      if (pause !== undefined) await wait(pause);
    }
  }
  return undefined;
}
