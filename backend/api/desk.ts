/** The campaign desk's calls under /api/desk: reading for staff who may list, decisions for those who may edit, windows and clones for administrators. */
import { type Request, Router } from 'express';
import { readDesk } from '#backend/actions/desk/read-desk.ts';
import { type RankingAsked, readRanking } from '#backend/actions/desk/read-ranking.ts';
import type { Tools } from '#backend/actions/tools.ts';
import { measures } from '#domain/campaign/ranking.ts';
import { Refusal } from '#domain/problem.ts';
import { done } from './answer.ts';
import { onStaffHost, staffOnly } from './staff.ts';

/** Mounted at /api/desk. */
export function deskRouter(tools: Tools): Router {
  const router = Router();
  router.use(onStaffHost, staffOnly);
  // The gate lets only the signed-in through, so there is an actor.
  router.get('/', async (req, res) => done(res, await readDesk(tools, req.actor!)));
  router.get('/:campaign/ranking', async (req, res) => done(res, await readRanking(tools, req.actor!, campaignOf(req), rankingAsked(req))));
  return router;
}

function campaignOf(req: Request): string {
  return String(req.params.campaign);
}

/** ?by=sum|mean|norm|primary&top=20&program=C */
function rankingAsked(req: Request): RankingAsked {
  const { by = 'sum', top = '20', program = '' } = req.query;
  const measure = measures.find((known) => known === by);
  if (!measure) throw new Refusal('msg.badrequest', { values: { field: 'by' } });
  if (typeof top !== 'string' || !/^\d{1,4}$/.test(top) || Number(top) < 1) throw new Refusal('msg.badrequest', { values: { field: 'top' } });
  if (typeof program !== 'string' || program.length > 8) throw new Refusal('msg.badrequest', { values: { field: 'program' } });
  return { by: measure, top: Number(top), program };
}
