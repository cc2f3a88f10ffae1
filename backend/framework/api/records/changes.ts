/** What people changed: found, and what one's own page just did taken back. */
import type { RequestHandler } from 'express';
import type { Lang } from '#codegen/model.ts';
import { followChanges } from '#framework/records/follow-changes.ts';
import { searchChanges } from '#framework/records/reading/search-changes.ts';
import type { Tools } from '#framework/tools.ts';
import { startUndo } from '#framework/trash/undo-changeset.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { Messages } from '#rules/words/wording.ts';
import { staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { numbersOf, textsOf } from './question.ts';
import { reasonOf } from './trash.ts';

/** Mounted at /api/changes, for staff; the gate lets only the signed-in through, so there is an actor. */
export function changesRouter(tools: Tools & { messages: Record<Lang, Messages> }): RequestHandler {
  const router = answering<'/api/changes'>();
  router.get('/', staffOnly, async (req, res) => {
    const { since = '' } = textsOf(req, ['since']);
    if (/[a-z]/.test(since)) {
      for (const name of ['before', 'below']) if (req.query[name] !== undefined) throw new Refusal('msg.badrequest', { values: { field: name } });
      const wanted = textsOf(req, ['object', 'row', 'by', 'field', 'action']);
      return done(res, await followChanges(tools, req.actor!, since, wanted, languageOf(req.headers.cookie)));
    }
    const question = { ...textsOf(req, ['object', 'row', 'by', 'field', 'action']), ...numbersOf(req, ['since', 'before', 'below']) };
    done(res, await searchChanges(tools, req.actor!, question, languageOf(req.headers.cookie)));
  });
  router.post('/:id/undo', staffOnly, async (req, res) => {
    const lang = languageOf(req.headers.cookie);
    const word = ({ code, values, fields }: Refusal, object: string) => reasonOf(tools, new Refusal(code, { values: { ...values, object }, fields }), lang);
    done(res, await startUndo(tools, req.actor!, String(req.params.id), { lang, word }));
  });
  return router;
}
