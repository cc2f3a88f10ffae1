/**
 * Runs the pipeline in a process of its own with limits of time and memory. A file that goes past one is named and left out, and the others are derived
 * without it. All runs share one process, which stays alive for a while, as changes come in rows (decision 153).
 */
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { startProcess } from '#backend/start-worker.ts';
import { objectName } from '#codegen/load/load.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import type { Derived, Refused } from '#codegen/pipeline.ts';
import { knownNames } from '#rules/records/known-names.ts';
import type { PipelineAnswer, PipelineOrder } from './pipeline-messages.ts';

/** Of one file and of the process; changed by the tests alone. */
export const pipelineLimits = {
  /** Time for one file on a machine that does much else; an object at every limit takes some 2 s of an idle one, and no request waits for it. */
  fileMs: 60_000,
  /** Memory of the process, MB: an object at every limit takes some 300. */
  heapMb: 768,
  /** A file that was too slow is read once more after this time, ms: the machine may have been busy with something else. */
  againMs: 600_000,
};
/** How long the process stays alive without work. */
const idleMs = 30_000;

/** A file ended the process. */
class Guilty extends Error {
  readonly file: string;
  readonly limit: Refused['limit'];
  constructor(file: string, limit: Refused['limit'], reason: string) {
    super(reason);
    this.file = file;
    this.limit = limit;
  }
}

/** Files that ended the process, by all that they were read with: as long as that stays, the others do not wait for them again. `at` is in ms of the process. */
const ended = new Map<string, { why: Refused; at: number }>();

/** What was found last, here or in the process: the process begins with it. */
let latest: Derived | undefined;

/** Something was derived elsewhere, or read from the cache. */
export function startFrom(derived: Derived): void {
  latest = derived;
}

/** Derives everything; what ended the process is among the errors. */
export async function deriveApart(files: ReadonlyMap<string, string>): Promise<Derived> {
  const refused = new Map<string, Refused>();
  const markOf = marks(files);
  for (const file of files.keys()) {
    const known = ended.get(markOf(file));
    if (known && (known.why.limit !== 'time' || performance.now() - known.at < pipelineLimits.againMs)) refused.set(file, known.why);
  }
  for (;;) {
    try {
      const answer = await ask({ kind: 'derive', files, refused, known: knownNames(), before: undefined });
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
export async function emitApart(entry: ObjectEntry): Promise<string> {
  const answer = await ask({ kind: 'emit', entry });
  if (answer.kind === 'emitted') return answer.source;
  throw new Error(answer.kind === 'failed' ? answer.message : 'no answer of the pipeline');
}

/** What is asked of the process now. */
interface Asked {
  file: string;
  timer?: NodeJS.Timeout;
  resolve: (answer: PipelineAnswer) => void;
  reject: (error: Error) => void;
}

let child: ChildProcess | undefined;
/** What it was started with, MB. */
let bound = 0;
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
  if (bound !== pipelineLimits.heapMb) leave();
  // A process that has just started knows nothing of earlier runs.
  const sent: PipelineOrder = child || order.kind === 'emit' ? order : { ...order, before: latest };
  child ??= open();
  const process = child;
  process.ref();
  process.channel?.ref();
  return new Promise<PipelineAnswer>((resolve, reject) => {
    asked = { file: '', resolve, reject };
    if (order.kind === 'emit') begin(`schemas/${order.entry.model.name}.json`);
    process.send(sent, (error) => error && fail(process, error));
  });
}

function open(): ChildProcess {
  const { heapMb } = pipelineLimits;
  bound = heapMb;
  const process = startProcess('pipeline-child.js', new URL('./pipeline-child.ts', import.meta.url), heapMb);
  process.on('message', (answer: PipelineAnswer) => (answer.kind === 'file' ? begin(answer.file) : finish(answer)));
  process.on('error', (error) => fail(process, error));
  process.on('exit', (code, signal) => {
    // Node ends itself with this signal when its memory is used up.
    const isGuilty = asked?.file && signal === 'SIGABRT';
    const ended = new Error(`the process that reads schema files ended with ${signal ?? code}`);
    fail(process, isGuilty ? new Guilty(asked?.file ?? '', 'memory', `too large: it takes more than ${heapMb} MB to read; ${advice}`) : ended);
  });
  return process;
}

/** The process has come to this file: its time starts. */
function begin(file: string): void {
  if (!asked) return;
  clearTimeout(asked.timer);
  asked.file = file;
  const { fileMs } = pipelineLimits;
  const tooSlow = new Guilty(file, 'time', `too slow: it is not read within ${fileMs / 1000} seconds; ${slowAdvice}`);
  asked.timer = setTimeout(() => child && fail(child, tooSlow), fileMs);
}

function finish(answer: PipelineAnswer): void {
  clearTimeout(asked?.timer);
  if (answer.kind === 'derived') latest = answer.derived;
  asked?.resolve(answer);
  asked = undefined;
  child?.unref();
  child?.channel?.unref();
  leaving = setTimeout(leave, idleMs);
  leaving.unref();
}

/** Ends the process; the next order starts another. */
function fail(process: ChildProcess, error: Error): void {
  if (child !== process) return;
  leave();
  clearTimeout(asked?.timer);
  asked?.reject(error);
  asked = undefined;
}

function leave(): void {
  const process = child;
  child = undefined;
  process?.kill('SIGKILL');
}

const advice = 'it should be several objects that refer to one another by x-relation, or be shorter';
const slowAdvice = 'its patterns should be simpler, or it should be several objects that refer to one another by x-relation';
