import { describe, expect, it } from 'vitest';
import { quieten } from '#backend/solver/quieten.ts';
import { solve } from '#backend/solver/solve.ts';
import { allBreaks, unrestPrice } from '#domain/pairing/breaks.ts';
import { boardOf } from '#domain/pairing/explain.ts';
import { planAtOnce } from '#domain/pairing/make-plan.ts';
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

  it('calms a plan, and leaves more of a timetable alone, without giving up worth', async () => {
    const instance = forum([12, 16, 12], 'sparse', 2);
    const kept = planAtOnce(instance, { ...options, seed: 2 });
    const plan = planAtOnce(instance, options);
    for (const timetable of [undefined, kept.meetings]) {
      const [before, after] = [plan.meetings, await quieten(instance, plan.meetings, 5, timetable)].map((meetings) => {
        expect(violationsOf(instance, meetings)).toEqual([]);
        const board = boardOf(instance, meetings, timetable);
        return { score: board.score, unrest: allBreaks(board) - unrestPrice * board.stayed };
      });
      expect(after!.score).toBeGreaterThanOrEqual(before!.score);
      expect(after!.unrest).toBeLessThan(before!.unrest);
    }
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
