/** The routers of the campaign site's calls: what applicants and jurors do, and what anybody may read. */
import { Router } from 'express';
import { enrolmentsRouter } from '#application/enrolment/api.ts';
import { writersRouter } from '#application/enrolment/writers-api.ts';
import { selectionRouter } from '#application/jury/api.ts';
import { onPublicHost } from '#framework/api/accounts/staff.ts';
import { identifyVisitors } from '#framework/api/accounts/visitors.ts';
import type { Tools } from '#framework/tools.ts';
import { accountsRouter } from './accounts.ts';
import { factsRouter } from './facts.ts';
import { linkRouter } from './link.ts';
import { sheetsRouter } from './sheets.ts';

/** Mounted at /api/site. */
export function siteRouter(tools: Tools): Router {
  const router = Router();
  router.use(onPublicHost, identifyVisitors(tools));
  router.use(factsRouter(tools));
  router.use(accountsRouter(tools));
  router.use(enrolmentsRouter(tools));
  router.use(writersRouter(tools));
  router.use(selectionRouter(tools));
  router.use(sheetsRouter(tools));
  router.use(linkRouter(tools));
  return router;
}
