/** One step of an automation (decision 080), by the same verbs that people use: what they refuse is refused here. */
import type { AutomationStep, Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { joined } from '#framework/data/engine/joined.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { accountsByIds, accountsWithRole } from '#framework/data/system/accounts/accounts.ts';
import type { Said } from '#framework/data/system/automations.ts';
import { insertDelivery, listWebhooks, type Webhook } from '#framework/data/system/webhooks.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { createRecord, sortableId } from '#framework/records/create-record.ts';
import { changeRow } from '#framework/records/update-record.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { actorOf, seenBy, send } from '#framework/webhooks/deliver.ts';
import { type Actor, administrator } from '#rules/accounts/actor.ts';
import { staff } from '#rules/accounts/realm.ts';
import { spokenOf, valuesOf } from '#rules/automation.ts';
import { aroundAt } from '#rules/expressions/rules.ts';
import { Place, type Value } from '#rules/expressions/value.ts';
import { asHeaderText, isMailbox } from '#rules/mail.ts';
import { fieldsAlong } from '#rules/queries/filter.ts';
import { fieldNamed, valueAt } from '#rules/records/record.ts';
import { defaultLang } from '#rules/words/language.ts';
import { type ProblemCode, Refusal } from '#rules/words/problem.ts';

const longestSubject = 200;

/** Who the history names; an administrator, since the schema's writer is one. */
export const automaton: Actor = { id: 'automation', name: 'automation', roles: [administrator], realm: staff };

/** The step, and what it is about. */
export interface Doing {
  model: ObjectModel;
  step: AutomationStep;
  /** as it is now; of one that was deleted, as it was */
  row: Row;
  /** how many automations led to this */
  depth: number;
  /** records that earlier steps made, by the names that the automation gives them */
  made?: ReadonlyMap<string, Value>;
}

/** A webhook that took nothing, or is not there: tried again. */
export class NotTaken extends Error {
  readonly said: Said;
  constructor(said: Said) {
    super(said.code);
    this.said = said;
  }
}

/** The row that a step is about, locked; undefined where it is gone. */
export function rowOf({ db }: Tools, tx: Transaction, model: ObjectModel, id: string): Promise<Row | undefined> {
  return loadRow(tx, wholeReader(model, db.kind), id, true);
}

/** The record that an earlier step made, by what was said of that step; null where it is gone. */
export async function madeBy(tools: Tools, tx: Transaction, { code, values }: Said): Promise<Place | null> {
  const model = code === 'created' ? tools.registry.get(values?.object ?? '')?.model : undefined;
  const row = model && (await rowOf(tools, tx, model, values?.id ?? ''));
  return model && row ? new Place(row, model.fields) : null;
}

/**
 * Does what a step says, but for webhooks, in the caller's transaction.
 * @throws Refusal as the verbs of records do; msg.invalid with the fields whose expressions give nothing that fits
 */
export async function doStep(tools: Tools, tx: Transaction, doing: Doing): Promise<Said> {
  const { model, step, row, depth, made: earlier = new Map() } = doing;
  const around = { ...aroundAt(stampOf(tools.now())), names: earlier };
  const within = { ...tools, db: joined(tools.db, tx), depth: depth + 1 };
  if (step.do === 'webhook') throw new Error('a webhook is called outside of transactions');
  if (step.do === 'mail') return mail(tools, tx, doing, step);
  const target = step.do === 'set' ? model : tools.registry.get(step.object)?.model;
  if (!target) throw new Refusal('msg.notfound', { values: { object: step.do === 'create' ? step.object : '' } });
  const { row: values, failures } = valuesOf(step.values, model, row, target.fields, around);
  const wrong = Object.entries(failures);
  if (wrong.length) throw new Refusal('msg.invalid', { fields: wrong.map(([path, code]) => ({ path, code: code as ProblemCode })) }); // one of the catalogue
  if (step.do === 'create') {
    const { key } = target.entity;
    // A key that people type: nobody types here.
    const given = values[key] === undefined && target.naming?.field !== key && !fieldNamed(target.fields, key)?.readOnly;
    const made: Row = await createRecord(within, automaton, target.name, given ? { ...values, [key]: sortableId(tools.now()) } : values);
    return { code: 'created', values: { object: target.name, id: String(made[target.entity.key]) } };
  }
  try {
    await changeRow(within, automaton, model, row, values);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'msg.nochange') return { code: 'same' };
    throw error;
  }
  return { code: 'set', values: { fields: wordsOf(values) } };
}

function wordsOf(values: Row): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join(', ')
    .slice(0, 500);
}

/** To each person once, in the language of their account; to a bare address in the house's. The schema's writer says what it tells of the row. */
async function mail(tools: Tools, tx: Transaction, { model, row, made }: Doing, step: AutomationStep & { do: 'mail' }): Promise<Said> {
  const outgoing = tools.registry.get('mail')?.model;
  if (!outgoing) throw new Refusal('msg.notfound', { values: { object: 'mail' } });
  const now = tools.now();
  const people = await recipients(tx, model, step, row);
  for (const { to, lang } of people) {
    const [subject, body] = [spokenOf(step.subject, row, lang, made), spokenOf(step.text, row, lang, made)];
    const line = asHeaderText(subject).slice(0, longestSubject);
    await queueMail(tools, tx, outgoing, { id: `on-${sortableId(now)}`, to, subject: line, body, lang, template: 'automation', by: automaton.id }, now);
  }
  if (!people.length) return { code: 'nobody' };
  return {
    code: 'mailed',
    values: {
      to: people
        .map(({ to }) => to)
        .join(', ')
        .slice(0, 500),
    },
  };
}

async function recipients(
  tx: Transaction,
  model: ObjectModel,
  { roles, fields }: AutomationStep & { do: 'mail' },
  row: Row,
): Promise<{ to: string; lang: Lang }[]> {
  const found = fields.map((path) => ({ isAddress: fieldsAlong(model.fields, path)?.at(-1)?.format === 'email', value: String(valueAt(row, path) ?? '') }));
  const named = await accountsByIds(
    tx,
    found.flatMap(({ isAddress, value }) => (isAddress || !value ? [] : [value])),
  );
  const held = roles.length ? await accountsWithRole(tx, roles) : [];
  const accounts = [...named, ...held].filter(({ enabled }) => enabled).map(({ email, lang }) => ({ to: email, lang }));
  const bare = found.flatMap(({ isAddress, value }) => (isAddress ? [{ to: value, lang: defaultLang }] : []));
  const unique = new Map([...bare, ...accounts].filter(({ to }) => isMailbox(to)).map((one) => [one.to.toLowerCase(), one]));
  return [...unique.values()];
}

/** The webhook that a step names. @throws NotTaken where none of that name is on */
export async function hookOf({ db }: Tools, name: string): Promise<Webhook> {
  const found = (await listWebhooks(db)).find((hook) => hook.name === name && hook.isOn);
  if (!found) throw new NotTaken({ code: 'nohook', values: { hook: name } });
  return found;
}

/** Sends the row, as the webhook's roles see it, under the step's own id, and notes the delivery. @throws NotTaken */
export async function callHook(tools: Tools, { model, row }: Doing, { name, rule, message }: { name: string; rule: string; message: string }): Promise<Said> {
  const hook = await hookOf(tools, name);
  const [object, id] = [model.name, String(row[model.entity.key] ?? '')];
  const sight = id ? await seenBy(tools, actorOf(hook), object, id) : null; // by the clock there is no row
  const type = `${object}.${rule}`;
  const body = JSON.stringify({ type, timestamp: `${stampOf(tools.now()).replace(' ', 'T')}Z`, data: { object, id, automation: rule, row: sight } });
  const delivery = await send(tools, hook, { message, type, row: id, body });
  await insertDelivery(tools.db, delivery);
  const said: Said = { code: delivery.isTaken ? 'sent' : 'nottaken', values: { hook: name, status: String(delivery.status) } };
  if (!delivery.isTaken) throw new NotTaken(said);
  return said;
}
