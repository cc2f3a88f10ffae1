/**
 * The only way of the back office to the server. One answer shape in, one error class out, and the specified second try
 * (specification section 8; C09).
 */
import { ApiError, fetchTwice, type RefusalBody } from '#ui/fetch-twice.ts';
import { secretHeader } from '#ui/secret.ts';

export { ApiError, type RefusalBody, type RefusedField } from '#ui/fetch-twice.ts';

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

/** Sends JSON, or a file as bytes, and reads JSON. Throws ApiError for everything but a 2xx answer. */
export async function request<T = unknown>(path: string, { method = 'GET', body, headers = {}, signal }: Request = {}): Promise<Reply<T>> {
  const init: RequestInit = { method, credentials: 'same-origin', headers: { Accept: 'application/json', ...headers } };
  if (signal) init.signal = signal;
  const sent = init.headers as Record<string, string>; // set as a plain object one line above
  if (body instanceof Blob) {
    sent['Content-Type'] = 'application/octet-stream';
    init.body = body;
  } else if (body !== undefined) {
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
  throw new ApiError(response.status, refusal?.err?.message || refusal?.msg || response.statusText || String(response.status), refusal, {
    request: response.headers.get('X-Request-Id'),
  });
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
