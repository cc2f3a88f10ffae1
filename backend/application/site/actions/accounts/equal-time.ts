import { setTimeout as wait } from 'node:timers/promises';

/** ms; longer than any of the answers takes on an idle machine, including the hashing of a password */
const floor = 400;

/** Delays the answer or refusal until a fixed time, so that the time does not reveal whether an account exists. */
export async function inEqualTime<T>(work: () => Promise<T>): Promise<T> {
  const waited = wait(floor);
  try {
    return await work();
  } finally {
    await waited;
  }
}
