/** The queue of presses that the server does not have yet. It is stored on the device: a lost connection, a reload or an empty battery loses no press. */
import type { DayPress, SubstitutePress } from '#application/forum-day/rules/day-facts.ts';
import type { DayEvent, Delay, MeetingMark, Presence, Undo } from '#application/forum-day/rules/events.ts';
import type { DayMeeting } from '#application/forum-day/rules/with-day.ts';
import { onDevice } from '#client/device-store.ts';
import { type Entry, Journal } from '#client/typing/journal.ts';
import { tab, tabsAlive } from '#client/typing/tabs.ts';
import type { JsonValue } from '#codegen/model.ts';

/** What a press of a button means. */
export type PressAction = Presence | MeetingMark | Delay | SubstitutePress | Undo | { kind: 'clear' };

export interface Queued {
  id: string;
  day: string;
  deed: PressAction;
  /** by the device's clock, ms */
  pressedAt: number;
}

/** The most presses that the server takes in one request. */
const atOnce = 50;

/** How often to look for presses of tabs that were closed, ms. */
const recallEvery = 2_000;

export interface PressQueue {
  read(): readonly Queued[];
  /** takes over presses that earlier pages of this browser did not send */
  recall(): Promise<void>;
  add(day: string, deed: PressAction): void;
  remove(ids: ReadonlySet<string>): void;
  listen(listener: () => void): () => void;
}

/**
 * One queue for each person and campaign, so that no press is sent in another person's name. Where storage is full, presses last as long as the page
 * is open.
 */
export function buildQueue(user: string, campaign: string, device = onDevice, alive = tabsAlive): PressQueue {
  const key = `forum-day:${user}:${campaign}`;
  const journal = new Journal(device, key, tab, { key, entries: (found) => (Array.isArray(found) ? (found as Queued[]).map(entryOf) : []) }); // written by this module until 0.2.0
  let queued: readonly Queued[] = [];
  let recalledAt = Number.NEGATIVE_INFINITY;
  const listeners = new Set<() => void>();
  const show = (next: readonly Queued[]) => {
    queued = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => queued,
    async recall() {
      if (Date.now() - recalledAt < recallEvery) return;
      recalledAt = Date.now();
      const found = journal.adopt(await alive()).filter(({ path }) => !queued.some(({ id }) => id === path));
      const earlier = found.map(({ path, edit }) => ({ ...(edit.value as unknown as Omit<Queued, 'id'>), id: path })); // by entryOf
      if (earlier.length) show([...queued, ...earlier].sort((one, two) => one.pressedAt - two.pressedAt));
    },
    add(day, deed) {
      const press: Queued = { id: pressId(), day, deed, pressedAt: Date.now() };
      const { path, edit, at } = entryOf(press);
      journal.write(path, edit, at);
      show([...queued, press]);
    },
    remove(ids) {
      for (const id of ids) journal.drop(id);
      show(queued.filter(({ id }) => !ids.has(id)));
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A press has no version: it is either sent or not yet sent. */
function entryOf({ id, day, deed, pressedAt }: Queued): Entry {
  return { path: id, edit: { value: { day, deed, pressedAt } as unknown as JsonValue, from: null, sent: [] }, at: pressedAt }; // only words and numbers
}

/** The next presses to send, all of one day, in the form of the request. */
export function nextPresses(queued: readonly Queued[], now: number): { day: string; presses: DayPress[] } | undefined {
  const day = queued[0]?.day;
  if (day === undefined) return undefined;
  const until = queued.findIndex((one) => one.day !== day);
  const own = queued.slice(0, Math.min(atOnce, until < 0 ? queued.length : until));
  return { day, presses: own.map(({ id, deed, pressedAt }) => ({ ...deed, id, ago: Math.max(0, Math.round(now - pressedAt)) })) };
}

/** The press as the server will log it; the screen shows it until then. */
export function expectedEvent({ id, deed }: Queued, meetings: readonly DayMeeting[], at: string, by: string): DayEvent[] {
  if (deed.kind !== 'substitute') return [{ ...deed, id, at, by }];
  const { instead } = deed;
  const waiting = meetings.find((meeting) => meeting.dm === instead.dm && meeting.pitch === instead.pitch);
  return waiting ? [{ ...deed, ...waiting.planned, room: waiting.room, pairing: '', removed: [], id, at, by }] : [];
}

/** The forum's own network may serve plain http, where randomUUID does not exist. */
function pressId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Date.now().toString(36) + [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
