/** The pairing is solved beside the server's thread, so that it answers other calls all the while, and so that ending this thread is the cancel. */
import { parentPort, workerData } from 'node:worker_threads';
import { calmed, makePlan, type Plan } from '#domain/pairing/make-plan.ts';
import { prove } from './exact.ts';
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
const isProven = first.score >= first.bound;
tell({ kind: 'plan', plan: first, isLast: isProven || proving === 0 });
if (!isProven && proving > 0) {
  const start = performance.now();
  const onStep = ({ score, bound }: { score: number; bound: number }) =>
    tell({ kind: 'progress', stage: 'proof', score, bound, share: Math.min(0.99, 0.3 + (0.7 * (performance.now() - start)) / (proving * 1000)) });
  const proof = await prove(instance, first, proving, onStep, options.kept);
  tell({
    kind: 'plan',
    plan: proof.meetings !== first.meetings ? calmed(instance, proof.meetings, proof.bound, options) : { ...first, bound: proof.bound },
    isLast: true,
  });
}
