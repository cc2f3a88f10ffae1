/** The staff's call that mails an applicant or a juror the code to set a password, under /api/pb. */
import type { RequestHandler } from 'express';
import { onStaffHost, staffOnly } from '#framework/api/accounts/staff.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import type { Tools } from '#framework/tools.ts';
import { sendVisitorCode } from './actions/send-visitor-code.ts';

export function codeRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/pb'>();
  for (const realm of ['applicant', 'jury'] as const) {
    router.post(`/${realm}/:id/code`, onStaffHost, staffOnly, async (req, res) =>
      done(res, await sendVisitorCode(tools, req.actor!, realm, String(req.params.id))),
    ); // staffOnly
  }
  return router;
}
