/** Asks a worker for a timetable, hears how far it is, and ends it on request with the best that was found until then. */
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#backend/start-worker.ts';
import type { Plan } from '../rules/make-plan.ts';
import type { SolveOrder, SolverMessage } from './messages.ts';

export interface Solved {
  plan: Plan;
  /** cut short, on request or because the solver failed: the best until then */
  isCut: boolean;
  /** what the solver failed with, for the log */
  failure?: unknown;
}

/**
 * @param start makes the thread; a test gives one that dies
 * @throws what the worker threw, or an error 'cancelled' where it was ended before any plan stood
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
    // With a plan in hand a solver that fails afterwards takes nothing away.
    worker.on('error', (error) => end(true, error));
    worker.on('exit', (code) => end(true, new Error(`the solver ended with ${code}`)));
  });
}

/** The solver's thread. */
export function startSolver(workerData: SolveOrder): Worker {
  return startWorker('solver-worker.js', new URL('./worker.ts', import.meta.url), { workerData });
}
