/** The forum's set-up for staff under /api/forum: days, people and their links, wishes from a sheet. */
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { done } from '#framework/api/answer.ts';
import { bodyInTime } from '#framework/api/files.ts';
import { identify, onStaffHost, staffOnly } from '#framework/api/staff.ts';
import { largestSheet } from '#framework/import/read-sheet.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/actor.ts';
import { languageOf } from '#rules/language.ts';
import { Refusal } from '#rules/problem.ts';
import { mailLinks, makeLinks, readLinkText, revokePersonal } from './actions/hand-out-links.ts';
import { checkWishes, wishTemplate, writeWishes } from './actions/import-wishes.ts';
import { mayHandOn, readForum } from './actions/read-forum.ts';
import { saveDays } from './actions/save-days.ts';

/** Mounted at /api/forum. */
export function forumRouter(tools: Tools): Router {
  const router = Router();
  router.use(onStaffHost, staffOnly);
  router.get(
    '/:campaign',
    answer((req, actor) => readForum(tools, actor, campaignOf(req))),
  );
  router.put(
    '/:campaign/days',
    answer((req, actor) => saveDays(tools, actor, campaignOf(req), req.body)),
  );
  router.post(
    '/:campaign/links',
    answer((req, actor) => makeLinks(tools, actor, campaignOf(req), req.body)),
  );
  router.delete(
    '/:campaign/links/:id',
    answer((req, actor) => revokePersonal(tools, actor, campaignOf(req), String(req.params.id))),
  );
  router.get(
    '/:campaign/mails',
    answer(async (_req, actor) => {
      mayHandOn(tools, actor);
      return readLinkText(tools);
    }),
  );
  router.post(
    '/:campaign/mails',
    answer((req, actor) => mailLinks(tools, actor, campaignOf(req), req.body, req.get('Idempotency-Key'))),
  );
  router.get('/:campaign/wishes/template', async (req: Request, res: Response) => {
    const bytes = await wishTemplate(tools, req.actor!, campaignOf(req), languageOf(req.headers.cookie)); // the gate let only the signed-in through
    res.setHeader('Content-Type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    res.setHeader('Content-Disposition', `attachment; filename="wishes-${campaignOf(req)}.xlsx"`);
    res.end(bytes);
  });
  return router;
}

const sheetBody = express.raw({ limit: largestSheet, type: 'application/octet-stream' });

/** Mounted at /api/forum before the JSON body is read: a sheet is bytes. */
export function wishSheetRouter(tools: Tools): Router {
  const router = Router();
  const gates: RequestHandler[] = [onStaffHost, identify(tools), staffOnly, bodyInTime, sheetBody];
  router.post(
    '/:campaign/wishes/check',
    ...gates,
    answer((req, actor) => checkWishes(tools, actor, campaignOf(req), bytesOf(req))),
  );
  router.post(
    '/:campaign/wishes',
    ...gates,
    answer((req, actor) => writeWishes(tools, actor, campaignOf(req), bytesOf(req))),
  );
  return router;
}

function answer(handle: (req: Request, actor: Actor) => Promise<unknown>): RequestHandler {
  return async (req, res) => done(res, await handle(req, req.actor!)); // staffOnly let it through
}

function campaignOf(req: Request): string {
  return String(req.params.campaign);
}

function bytesOf(req: Request): Buffer {
  if (!Buffer.isBuffer(req.body)) throw new Refusal('msg.mediatype');
  return req.body;
}
