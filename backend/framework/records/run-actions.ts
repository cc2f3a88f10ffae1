/** A transition or an operation on many rows: each in its own transaction, each failure reported with its reason. */

import { createHash } from 'node:crypto';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import type { Effect } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { parseFilter } from '#rules/queries/parse-filter.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { bulkLimit } from './delete-records.ts';
import { modelFor, type RecordTools } from './record-tools.ts';
import { type ActionRequest, operationOf, previewAction, runAction } from './run-action.ts';

export interface BulkRequest extends ActionRequest {
  ids?: readonly string[];
  /** instead of ids: every row of the list's filter */
  filter?: unknown;
}

export interface BulkOutcome {
  ids: string[];
  effects: Effect[];
  failed: { id: string; problem: Problem }[];
}

/**
 * Runs it on every row named. A destructive one wants the object's name typed. With an Idempotency-Key each row has its own, made of
 * it, so that a request that broke off goes on where it was.
 * @throws Refusal msg.noselect (K07), param.filter above 1,000 rows, msg.confirm with {typed} and the sum of the previews
 */
export async function runActions(tools: RecordTools, actor: Actor, object: string, name: string, request: BulkRequest): Promise<BulkOutcome> {
  const model = modelFor(tools, actor, object, 'read');
  const operation = operationOf(model, actor, name);
  if (operation.kind === 'action' && !operation.action.bulk) throw new Refusal('msg.badrequest', { values: { field: name } });
  const ids = await idsOf(tools, actor, object, request);
  const destructive = operation.kind === 'action' && operation.action.destructive;
  if (destructive && request.confirm !== object) {
    const { effects } = await previewActions(tools, actor, object, name, { ids });
    throw new Refusal('msg.confirm', { values: { typed: object }, data: { typed: object, effects } });
  }
  return each(ids, async (id) => {
    const key = request.idempotencyKey && createHash('sha256').update(`${request.idempotencyKey} ${id}`).digest('base64url');
    const own: ActionRequest = { input: request.input, ...(destructive && { isConfirmed: true }), ...(key && { idempotencyKey: key }) };
    return (await runAction(tools, actor, object, id, name, own)).effects;
  });
}

/** What it would do to all of them. */
export async function previewActions(
  tools: RecordTools,
  actor: Actor,
  object: string,
  name: string,
  request: BulkRequest,
): Promise<BulkOutcome & { typed?: string }> {
  const operation = operationOf(modelFor(tools, actor, object, 'read'), actor, name);
  const outcome = await each(await idsOf(tools, actor, object, request), async (id) => (await previewAction(tools, actor, object, id, name)).effects);
  return { ...outcome, ...(operation.kind === 'action' && operation.action.destructive && { typed: object }) };
}

async function each(ids: readonly string[], act: (id: string) => Promise<Effect[]>): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { ids: [], effects: [], failed: [] };
  for (const id of ids) {
    try {
      outcome.effects = summed(outcome.effects, await act(id));
      outcome.ids.push(id);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      const [field] = error.fields;
      outcome.failed.push({ id, problem: field && error.code !== 'msg.state' ? field : { path: '', code: error.code, values: error.values } });
    }
  }
  return outcome;
}

/** What several did, in all. */
export function summed(all: readonly Effect[], more: readonly Effect[]): Effect[] {
  const sum = all.map((effect) => ({ ...effect }));
  for (const effect of more) {
    const known = sum.find((one) => one.do === effect.do && one.object === effect.object && one.field === effect.field);
    if (known) known.count += effect.count;
    else sum.push({ ...effect });
  }
  return sum;
}

async function idsOf(tools: RecordTools, actor: Actor, object: string, { ids, filter }: BulkRequest): Promise<string[]> {
  if (ids?.length) {
    if (ids.length > bulkLimit) throw new Refusal('param.filter', { values: { field: 'ids' } });
    return [...new Set(ids)];
  }
  if (filter === undefined) throw new Refusal('msg.noselect');
  const model = modelFor(tools, actor, object, 'list');
  const { value, problems } = parseFilter(filter, model, actor, tools.now());
  if (problems.length) throw new Refusal('msg.badrequest', { fields: problems });
  const sort = { field: model.entity.key, order: 'ASC' } as const;
  const rows = await loadPage(tools.db, readerFor(model, actor.roles, tools.db.kind), { filter: value, sort, limit: bulkLimit + 1, offset: 0 });
  if (!rows.length) throw new Refusal('msg.noselect');
  if (rows.length > bulkLimit) throw new Refusal('param.filter', { values: { field: 'filter' } });
  return rows.map((row) => String(row[model.entity.key]));
}
