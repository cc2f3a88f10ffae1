import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../../start-worker.ts';
import { type Executor, type RawRow, type SqlValue, Unavailable } from './database.ts';
import type { Answer, Asked } from './sqlite-thread.ts';

/** SELECTs by a thread that begins with the first of them; they see what is committed. */
export class Beside implements Executor {
  readonly kind = 'sqlite';
  readonly forUpdate = '';
  private readonly file: string;
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, { resolve(rows: RawRow[]): void; reject(error: Error): void }>();
  private last = 0;

  constructor(file: string) {
    this.file = file;
  }

  async query<T = RawRow>(sql: string, params: readonly SqlValue[] = []): Promise<T[]> {
    const rows = await new Promise<RawRow[]>((resolve, reject) => {
      const id = ++this.last;
      this.waiting.set(id, { resolve, reject });
      this.worker ??= this.start();
      this.worker.postMessage({ id, sql, params } satisfies Asked);
    });
    return rows as T[]; // the caller names the shape of the rows it selects
  }

  async run(): Promise<never> {
    throw new Error('this connection only reads');
  }

  async exec(): Promise<never> {
    throw new Error('this connection only reads');
  }

  /** Tables have changed. */
  forget(): void {
    this.worker?.postMessage('forget' satisfies Asked);
  }

  /** After what is being read: to terminate a thread in the middle of a statement ends the whole process. */
  async close(): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    worker.postMessage('close' satisfies Asked);
    await once(worker, 'exit');
  }

  private start(): Worker {
    const worker = startWorker('sqlite-thread.js', new URL('./sqlite-thread.ts', import.meta.url), { workerData: this.file });
    let reason: unknown;
    worker.unref();
    worker.on('message', ({ id, rows = [], failure }: Answer) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (failure) asked?.reject(Object.assign(new Error(failure.message), { errcode: failure.errcode }));
      else asked?.resolve(rows);
    });
    worker.on('error', (error) => {
      reason = error;
    });
    worker.on('exit', () => {
      this.worker = undefined;
      const left = [...this.waiting.values()];
      this.waiting.clear();
      for (const { reject } of left) reject(new Unavailable('The thread that reads has ended.', reason));
    });
    return worker;
  }
}
