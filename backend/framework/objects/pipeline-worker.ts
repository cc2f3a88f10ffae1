/** The pipeline in a thread of its own: however long a schema file takes, no request waits for it, and ending this thread is the way out. */
import { parentPort } from 'node:worker_threads';
import { derive } from '#codegen/pipeline.ts';
import type { PipelineAnswer, PipelineOrder } from './pipeline-messages.ts';

const answer = (message: PipelineAnswer): void => parentPort?.postMessage(message);

async function work(order: PipelineOrder): Promise<PipelineAnswer> {
  if (order.kind === 'emit') {
    const { emitValidator } = await import('#codegen/emit/emit-validator.ts');
    return { kind: 'emitted', source: await emitValidator(order.entry) };
  }
  const { files, refused, known } = order;
  return { kind: 'derived', derived: derive(files, { refused, known, tell: (file) => answer({ kind: 'file', file }) }) };
}

parentPort?.on('message', (order: PipelineOrder) => {
  work(order)
    .catch((error: unknown): PipelineAnswer => ({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }))
    .then(answer);
});
