/** The public site's calls, made with the common client: addresses below /api/site, each with a time limit. */
import { ask, type CallInput } from '#client/http/ask.ts';
import type { Answered, CallName } from '#framework/api/wire.ts';
import { pageQuery } from './facts.ts';

export { ApiError } from '#client/http/api-error.ts';

/** Longest time for one call, ms. A connection without an answer counts as lost. */
const patience = 90_000;

/** Makes a call. @throws ApiError; DOMException 'AbortError' when the signal ends it */
export function call<Name extends CallName & `${string} /api/site${string}`>(name: Name, input: CallInput<Name>): Promise<Answered<Name>> {
  return ask(name, { patience, ...input });
}

/** An idempotency key, for a call that must not be carried out twice. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** '?campaign=ccdf15' and the other parameters that all calls take from the page's address. */
export { pageQuery };
