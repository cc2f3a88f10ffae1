/** What the tools page asks for beyond the operations of single rows (R31). */
import { Router } from 'express';
import { checkInvariants } from '#framework/system/check-invariants.ts';
import type { Tools } from '#framework/tools.ts';
import { done } from './answer.ts';
import { administratorOnly, staffOnly } from './staff.ts';

export function toolsRouter(tools: Tools): Router {
  const router = Router();
  router.get('/invariants', staffOnly, administratorOnly, async (_req, res) => done(res, await checkInvariants(tools)));
  return router;
}
