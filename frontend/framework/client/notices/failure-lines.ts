import { ApiError, JobEnded } from '../http/api-error.ts';

type Words = (code: string, values?: Record<string, string>) => string;

/** Faults whose sentence says what to do; their request need not be quoted. */
const speaking = new Set(['msg.unavailable', 'msg.again', 'upload.full']);

/**
 * A refusal speaks for itself, with its fields below it; anything else is a failed call: 'API error: {message} [{error}]' (K23), with the
 * request by which the server's log finds it. `words(code, values)` gives a text of the error catalogue.
 */
export function failureLines(error: unknown, words: Words): string[] {
  if (error instanceof JobEnded) return [words(`job.${error.state}`), ...(error.message ? [words(error.message)] : [])];
  if (!(error instanceof ApiError)) return [words('api.error', { message: words('status.130'), error: reasonOf(error, words) })];
  const { status, message, request } = error;
  const isFault = status >= 500 && !speaking.has(error.code);
  const lines = [...new Set([message, ...error.fields.map((field) => field.message)])]; // one rule may be both: it is listed once
  if (error.refused && !isFault) return lines;
  // A save's own sentence has its brackets already (K24).
  if (error.code === 'msg.save') return request ? [...lines, words('api.request', { request })] : lines;
  if (error.refused && !message.includes(request)) return [words('api.error', { message, error: words('api.request', { request }) })];
  const text = words(`status.${status || 120}`);
  const reason = reasonOf(error, words);
  const traced = request && !reason.includes(request) ? words('api.traced', { error: reason, request }) : reason;
  return [words('api.error', { message: text.startsWith('status.') ? String(status) : text, error: traced })];
}

function reasonOf(error: unknown, words: Words): string {
  return error instanceof Error && error.message ? error.message : words('api.unknown');
}
