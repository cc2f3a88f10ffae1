/** Every router of the framework, on one screen; the application's are mounted in their midst. */
import express, { type Express, type RequestHandler } from 'express';
import type { Lang } from '#codegen/model.ts';
import { identifyKey, keysRouter } from '#framework/api/accounts/keys.ts';
import { accountSessionsRouter, realmsRouter } from '#framework/api/accounts/realms.ts';
import { sessionRouter } from '#framework/api/accounts/session.ts';
import { identify, onStaffHost, requireTable, staffOnly } from '#framework/api/accounts/staff.ts';
import { errorHandler } from '#framework/api/answer.ts';
import { inTurn } from '#framework/api/answering.ts';
import { configRouter } from '#framework/api/config.ts';
import { crossOrigin } from '#framework/api/cors.ts';
import { bodyInTime, filesRouter, uploadRouter } from '#framework/api/files/files.ts';
import { staffUploadsRouter } from '#framework/api/files/uploads.ts';
import { noteRoutes, observed } from '#framework/api/observed.ts';
import { openApiRouter } from '#framework/api/openapi.ts';
import type { Pages } from '#framework/api/pages/page-source.ts';
import { pagesRouter } from '#framework/api/pages/pages.ts';
import { bulkRouter } from '#framework/api/records/bulk.ts';
import { changesRouter } from '#framework/api/records/changes.ts';
import { commentsRouter, noticesRouter } from '#framework/api/records/comments.ts';
import { importRouter } from '#framework/api/records/import.ts';
import { mergeRouter } from '#framework/api/records/merge.ts';
import { objectsRouter } from '#framework/api/records/objects.ts';
import { printRouter } from '#framework/api/records/print.ts';
import { recordsRouter } from '#framework/api/records/records.ts';
import { relatedRouter } from '#framework/api/records/related.ts';
import { remindersRouter } from '#framework/api/records/reminders.ts';
import { trashRouter } from '#framework/api/records/trash.ts';
import { viewsRouter } from '#framework/api/records/views.ts';
import { apiSafety, everyAnswer, jsonBody, noteProxy, requestId, sameOriginOnly } from '#framework/api/safety.ts';
import { specCallsRouter } from '#framework/api/spec-calls.ts';
import { automationsRouter } from '#framework/api/system/automations.ts';
import { healthHandler, readyHandler } from '#framework/api/system/health.ts';
import { homeRouter } from '#framework/api/system/home.ts';
import { metricsHandler } from '#framework/api/system/metrics.ts';
import { optionsRouter } from '#framework/api/system/options.ts';
import { schemasRouter } from '#framework/api/system/schemas.ts';
import { toolsRouter } from '#framework/api/system/tools.ts';
import { webhooksRouter } from '#framework/api/system/webhooks.ts';
import { routers } from '#framework/application.ts';
import type { Metrics } from '#framework/observe/metrics.ts';
import { recordEntry } from '#framework/system/record-log.ts';
import type { Tools } from '#framework/tools.ts';
import { resolveSite } from '#rules/site.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { Messages } from '#rules/words/wording.ts';

export interface AppDeps extends Tools {
  /** what is counted of requests */
  metrics: Metrics;
  pages: Pages;
  messages: Record<Lang, Messages>;
  /** names the build, so that an open page learns of a newer one */
  build: string;
  /** whether the demo's sign-ins work here: the sign-in page then names them */
  demo: boolean;
  /** waits for what a clock that was set back has left to put right */
  clockSettled?: () => Promise<void> | undefined;
  /** a database's error as a refusal, where it is one */
  asRefusal: (error: unknown) => Refusal | undefined;
}

export function buildApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', deps.config.trustProxy);
  app.set('query parser', 'simple');

  noteRoutes(app);
  app.use(inTurn(requestId, observed(deps), everyAnswer(deps.config.baseUrl), noteProxy(deps)));
  app.get('/healthz', healthHandler);
  app.get('/readyz', readyHandler(deps));
  app.get('/metrics', metricsHandler(deps));
  app.use((req, _res, next) => {
    req.site = resolveSite({ host: req.host ?? '', path: req.path, sites: deps.config.sites, ipAccess: deps.config.ipAccess });
    const settling = deps.clockSettled?.();
    if (settling) void settling.then(() => next());
    else next();
  });

  const api = express.Router();
  const byKey = [crossOrigin(deps.config.corsOrigins), identifyKey(deps)];
  app.use('/get', ...byKey);
  api.use(inTurn(apiSafety, ...byKey, sameOriginOnly(deps.config)));
  // Before the JSON body is read: its body is a form with files, which may take longer.
  api.use(uploadRouter(deps));
  api.use(staffUploadsRouter(deps));
  for (const [path, router] of routers.value.streams(deps)) api.use(path, router);
  api.use('/pb', importRouter(deps), bulkRouter(deps));
  api.use(schemasRouter(deps), optionsRouter(deps));
  const objectsVersion: RequestHandler = (_req, res, next) => {
    res.setHeader('X-Objects-Version', deps.registry.version());
    next();
  };
  api.use(inTurn(bodyInTime, jsonBody, identify(deps), objectsVersion));
  api.use(
    '/pb',
    inTurn(onStaffHost, staffOnly, requireTable(deps)),
    recordsRouter(deps),
    printRouter(deps),
    relatedRouter(deps),
    mergeRouter(deps),
    commentsRouter(deps),
  );
  api.use('/objects', onStaffHost, objectsRouter(deps));
  api.use('/trash', onStaffHost, trashRouter(deps));
  api.use('/views', onStaffHost, viewsRouter(deps));
  api.use('/reminders', onStaffHost, remindersRouter(deps));
  api.use('/notices', onStaffHost, noticesRouter(deps));
  api.use('/changes', onStaffHost, changesRouter(deps));
  api.use('/webhooks', onStaffHost, webhooksRouter(deps));
  api.use('/automations', onStaffHost, automationsRouter(deps));
  api.use('/auth', onStaffHost, sessionRouter(deps));
  api.use('/keys', onStaffHost, keysRouter(deps));
  api.use('/config', configRouter(deps, deps.build, deps.demo));
  api.use(realmsRouter(deps), accountSessionsRouter(deps));
  for (const [path, ...handlers] of routers.value.calls(deps)) api.use(path, ...handlers);
  api.use(specCallsRouter(deps));
  // Behind the calls of public hosts: what has no path of its own refuses every other host.
  api.use(onStaffHost, openApiRouter(deps));
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
