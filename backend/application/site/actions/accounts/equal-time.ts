import { setTimeout as wait } from 'node:timers/promises';

/** ms; more than any of the answers takes on an idle machine, hashing a password included */
const floor = 400;

/** The work's answer, or its refusal, not before the floor: the time does not reveal whether there is such an account. */
export async function inEqualTime<T>(work: () => Promise<T>): Promise<T> {
  const waited = wait(floor);
  try {
    return await work();
  } finally {
    await waited;
  }
}
