/** Sends an error report of the public pages to the server's log (R44), without any personal data. Fetched separately, because most visits never need it. */
import { ask } from '#client/http/ask.ts';
import { secretHeader } from '#client/http/secret.ts';
import { clientRecordOf, type ErrorRecord } from '#rules/log-entry.ts';

export async function sendReport(error: unknown, source: string): Promise<void> {
  const src = impersonal(source === 'unhandledrejection' ? `${location.pathname} ${source}` : source);
  const body = { ...withoutPerson(clientRecordOf(error)), log: { source: src, src, side: 'C', user: 'N/A' } };
  await ask('POST /api/log', { headers: await secretHeader(), body, keepalive: true });
}

/** `data` is the content of a request, such as an enrolment or an account. */
function withoutPerson(record: ErrorRecord): ErrorRecord {
  return { ...record, data: '', message: impersonal(record.message), cause: impersonal(record.cause), stack: impersonal(record.stack).slice(0, 8_000) };
}

/** Removes mail addresses, everything in an address after '?' or '#', and the key of a personal page. */
function impersonal(text: string): string {
  return text
    .replace(/[^\s@<>"'()]+@[^\s@<>"'()]+\.[^\s@<>"'()]+/g, '…@…')
    .replace(/(\/my\/)[\w.~-]+/g, '$1…')
    .replace(/(\/[\w./-]*)[?#][^\s)'"]*?(?=(?::\d+){0,2}(?:[\s)'"]|$))/g, '$1');
}
