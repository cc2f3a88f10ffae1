/** The pairing's calls under /api/pairing (S06): working out timetables and taking one over. */
import { type Request, Router } from 'express';
import { runRequestOf, startRun } from '#backend/actions/pairing/run-pairing.ts';
import { takeRun } from '#backend/actions/pairing/take-run.ts';
import type { Tools } from '#backend/actions/tools.ts';
import { Refusal } from '#domain/problem.ts';
import { done } from './answer.ts';
import { onStaffHost, staffOnly } from './staff.ts';

/** Mounted at /api/pairing. */
export function pairingRouter(tools: Tools): Router {
  const router = Router();
  router.use(onStaffHost, staffOnly);
  // The gate lets only the signed-in through, so there is an actor.
  router.post('/:campaign/run', async (req, res) => done(res, { job: await startRun(tools, req.actor!, campaignOf(req), runRequestOf(req.body)) }));
  router.post('/:campaign/take', async (req, res) => {
    const run: unknown = req.body?.run;
    if (typeof run !== 'string') throw new Refusal('msg.badrequest', { values: { field: 'run' } });
    done(res, await takeRun(tools, req.actor!, campaignOf(req), run));
  });
  return router;
}

function campaignOf(req: Request): string {
  return String(req.params.campaign);
}
