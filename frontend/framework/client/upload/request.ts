/** The upload's calls, and what counts as a broken line. */
import type { Problem } from '#rules/problem.ts';
import { repeatedStatuses } from '#rules/second-try.ts';

/** A refusal in the server's words (`message`), or a line that broke: status 0, code 'offline'. */
export class UploadError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: { path: string; code: string; message: string }[];
  /** what the answer carried: the facts of a row that cannot be changed any more */
  readonly data: unknown;
  /** refused here, before anything was sent */
  readonly problem: Problem | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: UploadError['fields']; data?: unknown; problem?: Problem; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'UploadError';
    this.status = status;
    this.code = code;
    this.fields = more.fields ?? [];
    this.data = more.data;
    this.problem = more.problem;
  }
}

/** Nothing was decided, or no answer came: the same may be sent again. */
export function isPassing({ status }: UploadError): boolean {
  return status === 0 || repeatedStatuses.has(status);
}

/** ms before the next try: 1 s, 2 s, 4 s … 30 s, and a little by chance so that not everybody comes at once. */
export function pauseAfter(attempt: number): number {
  return Math.round(Math.min(30_000, 1_000 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2));
}

/** Longest time for one call, ms: a line that says nothing is a broken one. */
const patience = 90_000;

export async function request<T>(method: string, address: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const isRaw = body instanceof Blob;
  const control = new AbortController();
  const stop = () => control.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  const timer = setTimeout(() => control.abort(), patience);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = isRaw ? 'application/octet-stream' : 'application/json';
  let answer: Response;
  let said: { done?: boolean; msg?: string; data?: unknown; err?: { code?: string; fields?: UploadError['fields'] } | null } | null;
  try {
    answer = await fetch(address, {
      method,
      headers,
      body: body === undefined ? null : isRaw ? body : JSON.stringify(body),
      signal: control.signal,
    });
    const text = await answer.text();
    said = isJson(text) ? JSON.parse(text) : null;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new UploadError(0, 'offline', '', { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
  if (answer.ok && said?.done) return said.data as T; // the caller names the shape of its call
  // A proxy's own page is no word of the server's.
  if (!said?.err) throw new UploadError(answer.ok ? 502 : answer.status, 'msg.unavailable', '');
  throw new UploadError(answer.status, said.err.code ?? '', said.msg ?? '', { fields: said.err.fields ?? [], data: said.data });
}

function isJson(text: string): boolean {
  return text.startsWith('{');
}
