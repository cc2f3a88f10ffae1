/** The public site's door to the one client: its calls are those below /api/site, and none waits for ever. */
import { ask, type CallInput } from '#client/http/ask.ts';
import type { Answered, CallName } from '#framework/api/wire.ts';
import { pageQuery } from './facts.ts';

export { ApiError } from '#client/http/api-error.ts';

/** Longest time for one call, ms: a line that says nothing is a broken one. */
const patience = 90_000;

/** @throws ApiError; DOMException 'AbortError' when the signal ends it */
export function call<Name extends CallName & `${string} /api/site${string}`>(name: Name, input: CallInput<Name>): Promise<Answered<Name>> {
  return ask(name, { patience, ...input });
}

/** A key for a call that must not be done twice. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** '?campaign=ccdf15' and what else the page's address carries on, for calls that ask by it. */
export { pageQuery };
