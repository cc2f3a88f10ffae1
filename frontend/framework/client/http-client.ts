/** The back office's way to the server: the one client, with the `secret` header of its POST calls and an ear for changed objects. */
import { dataOf, request as plainRequest, type Reply } from './http/ask.ts';
import { secretHeader } from './http/secret.ts';
import type { Options } from './http/send.ts';

export { ApiError, type RefusalBody, type RefusedField } from './http/api-error.ts';
export type { Reply } from './http/ask.ts';
export type { Options as Request } from './http/send.ts';

/** Sends JSON, or a file as bytes, and reads JSON. @throws ApiError for everything but a 2xx answer */
export async function request<T = unknown>(path: string, options: Options = {}): Promise<Reply<T>> {
  const headers = { ...(options.method === 'POST' && (await secretHeader())), ...options.headers };
  return plainRequest<T>(path, { ...options, headers, onAnswer: hear });
}

/** The same for the answers in the shape {done, msg, err, stk, data}: hands out `data`. */
export async function call<T = unknown>(path: string, options: Options = {}): Promise<T> {
  return dataOf<T>(await request(path, options));
}

/** Tells of every `X-Objects-Version` that passes by; returns how to stop listening. */
export function onObjectsVersion(listener: (version: string) => void): () => void {
  versionListeners.add(listener);
  return () => versionListeners.delete(listener);
}

const versionListeners = new Set<(version: string) => void>();

function hear({ headers }: Response): void {
  const version = headers.get('X-Objects-Version');
  if (version) for (const listener of versionListeners) listener(version);
}
