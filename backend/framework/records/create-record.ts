import { createHash, randomBytes } from 'node:crypto';
import type { ObjectModel, ReadOf, Row } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { shareOf, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { nextNumber } from '#framework/data/rows/series.ts';
import { findRequest, forgetRequests, keepRequest } from '#framework/data/system/idempotency.ts';
import { firstVersion, save } from '#framework/save/save.ts';
import { dateAt, stampOf } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { aroundAt, withDefaults } from '#rules/expressions/rules.ts';
import { isNumberedNow, numbered, officeTime, seriesOf } from '#rules/records/naming.ts';
import { filledRow, isObject } from '#rules/records/record.ts';
import { initialState } from '#rules/records/workflow.ts';
import { Refusal } from '#rules/words/problem.ts';
import { checkPayload } from './check-payload.ts';
import { checkRelated } from './check-related.ts';
import { completeRecord } from './complete-record.ts';
import { deadReferences, keyedFields } from './dead-references.ts';
import { decideRecord, isStored, secretFields } from './decide-record.ts';
import { modelFor, type RecordTools } from './record-tools.ts';

/** Longest Idempotency-Key taken. */
const longestKey = 128;

/**
 * Makes a row. With an Idempotency-Key the same request makes it once and gets the same row again.
 * @throws Refusal msg.admin, msg.forbidden, msg.invalid with fields, msg.mid for a taken key (K19)
 */
export async function createRecord<O extends string>(
  tools: RecordTools,
  actor: Actor,
  object: O,
  payload: unknown,
  idempotencyKey?: string,
): Promise<ReadOf<O>> {
  const model = modelFor(tools, actor, object, 'create');
  if (!isObject(payload)) throw new Refusal('msg.badrequest');
  const request = idempotencyKey ? requestHash(object, payload, idempotencyKey) : undefined;
  const repeated = request && idempotencyKey ? await answerAgain(tools, actor, model, idempotencyKey, request) : undefined;
  if (repeated) return repeated;
  const { row, names, now } = await prepareRow(tools, actor, model, payload);
  await hashSecrets(tools, model, row, secretFields(model));
  const check = async (tx: Transaction, next: Row) => {
    await checkRelated(tools, tx, model, next, undefined, names);
    await nameRow(tx, model, next, undefined, now);
    if (request && idempotencyKey) await keepRequest(tx, actor.id, idempotencyKey, { request, answer: String(next[model.entity.key]) }, now);
  };
  let stored = row;
  try {
    stored = await tools.db.transaction(async (tx) => {
      const { after = row } = await save(tools, tx, model, { create: row }, { by: actor.id, at: now, check });
      await tools.onChange?.(tx, { model, id: String(after[model.entity.key]), actor, after, names });
      return after;
    });
  } catch (error) {
    const again = request && idempotencyKey ? await answerAgain(tools, actor, model, idempotencyKey, request) : undefined;
    if (again) return again;
    throw (await deadReferences(tools, model, row, names, error)) ?? asRefusal(error, model) ?? error;
  }
  if (request) await sweep(tools, now);
  return shareOf(model, actor.roles, tools.db.kind, stored);
}

/**
 * The new row as it would be stored, looked at as every save looks at it, and nothing written: an import's rehearsal ends here.
 * @throws Refusal msg.invalid with fields, msg.forbidden
 */
export async function prepareRow(tools: RecordTools, actor: Actor, model: ObjectModel, payload: Row): Promise<{ row: Row; names: string[]; now: Date }> {
  const now = tools.now();
  const { patch, problems } = checkPayload(payload, undefined, model, actor.roles, () => false);
  const first = firstRow(model, patch, actor, now);
  const begun = withDefaults(first, model.fields, aroundAt(stampOf(now), actor.id), (name) => payload[name] !== undefined);
  const row = await completeRecord(tools, actor, model, begun, undefined);
  const names = model.fields.filter(isStored).map((field) => field.name);
  await decideRecord(tools, { model, actor, next: row, previous: undefined, names, problems, now, keyed: await keyedFields(tools, model) });
  return { row, names, now };
}

const swept = new WeakMap<RecordTools['db'], number>();

/** Once an hour, with a request that carries a key, those of more than a day ago are forgotten. */
async function sweep({ db }: RecordTools, now: Date): Promise<void> {
  if (now.getTime() - (swept.get(db) ?? 0) < 3_600_000) return;
  swept.set(db, now.getTime());
  await forgetRequests(db, dateAt(now.getTime() - 24 * 3_600_000)).catch(() => undefined); // the row is stored; the next hour sweeps
}

/** Passwords become hashes; an empty one stays empty. */
export async function hashSecrets(tools: RecordTools, model: ObjectModel, row: Row, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const plain = row[name];
    if (typeof plain !== 'string' || plain === '') continue;
    if (!tools.hashPassword) throw new Error(`${model.name}.${name} is a password, and nothing here can hash it`);
    row[name] = await tools.hashPassword(plain);
  }
}

function firstRow(model: ObjectModel, patch: Row, actor: Actor, now: Date): Row {
  const row = firstVersion(filledRow(patch, model.fields), actor.id, now);
  const key = model.fields.find((field) => field.name === model.entity.key);
  if (key?.readOnly && model.naming?.field !== key.name) row[key.name] = sortableId(now);
  const state = initialState(model);
  if (model.workflow && state !== undefined && patch[model.workflow.field] === undefined) row[model.workflow.field] = state;
  // Validated now, given in the transaction: the pattern itself takes the number's place.
  if (model.naming && isNumberedNow(model, row, undefined)) row[model.naming.field] = numbered(seriesOf(model.naming.pattern, officeTime(now)), 1);
  return row;
}

/** Gives the row its number if this save is the one that does; a rollback takes the number back. */
export async function nameRow(tx: Transaction, model: ObjectModel, row: Row, previous: Row | undefined, now: Date): Promise<void> {
  if (!model.naming || !isNumberedNow(model, row, previous)) return;
  const series = seriesOf(model.naming.pattern, officeTime(now));
  row[model.naming.field] = numbered(series, await nextNumber(tx, `${model.name}:${series}`));
}

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** 26 signs: ten of the instant, sixteen of chance; later ones sort later. */
export function sortableId(now: Date): string {
  let time = now.getTime();
  let head = '';
  for (let digit = 0; digit < 10; digit += 1) {
    head = crockford[time % 32] + head;
    time = Math.floor(time / 32);
  }
  return head + [...randomBytes(16)].map((byte) => crockford[byte % 32]).join('');
}

function requestHash(object: string, payload: Row, key: string): string {
  if (key.length > longestKey || !/^[\x21-\x7e]+$/.test(key)) throw new Refusal('msg.badrequest', { values: { field: 'Idempotency-Key' } });
  return createHash('sha256')
    .update(`${object} ${JSON.stringify(payload)}`)
    .digest('hex');
}

async function answerAgain<O extends string>(
  tools: RecordTools,
  actor: Actor,
  model: ObjectModel<O>,
  key: string,
  request: string,
): Promise<ReadOf<O> | undefined> {
  const known = await findRequest(tools.db, actor.id, key);
  if (!known) return undefined;
  // The same key for something else is a fault of the client, not a repetition.
  if (known.request !== request) throw new Refusal('msg.dataexists');
  const row = await loadRow(tools.db, wholeReader(model, tools.db.kind), known.answer);
  return row && shareOf(model, actor.roles, tools.db.kind, row);
}
