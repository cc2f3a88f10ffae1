/** A forum day in the engine for typing (#client/typing): what happens on it is followed, and a press is stored on the device until the server has it. */
import type { DayAnswer, DayFacts, DayPress, SubstitutePress } from '#application/forum-day/rules/day-facts.ts';
import type { DayEvent, Delay, MeetingMark, Presence, Undo } from '#application/forum-day/rules/events.ts';
import type { DayMeeting } from '#application/forum-day/rules/with-day.ts';
import { ApiError, call } from '#client/http-client.ts';
import { endsSession } from '#client/providers/auth.ts';
import { type InBrowser, typingInBrowser } from '#client/typing/in-browser.ts';
import type { Entry } from '#client/typing/journal.ts';
import type { Adapter } from '#client/typing/typing.ts';
import type { JsonValue } from '#codegen/model.ts';

/** What a press of a button means. */
export type PressAction = Presence | MeetingMark | Delay | SubstitutePress | Undo | { kind: 'clear' };

export interface Queued {
  id: string;
  day: string;
  deed: PressAction & { rehearsal?: true };
  /** by the device's clock, ms */
  pressedAt: number;
}

/** A day as far as it is known. */
export interface Followed {
  version: string;
  /** the version that the answer was about; '' where nothing was known */
  since: string;
  facts: DayFacts;
  /** the clock minus the device's clock, ms */
  ahead: number;
}

export interface DaySetup {
  /** the queue is of one person and campaign, so that no press is sent in another person's name */
  user: string;
  campaign: string;
  /** '' for the day to open with */
  asked: string;
  /** the rehearsal's clock, an ISO instant */
  at: string | null;
  /** where it is known already */
  known?: Followed;
  /** presses that the server does not take */
  onRefused(refused: NonNullable<DayAnswer['refused']>): void;
  /** a call that was refused as a whole */
  onFailed(error: ApiError): void;
}

/** The most presses that the server takes in one request. */
const mostPresses = 50;
/** Between two fetches, ms: a press on another device shows within two seconds. */
const fetchEvery = 1_000;
const longestRetry = 2_000;
/** Longest time for an answer, ms; after it the connection counts as lost. */
const patience = 8_000;
/** The clock of the server counts as set anew where it differs by more, ms. */
const mostDrift = 500;

export function openDay(setup: DaySetup): InBrowser<Followed> & { press(day: string, deed: PressAction): void } {
  const name = `forum-day:${setup.user}:${setup.campaign}`;
  const adapter = dayAdapter(setup, (id) => opened.typing.forget(id));
  // Two tabs may show two days.
  const opened = typingInBrowser({ name, adapter, ...(setup.known && { facts: setup.known }), older: { key: name, entries: pressesBefore }, isApart: true });
  const press = (day: string, deed: PressAction) => {
    opened.typing.set(pressId(), asValue({ day, deed: { ...deed, ...(setup.at !== null && { rehearsal: true }) }, pressedAt: Date.now() }));
    void opened.typing.flush();
  };
  return { ...opened, press };
}

/** A press replaces nothing, so it is never merged. Its id makes it the same press if it is sent twice. */
export function dayAdapter({ campaign, asked, at, onRefused, onFailed }: DaySetup, forget: (id: string) => void): Adapter<Followed> {
  const place = { at: { campaign }, patience };
  return {
    values: () => nothing,
    join: (known, came) => (came === known || came.since === known.version ? came : known),
    atOnce: mostPresses,
    lookEvery: fetchEvery,
    longestRetry,
    async read(known) {
      const query = { day: (known?.facts.day ?? asked) || undefined, since: known?.version, at: at !== null && !known ? at : undefined };
      return followed(known, await call('GET /api/forum-day/:campaign', { query, ...place }), Date.now());
    },
    async send({ values }, known, { keepalive }) {
      let facts = known;
      for (const { day, presses } of pressesByDay(queuedIn(values), Date.now())) {
        const isShown = day === known.facts.day;
        const body = { day, presses, ...(isShown && { since: known.version }) };
        const answer = await call('POST /api/forum-day/:campaign/press', { body, keepalive, ...place });
        onRefused(answer.refused ?? []);
        if (isShown) facts = followed(known, answer, Date.now());
      }
      return { facts };
    },
    failed(error, batch) {
      if (!(error instanceof ApiError) || !error.refused || error.isPassing || error.status >= 500) return 'away';
      onFailed(error);
      if (endsSession(error.status)) return { halt: 'signin' };
      // The call itself was refused, and would be refused again.
      for (const id of Object.keys(batch?.values ?? {})) forget(id);
      return batch ? { refused: [] } : { halt: 'refused' };
    },
  };
}

const nothing = {};

/** The day after an answer; `known` itself where nothing is new. */
export function followed(known: Followed | undefined, { version, now, facts, events = [] }: DayAnswer, clock: number): Followed {
  const before = known?.facts ?? facts;
  if (!before) throw new ApiError(502, '', null); // whoever names no version gets the whole day
  const had = new Set(before.events.map(({ id }) => id));
  const fresh = events.filter(({ id }) => !had.has(id));
  const ahead = known && Math.abs(now - clock - known.ahead) <= mostDrift ? known.ahead : now - clock;
  if (known && !facts && version === known.version && ahead === known.ahead) return known;
  const next = facts ?? (fresh.length ? { ...before, events: [...before.events, ...fresh] } : before);
  return { version, since: known?.version ?? '', facts: next, ahead };
}

const asValue = (press: Omit<Queued, 'id'>): JsonValue => press as unknown as JsonValue; // only words and numbers

/** The presses among what the engine holds, in the order of pressing. */
export function queuedIn(values: Record<string, JsonValue>): Queued[] {
  const found = Object.entries(values).map(([id, value]) => ({ ...(value as unknown as Omit<Queued, 'id'>), id })); // by `asValue`
  return found.sort((one, two) => one.pressedAt - two.pressedAt);
}

/** The format until 0.2.0: all presses in one entry. */
export function pressesBefore(found: unknown): Entry[] {
  const presses = Array.isArray(found) ? (found as Queued[]) : []; // written by that release
  return presses.map(({ id, ...press }) => ({ path: id, edit: { value: asValue(press), from: null, sent: [] }, at: press.pressedAt }));
}

/** Presses in the form of the requests, one for each day. */
export function pressesByDay(queued: readonly Queued[], now: number): { day: string; presses: DayPress[] }[] {
  return [...new Set(queued.map(({ day }) => day))].map((day) => {
    const own = queued.filter((one) => one.day === day);
    return { day, presses: own.map(({ id, deed, pressedAt }) => ({ ...deed, id, ago: Math.max(0, Math.round(now - pressedAt)) })) };
  });
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
