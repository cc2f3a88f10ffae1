/** R30: what the test page is made of. */

import type { RequestHandler } from 'express';
import { readTestFields, readTestValidator } from '#framework/system/read-test-fields.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';
import { staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';

export function testFieldsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api'>();
  // The gate lets only the signed-in through, so there is an actor.
  router.get('/test-fields', staffOnly, async (req, res) => done(res, await readTestFields(tools, req.actor!)));
  router.get('/test-fields/:file', staffOnly, async (req, res) => {
    const hash = /^validator-([0-9a-f]{16})\.js$/.exec(String(req.params.file))?.[1];
    const validator = await readTestValidator(tools, req.actor!, hash ?? '');
    if (!hash) throw new Refusal('msg.route');
    res.setHeader('Cache-Control', 'private, no-cache');
    res.type('text/javascript').end(validator.source);
  });
  return router;
}
