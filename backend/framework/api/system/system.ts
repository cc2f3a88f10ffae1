/** What administrators run the system by: panels of the system page, backups, the permission matrix, links to set a password. */

import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { resetFactor } from '#framework/accounts/factor.ts';
import { deleteOwnRole, readRoleHistory, saveOwnRole } from '#framework/accounts/own-roles.ts';
import { endSession, listSessions } from '#framework/accounts/own-sessions.ts';
import { readPermissions } from '#framework/accounts/read-permissions.ts';
import { makeResetLink } from '#framework/accounts/reset-password.ts';
import { startCheck } from '#framework/backup/check-backup.ts';
import { startBackup } from '#framework/backup/make-backup.ts';
import { listBackups, openBackup, removeBackup } from '#framework/backup/stored-backups.ts';
import { makeVideoAgain, readUnmadeVideos } from '#framework/files/videos/make-again.ts';
import { applyPending } from '#framework/system/apply-pending.ts';
import { purgeArchivedPart, readArchivedParts } from '#framework/system/archived-parts.ts';
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
import { addressOf } from '#rules/site.ts';
import { administratorOnly, staffOnly } from '../accounts/staff.ts';
import { byStaff } from '../answer.ts';
import { answering } from '../answering.ts';

export function systemRouter(tools: Tools): RequestHandler {
  const router = answering<'/api'>();
  const { jobs } = tools;
  const admin = [staffOnly, administratorOnly];
  const id = (req: Request) => String(req.params.id);

  router.get(
    '/jobs',
    staffOnly,
    byStaff((_req, actor) => jobs.list(actor)),
  );
  router.get(
    '/jobs/:id',
    staffOnly,
    byStaff((req, actor) => jobs.get(actor, id(req))),
  );
  router.post(
    '/jobs/:id/cancel',
    staffOnly,
    byStaff((req, actor) => jobs.cancel(actor, id(req))),
  );

  router.get(
    '/system',
    ...admin,
    byStaff(() => readSystem(tools)),
  );
  router.post(
    '/system/apply',
    ...admin,
    byStaff((req, actor) => applyPending(tools, actor, { object: req.body?.object, typed: req.body?.typed })),
  );
  router.post(
    '/system/purge',
    ...admin,
    byStaff((req, actor) => purgeLeftBehind(tools, actor, { object: req.body?.object, typed: req.body?.typed })),
  );
  router.get(
    '/system/archived',
    ...admin,
    byStaff(() => readArchivedParts(tools)),
  );
  router.post(
    '/system/archived/purge',
    ...admin,
    byStaff((req, actor) => purgeArchivedPart(tools, actor, { object: req.body?.object, key: req.body?.key, typed: req.body?.typed })),
  );
  router.get(
    '/system/storage',
    ...admin,
    byStaff(() => readStorage(tools)),
  );
  router.get(
    '/system/sessions',
    ...admin,
    byStaff((req, actor) => listSessions(tools, actor, req.token ?? '', true)),
  );
  router.post(
    '/system/sessions/:id/end',
    ...admin,
    byStaff((req, actor) => endSession(tools, actor, id(req), true)),
  );
  router.get(
    '/system/failures',
    ...admin,
    byStaff(() => readFailures(tools)),
  );
  router.get(
    '/system/errors',
    ...admin,
    byStaff(() => readErrors(tools)),
  );
  router.get(
    '/system/errors/:id',
    ...admin,
    byStaff((req) => readErrorGroup(tools, id(req))),
  );
  router.delete(
    '/system/errors/:id',
    ...admin,
    byStaff((req, actor) => forgetErrors(tools, actor, id(req))),
  );
  router.get(
    '/system/mail',
    ...admin,
    byStaff(() => readOutbox(tools)),
  );
  router.post(
    '/system/mail/test',
    ...admin,
    byStaff((_req, actor) => sendTestMail(tools, actor)),
  );
  router.post(
    '/system/mail/:id/retry',
    ...admin,
    byStaff((req, actor) => changeMail(tools, actor, id(req), 'retry')),
  );
  router.post(
    '/system/mail/:id/stop',
    ...admin,
    byStaff((req, actor) => changeMail(tools, actor, id(req), 'stop')),
  );
  router.get(
    '/system/videos',
    ...admin,
    byStaff(() => readUnmadeVideos(tools)),
  );
  router.post(
    '/system/videos/:id/again',
    ...admin,
    byStaff((req, actor) => makeVideoAgain(tools, actor, id(req))),
  );
  router.get(
    '/system/backups',
    ...admin,
    byStaff((_req, actor) => listBackups(tools, actor)),
  );
  router.post(
    '/system/backups',
    ...admin,
    byStaff(async (_req, actor) => ({ job: await startBackup(tools, actor) })),
  );
  router.post(
    '/system/backups/:id/check',
    ...admin,
    byStaff(async (req, actor) => ({ job: await startCheck(tools, actor, id(req)) })),
  );
  router.get('/system/backups/:id', ...admin, async (req, res) => sendBackup(res, id(req), await openBackup(tools, req.actor!, id(req)))); // staffOnly let it through
  router.delete(
    '/system/backups/:id',
    ...admin,
    byStaff((req, actor) => removeBackup(tools, actor, id(req))),
  );

  router.get(
    '/permissions',
    ...admin,
    byStaff(async (_req, actor) => readPermissions(tools, actor)),
  );
  router.put(
    '/permissions/roles/:role',
    ...admin,
    byStaff((req, actor) => saveOwnRole(tools, actor, String(req.params.role), req.body)),
  );
  router.delete(
    '/permissions/roles/:role',
    ...admin,
    byStaff((req, actor) => deleteOwnRole(tools, actor, String(req.params.role))),
  );
  router.get(
    '/permissions/roles/:role/history',
    ...admin,
    byStaff((req) => readRoleHistory(tools, String(req.params.role))),
  );
  router.post(
    '/pb/user/:id/reset-link',
    ...admin,
    byStaff((req, actor) => makeResetLink(tools, actor, id(req), loginUrl(tools, req))),
  );
  router.post(
    '/pb/user/:id/factor/end',
    ...admin,
    byStaff((req, actor) => resetFactor(tools, actor, id(req))),
  );
  return router;
}

async function sendBackup(res: Response, name: string, { stream, size }: Awaited<ReturnType<typeof openBackup>>): Promise<void> {
  res.setHeader('Content-Type', 'application/gzip');
  res.setHeader('Content-Length', size);
  res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  await pipeline(stream, res).catch(() => res.destroy()); // the client has disconnected
}

/** Handed to the administrator who asks, so the address that they use themselves is the right one where none is configured. */
function loginUrl({ config }: Tools, req: Request): string {
  return `${config.baseUrl ?? `${req.protocol}://${req.host}`}${addressOf('/erp/login', req.site) ?? '/erp/login'}`;
}
