/** A call that is answered in JSON: what a success carries, and what a failure becomes. */
import { ApiError, type RefusalBody } from './api-error.ts';
import { type Options, send } from './send.ts';

export interface Reply<T> {
  status: number;
  headers: Headers;
  data: T;
}

/** The answer's JSON as it is. @throws ApiError for everything but a success */
export async function request<T = unknown>(path: string, options: Options = {}): Promise<Reply<T>> {
  const reply = await send(path, options, async (answer) => {
    if (!answer.ok) return refusalOf(answer);
    const data = jsonIn(await answer.text());
    // A success that is no JSON is a proxy's own page, and no word of the server's.
    return data === undefined ? new ApiError(502, 'not JSON', null, requestOf(answer)) : { status: answer.status, headers: answer.headers, data: data as T }; // the caller names the shape of its call
  });
  if (reply instanceof ApiError) throw reply;
  return reply;
}

/** The same for the answers in the shape {done, msg, err, stk, data}: hands out `data`. */
export async function ask<T = unknown>(path: string, options: Options = {}): Promise<T> {
  return dataOf<T>(await request(path, options));
}

/** @throws ApiError where a success says that nothing was done */
export function dataOf<T>({ status, data }: Reply<unknown>): T {
  if (isRefusal(data)) throw new ApiError(status, data.err?.message ?? data.msg, data);
  return (typeof data === 'object' && data !== null && 'done' in data ? (data as { data?: unknown }).data : data) as T; // the caller names the shape of its call
}

/** What an answer that is no success says. */
export async function refusalOf(answer: Response): Promise<ApiError> {
  return errorOf(answer.status, answer.statusText, await answer.text(), requestOf(answer));
}

/** The same of an answer that came another way than by fetch. */
export function errorOf(status: number, statusText: string, text: string, more?: { request: string | null }): ApiError {
  const data = jsonIn(text);
  const body = isRefusal(data) ? data : null;
  return new ApiError(status, body?.err?.message || body?.msg || statusText || String(status), body, more);
}

function requestOf(answer: Response): { request: string | null } {
  return { request: answer.headers.get('X-Request-Id') };
}

/** null for an empty text, undefined for what is no JSON */
export function jsonIn(text: string): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRefusal(data: unknown): data is RefusalBody {
  return typeof data === 'object' && data !== null && 'done' in data && data.done === false;
}
