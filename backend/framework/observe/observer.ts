/**
 * Whose doing a statement is: of a request by its route, of a job, of a mail. Known only where somebody wants it, by SLOW_MS or a collector of traces
 * (decision 087), for following each caller through its waits costs time; else nothing here is called.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { CauseKind, Traces } from './traces.ts';

export interface Cause {
  kind: CauseKind;
  /** asked when it is needed: a request finds its route on the way */
  name: () => string;
  /** for the log: `request`, `job`, `mail` and its id */
  id: string;
  span: Span | undefined;
}

/** Characters of a statement in the log and in a span. */
const longest = 2_000;
const causes = new AsyncLocalStorage<Cause>();

export class Observer {
  readonly #slowMs: number;
  readonly #log: Logger;
  readonly traces: Traces | undefined;
  /** statements that took too long since the start */
  slow = 0;

  constructor({ slowMs, traces, log }: { slowMs: number; traces: Traces | undefined; log: Logger }) {
    this.#slowMs = slowMs;
    this.#log = log;
    this.traces = traces;
  }

  /** Whether anything is followed at all. */
  get isWatching(): boolean {
    return this.#slowMs > 0 || this.traces !== undefined;
  }

  /** Work that begins now; end it with `end`. */
  begin(kind: CauseKind, id: string, name: () => string): Cause {
    return { kind, id, name, span: this.traces?.begin(kind, name(), { [`reelbase.${kind}`]: id }, causes.getStore()?.span) };
  }

  end({ span, name }: Cause, facts: Record<string, string | number>, error?: unknown): void {
    span?.updateName(name());
    if (span) this.traces?.end(span, facts, error);
  }

  /** Does `work` and all that comes of it as the cause's. */
  as<T>(cause: Cause, work: () => T): T {
    return causes.run(cause, work);
  }

  /** A job or a mail from its beginning to its end. */
  async during<T>(kind: CauseKind, id: string, name: string, work: () => Promise<T>): Promise<T> {
    if (!this.isWatching) return work();
    const cause = this.begin(kind, id, () => name);
    try {
      const result = await this.as(cause, work);
      this.end(cause, {});
      return result;
    } catch (error) {
      this.end(cause, {}, error);
      throw error;
    }
  }

  /** A statement is sent; call what it gives when it has ended. Its text has no values: they are bound. */
  statement(sql: string): (error?: unknown) => void {
    const began = performance.now();
    const cause = causes.getStore();
    const text = sql.slice(0, longest);
    const span = cause?.span && this.traces?.begin('statement', /\w+/.exec(text)?.[0].toUpperCase() ?? '', { 'db.query.text': text }, cause.span);
    return (error) => {
      const ms = Math.round(performance.now() - began);
      if (span) this.traces?.end(span, {}, error);
      if (this.#slowMs === 0 || ms < this.#slowMs) return;
      this.slow += 1;
      this.#log.warn({ ms, sql: text, by: cause?.name() ?? 'the server itself', ...(cause && { [cause.kind]: cause.id }) }, 'slow statement');
    };
  }
}
