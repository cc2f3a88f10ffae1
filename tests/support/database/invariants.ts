/** After a group of tests that wrote: does everything still fit together? */
import { expect } from 'vitest';
import { checkInvariants } from '#framework/system/check-invariants.ts';

export async function expectSound(app: Parameters<typeof checkInvariants>[0] | undefined): Promise<void> {
  if (!app) return; // the group never started; its own failure says why
  expect((await checkInvariants(app)).violations).toEqual([]);
}
