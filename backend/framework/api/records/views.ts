/** Views of lists under a name: chosen, made, saved and deleted. */
import type { RequestHandler } from 'express';
import type { Tools } from '#framework/tools.ts';
import { deleteView, keepView, restoreView } from '#framework/views/keep-view.ts';
import { listViews } from '#framework/views/list-views.ts';
import { orderViewMail } from '#framework/views/mail-views.ts';
import { languageOf } from '#rules/words/language.ts';
import { staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';

/** Mounted at /api/views, for staff; the gate lets only the signed-in through, so there is an actor. */
export function viewsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/views'>();
  router.get('/', staffOnly, async (req, res) => done(res, await listViews(tools, req.actor!, languageOf(req.headers.cookie))));
  router.post('/', staffOnly, async (req, res) => done(res, { id: await keepView(tools, req.actor!, req.body) }));
  router.put('/:id', staffOnly, async (req, res) => done(res, { id: await keepView(tools, req.actor!, req.body, req.params.id) }));
  router.delete('/:id', staffOnly, async (req, res) => {
    await deleteView(tools, req.actor!, req.params.id);
    done(res, { id: req.params.id });
  });
  router.post('/:id/restore', staffOnly, async (req, res) => {
    await restoreView(tools, req.actor!, req.params.id);
    done(res, { id: req.params.id });
  });
  router.put('/:id/mail', staffOnly, async (req, res) => done(res, { due: await orderViewMail(tools, req.actor!, req.params.id, req.body) }));
  return router;
}
