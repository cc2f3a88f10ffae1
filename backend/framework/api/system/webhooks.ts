/** Webhooks: for administrators in a session, never by a key (decision 076). */
import type { RequestHandler } from 'express';
import type { Tools } from '#framework/tools.ts';
import { makeWebhook, readDeliveries, readWebhooks, removeWebhook, replayDelivery, saveWebhook, testWebhook } from '#framework/webhooks/manage.ts';
import { languageOf } from '#rules/words/language.ts';
import { administratorOnly, staffOnly } from '../accounts/staff.ts';
import { byStaff } from '../answer.ts';
import { answering } from '../answering.ts';

/** Mounted at /api/webhooks. */
export function webhooksRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/webhooks'>();
  const admin = [staffOnly, administratorOnly];
  router.get(
    '/',
    ...admin,
    byStaff((_req, actor) => readWebhooks(tools, actor)),
  );
  router.post(
    '/',
    ...admin,
    byStaff((req, actor) => makeWebhook(tools, actor, req.body, languageOf(req.headers.cookie))),
  );
  router.put(
    '/:id',
    ...admin,
    byStaff((req, actor) => saveWebhook(tools, actor, String(req.params.id), req.body, languageOf(req.headers.cookie))),
  );
  router.delete(
    '/:id',
    ...admin,
    byStaff((req, actor) => removeWebhook(tools, actor, String(req.params.id))),
  );
  router.post(
    '/:id/test',
    ...admin,
    byStaff((req, actor) => testWebhook(tools, actor, String(req.params.id))),
  );
  router.get(
    '/:id/deliveries',
    ...admin,
    byStaff((req, actor) => readDeliveries(tools, actor, String(req.params.id))),
  );
  router.post(
    '/:id/deliveries/:delivery/replay',
    ...admin,
    byStaff((req, actor) => replayDelivery(tools, actor, String(req.params.id), String(req.params.delivery))),
  );
  return router;
}
