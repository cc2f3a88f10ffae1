/** Who points at a row, and which rows are beside it in its list: `GET /api/pb/{object}/{id}/related`, `…/neighbours`. */

import type { RequestHandler } from 'express';
import { listNeighbours } from '#framework/records/reading/list-neighbours.ts';
import { listRelated } from '#framework/records/reading/list-related.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { textsOf } from './question.ts';

/** Mounted at /api/pb, behind the gates of the records. */
export function relatedRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/pb'>();
  router.get('/:object/:id/related', async (req, res) => {
    if (!req.actor) throw new Refusal('msg.session');
    res.json(await listRelated(tools, req.actor, String(req.params.object), String(req.params.id)));
  });
  router.get('/:object/:id/neighbours', async (req, res) => {
    if (!req.actor) throw new Refusal('msg.session');
    done(res, await listNeighbours(tools, req.actor, String(req.params.object), String(req.params.id), textsOf(req, ['filter', 'sort'])));
  });
  return router;
}
