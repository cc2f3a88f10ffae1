/** The one class of a failed call, for every part of the product (docs/decisions/036). */
import { repeatedStatuses } from '#rules/second-try.ts';

export interface RefusedField {
  path: string;
  code: string;
  message: string;
}

/** The body of a refusal: docs/decisions/003. */
export interface RefusalBody {
  done: false;
  msg: string;
  err: { code: string; message: string; fields?: RefusedField[]; values?: Record<string, unknown> } | null;
  stk?: string | null;
  data: unknown;
}

/** An answer that is not a success, or none at all (`status` 0). `body` is null where the server sent no refusal of its own. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: RefusalBody | null;
  readonly code: string;
  readonly fields: RefusedField[];
  /** what the refusal's sentence was filled with */
  readonly values: Record<string, unknown>;
  /** what the refusal carries: the row as it is */
  readonly data: unknown;
  /** the server's name for the call, by which its log finds it; '' where no answer came */
  readonly request: string;
  constructor(status: number, message: string, body: RefusalBody | null, options?: ErrorOptions & { request?: string | null }) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.code = body?.err?.code ?? '';
    this.fields = body?.err?.fields ?? [];
    this.values = body?.err?.values ?? {};
    this.data = body?.data;
    this.request = options?.request ?? '';
  }
  /** A refusal of the catalogue, whose message is written for people; anything else is a failure of the call (K23). */
  get refused(): boolean {
    return this.code !== '';
  }
  /** The server's sentence in the page's language; '' where it said none, and the page has to find its own. */
  get sentence(): string {
    return this.body?.msg || this.body?.err?.message || '';
  }
  /** Nothing was decided: the line or the server was away, so the same call may be sent again. */
  get isPassing(): boolean {
    return this.status === 0 || repeatedStatuses.has(this.status);
  }
}

/** Long work that came to no end of its own: somebody stopped it, its server ended, or it failed for a reason, which may be a code of the catalogue. */
export class JobEnded extends Error {
  readonly state: string;
  constructor(state: string, reason: string) {
    super(reason);
    this.name = 'JobEnded';
    this.state = state;
  }
}

/** Whether it is work that somebody ended himself. */
export function isStopped(error: unknown): boolean {
  return error instanceof JobEnded && error.state === 'cancelled';
}
