/** fetch with the specified second try, and the one class of failure (specification section 8; C09). */
import { goesAgain, pauseBefore } from '#rules/second-try.ts';

export interface RefusedField {
  path: string;
  code: string;
  message: string;
}

/** The body of a refusal: docs/decisions/003. */
export interface RefusalBody {
  done: false;
  msg: string;
  err: { code: string; message: string; fields?: RefusedField[] } | null;
  stk?: string | null;
  data: unknown;
}

/** An answer that is not a success, or none at all (`status` 0). `body` is null where the server sent no JSON. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: RefusalBody | null;
  readonly code: string;
  readonly fields: RefusedField[];
  /** the server's name for the call, by which its log finds it; '' where no answer came */
  readonly request: string;
  constructor(status: number, message: string, body: RefusalBody | null, options?: ErrorOptions & { request?: string | null }) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.code = body?.err?.code ?? '';
    this.fields = body?.err?.fields ?? [];
    this.request = options?.request ?? '';
  }
  /** A refusal of the catalogue, whose message is written for people; anything else is a failure of the call (K23). */
  get refused(): boolean {
    return this.code !== '';
  }
}

/** fetch with the second try; a network failure becomes an ApiError of status 0. */
export async function fetchTwice(path: string, init: RequestInit, pause = 300): Promise<Response> {
  const method = init.method ?? 'GET';
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await fetch(path, init).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    if (outcome instanceof Error) {
      if (outcome.name === 'AbortError') throw outcome;
      if (attempt > 1 || !goesAgain(method, 'failed')) throw new ApiError(0, outcome.message, null, { cause: outcome });
    } else if (attempt > 1 || !goesAgain(method, outcome.status)) return outcome;
    const asked = outcome instanceof Error ? null : outcome.headers.get('retry-after');
    await new Promise((resolve) => setTimeout(resolve, pauseBefore(asked, pause)));
  }
}
