/** Enrolments and receipts as PDF: the applicant's own, and for staff any enrolment. */
import type { Request, RequestHandler } from 'express';
import { printOwnEnrolment, printOwnReceipt } from '#application/enrolment/print/print-enrolment.ts';
import type { Lang } from '#codegen/model.ts';
import { visitorOf, visitorOnly } from '#framework/api/accounts/visitors.ts';
import { answering } from '#framework/api/answering.ts';
import { perMinute } from '#framework/api/rate.ts';
import { sendSheet } from '#framework/api/records/print.ts';
import { printRecord } from '#framework/print/print-record.ts';
import { readZone } from '#framework/print/visitor-zone.ts';
import type { Tools } from '#framework/tools.ts';
import { isLang, languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';

/** Limit for drawing PDFs, because each takes a tenth of a second of the processor. */
const sheetsPerMinute = 30;

/** GET /enrolments/{id}/receipt.pdf?lang=&zone= and /enrolments/{id}/print.pdf?lang= */
export function sheetsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/site'>();
  const countSheet = perMinute(tools, 'sheets', sheetsPerMinute);
  router.get('/enrolments/:id/receipt.pdf', visitorOnly('applicant'), async (req, res) => {
    const actor = visitorOf(req, 'applicant');
    await countSheet(res, actor.id);
    sendSheet(res, 'receipt', await printOwnReceipt(tools, actor, String(req.params.id), langOf(req), readZone(req.query.zone)));
  });
  // Somebody may be signed in as both applicant and staff: their own enrolments are searched first.
  const applicantOrStaff: RequestHandler = (req, res, next) => (req.actor ? next() : visitorOnly('applicant')(req, res, next));
  router.get('/enrolments/:id/print.pdf', applicantOrStaff, async (req, res) => {
    const id = String(req.params.id);
    const [visitor, staff] = [req.visitors?.applicant, req.actor];
    await countSheet(res, visitor?.id ?? staff?.id ?? '');
    const own = visitor && (await printOwnEnrolment(tools, visitor, id, langOf(req)).catch((error: unknown) => unlessElsewhere(error, staff !== undefined)));
    if (own) sendSheet(res, 'enrolment', own);
    else if (staff) sendSheet(res, 'enrolment', await printRecord(tools, staff, 'enrolment', id, langOf(req)));
  });
  return router;
}

function unlessElsewhere(error: unknown, isStaff: boolean): undefined {
  if (isStaff && error instanceof Refusal && error.code === 'msg.notfound') return undefined;
  throw error;
}

function langOf(req: Request): Lang {
  const { lang = languageOf(req.headers.cookie) } = req.query;
  if (!isLang(lang)) throw new Refusal('msg.badrequest', { values: { field: 'lang' } });
  return lang;
}
