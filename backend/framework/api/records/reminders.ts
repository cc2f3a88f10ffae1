/** Reminders: what is due for who asks, and what they put off. */
import type { RequestHandler } from 'express';
import { listDue } from '#framework/reminders/list-due.ts';
import { putOff } from '#framework/reminders/put-off.ts';
import type { Tools } from '#framework/tools.ts';
import { languageOf } from '#rules/words/language.ts';
import { staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';

/** Mounted at /api/reminders, for staff; the gate lets only the signed-in through, so there is an actor. */
export function remindersRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/reminders'>();
  router.get('/', staffOnly, async (req, res) => done(res, await listDue(tools, req.actor!, languageOf(req.headers.cookie))));
  router.post('/', staffOnly, async (req, res) => done(res, { until: await putOff(tools, req.actor!, req.body) }));
  return router;
}
