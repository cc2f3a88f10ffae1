/** The public site's door to the one client: below /api/site, and no call waits for ever. */
import { ask } from '#client/http/ask.ts';
import type { Options } from '#client/http/send.ts';
import { pageQuery } from './facts.ts';

export { ApiError } from '#client/http/api-error.ts';

/** Longest time for one call, ms: a line that says nothing is a broken one. */
const patience = 90_000;

/**
 * Calls `/api/site` + path and gives `data` of its answer.
 * @throws ApiError; DOMException 'AbortError' when the signal ends it
 */
export function call<T>(method: Options['method'] & string, path: string, body?: unknown, options: Omit<Options, 'method' | 'body'> = {}): Promise<T> {
  return ask<T>(`/api/site${path}`, { method, body, patience, ...options });
}

/** A key for a call that must not be done twice. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** '?campaign=ccdf15' and what else the page's address carries on, for calls that ask by it. */
export { pageQuery };
