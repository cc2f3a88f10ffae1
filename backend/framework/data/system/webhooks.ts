/** Webhooks and what was sent to them, in their tables. */
import type { Role } from '#codegen/model.ts';
import { isObject, renamedKey } from '#rules/records/record.ts';
import type { WebhookConditions, WebhookEvents } from '#rules/webhook.ts';
import type { Executor } from '../engine/connect.ts';
import { insertInto, table } from '../engine/table.ts';

const hooks = '_webhook';
const deliveries = '_webhook_delivery';
/** The newest deliveries of a hook that are stored. */
export const mostDeliveries = 500;

export interface Webhook {
  id: string;
  name: string;
  url: string;
  events: WebhookEvents;
  when: WebhookConditions;
  roles: Role[];
  /** sealed with the server's secret */
  secret: string;
  isOn: boolean;
  /** where it is in the feed of changes */
  cursor: string;
  /** of the waiting message */
  tries: number;
  /** ms; 0: at once */
  nextAt: number;
  failingSince?: number;
  endedAt?: number;
  madeBy: string;
  madeAt: number;
}

export interface Delivery {
  id: string;
  hook: string;
  message: string;
  type: string;
  row: string;
  at: number;
  status: number;
  ms: number;
  isTaken: boolean;
  answer: string;
  body: string;
}

export async function listWebhooks(db: Executor): Promise<Webhook[]> {
  return (await table(db, hooks).orderBy('made_at', 'desc').orderBy('id').limit(200)).map(readHook);
}

export async function findWebhook(db: Executor, id: string): Promise<Webhook | undefined> {
  const row = await table(db, hooks).where({ id }).first();
  return row && readHook(row);
}

export async function insertWebhook(db: Executor, hook: Webhook): Promise<void> {
  await insertInto(db, hooks, { ...{ id: hook.id, secret: hook.secret, made_by: hook.madeBy, made_at: hook.madeAt, claimed_until: 0 }, ...columnsOf(hook) });
}

/** Writes these of its values. */
export async function updateWebhook(db: Executor, id: string, patch: Partial<Omit<Webhook, 'id' | 'secret'>>): Promise<void> {
  await table(db, hooks).where({ id }).update(columnsOf(patch));
}

export async function deleteWebhook(db: Executor, id: string): Promise<void> {
  await table(db, hooks).where({ id }).delete();
  await table(db, deliveries).where({ hook: id }).delete();
}

/** Takes a hook whose messages are due, for this process alone until `until` (ms); undefined where another has it, or nothing is due. */
export async function claimWebhook(db: Executor, id: string, now: number, until: number): Promise<Webhook | undefined> {
  const taken = await table(db, hooks).where({ id, enabled: 1 }).where('next_at', '<=', now).where('claimed_until', '<', now).update({ claimed_until: until });
  return Number(taken) === 1 ? findWebhook(db, id) : undefined;
}

export async function releaseWebhook(db: Executor, id: string): Promise<void> {
  await table(db, hooks).where({ id }).update({ claimed_until: 0 });
}

/** Ids of the hooks that are on. */
export async function openWebhooks(db: Executor): Promise<string[]> {
  return (await table(db, hooks).where({ enabled: 1 }).pluck('id')).map(String);
}

/** Notes a delivery, and deletes the oldest beyond that number. */
export async function insertDelivery(db: Executor, { isTaken, ...one }: Delivery): Promise<void> {
  await insertInto(db, deliveries, { ...one, taken: isTaken ? 1 : 0 });
  const oldest = await table(db, deliveries).where({ hook: one.hook }).orderBy('id', 'desc').offset(mostDeliveries).first('id');
  if (oldest) await table(db, deliveries).where({ hook: one.hook }).where('id', '<=', String(oldest.id)).delete();
}

export async function listDeliveries(db: Executor, hook: string, most: number): Promise<Delivery[]> {
  return (await table(db, deliveries).where({ hook }).orderBy('id', 'desc').limit(most)).map(readDelivery);
}

/** Hooks go on to tell of an object that was renamed, and no more of one without a new name. */
export async function renameInHooks(db: Executor, from: string, to: string | undefined): Promise<void> {
  for (const { id, events, when } of await listWebhooks(db))
    if (Object.hasOwn(events, from)) await updateWebhook(db, id, { events: renamedKey(events, from, to), when: renamedKey(when, from, to) });
}

/** And to ask what they ask of its fields. @param renamed an expression as it is now */
export async function renameInConditions(db: Executor, object: string, renamed: (expression: string) => string): Promise<void> {
  for (const { id, events, when } of await listWebhooks(db)) {
    const before = when[object];
    const after = before === undefined ? undefined : renamed(before);
    if (after !== undefined && after !== before) await updateWebhook(db, id, { events, when: { ...when, [object]: after } });
  }
}

export async function findDelivery(db: Executor, hook: string, id: string): Promise<Delivery | undefined> {
  const row = await table(db, deliveries).where({ hook, id }).first();
  return row && readDelivery(row);
}

function columnsOf(hook: Partial<Webhook>): Record<string, unknown> {
  const { name, url, events, when = {}, roles, isOn, cursor, tries, nextAt } = hook;
  // In one column, for conditions came later; without one it is as it was.
  const stored = events && (Object.keys(when).length ? { events, when } : events);
  const all: Record<string, unknown> = {
    ...{ name, url, events: stored && JSON.stringify(stored), roles: roles && JSON.stringify(roles), cursor, tries, next_at: nextAt },
    ...(isOn !== undefined && { enabled: isOn ? 1 : 0 }),
    ...('failingSince' in hook && { failing_since: hook.failingSince ?? null }),
    ...('endedAt' in hook && { ended_at: hook.endedAt ?? null }),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function readHook(row: Record<string, unknown>): Webhook {
  const moment = (value: unknown) => (value === null || value === undefined ? undefined : Number(value));
  const [failingSince, endedAt] = [moment(row.failing_since), moment(row.ended_at)];
  return {
    ...{ id: String(row.id), name: String(row.name), url: String(row.url), secret: String(row.secret), isOn: Number(row.enabled) === 1 },
    ...{ cursor: String(row.cursor), tries: Number(row.tries), nextAt: Number(row.next_at), madeBy: String(row.made_by), madeAt: Number(row.made_at) },
    ...eventsIn(JSON.parse(String(row.events))),
    roles: JSON.parse(String(row.roles)) as Role[], // written above
    ...(failingSince !== undefined && { failingSince }),
    ...(endedAt !== undefined && { endedAt }),
  };
}

/** What `columnsOf` has written: lists of events by object, or these beside their conditions. */
function eventsIn(stored: unknown): Pick<Webhook, 'events' | 'when'> {
  const both = isObject(stored) && isObject(stored.events) ? (stored as { events: unknown; when: unknown }) : { events: stored, when: {} };
  return both as Pick<Webhook, 'events' | 'when'>;
}

function readDelivery(row: Record<string, unknown>): Delivery {
  const { id, hook, message, type, row: of, answer, body } = row;
  return {
    ...{ id: String(id), hook: String(hook), message: String(message), type: String(type), row: String(of), answer: String(answer), body: String(body) },
    ...{ at: Number(row.at), status: Number(row.status), ms: Number(row.ms), isTaken: Number(row.taken) === 1 },
  };
}
