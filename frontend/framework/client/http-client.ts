/** The back office's way to the server: the one client, with the `secret` header of its POST calls and an ear for changed objects. */
import type { Answered, CallName } from '#framework/api/wire.ts';
import { type CallInput, dataOf, request as plainRequest, type Reply, reply } from './http/ask.ts';
import { secretHeader } from './http/secret.ts';
import type { Options } from './http/send.ts';

export { ApiError, type RefusalBody, type RefusedField } from './http/api-error.ts';
export { addressOf, type CallInput, type Reply } from './http/ask.ts';

/** Sends JSON, or a file as bytes, and reads JSON. @throws ApiError for everything but a 2xx answer */
export async function request(path: string, options: Options = {}): Promise<Reply<unknown>> {
  const headers = { ...(options.method === 'POST' && (await secretHeader())), ...options.headers };
  return plainRequest(path, { ...options, headers, onAnswer: hear });
}

/** A call of the server's list by its name: hands out what its answer carries. @throws ApiError */
export async function call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Answered<Name>> {
  return dataOf(await reply(request, name, input)) as Answered<Name>; // without the frame of `Sent`
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
