/** A thread beside the server's: the built worker where the server is built, else its source. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** @param built the worker's file beside the built server @param source its source, for a server that is not built */
export function startWorker(built: string, source: URL, options: WorkerOptions = {}): Worker {
  const beside = fileURLToPath(new URL(`./${built}`, import.meta.url));
  if (existsSync(beside)) return new Worker(beside, options);
  // Node runs no TypeScript by itself in a thread: the loader is registered there first.
  return new Worker(`import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); });`, {
    eval: true,
    ...options,
  });
}
