/** What administrators run the system by: panels of the system page, backups, the permission matrix, links to set a password. */
import { pipeline } from 'node:stream/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { endSession, listSessions } from '#framework/accounts/own-sessions.ts';
import { readPermissions } from '#framework/accounts/read-permissions.ts';
import { makeResetLink } from '#framework/accounts/reset-password.ts';
import { endVisitorSessions, listVisitorSessions } from '#framework/accounts/visitor-sessions.ts';
import { listBackups, openBackup, removeBackup, startBackup } from '#framework/backup/make-backup.ts';
import { applyPending } from '#framework/system/apply-pending.ts';
import { purgeLeftBehind } from '#framework/system/purge-left-behind.ts';
import {
  changeMail,
  forgetErrors,
  readErrorGroup,
  readErrors,
  readFailures,
  readOutbox,
  readStorage,
  sendTestMail,
} from '#framework/system/read-operations.ts';
import { readSystem } from '#framework/system/read-system.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/actor.ts';
import { addressOf } from '#rules/site.ts';
import { done } from './answer.ts';
import { administratorOnly, staffOnly } from './staff.ts';

export function systemRouter(tools: Tools): Router {
  const router = Router();
  const { jobs } = tools;
  const own = (handle: (req: Request, actor: Actor) => Promise<unknown>): RequestHandler[] => [staffOnly, answer(handle)];
  const admin = (handle: (req: Request, actor: Actor) => Promise<unknown>): RequestHandler[] => [staffOnly, administratorOnly, answer(handle)];
  const id = (req: Request) => String(req.params.id);

  router.get(
    '/jobs',
    own((_req, actor) => jobs.list(actor)),
  );
  router.get(
    '/jobs/:id',
    own((req, actor) => jobs.get(actor, id(req))),
  );
  router.post(
    '/jobs/:id/cancel',
    own((req, actor) => jobs.cancel(actor, id(req))),
  );

  router.get(
    '/system',
    admin(() => readSystem(tools)),
  );
  router.post(
    '/system/apply',
    admin((req, actor) => applyPending(tools, actor, { object: req.body?.object, typed: req.body?.typed })),
  );
  router.post(
    '/system/purge',
    admin((req, actor) => purgeLeftBehind(tools, actor, { object: req.body?.object, typed: req.body?.typed })),
  );
  router.get(
    '/system/storage',
    admin(() => readStorage(tools)),
  );
  router.get(
    '/system/sessions',
    admin((req, actor) => listSessions(tools, actor, req.token ?? '', true)),
  );
  router.post(
    '/system/sessions/:id/end',
    admin((req, actor) => endSession(tools, actor, id(req), true)),
  );
  for (const realm of ['applicant', 'jury'] as const) {
    router.get(
      `/pb/${realm}/:id/sessions`,
      admin((req, actor) => listVisitorSessions(tools, actor, realm, id(req))),
    );
    router.post(
      `/pb/${realm}/:id/sessions/end`,
      admin((req, actor) => endVisitorSessions(tools, actor, realm, id(req), req.body?.id)),
    );
  }
  router.get(
    '/system/failures',
    admin(() => readFailures(tools)),
  );
  router.get(
    '/system/errors',
    admin(() => readErrors(tools)),
  );
  router.get(
    '/system/errors/:id',
    admin((req) => readErrorGroup(tools, id(req))),
  );
  router.delete(
    '/system/errors/:id',
    admin((req, actor) => forgetErrors(tools, actor, id(req))),
  );
  router.get(
    '/system/mail',
    admin(() => readOutbox(tools)),
  );
  router.post(
    '/system/mail/test',
    admin((_req, actor) => sendTestMail(tools, actor)),
  );
  router.post(
    '/system/mail/:id/retry',
    admin((req, actor) => changeMail(tools, actor, id(req), 'retry')),
  );
  router.post(
    '/system/mail/:id/stop',
    admin((req, actor) => changeMail(tools, actor, id(req), 'stop')),
  );
  router.get(
    '/system/backups',
    admin((_req, actor) => listBackups(tools, actor)),
  );
  router.post(
    '/system/backups',
    admin(async (_req, actor) => ({ job: await startBackup(tools, actor) })),
  );
  router.get('/system/backups/:id', staffOnly, administratorOnly, async (req, res) => sendBackup(res, id(req), await openBackup(tools, req.actor!, id(req)))); // staffOnly let it through
  router.delete(
    '/system/backups/:id',
    admin((req, actor) => removeBackup(tools, actor, id(req))),
  );

  router.get(
    '/permissions',
    admin(async () => readPermissions(tools)),
  );
  router.post(
    '/pb/user/:id/reset-link',
    admin((req, actor) => makeResetLink(tools, actor, id(req), loginUrl(tools, req))),
  );
  return router;
}

/** Behind the gates there is an actor. */
function answer(handle: (req: Request, actor: Actor) => Promise<unknown>): RequestHandler {
  return async (req, res) => done(res, (await handle(req, req.actor!)) ?? null); // staffOnly let it through
}

async function sendBackup(res: Response, name: string, { stream, size }: Awaited<ReturnType<typeof openBackup>>): Promise<void> {
  res.setHeader('Content-Type', 'application/gzip');
  res.setHeader('Content-Length', size);
  res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  await pipeline(stream, res).catch(() => res.destroy()); // whoever asked has gone
}

/** Handed to the administrator who asks, so the address that they use themselves is the right one where none is configured. */
function loginUrl({ config }: Tools, req: Request): string {
  return `${config.baseUrl ?? `${req.protocol}://${req.host}`}${addressOf('/erp/login', req.site) ?? '/erp/login'}`;
}
