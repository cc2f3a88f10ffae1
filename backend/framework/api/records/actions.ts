/** What may be done with a row beyond saving and deleting it: transitions and operations by their name. */
import type { Request, Response } from 'express';
import type { Lang } from '#codegen/model.ts';
import { listActions } from '#framework/records/reading/list-actions.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { type ActionRequest, previewAction, runAction } from '#framework/records/run-action.ts';
import { type BulkRequest, previewActions, runActions } from '#framework/records/run-actions.ts';
import type { ActionPreview, ActionResult, BulkOutcome, OpenAction } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import type { Answer } from '#rules/answer.ts';
import { isObject } from '#rules/records/record.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Messages, sentence } from '#rules/words/wording.ts';
import { done } from '../answer.ts';
import { noting, sayNoted } from './changeset.ts';

export interface ActionsDeps extends RecordTools {
  messages?: Record<Lang, Messages>;
}

type Handler<T> = (req: Request, res: Response<Answer<T>>, actor: Actor, object: string) => Promise<void>;

/** GET /api/pb/{object}/{id}/actions */
export function openActions(deps: ActionsDeps): Handler<{ actions: OpenAction[]; locked: readonly string[] }> {
  return async (req, res, actor, object) => done(res, await listActions(deps, actor, object, String(req.params.id)));
}

/** GET /api/pb/{object}/{id}/actions/{name}: what it would do, and what has to be typed. */
export function actionPreview(deps: ActionsDeps): Handler<ActionPreview> {
  return async (req, res, actor, object) =>
    done(res, await previewAction(deps, actor, object, String(req.params.id), String(req.params.name), languageOf(req.headers.cookie)));
}

/** POST /api/pb/{object}/{id}/actions/{name} {input?, confirm?, ver?, preview?} */
export function act(deps: ActionsDeps): Handler<ActionResult | ActionPreview> {
  return async (req, res, actor, object) => {
    const [id, name] = [String(req.params.id), String(req.params.name)];
    if (isObject(req.body) && req.body.preview === true) return done(res, await previewAction(deps, actor, object, id, name, languageOf(req.headers.cookie)));
    const tools = noting(deps, req, object, name);
    const result = await runAction(tools, actor, object, id, name, actionRequest(req));
    sayNoted(res, tools);
    done(res, result);
  };
}

/** POST /api/pb/{object}/actions/{name} {ids | filter, input?, confirm?, preview?} */
export function actOnMany(deps: ActionsDeps): Handler<BulkOutcome | ActionPreview> {
  return async (req, res, actor, object) => {
    const request = bulkRequest(req);
    const name = String(req.params.name);
    const run = isObject(req.body) && req.body.preview === true ? previewActions : runActions;
    const tools = noting(deps, req, object, name);
    const { failed, ...outcome } = await run(tools, actor, object, name, request);
    sayNoted(res, tools);
    const lang = languageOf(req.headers.cookie);
    const model = deps.registry.get(object)?.model;
    const failures = failed.map(({ id, problem }) => ({ id, code: problem.code, message: sentence(problem, deps.messages?.[lang] ?? {}, lang, model) }));
    res.json({ done: failed.length === 0, msg: failures[0]?.message ?? '', err: null, stk: null, data: { ...outcome, failed: failures } });
  };
}

function actionRequest(req: Request): ActionRequest {
  const body: unknown = req.body ?? {};
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const { input, confirm, ver } = body;
  if (input !== undefined && !isObject(input)) throw new Refusal('msg.badrequest', { values: { field: 'input' } });
  if (confirm !== undefined && typeof confirm !== 'string') throw new Refusal('msg.badrequest', { values: { field: 'confirm' } });
  if (ver !== undefined && typeof ver !== 'number') throw new Refusal('msg.badrequest', { values: { field: 'ver' } });
  const key = req.get('Idempotency-Key');
  return {
    ...(input && { input }),
    ...(confirm !== undefined && { confirm }),
    ...(ver !== undefined && { ver }),
    ...(key !== undefined && { idempotencyKey: key }),
    lang: languageOf(req.headers.cookie),
  };
}

function bulkRequest(req: Request): BulkRequest {
  const request = actionRequest(req);
  const { ids, filter } = req.body ?? {};
  if (ids !== undefined && (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string'))) throw new Refusal('param.filter', { values: { field: 'ids' } });
  return { ...request, ...(ids !== undefined && { ids }), ...(filter !== undefined && { filter }) };
}
