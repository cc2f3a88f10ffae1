/** Webhooks as administrators make, change, try and end them (decision 076). */
import { randomBytes } from 'node:crypto';
import type { Lang, Role } from '#codegen/model.ts';
import { seal } from '#framework/accounts/seal.ts';
import {
  type Delivery,
  deleteWebhook,
  findDelivery,
  findWebhook,
  insertDelivery,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  updateWebhook,
  type Webhook,
} from '#framework/data/system/webhooks.ts';
import { sortableId } from '#framework/records/create-record.ts';
import { followChanges } from '#framework/records/follow-changes.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { visitorRealms } from '#rules/accounts/realm.ts';
import { rolesOf } from '#rules/accounts/roles.ts';
import { isObject } from '#rules/records/record.ts';
import { type WebhookConditions, type WebhookEvent, type WebhookEvents, webhookEvents } from '#rules/webhook.ts';
import { sayPart } from '#rules/words/finding-words.ts';
import { defaultLang } from '#rules/words/language.ts';
import { type Problem, type ProblemCode, Refusal } from '#rules/words/problem.ts';
import { conditionFault } from './condition.ts';
import { send } from './deliver.ts';
import { mayBeCalled } from './post.ts';
import type { ShownDelivery, ShownWebhook, WebhookOrder, Webhooks } from './wire.ts';

const longestName = 80;
const longestUrl = 1_000;
const shownDeliveries = 100;

/** All of them, newest first. @throws Refusal msg.admin */
export async function readWebhooks(tools: Tools, actor: Actor): Promise<Webhooks> {
  demandAdministrator(actor);
  return {
    hooks: await Promise.all((await listWebhooks(tools.db)).map((hook) => shown(tools, hook))),
    roles: rolesToGive(tools),
    objects: objectsToTell(tools),
  };
}

/** Begins with what is committed from now on. @throws Refusal msg.admin, msg.invalid with `name`, `url`, `events`, `when.{object}`, `roles` */
export async function makeWebhook(tools: Tools, actor: Actor, given: unknown, lang: Lang): Promise<{ id: string; secret: string }> {
  demandAdministrator(actor);
  const order = await orderOf(tools, given, lang);
  const now = tools.now();
  const id = sortableId(now);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const { cursor = '' } = await followChanges(tools, actor, 'now', {}, defaultLang);
  await insertWebhook(tools.db, { ...order, id, secret: seal(tools.config, id, secret), cursor, tries: 0, nextAt: 0, madeBy: actor.id, madeAt: now.getTime() });
  tools.log.info({ by: actor.id, webhook: id, url: order.url }, 'a webhook was made');
  return { id, secret };
}

/** One that is switched on goes on where it stood, at once. @throws Refusal msg.admin, msg.notfound, msg.invalid */
export async function saveWebhook(tools: Tools, actor: Actor, id: string, given: unknown, lang: Lang): Promise<{ id: string }> {
  const order = await orderOf(tools, given, lang, await demandWebhook(tools, actor, id));
  await updateWebhook(tools.db, id, { ...order, tries: 0, nextAt: 0, failingSince: undefined, ...(order.isOn && { endedAt: undefined }) });
  tools.log.info({ by: actor.id, webhook: id, url: order.url, isOn: order.isOn }, 'a webhook was changed');
  return { id };
}

/** With what was noted of its messages. @throws Refusal msg.admin, msg.notfound */
export async function removeWebhook(tools: Tools, actor: Actor, id: string): Promise<{ id: string }> {
  await demandWebhook(tools, actor, id);
  await tools.db.transaction((tx) => deleteWebhook(tx, id));
  tools.log.info({ by: actor.id, webhook: id }, 'a webhook was deleted');
  return { id };
}

/** Sends a 'ping' now, whatever waits. @throws Refusal msg.admin, msg.notfound */
export async function testWebhook(tools: Tools, actor: Actor, id: string): Promise<ShownDelivery> {
  const hook = await demandWebhook(tools, actor, id);
  const now = tools.now();
  const body = JSON.stringify({ type: 'ping', timestamp: `${stampOf(now).replace(' ', 'T')}Z`, data: { by: actor.id } });
  return noted(tools, await send(tools, hook, { message: `${id}_ping_${sortableId(now)}`, type: 'ping', row: '', body }));
}

/** The newest. @throws Refusal msg.admin, msg.notfound */
export async function readDeliveries(tools: Tools, actor: Actor, id: string): Promise<ShownDelivery[]> {
  await demandWebhook(tools, actor, id);
  return (await listDeliveries(tools.db, id, shownDeliveries)).map(shownDelivery);
}

/** The same message once more, under its own id. @throws Refusal msg.admin, msg.notfound */
export async function replayDelivery(tools: Tools, actor: Actor, id: string, delivery: string): Promise<ShownDelivery> {
  const hook = await demandWebhook(tools, actor, id);
  const former = await findDelivery(tools.db, id, delivery);
  if (!former) throw new Refusal('msg.notfound');
  const { message, type, row, body } = former;
  return noted(tools, await send(tools, hook, { message, type, row, body }));
}

async function noted(tools: Tools, delivery: Delivery): Promise<ShownDelivery> {
  await insertDelivery(tools.db, delivery);
  return shownDelivery(delivery);
}

function demandAdministrator(actor: Actor): void {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
}

async function demandWebhook(tools: Tools, actor: Actor, id: string): Promise<Webhook> {
  demandAdministrator(actor);
  const hook = await findWebhook(tools.db, id);
  if (!hook) throw new Refusal('msg.notfound');
  return hook;
}

/** @param before the hook as it is: its objects and roles may be gone by now, and what it says of them may stay, so that the rest can be changed, and it can be switched off */
async function orderOf(tools: Tools, given: unknown, lang: Lang, before?: Webhook): Promise<Required<WebhookOrder>> {
  const { name, url, events, when = {}, roles, isOn = true, ...more } = isObject(given) ? given : {};
  const problems: Problem[] = Object.keys(more).map((path) => ({ path, code: 'field.unknown', values: { field: path } }));
  const refuse = (path: string, code: ProblemCode) => void problems.push({ path, code });
  const called = typeof name === 'string' ? name.trim() : '';
  if (!called) refuse('name', 'field.required');
  else if (called.length > longestName) refuse('name', 'field.invalid');
  const address = typeof url === 'string' ? url.trim() : '';
  if (!address) refuse('url', 'field.required');
  else if (address.length > longestUrl || !mayBeCalled(address, tools.config.webhookPrivate)) refuse('url', 'field.webhook');
  const told = eventsOf(events, [...objectsToTell(tools), ...Object.keys(before?.events ?? {})]);
  if (!told) refuse('events', 'field.required');
  const held = Array.isArray(roles) ? [...new Set(roles.map(String))] : [];
  const known = [...rolesToGive(tools), ...(before?.roles ?? [])];
  if (!held.length) refuse('roles', 'field.required');
  else if (!held.every((role) => known.includes(role))) refuse('roles', 'field.option');
  if (typeof isOn !== 'boolean') refuse('isOn', 'field.type');
  const conditions = await conditionsOf(tools, when, told ?? {}, held, lang, (object, text) => {
    const isOver = isOn === false || !tools.registry.get(object);
    return isOver && before?.when[object] === text;
  });
  problems.push(...conditions.problems);
  if (problems.length || !told) throw new Refusal('msg.invalid', { fields: problems });
  return { name: called, url: address, events: told, when: conditions.when, roles: held, isOn: isOn === true };
}

function eventsOf(given: unknown, objects: readonly string[]): WebhookEvents | undefined {
  if (!isObject(given)) return undefined;
  const entries = Object.entries(given).flatMap(([object, events]): [string, WebhookEvent[]][] => {
    const some = Array.isArray(events) ? webhookEvents.filter((event) => events.includes(event)) : [];
    return objects.includes(object) && some.length ? [[object, some]] : [];
  });
  return entries.length === Object.keys(given).length && entries.length ? Object.fromEntries(entries) : undefined;
}

/** Of the objects that are told of; an empty one is none. */
async function conditionsOf(
  { registry, config }: Tools,
  given: unknown,
  events: WebhookEvents,
  roles: readonly Role[],
  lang: Lang,
  mayStay: (object: string, text: string) => boolean,
): Promise<{ when: WebhookConditions; problems: Problem[] }> {
  const found: { when: WebhookConditions; problems: Problem[] } = { when: {}, problems: [] };
  if (!isObject(given)) return { ...found, problems: [{ path: 'when', code: 'field.type' }] };
  for (const [object, text] of Object.entries(given)) {
    if (text === '' || !Object.hasOwn(events, object)) continue;
    const path = `when.${object}`;
    const model = registry.get(object)?.model;
    if (typeof text === 'string' && mayStay(object, text)) found.when[object] = text;
    else if (typeof text !== 'string' || !model) found.problems.push({ path, code: 'field.type' });
    else {
      const fault = await conditionFault(text, model, roles);
      const words = fault ? readWords(lang, 'lint', config.localesDir) : {};
      if (fault) found.problems.push({ path, code: 'field.condition', values: { wrong: sayPart(fault.wrong, words), should: sayPart(fault.should, words) } });
      else found.when[object] = text;
    }
  }
  return found;
}

function rolesToGive({ registry }: Tools): string[] {
  const visitors = visitorRealms().map(([, { role }]) => role);
  const all = [...rolesOf(registry.objects().map(({ model }) => model)), ...registry.ownRoles().map(({ code }) => code)];
  return [...new Set(all)].filter((role) => !visitors.includes(role));
}

/** Those that have a history, which is what is followed. */
function objectsToTell({ registry }: Tools): string[] {
  return registry.objects().flatMap(({ model }) => (model.entity.virtual || !model.history ? [] : [model.name]));
}

async function shown({ registry }: Tools, hook: Webhook): Promise<ShownWebhook> {
  const { id, name, url, events, when, roles, isOn, madeBy, madeAt, failingSince, nextAt, endedAt } = hook;
  const unfit: string[] = [];
  for (const [object, text] of Object.entries(when)) {
    const model = registry.get(object)?.model;
    if (!model || (await conditionFault(text, model, roles))) unfit.push(object);
  }
  const stamp = (at: number | undefined) => (at ? stampOf(at) : '');
  return {
    id,
    name,
    url,
    events,
    when,
    unfit,
    roles,
    isOn,
    madeBy,
    madeAt: stamp(madeAt),
    failingSince: stamp(failingSince),
    nextAt: stamp(nextAt),
    endedAt: stamp(endedAt),
  };
}

function shownDelivery({ id, message, type, row, at, status, ms, isTaken, answer }: Delivery): ShownDelivery {
  return { id, message, type, row, at: stampOf(at), status, ms, isTaken, answer };
}
