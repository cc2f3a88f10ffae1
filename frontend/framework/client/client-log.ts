/** K25, C02: an uncaught error goes to the server's log by the log call, then is shown. */
import { clientRecordOf } from '#rules/log-entry.ts';
import { ApiError } from './http/api-error.ts';
import { errorReports } from './http/error-reports.ts';
import { call } from './http-client.ts';
import { userIdForLog } from './signed-in-user.ts';

/** `data` of a refused call is a row that names people: the log does without, and has the server's name for the call. */
export const { report: reportError, watch: watchErrors } = errorReports((error, source) =>
  call('POST /api/log', {
    body: { ...clientRecordOf(error), ...(error instanceof ApiError && { data: error.request && `request ${error.request}` }), log: logObject(source) },
  }),
);

/** The log object that travels with the calls of specification section 7 (C06). */
export function logObject(source: string) {
  return { source, src: source, side: 'C', user: userIdForLog() };
}
