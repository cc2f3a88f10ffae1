/** Transitions and operations of a row by their name (x-workflow, x-actions): preview, typed confirmation, one transaction, once. */

import { createHash } from 'node:crypto';
import type { ActionModel, Lang, ObjectModel, Row, Transition } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { forgetChanges } from '#framework/data/rows/changeset.ts';
import { shareOf, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { findRequest, keepRequest } from '#framework/data/system/idempotency.ts';
import type { ActionResult, Effect } from '#framework/records/wire.ts';
import { type Actor, administrator } from '#rules/accounts/actor.ts';
import { titleOf } from '#rules/records/record.ts';
import { Slot } from '#rules/slot.ts';
import { languages } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { modelFor, type RecordTools } from './record-tools.ts';
import { stale, updateRecord } from './update-record.ts';
import { type Verb, Work } from './verb.ts';

/** What a request to act carries. */
export interface ActionRequest {
  /** what the transition asks for */
  input?: Row;
  /** the typed confirmation of a destructive operation */
  confirm?: string;
  /** in which the person is told what to type */
  lang?: Lang;
  /** the caller has seen to the confirmation: of many rows at once one is typed */
  isConfirmed?: boolean;
  /** the version that the person saw */
  ver?: number;
  idempotencyKey?: string;
}

export type Operation = { kind: 'transition'; step: Transition } | { kind: 'action'; action: ActionModel; verb: Verb };

/** Carries it out. @throws Refusal msg.state where the row's state has it closed, msg.confirm with {typed} and the preview, msg.nothing where nothing was to be done */
export async function runAction(tools: RecordTools, actor: Actor, object: string, id: string, name: string, request: ActionRequest): Promise<ActionResult> {
  const model = modelFor(tools, actor, object, 'read');
  const operation = operationOf(model, actor, name);
  const key = request.idempotencyKey;
  const body = createHash('sha256')
    .update(JSON.stringify([object, id, name, request.input ?? {}, request.confirm ?? '']))
    .digest('hex');
  if (key !== undefined && !/^[\x21-\x7e]{1,128}$/.test(key)) throw new Refusal('msg.badrequest', { values: { field: 'Idempotency-Key' } });
  const known = key && (await answerAgain(tools, actor, model, id, key, body));
  if (known) return known;
  try {
    if (operation.kind === 'transition') return await move(tools, actor, model, id, operation.step, request, body);
    return await work(tools, actor, model, id, operation, request, body);
  } catch (error) {
    // Of two at once the second finds the key taken, or the state moved on.
    const again = key && (await answerAgain(tools, actor, model, id, key, body));
    if (again) return again;
    throw asRefusal(error, model) ?? error;
  }
}

/** What it would do: the same work, rolled back. */
export async function previewAction(
  tools: RecordTools,
  actor: Actor,
  object: string,
  id: string,
  name: string,
  lang?: Lang,
): Promise<{ effects: Effect[]; typed?: string }> {
  const model = modelFor(tools, actor, object, 'read');
  const operation = operationOf(model, actor, name);
  const row = await readableRow(tools, actor, model, id);
  await refuseClosed(tools, model, row, operation);
  if (operation.kind === 'transition') return { effects: [] };
  const effects = await rehearse(tools, actor, model, id, operation);
  return { effects, ...(operation.action.destructive && { typed: typedName(model, shareOf(model, actor.roles, tools.db.kind, row), lang) }) };
}

/**
 * The transition or operation of that name, if the actor may take it.
 * @throws Refusal msg.notfound, msg.admin (P02), msg.forbidden
 */
export function operationOf(model: ObjectModel, actor: Actor, name: string): Operation {
  const operation = operationsOf(model).find((candidate) => nameOf(candidate) === name);
  if (!operation) throw new Refusal('msg.notfound', { values: { object: model.name, action: name } });
  const roles = rolesOf(operation);
  if (!roles.some((role) => actor.roles.includes(role)))
    throw new Refusal(roles.length === 1 && roles[0] === administrator ? 'msg.admin' : 'msg.forbidden', { values: { object: model.name, verb: name } });
  return operation;
}

/** Operations of rows by the name that x-actions says. */
export const verbs = new Slot<Readonly<Record<string, Verb>>>({});

/** Every transition and every operation whose verb is registered. */
export function operationsOf(model: ObjectModel): Operation[] {
  const steps = (model.workflow?.transitions ?? []).map((step): Operation => ({ kind: 'transition', step }));
  const actions = model.actions.flatMap((action): Operation[] => {
    // A dropped-in schema may name a verb that is not there.
    const verb = Object.hasOwn(verbs.value, action.verb) ? verbs.value[action.verb] : undefined;
    return verb ? [{ kind: 'action', action, verb }] : [];
  });
  return [...steps, ...actions];
}

export function nameOf(operation: Operation): string {
  return operation.kind === 'transition' ? operation.step.name : operation.action.name;
}

export function rolesOf(operation: Operation): string[] {
  return operation.kind === 'transition' ? operation.step.roles : operation.action.roles;
}

/** Has the row's state this open? */
export async function isOpen(tools: RecordTools, model: ObjectModel, row: Row, operation: Operation): Promise<boolean> {
  const { conditions } = await tools.registry.validator(model.name);
  if (operation.kind === 'action') return conditions[`action:${operation.action.name}`]?.(row) ?? true;
  const isThere = operation.step.from.includes(String(row[model.workflow?.field ?? '']));
  return isThere && (conditions[`transition:${operation.step.name}`]?.(row) ?? true);
}

/** What has to be typed before a destructive operation: the row's own key where it has one that people know, else its title. */
export function typedName(model: ObjectModel, row: Row, lang?: Lang): string {
  const key = model.fields.find((field) => field.name === model.entity.key);
  return key?.readOnly ? titleOf(row, model, lang) : String(row[model.entity.key]);
}

async function move(
  tools: RecordTools,
  actor: Actor,
  model: ObjectModel,
  id: string,
  step: Transition,
  request: ActionRequest,
  body: string,
): Promise<ActionResult> {
  const row = await readableRow(tools, actor, model, id);
  await refuseClosed(tools, model, row, { kind: 'transition', step });
  const patch = { [model.workflow?.field ?? '']: step.to };
  const key = request.idempotencyKey;
  const saved = await updateRecord(tools, actor, model.name, id, patch, request.ver ?? Number(row.ver), {
    action: step.name,
    fills: request.input,
    async also(tx, moved) {
      if (key) await keepAnswer(tx, actor, key, body, { effects: [] }, tools.now());
      if (await tools.onStep?.(tx, { object: model.name, name: step.name, actor, row: moved })) await forgetIn(tools, tx, [{ object: model.name, id }]);
      else noted(tools);
    },
  });
  return { row: saved, effects: [] };
}

async function work(
  tools: RecordTools,
  actor: Actor,
  model: ObjectModel,
  id: string,
  operation: Operation & { kind: 'action' },
  request: ActionRequest,
  body: string,
): Promise<ActionResult> {
  const { action, verb } = operation;
  if (action.destructive && !request.isConfirmed) await refuseUnconfirmed(tools, actor, model, id, operation, request);
  const done = await tools.db.transaction(async (tx) => {
    const job = new Work(tools, tx, actor, action.name, tools.now());
    const row = await lockedRow(job, model, id);
    await refuseClosed(tools, model, row, operation);
    if (request.ver !== undefined && request.ver !== row.ver) throw stale(tools, actor, model, row);
    await verb(job, row);
    if (!job.events.length) throw new Refusal('msg.nothing');
    if (job.isFinal) await forgetIn(tools, tx, job.events);
    else noted(tools);
    if (request.idempotencyKey) await keepAnswer(tx, actor, request.idempotencyKey, body, { effects: job.effects }, job.now);
    return job;
  });
  return { row: shareOf(model, actor.roles, tools.db.kind, await readableRow(tools, actor, model, id)), effects: done.effects };
}

/** The name was not typed, or not right: the answer says what to type and what would be done. */
async function refuseUnconfirmed(
  tools: RecordTools,
  actor: Actor,
  model: ObjectModel,
  id: string,
  operation: Operation & { kind: 'action' },
  { confirm, lang }: ActionRequest,
): Promise<void> {
  const row = await readableRow(tools, actor, model, id);
  // In whatever language it was read.
  const seen = shareOf(model, actor.roles, tools.db.kind, row);
  if (confirm !== undefined && [undefined, ...languages].some((each) => typedName(model, seen, each) === confirm)) return;
  const typed = typedName(model, seen, lang);
  await refuseClosed(tools, model, row, operation);
  throw new Refusal('msg.confirm', { values: { typed }, data: { typed, effects: await rehearse(tools, actor, model, id, operation) } });
}

class Rehearsed extends Error {
  constructor(readonly effects: Effect[]) {
    super('rolled back');
  }
}

async function rehearse(tools: RecordTools, actor: Actor, model: ObjectModel, id: string, { action, verb }: Operation & { kind: 'action' }): Promise<Effect[]> {
  try {
    return await tools.db.transaction(async (tx) => {
      const job = new Work(tools, tx, actor, action.name, tools.now());
      await verb(job, await lockedRow(job, model, id));
      throw new Rehearsed(job.effects);
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.effects;
    throw asRefusal(error, model) ?? error;
  }
}

async function refuseClosed(tools: RecordTools, model: ObjectModel, row: Row, operation: Operation): Promise<void> {
  if (await isOpen(tools, model, row, operation)) return;
  const { label } = operation.kind === 'transition' ? operation.step : operation.action;
  throw new Refusal('msg.state', { values: { action: label } });
}

async function readableRow(tools: RecordTools, actor: Actor, model: ObjectModel, id: string): Promise<Row> {
  const row = await loadRow(tools.db, wholeReader(model, tools.db.kind, actor.roles, 'read'), id);
  if (!row) throw new Refusal('msg.notfound', { values: { object: model.name, id } });
  return row;
}

async function lockedRow(job: Work, model: ObjectModel, id: string): Promise<Row> {
  const row = await loadRow(job.tx, wholeReader(model, job.tx.kind, job.actor.roles, 'read'), id, true);
  if (!row) throw new Refusal('msg.notfound', { values: { object: model.name, id } });
  return row;
}

/** Something was written that can be taken back. */
function noted({ changeset }: RecordTools): void {
  if (changeset) changeset.isNoted = true;
}

/** What was just written cannot be taken back. */
async function forgetIn({ changeset }: RecordTools, tx: Transaction, rows: readonly { object: string; id: string }[]): Promise<void> {
  if (changeset) for (const { object, id } of rows) await forgetChanges(tx, changeset.id, object, id);
}

interface StoredAnswer {
  effects: Effect[];
}

async function keepAnswer(tx: Transaction, actor: Actor, key: string, request: string, answer: StoredAnswer, now: Date): Promise<void> {
  await keepRequest(tx, actor.id, key, { request, answer: JSON.stringify(answer) }, now);
}

/** A request that was carried out before is answered as it was then, with the row as it is now. */
async function answerAgain(tools: RecordTools, actor: Actor, model: ObjectModel, id: string, key: string, request: string): Promise<ActionResult | undefined> {
  const known = await findRequest(tools.db, actor.id, key);
  if (!known) return undefined;
  if (known.request !== request) throw new Refusal('msg.dataexists');
  const { effects } = JSON.parse(known.answer) as StoredAnswer; // written by keepAnswer
  return { row: shareOf(model, actor.roles, tools.db.kind, await readableRow(tools, actor, model, id)), effects };
}
