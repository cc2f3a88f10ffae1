/** The one way of the public site to its server: /api/site as JSON, and one class of failure. */
import { goesAgain, pauseBefore, repeatedStatuses } from '#rules/second-try.ts';
import { pageQuery } from './facts.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Idempotency-Key: the same call twice does its work once */
  key?: string;
  /** let the browser finish it after the page is left; bodies up to 64 kB */
  keepalive?: boolean;
}

export interface FieldFailure {
  path: string;
  code: string;
  /** a sentence in the page's language */
  message: string;
}

/** A refusal, in the server's words; `code` 'offline' (status 0) where no answer came. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldFailure[];
  readonly values: Record<string, unknown>;
  readonly data: unknown;
  /** the answer's Retry-After */
  readonly retryAfter: string | null;
  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: FieldFailure[]; values?: Record<string, unknown>; data?: unknown; retryAfter?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.fields = more.fields ?? [];
    this.values = more.values ?? {};
    this.data = more.data;
    this.retryAfter = more.retryAfter ?? null;
  }

  /** Nothing was decided: the network or the server was away, so the same call may be sent again. */
  get isPassing(): boolean {
    return this.code === 'offline' || repeatedStatuses.has(this.status);
  }
}

/** Before the second try, ms. */
const pause = 400;

/**
 * Calls `/api/site` + path and gives `data` of its answer, with the second try of every client (C09).
 * @param body JSON; a Blob travels as it is
 * @throws CallError; DOMException 'AbortError' when the signal ends it
 */
export async function call<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, options: CallOptions = {}): Promise<T> {
  try {
    return await once<T>(method, path, body, options);
  } catch (error) {
    if (!(error instanceof CallError) || options.signal?.aborted) throw error;
    if (!goesAgain(method, error.code === 'offline' ? 'failed' : error.status, options.key !== undefined)) throw error;
    await new Promise((resume) => setTimeout(resume, pauseBefore(error.retryAfter, pause)));
    return once<T>(method, path, body, options);
  }
}

async function once<T>(method: string, path: string, body: unknown, { signal, key, keepalive }: CallOptions): Promise<T> {
  const isRaw = body instanceof Blob;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = isRaw ? 'application/octet-stream' : 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  let answer: Response;
  try {
    answer = await fetch(`/api/site${path}`, {
      method,
      headers,
      body: body === undefined ? null : isRaw ? body : JSON.stringify(body),
      signal: signal ?? null,
      keepalive: keepalive ?? false,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError(0, 'offline', '', { cause: error });
  }
  // What a proxy says in between is no JSON of ours.
  const said = (await answer.json().catch(() => null)) as {
    done?: boolean;
    msg?: string;
    data?: unknown;
    err?: Partial<Record<'code' | 'fields' | 'values', unknown>>;
  } | null;
  if (answer.ok && said?.done) return said.data as T; // the caller names the shape of its call
  const { code, fields, values } = said?.err ?? {};
  throw new CallError(answer.status, typeof code === 'string' ? code : 'msg.unavailable', said?.msg ?? '', {
    fields: Array.isArray(fields) ? fields : [],
    values: typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {}, // an object of the server's
    data: said?.data,
    retryAfter: answer.headers.get('retry-after'),
  });
}

/** A key for a call that must not be done twice. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** '?campaign=ccdf15' and what else the page's address carries on, for calls that ask by it. */
export { pageQuery };
