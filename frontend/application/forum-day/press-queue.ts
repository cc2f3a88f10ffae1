/** Presses on their way to the server, stored on the device until it has them: a lost connection, a reload or an empty battery loses none. */
import type { DayPress, SubstitutePress } from '#application/forum-day/rules/day-facts.ts';
import type { DayEvent, Delay, MeetingMark, Presence, Undo } from '#application/forum-day/rules/events.ts';
import type { DayMeeting } from '#application/forum-day/rules/with-day.ts';
import { onDevice } from '#client/device-store.ts';
import { type Entry, Journal } from '#client/typing/journal.ts';
import { tab, tabsAlive } from '#client/typing/tabs.ts';
import type { JsonValue } from '#codegen/model.ts';

/** What a button says was done. */
export type PressAction = Presence | MeetingMark | Delay | SubstitutePress | Undo | { kind: 'clear' };

export interface Queued {
  id: string;
  day: string;
  deed: PressAction;
  /** by the device's clock, ms */
  pressedAt: number;
}

/** The server takes so many at once. */
const atOnce = 50;

/** Presses of tabs that are no more are looked for so often, ms. */
const recallEvery = 2_000;

export interface PressQueue {
  read(): readonly Queued[];
  /** takes over what earlier pages of this browser did not get rid of */
  recall(): Promise<void>;
  add(day: string, deed: PressAction): void;
  remove(ids: ReadonlySet<string>): void;
  listen(listener: () => void): () => void;
}

/** One a person and campaign, so that nobody's presses are sent in another's name. Where storage is full they last as long as the page is open. */
export function buildQueue(user: string, campaign: string, device = onDevice, alive = tabsAlive): PressQueue {
  const key = `forum-day:${user}:${campaign}`;
  const journal = new Journal(device, key, tab, { key, entries: (found) => (Array.isArray(found) ? (found as Queued[]).map(entryOf) : []) }); // until 0.2.0, written by this module
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

/** A press stands over nothing: it is only sent, or not yet. */
function entryOf({ id, day, deed, pressedAt }: Queued): Entry {
  return { path: id, edit: { value: { day, deed, pressedAt } as unknown as JsonValue, from: null, sent: [] }, at: pressedAt }; // plain words and numbers
}

/** The next ones to send, all of one day, as the call wants them. */
export function nextPresses(queued: readonly Queued[], now: number): { day: string; presses: DayPress[] } | undefined {
  const day = queued[0]?.day;
  if (day === undefined) return undefined;
  const until = queued.findIndex((one) => one.day !== day);
  const own = queued.slice(0, Math.min(atOnce, until < 0 ? queued.length : until));
  return { day, presses: own.map(({ id, deed, pressedAt }) => ({ ...deed, id, ago: Math.max(0, Math.round(now - pressedAt)) })) };
}

/** As the server will write it down, for the screen until then. */
export function expectedEvent({ id, deed }: Queued, meetings: readonly DayMeeting[], at: string, by: string): DayEvent[] {
  if (deed.kind !== 'substitute') return [{ ...deed, id, at, by }];
  const { instead } = deed;
  const waiting = meetings.find((meeting) => meeting.dm === instead.dm && meeting.pitch === instead.pitch);
  return waiting ? [{ ...deed, ...waiting.planned, room: waiting.room, pairing: '', removed: [], id, at, by }] : [];
}

/** On a plain http address of the forum's own network there is no randomUUID. */
function pressId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Date.now().toString(36) + [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
