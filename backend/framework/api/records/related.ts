/** Who points at a row: `GET /api/pb/{object}/{id}/related`. */

import type { RequestHandler } from 'express';
import { listRelated } from '#framework/records/list-related.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';
import { answering } from '../answering.ts';

/** Mounted at /api/pb, behind the gates of the records. */
export function relatedRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/pb'>();
  router.get('/:object/:id/related', async (req, res) => {
    if (!req.actor) throw new Refusal('msg.session');
    res.json(await listRelated(tools, req.actor, String(req.params.object), String(req.params.id)));
  });
  return router;
}
