/** The home page's call for the forum and the sales. */
import type { RequestHandler } from 'express';
import { staffOnly } from '#framework/api/accounts/staff.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import type { Tools } from '#framework/tools.ts';
import { languageOf } from '#rules/words/language.ts';
import { readOverview } from './read-overview.ts';

export function overviewRouter(tools: Tools): RequestHandler {
  const router = answering<'/api'>();
  // The routes are only for signed-in staff, so there is an actor.
  router.get('/overview', staffOnly, async (req, res) => done(res, await readOverview(tools, req.actor!, languageOf(req.headers.cookie))));
  return router;
}
