import { expect, it } from 'vitest';
import { Unavailable } from '#framework/data/engine/connect.ts';
import { withPatience } from '#framework/data/engine/patience.ts';

/** Unavailable so often, and there then. */
const backAfter = (failures: number) => {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= failures) throw new Unavailable('away');
    return tries;
  };
};

it('a database that is away is asked four times, and on for as long as somebody says so', async () => {
  const [short, long, other] = await Promise.allSettled([
    withPatience(backAfter(4)),
    withPatience(backAfter(4), () => true),
    withPatience(
      async () => Promise.reject(new Error('no affair of the database')),
      () => true,
    ),
  ]);
  expect([short, long]).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'fulfilled', value: 5 },
  ]);
  expect(other.status).toBe('rejected');
}, 30_000);
