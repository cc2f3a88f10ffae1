/** Webhooks (decision 076): which changes one is told of, how a message is signed and when it is sent again. Pure. */
import type { FieldModel, JsonValue, Row, Tree } from '#codegen/model.ts';
import { evaluate } from './expressions/evaluate.ts';
import type { Around } from './expressions/functions.ts';
import { Place } from './expressions/value.ts';

/** What happened to a row, as a webhook names it. */
export const webhookEvents = ['create', 'update', 'delete', 'action'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** object → events; an object that is not named is not told of. */
export type WebhookEvents = Record<string, WebhookEvent[]>;

/** object → an expression: of its changes only those are told that it is true of. */
export type WebhookConditions = Record<string, string>;

const ways: Record<string, WebhookEvent> = { create: 'create', restore: 'create', import: 'update', update: 'update', delete: 'delete' };

/** The event of an entry of the history: transitions and operations, which have names of their own, are actions. */
export function eventOf(action: string): WebhookEvent {
  return Object.hasOwn(ways, action) ? (ways[action] ?? 'action') : 'action';
}

/** Is the hook told of this entry? */
export function tellsOf(events: WebhookEvents, object: string, action: string): boolean {
  return Object.hasOwn(events, object) && (events[object] ?? []).includes(eventOf(action));
}

/**
 * Is a condition true of a change? It is asked of the row as it is now, of one that is gone as it was last; `old` is the row with the changed fields as they were,
 * and empty for a new one. What cannot be worked out is not true.
 */
export function meetsWhen(
  tree: Tree,
  fields: readonly FieldModel[],
  row: Row | null,
  changes: Record<string, [JsonValue, JsonValue]>,
  around: Around,
): boolean {
  const former = Object.fromEntries(Object.entries(changes).map(([name, [before]]) => [name, before]));
  const old = new Place({ ...row, ...former }, fields);
  const place = row ? new Place(row, fields) : old;
  return evaluate(tree, place, place, { ...around, names: new Map([['old', old]]) }).value === true;
}

/** ms until a message is tried again, by how often it was tried: five seconds first, then growing to six hours. */
const waits = [5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000, 21_600_000] as const;
/** A receiver that has taken nothing for so long, ms, is sent nothing any more until somebody switches it on again. */
export const givenUpAfter = 3 * 86_400_000;

/** @param chance 0 to 1: so that the messages of many hooks do not come all at once again */
export function waitAfterTry(tries: number, chance: number): number {
  const wait = waits[Math.min(Math.max(tries, 1), waits.length) - 1] ?? 5_000;
  return Math.round(wait * (1 + chance / 5));
}

/** What is signed (Standard Webhooks): id, moment in seconds, body. */
export function signedText(id: string, seconds: number, body: string): string {
  return `${id}.${seconds}.${body}`;
}
