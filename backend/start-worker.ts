/** A thread or a process beside the server's: the built one where the server is built (the tests say where from), else its source. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Where built files lie; for a built server that is beside it. */
let folder = new URL('./', import.meta.url);
/** @param built the folder of a build of this same source, which a server that runs from its source starts its workers of: each starts in a third of the time */
export function startWorkersFrom(built: URL): void {
  folder = built;
}

/** @param built the worker's file beside the built server @param source its source, for a server that is not built */
export function startWorker(built: string, source: URL, options: WorkerOptions = {}): Worker {
  const beside = fileURLToPath(new URL(built, folder));
  if (existsSync(beside)) return new Worker(beside, options);
  // Node runs no TypeScript by itself in a thread: the loader is registered there first.
  return new Worker(`import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); });`, {
    eval: true,
    ...options,
  });
}

/**
 * A process that speaks by messages, with a bound of its own for memory. It is given nothing of the server's environment, where passwords and keys stand.
 * @param heapMb what V8 may take, MB; past it the process ends itself with SIGABRT
 */
export function startProcess(built: string, source: URL, heapMb: number): ChildProcess {
  const beside = fileURLToPath(new URL(built, folder));
  const isBuilt = existsSync(beside);
  const bound = `--max-old-space-size=${heapMb}`;
  return fork(isBuilt ? beside : fileURLToPath(source), {
    execArgv: isBuilt ? [bound] : [bound, '--import', import.meta.resolve('tsx')],
    env: {},
    serialization: 'advanced',
    // what Node writes of its memory when that is used up is told as the file's fault
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
