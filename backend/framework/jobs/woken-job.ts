/** Work that lies about and is done by one job at a time, of one process on the database: woken when some may have come, and looked for again when it ends. */
import type { JobContext } from '#framework/jobs/jobs.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';

export interface LyingWork {
  /** of the job */
  kind: string;
  isLeft: () => Promise<boolean>;
  work: (context: JobContext) => Promise<unknown>;
}

export class WokenJob {
  readonly #tools: Pick<Tools, 'jobs' | 'log' | 'signs'>;
  readonly #lying: LyingWork;
  #isWanted = false;
  #work: Promise<void> | undefined;

  constructor(tools: Pick<Tools, 'jobs' | 'log' | 'signs'>, lying: LyingWork) {
    this.#tools = tools;
    this.#lying = lying;
  }

  /** Something was left for later, or may have been by another life of the server. */
  wake(): void {
    this.#isWanted = true;
    this.#work ??= this.#run().finally(() => {
      this.#work = undefined;
      // asked for while the last look was ending
      if (this.#isWanted && !this.#tools.signs.isDraining) this.wake();
    });
  }

  /** Resolves when what was left is done. */
  async settled(): Promise<void> {
    await this.#work;
  }

  async #run(): Promise<void> {
    const { jobs, log, signs } = this.#tools;
    const { kind, isLeft, work } = this.#lying;
    try {
      while (this.#isWanted && !signs.isDraining) {
        this.#isWanted = false;
        if (await isLeft()) await jobs.settled(await jobs.start(kind, '', work, { alone: true }));
      }
    } catch (error) {
      // Another process is at it, and looks for more before it ends.
      if (!(error instanceof Refusal)) log.warn({ err: error, kind }, 'work that was left waits for the next look');
    }
  }
}
