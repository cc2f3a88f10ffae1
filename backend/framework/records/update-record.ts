import type { ObjectModel, ReadOf, Row } from '#codegen/model.ts';
import type { Executor, Transaction } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { readerFor, shareOf, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { Overtaken, save } from '#framework/save/save.ts';
import { stampOf } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isNumberedNow } from '#rules/records/naming.ts';
import { differences, isObject, mergeRow, trimRow } from '#rules/records/record.ts';
import { stampsOf, takenTransition } from '#rules/records/workflow.ts';
import type { Problem } from '#rules/words/problem.ts';
import { Refusal } from '#rules/words/problem.ts';
import { checkPayload } from './check-payload.ts';
import { checkRelated } from './check-related.ts';
import { completeRecord } from './complete-record.ts';
import { hashSecrets, nameRow } from './create-record.ts';
import { deadReferences, keyedFields } from './dead-references.ts';
import { decideRecord, secretFields } from './decide-record.ts';
import { modelFor, type RecordTools, refuseProblems } from './record-tools.ts';

/**
 * Saves changed fields of a row (C07) on top of the version they were based on.
 * @param version from If-Match, else the payload's own `ver`; '*' means the present one
 * @param step what a named transition brings along
 * @throws Refusal msg.notfound (K06), msg.datamodi with the row as it is now (K05), msg.nochange (K08), msg.version where none was named, msg.invalid with
 * fields
 */
export async function updateRecord<O extends string>(
  tools: RecordTools,
  actor: Actor,
  object: O,
  id: string,
  payload: unknown,
  version: number | '*' | undefined,
  step: Step = {},
): Promise<ReadOf<O>> {
  const model = modelFor(tools, actor, object, 'update');
  if (!isObject(payload)) throw new Refusal('msg.badrequest');
  const previous = await existingRow(tools, actor, model, id, 'update');
  const from = version === '*' ? previous.ver : (version ?? payload.ver);
  if (typeof from !== 'number') throw new Refusal('msg.version', { fields: [{ path: 'ver', code: 'field.required' }] });
  if (from !== previous.ver) throw stale(tools, actor, model, previous);
  refuseProblems((await tools.beforeUpdate?.(tools, { object, actor, before: previous, patch: payload })) ?? []);
  return shareOf(model, actor.roles, tools.db.kind, await changeRow(tools, actor, model, previous, payload, step));
}

/**
 * The same to a row that is at hand, by who may change it; gives the whole row as stored. Many rows are changed so, each read and locked by the caller.
 * @throws Refusal as `updateRecord`
 */
export async function changeRow(tools: RecordTools, actor: Actor, model: ObjectModel, previous: Row, payload: Row, step: Step = {}): Promise<Row> {
  const { next, names, now } = await prepareChange(tools, actor, model, previous, payload, step);
  await hashSecrets(
    tools,
    model,
    next,
    secretFields(model).filter((name) => names.includes(name)),
  );
  return saveRow(tools, actor, model, previous, next, names, now, step);
}

/**
 * The row as it would be stored, looked at as every save looks at it, and nothing written: an import's rehearsal ends here.
 * @throws Refusal msg.nochange (K08), msg.invalid with fields, msg.forbidden
 */
export async function prepareChange(
  tools: RecordTools,
  actor: Actor,
  model: ObjectModel,
  previous: Row,
  payload: Row,
  step: Step = {},
): Promise<{ next: Row; names: string[]; now: Date }> {
  const validator = await tools.registry.validator(model.name);
  const { patch, problems } = checkPayload(payload, previous, model, actor.roles, (field) => validator.conditions[`readonly:${field}`]?.(previous) ?? false);
  // An empty password means the present one.
  for (const name of secretFields(model)) if (patch[name] === '') delete patch[name];
  const now = tools.now();
  const merged = mergeRow(previous, patch, model);
  const moved = { ...merged, ...transitionValues(model, actor, previous, merged, step, stampOf(now)), ...step.sets };
  const since = { ...previous, ...Object.fromEntries((step.moves ?? []).map((name) => [name, moved[name] ?? null])) };
  const next = await completeRecord(tools, actor, model, moved, since);
  const names = differences(previous, next, model.fields);
  if (!names.length) {
    refuseProblems(problems);
    throw new Refusal('msg.nochange');
  }
  problems.push(...unasked(model, actor, previous, next));
  await decideRecord(tools, { model, actor, next, previous, names, problems, now, keyed: await keyedFields(tools, model) });
  return { next, names, now };
}

/** What a transition taken by its name brings along. */
export interface Step {
  /** its name, for the history */
  action?: string;
  /** the fields it asks for */
  fills?: Row;
  /** what the action itself writes along, past what the actor may: a receipt */
  sets?: Row;
  /** fields whose references go to another row about the same thing: they copy nothing from it */
  moves?: readonly string[];
  /** done in the transaction that saves, with the row as saved */
  also?(tx: Transaction, row: Row): Promise<void>;
}

/** What the transition taken sets: when and by whom, and what it asked for. */
function transitionValues(model: ObjectModel, actor: Actor, previous: Row, next: Row, { fills = {} }: Step, at: string): Row {
  const taken = takenTransition(model, actor.roles, previous, next);
  const asked = (taken?.asks ?? []).map((name) => [name, fills[name] ?? ''] as const);
  return trimRow({ ...stampsOf(model, taken, actor.id, at), ...Object.fromEntries(asked) }, model.fields);
}

/** What a transition asks for has to be given. */
function unasked(model: ObjectModel, actor: Actor, previous: Row, next: Row): Problem[] {
  const missing = (takenTransition(model, actor.roles, previous, next)?.asks ?? []).filter((name) => next[name] === '');
  return missing.map((path) => ({ path, code: 'field.required' }));
}

/** The whole row, for the server's own eyes. @throws Refusal msg.notfound, or msg.forbidden where it may be read but not this */
export async function existingRow({ db }: { db: Executor }, actor: Actor, model: ObjectModel, id: string, verb: 'read' | 'update' | 'delete'): Promise<Row> {
  const row = await loadRow(db, wholeReader(model, db.kind, actor.roles, verb), id);
  if (row) return row;
  const readable = await loadRow(db, readerFor(model, actor.roles, db.kind), id);
  throw new Refusal(readable ? 'msg.forbidden' : 'msg.notfound', { values: { object: model.name, id } });
}

/** K05: the row has changed meanwhile; it is sent along as it is now, so that the screen can compare. */
export function stale(tools: RecordTools, actor: Actor, model: ObjectModel, row: Row): Refusal {
  return new Refusal('msg.datamodi', { data: shareOf(model, actor.roles, tools.db.kind, row) });
}

async function saveRow(tools: RecordTools, actor: Actor, model: ObjectModel, previous: Row, next: Row, names: string[], now: Date, step: Step): Promise<Row> {
  const id = String(previous[model.entity.key]);
  // A number that is given now is a change of its own in the history.
  const given = model.naming && isNumberedNow(model, next, previous) && !names.includes(model.naming.field) ? [...names, model.naming.field] : names;
  const check = async (tx: Transaction, row: Row) => {
    await checkRelated(tools, tx, model, row, previous, names);
    if (given !== names) await nameRow(tx, model, row, previous, now);
  };
  try {
    return await tools.db.transaction(async (tx) => {
      const how = { by: actor.id, as: step.action, at: now, check };
      const { after = next } = await save(tools, tx, model, { update: next, from: previous, names: given }, how);
      await tools.onChange?.(tx, { model, id, actor, before: previous, after, names: given });
      await step.also?.(tx, after);
      return after;
    });
  } catch (error) {
    if (error instanceof Overtaken) throw stale(tools, actor, model, await existingRow(tools, actor, model, id, 'update'));
    throw (await deadReferences(tools, model, next, names, error)) ?? asRefusal(error, model) ?? error;
  }
}
