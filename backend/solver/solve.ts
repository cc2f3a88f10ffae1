/** Asks a worker for a timetable, hears how far it is, and ends it on request with the best that was found until then. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Plan } from '#domain/pairing/make-plan.ts';
import type { SolveOrder, Told } from './messages.ts';

export interface Solved {
  plan: Plan;
  /** cut short on request: the best until then */
  isCut: boolean;
}

/** @throws what the worker threw, or an error 'cancelled' where it was ended before any plan stood */
export function solve(order: SolveOrder, tell: (told: Told & { kind: 'progress' }) => void, signal: AbortSignal): Promise<Solved> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(order);
    let best: Plan | undefined;
    const end = (isCut: boolean, error?: unknown) => {
      signal.removeEventListener('abort', cut);
      void worker.terminate();
      if (best) resolve({ plan: best, isCut });
      else reject(error ?? new Error('cancelled'));
    };
    const cut = () => end(true);
    if (signal.aborted) return cut();
    signal.addEventListener('abort', cut);
    worker.on('message', (told: Told) => {
      if (told.kind === 'progress') return tell(told);
      best = told.plan;
      if (told.isLast) end(false);
    });
    // With a plan in hand a solver that fails afterwards takes nothing away.
    worker.on('error', (error) => end(false, error));
    worker.on('exit', (code) => end(false, new Error(`the solver ended with ${code}`)));
  });
}

/** The built worker beside the built server, else the source beside this one. */
function startWorker(workerData: SolveOrder): Worker {
  const built = fileURLToPath(new URL('./solver-worker.js', import.meta.url));
  if (existsSync(built)) return new Worker(built, { workerData });
  // Node runs no TypeScript by itself in a thread: the loader is registered there first.
  const source = JSON.stringify(new URL('./worker.ts', import.meta.url).href);
  return new Worker(`import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); });`, { eval: true, workerData });
}
