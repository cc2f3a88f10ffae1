/** What the tools page asks for beyond the operations of single rows (R31). */

import type { RequestHandler } from 'express';
import type { Lang } from '#codegen/model.ts';
import { checkInvariants } from '#framework/system/check-invariants.ts';
import { startRepair } from '#framework/system/repair-invariants.ts';
import type { Tools } from '#framework/tools.ts';
import { type Repairable, repairable } from '#rules/records/invariants.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { Messages } from '#rules/words/wording.ts';
import { administratorOnly, staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { sayingOf } from '../records/import.ts';

export function toolsRouter(tools: Tools & { messages: Record<Lang, Messages> }): RequestHandler {
  const router = answering<'/api'>();
  router.get('/invariants', staffOnly, administratorOnly, async (_req, res) => done(res, await checkInvariants(tools)));
  router.post('/invariants/repair', staffOnly, administratorOnly, async (req, res) => {
    const { invariant, object, mode, seen } = isObject(req.body) ? req.body : {};
    if (!repairable.some((one) => one === invariant) || typeof object !== 'string' || (mode !== 'check' && mode !== 'write'))
      throw new Refusal('msg.badrequest');
    if (seen !== undefined && typeof seen !== 'string') throw new Refusal('msg.badrequest');
    const order = { invariant: invariant as Repairable, object, mode, ...(seen !== undefined && { seen }) } as const;
    done(res, await startRepair(tools, req.actor!, order, sayingOf(tools, req))); // the gates let only the signed-in through
  });
  return router;
}
