/** Long work that can be left, come back to, and cancelled (backup, bulk mail, import): a row in the database and a promise in this process. */

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#framework/data/engine/connect.ts';
import { dropLeases, leaveLease, takeLease } from '#framework/data/engine/lease.ts';
import { askToEnd, beatJob, endJob, findJob, insertJob, interruptJobs, type JobRow, listJobs, sweepJobs, takeUpJobs } from '#framework/data/system/jobs.ts';
import { StoreAway } from '#framework/files/storage.ts';
import type { Observer } from '#framework/observe/observer.ts';
import type { JobState, ShownJob } from '#framework/system/wire.ts';
import { stampOf } from '#framework/time.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';

/** What the work is given: tell how far it is, and stop when the signal says so. */
export interface JobContext {
  id: string;
  signal: AbortSignal;
  /** `message` names the phase: a key under `jobs.phases` of the interface's texts */
  tell: (progress: number, total?: number, message?: string) => void;
}

type JobWork = (context: JobContext) => Promise<unknown>;

interface Running {
  abort: AbortController;
  done: Promise<void>;
}

/** How often a running job says that it lives, ms. */
const beatEvery = 1_000;
/** Without a sign of life for this long, it no longer runs. This applies only to other processes on the same database. */
const silence = 15_000;
/** How long the end of a job waits for a database that is away, ms. */
const awayFor = 600_000;
const maxAge = 30 * 86_400_000;
/** The phase of a job that lets others of its kind end first. */
const waiting = 'waiting';

interface JobWays {
  alone?: boolean;
  inTurn?: boolean;
  rest?: string;
}

export class Jobs {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #observer: Observer;
  readonly #running = new Map<string, Running>();
  readonly #taken = new Map<string, { work: (rest: string, by: string) => JobWork; inTurn: boolean }>();

  constructor(db: Database, log: Logger, observer: Observer) {
    this.#db = db;
    this.#log = log;
    this.#observer = observer;
  }

  /** At start: what the last life of this server left running is interrupted. An embedded database has no other process. */
  async open(): Promise<void> {
    const isEmbedded = this.#db.kind === 'sqlite';
    await interruptJobs(this.#db, isEmbedded ? 0 : silence);
    if (isEmbedded) await dropLeases(this.#db, leaseOf(''));
    await sweepJobs(this.#db, maxAge);
    await this.#takeUp();
    // Of a process that was killed just before, the silence is not long enough yet.
    if (!isEmbedded) setTimeout(() => void this.#notice().catch(() => undefined), silence + beatEvery).unref();
  }

  /** Jobs of this kind that were started with a `rest` begin again with it where their process ended, in whichever process looks first. Said before `open`. */
  takesUp(kind: string, work: (rest: string, by: string) => JobWork, { inTurn = false } = {}): void {
    this.#taken.set(kind, { work, inTurn });
  }

  /**
   * Starts the work and answers its id at once. `alone`: refused while another of the kind runs, in whichever process on this database; `inTurn`: it
   * waits until none does. `rest`: see `takesUp`.
   * @throws Refusal msg.running
   */
  async start(kind: string, by: string, work: JobWork, { alone = false, inTurn = false, rest }: JobWays = {}): Promise<string> {
    const id = randomUUID();
    const lease = alone || inTurn ? leaseOf(kind) : undefined;
    if (lease && alone && !(await takeLease(this.#db, lease, id))) throw new Refusal('msg.running');
    try {
      await insertJob(this.#db, { id, kind, by }, rest);
    } catch (error) {
      if (lease) await leaveLease(this.#db, lease, id).catch(() => undefined); // it ends by itself
      throw error;
    }
    this.#begin(id, kind, work, lease, inTurn);
    return id;
  }

  #begin(id: string, kind: string, work: JobWork, lease: string | undefined, inTurn: boolean): void {
    const abort = new AbortController();
    const report = { progress: 0, total: 0, message: '' };
    const tell = (progress: number, total = report.total, message = report.message) =>
      Object.assign(report, { progress: Math.floor(progress), total, message });
    const begin = async (context: JobContext) => {
      if (lease && inTurn) await this.#turn(lease, context);
      return work(context);
    };
    const entry: Running = { abort, done: Promise.resolve() };
    this.#running.set(id, entry);
    entry.done = this.#run(id, kind, report, { id, signal: abort.signal, tell }, begin, abort, lease);
  }

  async #takeUp(): Promise<void> {
    if (!this.#taken.size) return;
    for (const { id, kind, by, rest } of await takeUpJobs(this.#db, [...this.#taken.keys()])) {
      const { work, inTurn } = this.#taken.get(kind)!; // asked for by these names
      this.#log.info({ job: id, kind }, 'job begins again');
      this.#begin(id, kind, work(rest, by), inTurn ? leaseOf(kind) : undefined, inTurn);
    }
  }

  /** The person's own; an administrator sees everybody's. */
  async list(actor: Actor): Promise<ShownJob[]> {
    await this.#notice();
    return (await listJobs(this.#db, isAdministrator(actor) ? undefined : actor.id)).map(shown);
  }

  /** @throws Refusal msg.notfound, also for another person's */
  async get(actor: Actor, id: string): Promise<ShownJob> {
    await this.#notice();
    const job = await findJob(this.#db, id);
    if (!job || (job.by !== actor.id && !isAdministrator(actor))) throw new Refusal('msg.notfound');
    return shown(job);
  }

  /**
   * Asks it to end; it does so at its next step, in any process.
   * @throws Refusal msg.notfound
   */
  async cancel(actor: Actor, id: string): Promise<ShownJob> {
    const job = await this.get(actor, id);
    await askToEnd(this.#db, id);
    this.#running.get(id)?.abort.abort();
    return { ...job, cancel: job.state === 'running' };
  }

  /** Resolves when the job has ended; for those who start one and wait. */
  async settled(id: string): Promise<void> {
    await this.#running.get(id)?.done;
  }

  /** Before the server stops: what runs is cut off and says so. */
  async close(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort('stopping');
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #run(
    id: string,
    kind: string,
    report: { progress: number; total: number; message: string },
    context: JobContext,
    work: JobWork,
    abort: AbortController,
    lease: string | undefined,
  ): Promise<void> {
    const beat = setInterval(() => {
      const isMine = lease && report.message !== waiting ? takeLease(this.#db, lease, id) : Promise.resolve(true);
      // One that was silent for long may have been followed by another.
      Promise.all([beatJob(this.#db, id, report), isMine]).then(
        ([cancel, mine]) => (cancel || !mine) && abort.abort(),
        () => undefined, // where the database is unavailable, the next report carries it
      );
    }, beatEvery);
    let end: { state: JobState; message: string; result?: unknown };
    try {
      const result = await this.#observer.during('job', id, `job ${kind}`, () => work(context));
      end = { state: 'done', message: '', result };
      report.progress = report.total;
    } catch (error) {
      const stopped = abort.signal.aborted;
      end = { state: stopped ? (abort.signal.reason === 'stopping' ? 'interrupted' : 'cancelled') : 'failed', message: stopped ? '' : reasonOf(error) };
      if (!stopped) this.#log.error({ err: error, job: id, kind }, 'job failed');
    }
    clearInterval(beat);
    // Where the database is unavailable the end is recorded later: a finished job must not be reported as interrupted.
    for (const until = performance.now() + awayFor; ; await wait(beatEvery)) {
      try {
        await beatJob(this.#db, id, { ...report, message: end.message });
        await endJob(this.#db, id, end.state, end);
        if (lease) await leaveLease(this.#db, lease, id);
        break;
      } catch (error) {
        if (abort.signal.reason !== 'stopping' && performance.now() < until) continue;
        this.#log.warn({ err: error, job: id }, 'the end of a job could not be written; it will count as interrupted');
        break;
      }
    }
    this.#running.delete(id);
  }

  async #turn(lease: string, { id, signal, tell }: JobContext): Promise<void> {
    tell(0, 0, waiting);
    while (!(await takeLease(this.#db, lease, id))) await wait(beatEvery, undefined, { signal });
    tell(0, 0, '');
  }

  async #notice(): Promise<void> {
    if (await interruptJobs(this.#db, silence)) await this.#takeUp();
  }
}

/** What a job that runs alone holds. */
function leaseOf(kind: string): string {
  return `job:${kind}`;
}

/** Work calls this between its steps. */
export function stopIfAsked(signal: AbortSignal): void {
  if (signal.aborted) throw new Error('cancelled');
}

/** Why a job failed: a code of the catalogue, or the words of what failed. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  if (error instanceof StoreAway) return 'msg.storeaway';
  return error instanceof Error ? error.message : String(error);
}

function shown({ endedAt, at, beatAt, ...job }: JobRow): ShownJob {
  return { ...job, at: stampOf(at), endedAt: endedAt === null ? '' : stampOf(endedAt) };
}
