/** Automations: for administrators in a session, never by a key (decision 080). */
import type { RequestHandler } from 'express';
import { readAutomations, rehearse, retryStep } from '#framework/automations/manage.ts';
import type { Tools } from '#framework/tools.ts';
import { administratorOnly, staffOnly } from '../accounts/staff.ts';
import { byStaff } from '../answer.ts';
import { answering } from '../answering.ts';

/** Mounted at /api/automations. */
export function automationsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/automations'>();
  const admin = [staffOnly, administratorOnly];
  const asked = (value: unknown) => (typeof value === 'string' ? value : '');
  router.get(
    '/',
    ...admin,
    byStaff((req, actor) => readAutomations(tools, actor, { state: asked(req.query.state), object: asked(req.query.object) })),
  );
  router.post(
    '/runs/:id/retry',
    ...admin,
    byStaff((req, actor) => retryStep(tools, actor, String(req.params.id))),
  );
  router.post(
    '/:object/:rule/rehearse',
    ...admin,
    byStaff((req, actor) => rehearse(tools, actor, String(req.params.object), String(req.params.rule), req.body)),
  );
  return router;
}
