/** What goes over the wire between the forum-day board and its server: /api/forum-day/{campaign}. Instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
import type { BoardDm, BoardPairing, BoardPitch } from '#application/pairing/rules/board-facts.ts';
import type { Slot } from '#application/pairing/rules/grid.ts';
import type { ProblemCode, Values } from '#rules/words/problem.ts';
import { activeEvents, type DayEvent, type Delay, type MeetingMark, type Pair, type Presence, pairKey, type Substitute, type Undo } from './events.ts';
import { dayOf } from './phases.ts';
import { type DayMeeting, type PlannedMeeting, withDay } from './with-day.ts';

/** Everything that the board shows of one day. */
export interface DayFacts {
  /** `zone` as 'GMT+8' */
  campaign: { id: string; title: string; etitle: string; zone: string };
  /** the forum's days, in the campaign's zone */
  days: string[];
  /** '' where the campaign has none */
  day: string;
  /** the newest one; null where nothing was given out yet */
  release: { number: number; at: string } | null;
  /** the released meetings of the day; [] where nothing was released */
  released: PlannedMeeting[];
  /** the whole grid; its slots have their tables */
  slots: Slot[];
  /** most meetings in a row of a decision maker, 0 for no limit */
  maxInRow: number;
  dms: BoardDm[];
  pitches: BoardPitch[];
  /** the draft: every meeting of the campaign */
  pairings: BoardPairing[];
  /** of the day, oldest first */
  events: DayEvent[];
}

/** Answer of GET /api/forum-day/{campaign}?day=&since=&at= and of a press. */
export interface DayAnswer {
  /** names all that was seen: `since` of the next question */
  version: string;
  /** the clock's time, ms: the server's, or the rehearsal's */
  now: number;
  /** the whole, where it was asked for or more than marks has changed */
  facts?: DayFacts;
  /** marks since `since`; without either nothing happened */
  events?: DayEvent[];
  /** presses that were not taken, by their ids */
  refused?: { id: string; code: ProblemCode; values: Values }[];
}

/** A substitute as it is requested: the server chooses its table and rows. */
export type SubstitutePress = Pair & Pick<Substitute, 'kind' | 'instead'>;

/** One press; `id` is the device's, `ago` the ms since it was made, where it had to wait for the line. */
export type DayPress = { id: string; ago: number } & (Presence | MeetingMark | Delay | SubstitutePress | Undo | { kind: 'clear' });

/** The meetings of the day: the released timetable, or the draft where nothing was released, with what happened laid over it. */
export function dayMeetings(facts: DayFacts, events: readonly DayEvent[] = facts.events): DayMeeting[] {
  return withDay(facts.release ? facts.released : draftOf(facts, events), events);
}

/** The draft's rows of the day, with those that gave way to a substitute: their people were to meet then. */
function draftOf({ campaign, day, pairings }: DayFacts, events: readonly DayEvent[]): PlannedMeeting[] {
  const own = pairings.filter(({ start }) => dayOf(start, campaign.zone) === day);
  const known = new Set(own.map(pairKey));
  const gone = activeEvents(events).flatMap((event) =>
    event.kind === 'substitute'
      ? event.removed.filter((row) => row.start === event.start && !known.has(pairKey(row))).map((row) => ({ ...row, end: event.end }))
      : [],
  );
  return [...own, ...gone];
}
