/** The trash: what was deleted, and its way back. */
import type { Request, RequestHandler } from 'express';
import type { Lang } from '#codegen/model.ts';
import type { Failure } from '#framework/records/wire.ts';
import type { Tools } from '#framework/tools.ts';
import { emptyTrash } from '#framework/trash/empty-trash.ts';
import { listTrash, type TrashFilter } from '#framework/trash/list-trash.ts';
import { restoreTrashed } from '#framework/trash/restore-trash.ts';
import type { RestoredRow } from '#framework/trash/wire.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Messages, sentence } from '#rules/words/wording.ts';
import { administratorOnly, staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { numbersOf, textsOf } from './question.ts';

/** Rows that one request may bring back. */
const mostRestored = 200;

/** Mounted at /api/trash, for staff; the gate lets only the signed-in through, so there is an actor. */
export function trashRouter(tools: Tools & { messages: Record<Lang, Messages> }): RequestHandler {
  const router = answering<'/api/trash'>();
  router.get('/', staffOnly, async (req, res) => done(res, await listTrash(tools, req.actor!, filterOf(req), languageOf(req.headers.cookie))));
  router.post('/restore', staffOnly, async (req, res) => {
    const lang = languageOf(req.headers.cookie);
    const [restored, failed]: [RestoredRow[], Failure[]] = [[], []];
    for (const id of idsOf(req)) {
      try {
        restored.push(await restoreTrashed(tools, req.actor!, id, lang));
      } catch (error) {
        if (!(error instanceof Refusal) || error.status >= 500) throw error;
        failed.push({ id: String(id), code: error.code, message: reasonOf(tools, error, lang) });
      }
    }
    done(res, { restored, failed });
  });
  router.post('/empty', staffOnly, administratorOnly, async (_req, res) => done(res, { count: await emptyTrash(tools) }));
  return router;
}

/** The refusal, or what it says of the fields. */
export function reasonOf(tools: Tools & { messages: Record<Lang, Messages> }, { code, values, fields }: Refusal, lang: Lang): string {
  const problems = fields.length ? fields : [{ path: '', code, values }];
  const object = String(values.object ?? '');
  return problems.map((problem) => sentence(problem, tools.messages[lang], lang, tools.registry.get(object)?.model)).join('\n');
}

function idsOf(req: Request): number[] {
  const { ids }: { ids?: unknown } = req.body ?? {};
  if (!Array.isArray(ids) || !ids.every((id) => Number.isSafeInteger(id))) throw new Refusal('msg.badrequest', { values: { field: 'ids' } });
  if (!ids.length) throw new Refusal('msg.noselect');
  if (ids.length > mostRestored) throw new Refusal('param.filter', { values: { field: 'ids' } });
  return [...new Set(ids as number[])]; // looked at above
}

/** ?object=&by=&since=&before=&below=, instants as ms since 1970. */
function filterOf(req: Request): TrashFilter {
  return { ...textsOf(req, ['object', 'by']), ...numbersOf(req, ['since', 'before', 'below']) };
}
