/** Every router of the server, on one screen. */
import express, { type Express } from 'express';
import { recordEntry } from '#backend/actions/record-log.ts';
import type { Tools } from '#backend/actions/tools.ts';
import type { Lang } from '#codegen/model.ts';
import { Refusal } from '#domain/problem.ts';
import { resolveSite } from '#domain/site.ts';
import type { Messages } from '#domain/wording.ts';
import { errorHandler } from './api/answer.ts';
import { campaignMailsRouter } from './api/campaign-mails.ts';
import { configRouter } from './api/config.ts';
import { deskRouter } from './api/desk.ts';
import { bodyInTime, filesRouter, uploadRouter } from './api/files.ts';
import { forumRouter, wishSheetRouter } from './api/forum.ts';
import { forumDayRouter } from './api/forum-day.ts';
import { healthHandler } from './api/health.ts';
import { homeRouter } from './api/home.ts';
import { importRouter } from './api/import.ts';
import { myRouter } from './api/my.ts';
import { myScheduleRouter } from './api/my-schedule.ts';
import { objectsRouter } from './api/objects.ts';
import type { Pages } from './api/page-source.ts';
import { pagesRouter } from './api/pages.ts';
import { pairingRouter } from './api/pairing.ts';
import { printRouter } from './api/print.ts';
import { recordsRouter } from './api/records.ts';
import { relatedRouter } from './api/related.ts';
import { releaseRouter } from './api/release.ts';
import { apiSafety, jsonBody, requestId, sameOriginOnly } from './api/safety.ts';
import { sessionRouter } from './api/session.ts';
import { siteRouter } from './api/site/index.ts';
import { specCallsRouter } from './api/spec-calls.ts';
import { identify, onStaffHost, staffOnly, standingTable } from './api/staff.ts';
import { toolsRouter } from './api/tools.ts';
import { siteUploadsRouter, staffUploadsRouter } from './api/uploads.ts';
import { viewingRouter } from './api/viewing.ts';
import { viewingDeskRouter } from './api/viewing-desk.ts';

export interface AppDeps extends Tools {
  pages: Pages;
  messages: Record<Lang, Messages>;
  /** names the build, so that an open page learns of a newer one */
  build: string;
  /** whether the demo's sign-ins work here: the sign-in page then names them */
  demo: boolean;
  /** a database's error as a refusal, where it is one */
  asRefusal: (error: unknown) => Refusal | undefined;
}

export function buildApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', deps.config.trustProxy);
  app.set('query parser', 'simple');

  app.use(requestId);
  app.get('/healthz', healthHandler(deps));
  app.use((req, _res, next) => {
    req.site = resolveSite({ host: req.host ?? '', path: req.path, sites: deps.config.sites, ipAccess: deps.config.ipAccess });
    next();
  });

  const api = express.Router();
  api.use(apiSafety, sameOriginOnly(deps.config.baseUrl));
  // Before the JSON body is read: its body is a form with files, which may take longer.
  api.use(uploadRouter(deps));
  api.use(staffUploadsRouter(deps));
  api.use('/forum', wishSheetRouter(deps));
  api.use('/site', siteUploadsRouter(deps));
  api.use('/pb', importRouter(deps));
  api.use(bodyInTime, jsonBody, identify(deps));
  api.use((_req, res, next) => {
    res.setHeader('X-Objects-Version', deps.registry.version());
    next();
  });
  api.use('/pb', onStaffHost, staffOnly, standingTable(deps), recordsRouter(deps), printRouter(deps), relatedRouter(deps));
  api.use('/objects', onStaffHost, objectsRouter(deps));
  api.use('/auth', onStaffHost, sessionRouter(deps));
  api.use('/config', configRouter(deps, deps.build, deps.demo));
  api.use('/site', siteRouter(deps));
  api.use('/my', myRouter(deps), myScheduleRouter(deps));
  api.use('/desk', deskRouter(deps));
  api.use('/pairing', pairingRouter(deps));
  api.use('/vpman', viewingDeskRouter(deps));
  api.use('/forum', forumRouter(deps));
  api.use('/forum-day', forumDayRouter(deps));
  api.use('/release', releaseRouter(deps));
  api.use('/vp', viewingRouter(deps));
  api.use(specCallsRouter(deps));
  api.use('/desk/mails', onStaffHost, campaignMailsRouter(deps));
  api.use(onStaffHost, homeRouter(deps));
  api.use(onStaffHost, toolsRouter(deps));
  api.use((_req, _res, next) => next(new Refusal('msg.route')));
  app.use('/api', api);

  app.use(filesRouter(deps));
  app.use(pagesRouter(deps, deps.pages));
  app.use(
    errorHandler({
      messages: deps.messages,
      development: deps.config.mode === 'development',
      log: deps.log,
      modelOf: (object) => deps.registry.get(object)?.model,
      asRefusal: deps.asRefusal,
      record: (entry) => void recordEntry(deps, entry).catch(() => undefined), // the log line stands already
    }),
  );
  return app;
}
