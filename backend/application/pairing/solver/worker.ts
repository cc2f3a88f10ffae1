/** Solves the pairing in a thread of its own, so that the server answers other requests meanwhile, and can cancel by ending this thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { calmed, makePlan, type Plan } from '../rules/make-plan.ts';
import type { Proof } from './exact.ts';
import { finish } from './finish.ts';
import type { SolveOrder, SolverMessage } from './messages.ts';

/** Steps of reducing breaks for a plan that may be the last one sent: some milliseconds. */
const hasty = 20_000;

const { instance, options, proving } = workerData as SolveOrder; // posted by solve.ts
const tell = (message: SolverMessage) => parentPort?.postMessage(message);

function firstPlan(): Plan {
  const steps = makePlan(instance, options);
  let last = 0;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const { plan, ...progress } = step.value;
    if (plan) tell({ kind: 'plan', plan, isLast: false });
    // Ten progress messages a second are enough.
    if (performance.now() - last < 100) continue;
    last = performance.now();
    tell({ kind: 'progress', ...progress, share: progress.share * (proving ? 0.3 : 1) });
  }
}

const first = firstPlan();
const isCalm = first.breaks === 0 && !options.baseline;
const isLast = proving === 0 || (first.score >= first.bound && isCalm);
tell({ kind: 'plan', plan: first, isLast });
if (!isLast) {
  const start = performance.now();
  const onStep = ({ meetings, score, bound }: Proof) => {
    // Sent at once: if this thread is ended now, the server has the best plan and the bound.
    tell({ kind: 'plan', plan: calmed(instance, meetings, bound, { ...options, calming: hasty }), isLast: false });
    tell({ kind: 'progress', stage: 'proof', score, bound, share: Math.min(0.99, 0.3 + (0.7 * (performance.now() - start)) / (proving * 1000)) });
  };
  tell({ kind: 'plan', plan: await finish(instance, first, options, proving, onStep), isLast: true });
}
