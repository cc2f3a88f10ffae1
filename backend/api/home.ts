/** What the home page and the system page ask for. */
import { Router } from 'express';
import { applyPending } from '#backend/actions/apply-pending.ts';
import { readAttention, readRecent } from '#backend/actions/read-home.ts';
import { readSystem } from '#backend/actions/read-system.ts';
import type { Tools } from '#backend/actions/tools.ts';
import { done } from './answer.ts';
import { administratorOnly, staffOnly } from './staff.ts';

export function homeRouter(tools: Tools): Router {
  const router = Router();
  // Both gates let only the signed-in through, so there is an actor.
  router.get('/recent', staffOnly, async (req, res) => done(res, await readRecent(tools, req.actor!)));
  router.get('/attention', staffOnly, async (req, res) => done(res, await readAttention(tools, req.actor!)));
  router.get('/system', staffOnly, administratorOnly, async (_req, res) => done(res, await readSystem(tools)));
  router.post('/system/apply', staffOnly, administratorOnly, async (req, res) => {
    done(res, await applyPending(tools, req.actor!, { object: req.body?.object, typed: req.body?.typed }));
  });
  return router;
}
