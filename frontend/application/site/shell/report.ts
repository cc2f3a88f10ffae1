/** R44: uncaught errors of a public page, reported to the server's log. Nothing waits for it. */
import { errorReports } from '#client/http/error-reports.ts';
import { enlist } from '../parts.ts';

const sender = enlist(() => import('./send-report.ts'));

export const { report: reportError, watch: watchErrors } = errorReports(async (error, source) => (await sender.whenThere()).sendReport(error, source));
