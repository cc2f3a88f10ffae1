import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { allBreaks, unrestPrice } from '#application/pairing/rules/breaks.ts';
import { boardOf } from '#application/pairing/rules/explain.ts';
import { planAtOnce } from '#application/pairing/rules/make-plan.ts';
import { type Meeting, violationsOf } from '#application/pairing/rules/verify.ts';
import { closeIn, prove } from '#application/pairing/solver/exact.ts';
import type { SolveOrder } from '#application/pairing/solver/messages.ts';
import { quieten } from '#application/pairing/solver/quieten.ts';
import { solve } from '#application/pairing/solver/solve.ts';
import { forum } from '../../bench/pairing/regimes.ts';

const options = { seed: 1, iterations: 500, calming: 500 };

describe('S06 the solver beside the server', () => {
  it('proves a plan that the search alone cannot, and follows every rule', async () => {
    const instance = forum([12, 16, 12], 'sparse', 3);
    const messages: string[] = [];
    const { plan, isCut } = await solve({ instance, options, proving: 60 }, ({ stage }) => messages.push(stage), new AbortController().signal);
    expect(isCut).toBe(false);
    expect(violationsOf(instance, plan.meetings)).toEqual([]);
    expect(plan.score).toBe(plan.bound);
    expect(messages).toContain('proof');
  });

  it('proves a fair plan too', async () => {
    const instance = forum([8, 10, 8], 'tight', 5, true);
    const { plan } = await solve({ instance, options, proving: 60 }, () => undefined, new AbortController().signal);
    expect(violationsOf(instance, plan.meetings)).toEqual([]);
    expect(plan.score).toBe(plan.bound);
  });

  it('E07 follows and proves the limit of meetings in a row, also in the plan with the fewest breaks', async () => {
    const instance = forum([12, 16, 16], 'full', 4, false, 3);
    const proof = await prove(instance, planAtOnce(instance, options), 60, () => undefined);
    expect(violationsOf(instance, proof.meetings)).toEqual([]);
    expect(proof.score).toBe(proof.bound);
    expect(violationsOf(instance, await quieten(instance, proof.meetings, 3))).toEqual([]);
    // It is the limit that binds: without it there is more to be had.
    expect(planAtOnce({ ...instance, mostInRow: Number.POSITIVE_INFINITY }, options).score).toBeGreaterThan(proof.bound);
  });

  it('reduces breaks, and leaves more of a timetable unchanged, without losing value', async () => {
    const instance = forum([12, 16, 12], 'sparse', 2);
    const baseline = planAtOnce(instance, { ...options, seed: 2 });
    const plan = planAtOnce(instance, options);
    for (const timetable of [undefined, baseline.meetings]) {
      const [before, after] = [plan.meetings, await quieten(instance, plan.meetings, 5, timetable)].map((meetings) => {
        expect(violationsOf(instance, meetings)).toEqual([]);
        const board = boardOf(instance, meetings, timetable);
        return { score: board.score, unrest: allBreaks(board) - unrestPrice * board.stayed };
      });
      expect(after!.score).toBeGreaterThanOrEqual(before!.score);
      expect(after!.unrest).toBeLessThan(before!.unrest);
    }
  });

  it('continues to the optimum where a tenth of a percent is left', async () => {
    let cameBy = 0;
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const instance = forum([12, 16, 12], 'sparse', seed, true);
      const steps: number[] = [];
      const proof = await prove(instance, planAtOnce(instance, options), 60, ({ score, bound }) => steps.push(bound - score));
      expect([seed, proof.bound - proof.score]).toEqual([seed, 0]);
      if (steps.some((gap) => gap > 0 && gap < proof.bound * 0.001)) cameBy += 1;
    }
    // Most of them come by where they would have stopped.
    expect(cameBy).toBeGreaterThanOrEqual(4);
  });

  it('a repair also continues to the optimum, and moves no more than it may', async () => {
    for (const [size, regime, seed] of [
      [[12, 16, 12], 'sparse', 2],
      [[20, 30, 16], 'tight', 1],
      [[20, 30, 16], 'tight', 4],
    ] as const) {
      const instance = forum(size, regime, seed);
      const { meetings: baseline } = await prove(instance, planAtOnce(instance, options), 60, () => undefined);
      // Who meets most loses the half-day of their first meeting.
      const counts = instance.dms.map((_, dm) => baseline.filter((meeting) => meeting.dm === dm).length);
      const away = counts.indexOf(Math.max(...counts));
      const lost = instance.blocks[baseline.find(({ dm }) => dm === away)?.slot ?? -1];
      const dms = instance.dms.map((one, dm) => (dm === away ? { ...one, free: one.free.map((free, slot) => free && instance.blocks[slot] !== lost) } : one));
      const hurt = { ...instance, dms };
      const first = planAtOnce(hurt, { ...options, baseline });
      const best = await prove(hurt, first, 60, () => undefined);
      expect(first.score).toBeLessThan(best.bound);
      const messages: number[] = [];
      const closed = await closeIn(hurt, { ...first, bound: best.bound }, 60, ({ score }) => messages.push(score), baseline);
      expect([seed, closed.score]).toEqual([seed, best.bound]);
      expect(messages.at(-1)).toBe(closed.score);
      expect(violationsOf(hurt, closed.meetings)).toEqual([]);
      const at = new Map(baseline.map(({ dm, pitch, slot }) => [`${dm} ${pitch}`, slot]));
      const movedIn = (meetings: readonly Meeting[]) => meetings.filter(({ dm, pitch, slot }) => (at.get(`${dm} ${pitch}`) ?? slot) !== slot).length;
      expect(movedIn(closed.meetings)).toBeLessThanOrEqual(Math.max(6, movedIn(first.meetings)));
    }
  });

  it('returns the best plan and its bound, not the first, when it is stopped', async () => {
    const instance = forum([50, 60, 24], 'sparse', 1);
    const abort = new AbortController();
    const first = planAtOnce(instance, options).score;
    let last = { score: 0, bound: 0 };
    const { plan, isCut } = await solve(
      { instance, options, proving: 600 },
      ({ stage, score, bound }) => {
        last = { score, bound };
        if (stage === 'proof' && score > first) abort.abort();
      },
      abort.signal,
    );
    expect(isCut).toBe(true);
    expect(violationsOf(instance, plan.meetings)).toEqual([]);
    expect(last.score).toBeGreaterThan(first);
    expect(plan.score).toBeGreaterThanOrEqual(last.score);
    expect(plan.bound).toBe(last.bound);
  });

  it('returns the best plan of a solver that crashes', async () => {
    const instance = forum([20, 30, 16], 'sparse', 1);
    const first = planAtOnce(instance, options).score;
    const { plan, isCut, failure } = await solve(
      { instance, options, proving: 600 },
      () => undefined,
      new AbortController().signal,
      (order) => mortal(order, first),
    );
    expect([isCut, String(failure)]).toEqual([true, 'Error: the solver ended with 7']);
    expect(plan.score).toBeGreaterThan(first);
    expect(violationsOf(instance, plan.meetings)).toEqual([]);
  });

  it('does not block the event loop', async () => {
    const instance = forum([50, 60, 24], 'tight', 1);
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    const abort = new AbortController();
    await solve({ instance, options: { ...options, iterations: 3_000 }, proving: 0 }, () => undefined, abort.signal);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
  });
});

/** The solver's own thread, which ends itself at the first plan that is worth more than `score`. */
function mortal(workerData: SolveOrder, score: number): Worker {
  const [source, loader] = [new URL('../../../backend/application/pairing/solver/worker.ts', import.meta.url).href, 'tsx/esm/api'];
  const code = `
    const { parentPort } = require('node:worker_threads');
    const post = parentPort.postMessage.bind(parentPort);
    parentPort.postMessage = (told) => {
      post(told);
      if (told.kind === 'plan' && told.plan.score > ${score}) process.exit(7);
    };
    import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(source)}); });`;
  return new Worker(code, { eval: true, workerData });
}
