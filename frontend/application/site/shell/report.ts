/** R44: reports uncaught errors of a public page to the server's log, in the background. */
import { errorReports } from '#client/http/error-reports.ts';
import { enlist } from '../parts.ts';

const sender = enlist(() => import('./send-report.ts'));

export const { report: reportError, watch: watchErrors } = errorReports(async (error, source) => (await sender.whenThere()).sendReport(error, source));
