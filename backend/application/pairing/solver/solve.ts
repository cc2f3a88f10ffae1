/** Runs a worker that computes a timetable, receives its progress, and on request stops it with the best plan so far. */
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#backend/start-worker.ts';
import type { Plan } from '../rules/make-plan.ts';
import type { SolveOrder, SolverMessage } from './messages.ts';

export interface Solved {
  plan: Plan;
  /** stopped on request, or because the solver failed: the best plan so far */
  isCut: boolean;
  /** the solver's error, for the log */
  failure?: unknown;
}

/**
 * @param start makes the thread; a test gives one that crashes
 * @throws what the worker threw, or an error 'cancelled' where it was stopped before there was any plan
 */
export function solve(
  order: SolveOrder,
  tell: (message: SolverMessage & { kind: 'progress' }) => void,
  signal: AbortSignal,
  start = startSolver,
): Promise<Solved> {
  return new Promise((resolve, reject) => {
    const worker = start(order);
    let best: Plan | undefined;
    const end = (isCut: boolean, failure?: unknown) => {
      signal.removeEventListener('abort', cut);
      void worker.terminate();
      if (best) resolve({ plan: best, isCut, ...(failure !== undefined && { failure }) });
      else reject(failure ?? new Error('cancelled'));
    };
    const cut = () => end(true);
    if (signal.aborted) return cut();
    signal.addEventListener('abort', cut);
    worker.on('message', (message: SolverMessage) => {
      if (message.kind === 'progress') return tell(message);
      best = message.plan;
      if (message.isLast) end(false);
    });
    // A solver that fails after its first plan loses nothing.
    worker.on('error', (error) => end(true, error));
    worker.on('exit', (code) => end(true, new Error(`the solver ended with ${code}`)));
  });
}

/** The solver's thread. */
export function startSolver(workerData: SolveOrder): Worker {
  return startWorker('solver-worker.js', new URL('./worker.ts', import.meta.url), { workerData });
}
