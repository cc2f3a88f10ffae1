/** The staff's calls about a campaign's mails, under /api/desk/mails: texts and their placeholders, previews, batches, the campaign's outbox. */
import type { Request, RequestHandler } from 'express';
import { staffOnly } from '#framework/api/accounts/staff.ts';
import { byStaff } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import type { Tools } from '#framework/tools.ts';
import { administrator } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { discardBatch, editMail, readBatch, readBatches, releaseNow, removeMail, stopRest } from './actions/batches.ts';
import { changeCampaignMail, readCampaignOutbox } from './actions/campaign-outbox.ts';
import { chooseRecipients } from './actions/choose-recipients.ts';
import { composeBatch } from './actions/compose-batch.ts';
import { previewMail, readTemplates, sendTest } from './actions/preview.ts';

/** Mails on one page of a batch or of the outbox. */
const pageSize = 50;

export function campaignMailsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/desk/mails'>();
  const writers = [staffOnly, writersOnly];
  const id = (req: Request, name = 'id') => String(req.params[name]);

  router.get(
    '/templates',
    staffOnly,
    byStaff((req) => readTemplates(tools, req.query.campaign)),
  );
  router.post(
    '/preview',
    ...writers,
    byStaff((req) => previewMail(tools, req.body)),
  );
  router.post(
    '/test',
    ...writers,
    byStaff((req, actor) => sendTest(tools, actor, req.body)),
  );
  router.post(
    '/recipients',
    ...writers,
    byStaff((req) => chooseRecipients(tools, req.body)),
  );

  router.get(
    '/batches',
    ...writers,
    byStaff((req) => readBatches(tools, req.query.campaign)),
  );
  router.post(
    '/batches',
    ...writers,
    byStaff((req, actor) => composeBatch(tools, actor, req.body, req.get('Idempotency-Key'))),
  );
  router.get(
    '/batches/:id',
    ...writers,
    byStaff((req) => readBatch(tools, id(req), offsetOf(req), pageSize)),
  );
  router.delete(
    '/batches/:id',
    ...writers,
    byStaff((req, actor) => discardBatch(tools, actor, id(req))),
  );
  router.post(
    '/batches/:id/release',
    ...writers,
    byStaff((req, actor) => releaseNow(tools, actor, id(req))),
  );
  router.post(
    '/batches/:id/stop',
    ...writers,
    byStaff((req, actor) => stopRest(tools, actor, id(req))),
  );
  router.put(
    '/batches/:id/mails/:mail',
    ...writers,
    byStaff((req, actor) => editMail(tools, actor, id(req), id(req, 'mail'), req.body)),
  );
  router.delete(
    '/batches/:id/mails/:mail',
    ...writers,
    byStaff((req, actor) => removeMail(tools, actor, id(req), id(req, 'mail'))),
  );

  router.get(
    '/outbox',
    ...writers,
    byStaff((req) => readCampaignOutbox(tools, req.query.campaign, { status: textOf(req.query.status), offset: offsetOf(req), limit: pageSize })),
  );
  router.post(
    '/outbox/:id/retry',
    ...writers,
    byStaff((req, actor) => changeCampaignMail(tools, actor, id(req), 'retry')),
  );
  router.post(
    '/outbox/:id/stop',
    ...writers,
    byStaff((req, actor) => changeCampaignMail(tools, actor, id(req), 'stop')),
  );
  return router;
}

/** Guests may not see addresses and texts of mails (P01). */
const writersOnly: RequestHandler = (req, _res, next) => {
  const may = req.actor?.roles.some((role) => role === administrator || role === '[op]');
  next(may ? undefined : new Refusal('msg.forbidden'));
};

/** @throws Refusal msg.badrequest */
function offsetOf(req: Request): number {
  const given = req.query.offset === undefined ? 0 : Number(req.query.offset);
  if (!Number.isSafeInteger(given) || given < 0 || given > 1_000_000) throw new Refusal('msg.badrequest', { values: { field: 'offset' } });
  return given;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
