/**
 * The only way of the back office to the server. One answer shape in, one error class out, and the specified second try
 * (specification section 8; C09).
 */
import { secretHeader } from './secret.ts';

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
  constructor(status: number, message: string, body: RefusalBody | null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.code = body?.err?.code ?? '';
    this.fields = body?.err?.fields ?? [];
  }
  /** A refusal of the catalogue, whose message is written for people; anything else is a failure of the call (K23). */
  get refused(): boolean {
    return this.code !== '';
  }
}

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Reply<T> {
  status: number;
  headers: Headers;
  data: T;
}

/** Sends JSON and reads JSON. Throws ApiError for everything but a 2xx answer. */
export async function request<T = unknown>(path: string, { method = 'GET', body, headers = {}, signal }: Request = {}): Promise<Reply<T>> {
  const init: RequestInit = { method, credentials: 'same-origin', headers: { Accept: 'application/json', ...headers } };
  if (signal) init.signal = signal;
  const sent = init.headers as Record<string, string>; // set as a plain object one line above
  if (body !== undefined) {
    sent['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  if (method === 'POST' && !sent.secret) Object.assign(sent, await secretHeader());
  const response = await fetchTwice(path, init);
  const version = response.headers.get('X-Objects-Version');
  if (version) for (const listener of versionListeners) listener(version);
  const data = await readJson(response);
  if (response.ok) return { status: response.status, headers: response.headers, data: data as T };
  const refusal = isRefusal(data) ? data : null;
  throw new ApiError(response.status, refusal?.err?.message || refusal?.msg || response.statusText || String(response.status), refusal);
}

/** The same for the answers in the shape {done, msg, err, stk, data}: hands out `data`. */
export async function call<T = unknown>(path: string, options: Request = {}): Promise<T> {
  const { status, data: answer } = await request<{ done?: boolean; data?: T }>(path, options);
  if (isRefusal(answer)) throw new ApiError(status, answer.err?.message ?? answer.msg, answer);
  return (answer && typeof answer === 'object' && 'done' in answer ? answer.data : answer) as T;
}

/** Tells of every `X-Objects-Version` that passes by; returns how to stop listening. */
export function onObjectsVersion(listener: (version: string) => void): () => void {
  versionListeners.add(listener);
  return () => versionListeners.delete(listener);
}

/** C09: statuses that say 'come again', on any method. A business refusal never has one of them. */
export const repeatedStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * C09: whether the one second try is made. `outcome` is the answer's status, or 'failed' where the network gave none:
 * then only a safe method goes again, since a write may have arrived.
 */
export function goesAgain(method: string, outcome: number | 'failed'): boolean {
  return outcome === 'failed' ? safeMethods.has(method) : repeatedStatuses.has(outcome);
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
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const versionListeners = new Set<(version: string) => void>();

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return null;
  const text = await response.text();
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!response.ok) return null;
    throw new ApiError(response.status, 'not JSON', null, { cause: error });
  }
}

function isRefusal(data: unknown): data is RefusalBody {
  return typeof data === 'object' && data !== null && 'done' in data && data.done === false;
}
