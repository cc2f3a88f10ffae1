/** Work in the background waits where the database is away for a moment, and does not leave the rest undone. */
import { setTimeout as wait } from 'node:timers/promises';
import { asRefusal } from './db-problem.ts';

/** ms before each further try */
const pauses = [250, 1_000, 3_000];

/**
 * Does it, and again where the database was unavailable or others held the rows too long, while `goesOn` says so at least; undefined where it still is.
 * @throws whatever else it throws
 */
export async function withPatience<T>(work: () => Promise<T>, goesOn: () => boolean = () => false): Promise<T | undefined> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const refusal = asRefusal(error);
      if (!refusal || refusal.status < 500) throw error;
    }
    const pause = pauses[tries] ?? (goesOn() ? pauses.at(-1) : undefined);
    if (pause === undefined) return undefined;
    await wait(pause);
  }
}
