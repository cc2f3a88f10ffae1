/**
 * The only place that talks to the server: the specified second try (specification section 8; C09), how long an answer is waited for, the key that
 * makes a call the same call, and what a broken line looks like. Every face of the product goes this way; what differs between them are options.
 */
import { goesAgain, pauseBefore } from '#rules/second-try.ts';
import { ApiError } from './api-error.ts';

export interface Options {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** travels as JSON; a Blob as its bytes */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Idempotency-Key: the same call twice does its work once, so it goes again where the line was cut */
  key?: string;
  /** let the browser finish it after the page is left; bodies up to 64 kB */
  keepalive?: boolean;
  credentials?: RequestCredentials;
  cache?: RequestCache;
  /** ms: a line that says nothing for so long is a broken one; without it, as long as the browser waits */
  patience?: number;
  /** ms before the second try, where the answer does not ask for another time */
  pause?: number;
  /** for a caller with tries of its own */
  once?: boolean;
  /** called with every answer, failures included */
  onAnswer?: (answer: Response) => void;
}

/** Before the second try, ms. */
const usualPause = 300;

/**
 * Sends it, and reads the answer by `take`; an answer that breaks off while it is read is a broken line too.
 * @throws ApiError of status 0 where no whole answer came; what the signal was aborted with
 */
export function send<T>(path: string, options: Options, take: (answer: Response) => T | Promise<T>): Promise<T> {
  const { method = 'GET', body, signal, key, keepalive, credentials = 'same-origin', cache } = options;
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  const init: RequestInit = { method, headers, credentials };
  if (body instanceof Blob) {
    headers['Content-Type'] = 'application/octet-stream';
    init.body = body;
  } else if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  if (key !== undefined) headers['Idempotency-Key'] = key;
  if (keepalive) init.keepalive = true;
  if (cache) init.cache = cache;
  const attempt = (): Promise<Attempt<T>> =>
    within(options.patience, signal, async (ending) => {
      if (ending) init.signal = ending;
      const answer = await fetch(path, init);
      options.onAnswer?.(answer);
      return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), value: await take(answer) };
    });
  return twice(method, attempt, { ...options, isKeyed: 'Idempotency-Key' in headers });
}

export interface Attempt<T> {
  status: number;
  retryAfter: string | null;
  value: T;
}

/** Makes the attempt, and a second one where the table says so. Uploads whose progress fetch cannot tell come in here with an attempt of their own. */
export async function twice<T>(method: string, attempt: () => Promise<Attempt<T>>, { signal, isKeyed, once, pause = usualPause }: Tries): Promise<T> {
  for (let number = once ? 2 : 1; ; number += 1) {
    let asked: string | null = null;
    try {
      const { status, retryAfter, value } = await attempt();
      if (number > 1 || !goesAgain(method, status)) return value;
      asked = retryAfter;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      if (number > 1 || !goesAgain(method, 'failed', isKeyed))
        throw new ApiError(0, error instanceof Error ? error.message : String(error), null, { cause: error });
    }
    await new Promise((resume) => setTimeout(resume, pauseBefore(asked, pause)));
    signal?.throwIfAborted();
  }
}

interface Tries extends Pick<Options, 'signal' | 'once' | 'pause'> {
  isKeyed: boolean;
}

/** Ends it when the caller's signal does or the time is over. `AbortSignal.any` is younger than the browsers that are served. */
async function within<T>(patience: number | undefined, signal: AbortSignal | undefined, work: (ending: AbortSignal | undefined) => Promise<T>): Promise<T> {
  if (patience === undefined) return work(signal);
  const control = new AbortController();
  let isLate = false;
  const stop = (): void => control.abort(signal?.reason);
  const timer = setTimeout(() => {
    isLate = true;
    control.abort();
  }, patience);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    return await work(control.signal);
  } catch (error) {
    throw isLate ? new Error('no answer in time', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
