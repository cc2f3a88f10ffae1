/** The pairing is solved beside the server's thread, so that it answers other calls all the while, and so that ending this thread is the cancel. */
import { parentPort, workerData } from 'node:worker_threads';
import { makePlan, type Plan } from '#domain/pairing/make-plan.ts';
import { finish } from './finish.ts';
import type { SolveOrder, Told } from './messages.ts';

const { instance, options, proving } = workerData as SolveOrder; // posted by solve.ts
const tell = (told: Told) => parentPort?.postMessage(told);

function firstPlan(): Plan {
  const steps = makePlan(instance, options);
  let last = 0;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    // Ten a second are enough to look at.
    if (performance.now() - last < 100) continue;
    last = performance.now();
    tell({ kind: 'progress', ...step.value, share: step.value.share * (proving ? 0.3 : 1) });
  }
}

const first = firstPlan();
const isCalm = first.breaks === 0 && !options.kept;
const isLast = proving === 0 || (first.score >= first.bound && isCalm);
tell({ kind: 'plan', plan: first, isLast });
if (!isLast) {
  const start = performance.now();
  const onStep = ({ score, bound }: { score: number; bound: number }) =>
    tell({ kind: 'progress', stage: 'proof', score, bound, share: Math.min(0.99, 0.3 + (0.7 * (performance.now() - start)) / (proving * 1000)) });
  tell({ kind: 'plan', plan: await finish(instance, first, options, proving, onStep), isLast: true });
}
