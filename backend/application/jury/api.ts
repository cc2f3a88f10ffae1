/** The jury's calls (P04, S03, V23, E05): the list, one enrolment to read, a choice, a conflict of interest. */
import type { RequestHandler } from 'express';
import { visitorOf, visitorOnly } from '#framework/api/accounts/visitors.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';
import { declareDone } from './actions/declare-done.ts';
import { readEntry, readSelections } from './actions/read-selections.ts';
import { declareConflict, saveSelection } from './actions/save-selection.ts';
import { writeNote } from './actions/talk.ts';

const objects = ['campaign', 'enrolment', 'jury', 'selection'];

export function selectionRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/site'>();
  const requireTables: RequestHandler = (_req, _res, next) =>
    next(objects.some((object) => tools.tables.blocked(object) !== undefined) ? new Refusal('msg.needsmigration') : undefined);
  router.use('/selection', visitorOnly('jury'), requireTables);
  router.get('/selection', async (req, res) => done(res, await readSelections(tools, visitorOf(req, 'jury'))));
  router.post('/selection/done', async (req, res) => done(res, await declareDone(tools, visitorOf(req, 'jury'), req.body)));
  router.get('/selection/:enrolment', async (req, res) => done(res, await readEntry(tools, visitorOf(req, 'jury'), req.params.enrolment)));
  router.put('/selection/:enrolment', async (req, res) => done(res, await saveSelection(tools, visitorOf(req, 'jury'), req.params.enrolment, req.body)));
  router.post('/selection/:enrolment/conflict', async (req, res) =>
    done(res, await declareConflict(tools, visitorOf(req, 'jury'), req.params.enrolment, req.body)),
  );
  router.post('/selection/:enrolment/notes', async (req, res) =>
    done(res, await writeNote(tools, visitorOf(req, 'jury'), req.params.enrolment, req.body, req.get('Idempotency-Key'))),
  );
  return router;
}
