/** K25, C02: what nobody caught goes to the server's log by the log call, then is shown. */
import { errorReports } from '#client/http/error-reports.ts';
import { call } from './http-client.ts';
import { userIdForLog } from './signed-in-user.ts';

export const { report: reportError, watch: watchErrors } = errorReports((record, source) =>
  call('/api/log', { method: 'POST', body: { ...record, log: logObject(source) } }),
);

/** The log object that travels with the calls of specification section 7 (C06). */
export function logObject(source: string) {
  return { source, src: source, side: 'C', user: userIdForLog() };
}
