/** Rows that are about the same thing become one: `POST /api/pb/{object}/{id}/merge` {from, ver?, take?, preview?}; and which rows might be: `POST /api/pb/{object}/likely` {row, id?}. */
import type { Request, RequestHandler } from 'express';
import type { Lang } from '#codegen/model.ts';
import { findLikely } from '#framework/merge/find-likely.ts';
import { type MergeOutcome, mergeRecords } from '#framework/merge/merge-records.ts';
import type { MergeOrder, MergePreview } from '#framework/merge/wire.ts';
import type { Tools } from '#framework/tools.ts';
import { isObject } from '#rules/records/record.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Messages, sentence } from '#rules/words/wording.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { noting, sayNoted } from './changeset.ts';

/** Mounted at /api/pb, behind the gates of the records. */
export function mergeRouter(given: Tools & { messages: Record<Lang, Messages> }): RequestHandler {
  const router = answering<'/api/pb'>();
  router.post('/:object/:id/merge', async (req, res) => {
    if (!req.actor) throw new Refusal('msg.session');
    const { object, id } = req.params;
    const order = orderOf(req);
    const lang = languageOf(req.headers.cookie);
    const tools = noting(given, req, object, 'merge');
    const outcome = await mergeRecords(tools, req.actor, object, id, order, lang);
    const answer = inWords(given, outcome, lang);
    if (order.preview) return done(res, answer);
    if (outcome.failed.length) throw new Refusal('msg.merge', { values: { count: outcome.failed.length + outcome.more }, data: answer });
    sayNoted(res, tools);
    done(res, { row: outcome.merged, effects: outcome.effects });
  });
  router.post('/:object/likely', async (req, res) => {
    if (!req.actor) throw new Refusal('msg.session');
    const { row, id } = req.body ?? {};
    if (!isObject(row)) throw new Refusal('msg.badrequest', { values: { field: 'row' } });
    const own = typeof id === 'string' ? id : undefined;
    done(res, await findLikely(given, req.actor, req.params.object, row, own, languageOf(req.headers.cookie)));
  });
  return router;
}

function inWords(
  { registry, messages }: Tools & { messages: Record<Lang, Messages> },
  { rows, fields, effects, failed, more }: MergeOutcome,
  lang: Lang,
): MergePreview {
  const worded = failed.map(({ object, id, title, problems, of }) => {
    const message = problems.map((problem) => sentence(problem, messages[lang], lang, registry.get(of)?.model)).join('\n');
    return { object, id, title, code: problems[0]?.code ?? 'msg.invalid', message };
  });
  return { rows, fields, effects, failed: worded, more };
}

function orderOf(req: Request): MergeOrder {
  const body: unknown = req.body ?? {};
  const bad = (field: string) => new Refusal('msg.badrequest', { values: { field } });
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const { from, ver, take = {}, preview } = body;
  if (!Array.isArray(from)) throw bad('from');
  const rows = from.map((one) => {
    if (!isObject(one) || typeof one.id !== 'string' || (one.ver !== undefined && typeof one.ver !== 'number')) throw bad('from');
    return { id: one.id, ...(one.ver !== undefined && { ver: one.ver }) };
  });
  if (ver !== undefined && typeof ver !== 'number') throw bad('ver');
  if (!isObject(take)) throw bad('take');
  const taken = Object.entries(take).map(([name, value]) => {
    if (typeof value !== 'string') throw bad('take');
    return [name, value] as const;
  });
  return { from: rows, ...(ver !== undefined && { ver }), take: Object.fromEntries(taken), preview: preview === true };
}
