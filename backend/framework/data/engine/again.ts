/** A deadlock, or a commit that another node of a cluster was faster with, undoes what was asked: it is asked again, after waits that grow. */

const deadlock = 1213;
/** Once, and up to eleven times again: a row that every node writes to is refused that often (decision 092). */
const attempts = 12;
/** ms of the longest wait before the second attempt, and what each further one adds. */
const step = 15;
/** ms from the beginning of one attempt to that of the last. */
const budget = 3_000;

/** Has the database undone the whole transaction, or the single statement? */
export function isUndone(error: unknown): boolean {
  return (error as { errno?: unknown } | null)?.errno === deadlock; // any driver's error
}

/** Does the work, and again while the database undoes it whole (1213): it must have no effect elsewhere. @throws what it throws at last, or otherwise */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + budget;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isUndone(error) || attempt >= attempts || performance.now() >= until) throw error;
      await new Promise((done) => setTimeout(done, Math.random() * step * attempt));
    }
  }
}
