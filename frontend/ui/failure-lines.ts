import { ApiError } from '../admin/http-client.ts';

/**
 * A refusal speaks for itself, with its fields below it; anything else is a failed call: 'API error: {message} [{error}]' (K23).
 * `words(code, values)` gives a text of the error catalogue.
 */
export function failureLines(error: unknown, words: (code: string, values?: Record<string, string>) => string): string[] {
  // One rule may be both: it is said once.
  if (error instanceof ApiError && error.refused) return [...new Set([error.message, ...error.fields.map((field) => field.message)])];
  if (error instanceof ApiError) {
    const message = error.status ? words(`status.${error.status}`) : words('status.120');
    return [words('api.error', { message: message.startsWith('status.') ? String(error.status) : message, error: error.message || words('api.unknown') })];
  }
  return [words('api.error', { message: words('status.130'), error: error instanceof Error ? error.message : words('api.unknown') })];
}
