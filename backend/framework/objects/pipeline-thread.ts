/**
 * Runs the pipeline in a thread of its own with limits of time and memory. A file that goes past one is named and left out, and the others are derived
 * without it. All runs share one thread, which stays alive for a while, as changes come in rows.
 */
import { createHash } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#backend/start-worker.ts';
import { objectName } from '#codegen/load/load.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import type { Derived, Refused } from '#codegen/pipeline.ts';
import { knownNames } from '#rules/records/known-names.ts';
import type { PipelineAnswer, PipelineOrder } from './pipeline-messages.ts';

/** Of one file and of the thread; changed by the tests alone. */
export const threadLimits = {
  /** Time for one file on a machine that does much else; an object at every limit takes some 2 s of an idle one, and no request waits for it. */
  fileMs: 60_000,
  /** Memory of the thread, MB: an object at every limit takes some 300. */
  heapMb: 768,
  /** A file that was too slow is read once more after this time, ms: the machine may have been busy with something else. */
  againMs: 600_000,
};
/** How long the thread stays alive without work. */
const idleMs = 30_000;

/** A file ended the thread. */
class Guilty extends Error {
  readonly file: string;
  readonly limit: Refused['limit'];
  constructor(file: string, limit: Refused['limit'], reason: string) {
    super(reason);
    this.file = file;
    this.limit = limit;
  }
}

/** Files that ended the thread, by all that they were read with: as long as that stays, the others do not wait for them again. `at` is in ms of the process. */
const ended = new Map<string, { why: Refused; at: number }>();

/** Derives everything; what ended the thread is among the errors. */
export async function deriveInThread(files: ReadonlyMap<string, string>): Promise<Derived> {
  const refused = new Map<string, Refused>();
  const markOf = marks(files);
  for (const file of files.keys()) {
    const known = ended.get(markOf(file));
    if (known && (known.why.limit !== 'time' || performance.now() - known.at < threadLimits.againMs)) refused.set(file, known.why);
  }
  for (;;) {
    try {
      const answer = await ask({ kind: 'derive', files, refused, known: knownNames() });
      if (answer.kind === 'derived') return answer.derived;
      throw new Error(answer.kind === 'failed' ? answer.message : 'no answer of the pipeline');
    } catch (error) {
      if (!(error instanceof Guilty) || refused.has(error.file)) throw error;
      const why: Refused = { limit: error.limit, reason: error.message };
      refused.set(error.file, why);
      ended.set(markOf(error.file), { why, at: performance.now() });
    }
  }
}

/** Names a file with its text and those of all parts, code lists and locales: an object is read with them. */
function marks(files: ReadonlyMap<string, string>): (file: string) => string {
  const around = createHash('sha256');
  for (const [name, text] of files) if (objectName(name) === undefined) around.update(`\n${name}\n`).update(text);
  const shared = around.digest('hex');
  return (file) =>
    createHash('sha256')
      .update(shared)
      .update(`\n${file}\n`)
      .update(files.get(file) ?? '')
      .digest('hex');
}

/** @throws when the validator cannot be made within the limits */
export async function emitInThread(entry: ObjectEntry): Promise<string> {
  const answer = await ask({ kind: 'emit', entry });
  if (answer.kind === 'emitted') return answer.source;
  throw new Error(answer.kind === 'failed' ? answer.message : 'no answer of the pipeline');
}

/** What is asked of the thread now. */
interface Asked {
  file: string;
  timer?: NodeJS.Timeout;
  resolve: (answer: PipelineAnswer) => void;
  reject: (error: Error) => void;
}

let worker: Worker | undefined;
let asked: Asked | undefined;
let leaving: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/** One order at a time, in their order. */
function ask(order: PipelineOrder): Promise<PipelineAnswer> {
  const answer = last.then(() => run(order));
  last = answer.catch(() => undefined);
  return answer;
}

function run(order: PipelineOrder): Promise<PipelineAnswer> {
  clearTimeout(leaving);
  worker ??= open();
  const thread = worker;
  thread.ref();
  return new Promise<PipelineAnswer>((resolve, reject) => {
    asked = { file: '', resolve, reject };
    if (order.kind === 'emit') begin(`schemas/${order.entry.model.name}.json`);
    thread.postMessage(order);
  });
}

function open(): Worker {
  const thread = startWorker('pipeline-worker.js', new URL('./pipeline-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: threadLimits.heapMb },
  });
  thread.on('message', (answer: PipelineAnswer) => (answer.kind === 'file' ? begin(answer.file) : finish(answer)));
  const { heapMb } = threadLimits;
  thread.on('error', (error: Error & { code?: string }) => {
    const file = asked?.file;
    const isGuilty = file && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    fail(thread, isGuilty ? new Guilty(file, 'memory', `too large: it takes more than ${heapMb} MB to read; ${advice}`) : error);
  });
  thread.on('exit', (code) => fail(thread, new Error(`the pipeline ended with ${code}`)));
  return thread;
}

/** The thread has come to this file: its time starts. */
function begin(file: string): void {
  if (!asked) return;
  clearTimeout(asked.timer);
  asked.file = file;
  const { fileMs } = threadLimits;
  const tooSlow = new Guilty(file, 'time', `too slow: it is not read within ${fileMs / 1000} seconds; ${slowAdvice}`);
  asked.timer = setTimeout(() => worker && fail(worker, tooSlow), fileMs);
}

function finish(answer: PipelineAnswer): void {
  clearTimeout(asked?.timer);
  asked?.resolve(answer);
  asked = undefined;
  worker?.unref();
  leaving = setTimeout(leave, idleMs);
  leaving.unref();
}

/** Ends the thread; the next order starts another. */
function fail(thread: Worker, error: Error): void {
  if (worker !== thread) return;
  worker = undefined;
  void thread.terminate();
  clearTimeout(asked?.timer);
  asked?.reject(error);
  asked = undefined;
}

function leave(): void {
  const thread = worker;
  worker = undefined;
  void thread?.terminate();
}

const advice = 'it should be several objects that name one another by x-relation, or say less';
const slowAdvice = 'its patterns should be simpler, or it should be several objects that name one another by x-relation';
