/** K25, C02: what nobody caught goes to the server's log by the log call, then is shown. */
import { errorRecordOf } from '#domain/log-entry.ts';
import { ApiError, call } from './http-client.ts';
import { userIdForLog } from './signed-in-user.ts';

/** One page reports at most this many faults, each text once, so that a loop cannot flood the log. */
const reportLimit = 20;
const reported = new Set<string>();

/** Sends an error record with its log object; never throws. `true` = it was new and arrived. */
export async function reportError(error: unknown, source: string): Promise<boolean> {
  const record = errorRecordOf(error);
  if (reported.size >= reportLimit || reported.has(record.message)) return false;
  reported.add(record.message);
  try {
    await call('/api/log', { method: 'POST', body: { ...record, log: logObject(source) } });
    return true;
  } catch {
    return false; // the log is out of reach; the notice on the page is what is left
  }
}

/** The log object that travels with the calls of specification section 7 (C06). */
export function logObject(source: string) {
  return { source, src: source, side: 'C', user: userIdForLog() };
}

/** Listens for what nobody caught; `show` is told after the report was made. Returns how to stop. */
export function watchErrors(show: (error: unknown) => void): () => void {
  const handle = async (error: unknown, source: string) => {
    // An ended session is handled by the sign-in page, an aborted request by whoever aborted it.
    if (error instanceof ApiError && (error.status === 401 || error.status === 440)) return;
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await reportError(error, source);
    show(error);
  };
  const onError = (event: ErrorEvent) => {
    if (event.message.startsWith('ResizeObserver loop')) return; // a notice of browsers about layout timing, no fault
    void handle(event.error ?? event.message, `${event.filename}:${event.lineno}`);
  };
  const onRejection = (event: PromiseRejectionEvent) => void handle(event.reason, 'unhandledrejection');
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
