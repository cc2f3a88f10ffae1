import { describe, expect, it } from 'vitest';
import { solve } from '#backend/solver/solve.ts';
import { violationsOf } from '#domain/pairing/verify.ts';
import { forum } from '../bench/pairing/regimes.ts';

const options = { seed: 1, iterations: 500, calming: 500 };

describe('S06 the solver beside the server', () => {
  it('proves a plan that the search alone cannot, and keeps every rule', async () => {
    const instance = forum([12, 16, 12], 'sparse', 3);
    const told: string[] = [];
    const { plan, isCut } = await solve({ instance, options, proving: 60 }, ({ stage }) => told.push(stage), new AbortController().signal);
    expect(isCut).toBe(false);
    expect(violationsOf(instance, plan.meetings)).toEqual([]);
    expect(plan.score).toBe(plan.bound);
    expect(told).toContain('proof');
  });

  it('proves a fair plan too', async () => {
    const instance = forum([8, 10, 8], 'tight', 5, true);
    const { plan } = await solve({ instance, options, proving: 60 }, () => undefined, new AbortController().signal);
    expect(violationsOf(instance, plan.meetings)).toEqual([]);
    expect(plan.score).toBeGreaterThanOrEqual(plan.bound * 0.999);
  });

  it('gives the best so far when it is ended on the way', async () => {
    const instance = forum([50, 60, 24], 'sparse', 1);
    const abort = new AbortController();
    const { plan, isCut } = await solve({ instance, options, proving: 600 }, ({ stage }) => stage === 'proof' && abort.abort(), abort.signal);
    expect(isCut).toBe(true);
    expect(violationsOf(instance, plan.meetings)).toEqual([]);
    expect(plan.meetings.length).toBeGreaterThan(300);
  });

  it('leaves the event loop free', async () => {
    const instance = forum([50, 60, 24], 'tight', 1);
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    const abort = new AbortController();
    await solve({ instance, options: { ...options, iterations: 3_000 }, proving: 0 }, () => undefined, abort.signal);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
  });
});
