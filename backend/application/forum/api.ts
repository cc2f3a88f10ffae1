/** The calls of the forum's set-up for staff under /api/forum: days, people and their links, wishes from a spreadsheet. */
import type { Request, RequestHandler, Response } from 'express';
import { identify, onStaffHost, staffOnly } from '#framework/api/accounts/staff.ts';
import { byStaff } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { bodyInTime } from '#framework/api/files/files.ts';
import { sheetBody, sheetIn } from '#framework/api/records/import.ts';
import type { Tools } from '#framework/tools.ts';
import { languageOf } from '#rules/words/language.ts';
import { mailLinks, makeLinks, readLinkText, revokePersonal } from './actions/hand-out-links.ts';
import { checkWishes, wishTemplate, writeWishes } from './actions/import-wishes.ts';
import { mayHandOn, readForum } from './actions/read-forum.ts';
import { saveDays } from './actions/save-days.ts';

/** Mounted at /api/forum. */
export function forumRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/forum'>();
  router.use(onStaffHost, staffOnly);
  router.get(
    '/:campaign',
    byStaff((req, actor) => readForum(tools, actor, campaignOf(req))),
  );
  router.put(
    '/:campaign/days',
    byStaff((req, actor) => saveDays(tools, actor, campaignOf(req), req.body)),
  );
  router.post(
    '/:campaign/links',
    byStaff((req, actor) => makeLinks(tools, actor, campaignOf(req), req.body)),
  );
  router.delete(
    '/:campaign/links/:id',
    byStaff((req, actor) => revokePersonal(tools, actor, campaignOf(req), String(req.params.id))),
  );
  router.get(
    '/:campaign/mails',
    byStaff(async (_req, actor) => {
      mayHandOn(tools, actor);
      return readLinkText(tools);
    }),
  );
  router.post(
    '/:campaign/mails',
    byStaff((req, actor) => mailLinks(tools, actor, campaignOf(req), req.body, req.get('Idempotency-Key'))),
  );
  router.get('/:campaign/wishes/template', async (req: Request, res: Response) => {
    const bytes = await wishTemplate(tools, req.actor!, campaignOf(req), languageOf(req.headers.cookie)); // the routes are only for signed-in staff
    res.setHeader('Content-Type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    res.setHeader('Content-Disposition', `attachment; filename="wishes-${campaignOf(req)}.xlsx"`);
    res.end(bytes);
  });
  return router;
}

/** Mounted at /api/forum before the JSON body is parsed, because a spreadsheet is bytes. */
export function wishSheetRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/forum'>();
  const gates: RequestHandler[] = [onStaffHost, identify(tools), staffOnly, bodyInTime, sheetBody];
  router.post(
    '/:campaign/wishes/check',
    ...gates,
    byStaff((req, actor) => checkWishes(tools, actor, campaignOf(req), sheetIn(req))),
  );
  router.post(
    '/:campaign/wishes',
    ...gates,
    byStaff((req, actor) => writeWishes(tools, actor, campaignOf(req), sheetIn(req))),
  );
  return router;
}

function campaignOf(req: Request): string {
  return String(req.params.campaign);
}
