/** K25, R44: an uncaught error on a page goes to the server's log as 120 or 130. No React and no call of its own: the pages differ in both. */
import { ApiError } from './api-error.ts';

/** One page reports at most this many faults, each text once, so that a loop cannot flood the log. */
const reportLimit = 20;

export interface ErrorReports {
  /** Sends an error's record; never throws. `true` = it was new and arrived. */
  report(error: unknown, source: string): Promise<boolean>;
  /**
   * Listens for uncaught errors; `show` is called once the report is on its way: a slow server holds no notice back, and notices keep the faults' order.
   * @returns how to stop
   */
  watch(show?: (error: unknown) => void): () => void;
}

/** @param send takes it to the log call as a record; what it throws is let go, for the log is out of reach then */
export function errorReports(send: (error: unknown, source: string) => Promise<unknown>): ErrorReports {
  const reported = new Set<string>();
  const report: ErrorReports['report'] = async (error, source) => {
    const text = error instanceof Error ? error.message : String(error);
    if (reported.size >= reportLimit || reported.has(text)) return false;
    reported.add(text);
    try {
      await send(error, source);
      return true;
    } catch {
      return false;
    }
  };
  const handle = (error: unknown, source: string, show?: (error: unknown) => void) => {
    // An ended session is handled by the sign-in page, an aborted request by the code that aborted it.
    if ((error instanceof ApiError && [401, 440].includes(error.status)) || (error instanceof DOMException && error.name === 'AbortError')) return;
    void report(error, source);
    show?.(error);
  };
  return {
    report,
    watch(show) {
      const onError = (event: ErrorEvent) => {
        if (event.message.startsWith('ResizeObserver loop')) return; // a notice of browsers about layout timing, no fault
        handle(event.error ?? event.message, `${event.filename}:${event.lineno}`, show);
      };
      const onRejection = (event: PromiseRejectionEvent) => handle(event.reason, 'unhandledrejection', show);
      window.addEventListener('error', onError);
      window.addEventListener('unhandledrejection', onRejection);
      return () => {
        window.removeEventListener('error', onError);
        window.removeEventListener('unhandledrejection', onRejection);
      };
    },
  };
}
