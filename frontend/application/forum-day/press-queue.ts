/** Presses on their way to the server, kept on the device until it has them: a lost connection, a reload or an empty battery loses none. */
import type { DayPress, SubstitutePress } from '#application/forum-day/rules/day-facts.ts';
import type { DayEvent, Delay, MeetingMark, Presence, Undo } from '#application/forum-day/rules/events.ts';
import type { DayMeeting } from '#application/forum-day/rules/with-day.ts';
import { onDevice } from '#client/kept.ts';

/** What a button says was done. */
export type Deed = Presence | MeetingMark | Delay | SubstitutePress | Undo | { kind: 'clear' };

export interface Queued {
  id: string;
  day: string;
  deed: Deed;
  /** by the device's clock, ms */
  pressedAt: number;
}

/** The server takes so many at once. */
const atOnce = 50;

export interface PressQueue {
  read(): readonly Queued[];
  add(day: string, deed: Deed): void;
  remove(ids: ReadonlySet<string>): void;
  listen(listener: () => void): () => void;
}

/** One a person and campaign, so that nobody's presses are sent in another's name. */
export function buildQueue(user: string, campaign: string): PressQueue {
  const key = `forum-day:${user}:${campaign}`;
  let queued = stored(key);
  const listeners = new Set<() => void>();
  const keep = (next: Queued[]) => {
    queued = next;
    // Where there is no room they are kept as long as the page is open.
    onDevice.write(key, next);
    for (const listener of listeners) listener();
  };
  return {
    read: () => queued,
    add: (day, deed) => keep([...queued, { id: pressId(), day, deed, pressedAt: Date.now() }]),
    remove: (ids) => keep(queued.filter(({ id }) => !ids.has(id))),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
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

function stored(key: string): Queued[] {
  const found = onDevice.read(key);
  return Array.isArray(found) ? (found as Queued[]) : []; // written by this module
}

/** On a plain http address of the forum's own network there is no randomUUID. */
function pressId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Date.now().toString(36) + [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
