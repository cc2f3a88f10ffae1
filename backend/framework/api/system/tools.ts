/** What the tools page asks for beyond the operations of single rows (R31). */

import type { RequestHandler } from 'express';
import { checkInvariants } from '#framework/system/check-invariants.ts';
import type { Tools } from '#framework/tools.ts';
import { administratorOnly, staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';

export function toolsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api'>();
  router.get('/invariants', staffOnly, administratorOnly, async (_req, res) => done(res, await checkInvariants(tools)));
  return router;
}
