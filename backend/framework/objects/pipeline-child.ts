/** The pipeline in a process of its own: however long a schema file takes, no request waits for it, and whatever memory it takes, the server has its own. */
import { Worker } from 'node:worker_threads';
import { type Derived, derive } from '#codegen/pipeline.ts';
import type { PipelineAnswer, PipelineOrder } from './pipeline-messages.ts';

/** What the last run found. */
let latest: Derived | undefined;

const answer = (message: PipelineAnswer): unknown => process.connected && process.send?.(message);

async function work(order: PipelineOrder): Promise<PipelineAnswer> {
  if (order.kind === 'emit') {
    const { emitValidator } = await import('#codegen/emit/emit-validator.ts');
    return { kind: 'emitted', source: await emitValidator(order.entry) };
  }
  const { files, refused, known, before = latest } = order;
  latest = derive(files, { refused, known, before, tell: (file) => answer({ kind: 'file', file }) });
  return { kind: 'derived', derived: latest };
}

process.on('message', (order: PipelineOrder) => {
  work(order)
    .catch((error: unknown): PipelineAnswer => ({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }))
    .then(answer);
});
// A signal of the terminal or of systemd is for the server, which ends this process by closing the line between them; one that is busy then does not hear of
// it, so a thread beside it asks whether its server is still there.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
new Worker(`const parent = ${process.ppid}; setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000)`, {
  eval: true,
  execArgv: [],
}).unref();
