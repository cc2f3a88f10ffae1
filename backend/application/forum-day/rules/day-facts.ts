/** What the forum day's calls carry: /api/forum-day/{campaign}. Instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
import type { BoardDm, BoardPairing, BoardPitch } from '#application/pairing/rules/board-facts.ts';
import type { Slot } from '#application/pairing/rules/grid.ts';
import type { ProblemCode, Values } from '#rules/words/problem.ts';
import { activeEvents, type DayEvent, type Delay, type MeetingMark, type Pair, type Presence, pairKey, type Substitute, type Undo } from './events.ts';
import { dayOf } from './phases.ts';
import { type DayMeeting, type PlannedMeeting, withDay } from './with-day.ts';

/** Everything that the screen shows of one day. */
export interface DayFacts {
  /** `zone` as 'GMT+8' */
  campaign: { id: string; title: string; etitle: string; zone: string };
  /** the forum's days, in the campaign's zone */
  days: string[];
  /** '' where the campaign has none */
  day: string;
  /** the newest version; null before the first release */
  release: { number: number; at: string } | null;
  /** the released meetings of the day; [] where nothing was released */
  released: PlannedMeeting[];
  /** the whole grid; its slots name their tables */
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
  /** names everything that was seen; it is the `since` of the next request */
  version: string;
  /** the clock's time, ms: the server's, or the rehearsal's */
  now: number;
  /** the whole day, where it was requested or where more than marks has changed */
  facts?: DayFacts;
  /** new marks since `since`; where both are missing, nothing happened */
  events?: DayEvent[];
  /** presses that were refused, by their ids */
  refused?: { id: string; code: ProblemCode; values: Values }[];
}

/** A substitute as it is requested: the server chooses its table and rows. */
export type SubstitutePress = Pair & Pick<Substitute, 'kind' | 'instead'>;

/** One press. The device chose its `id`; `ago` is how long ago it was made, ms, where it waited for the connection; `rehearsal`: its clock was set. */
export type DayPress = { id: string; ago: number; rehearsal?: true } & (Presence | MeetingMark | Delay | SubstitutePress | Undo | { kind: 'clear' });

/** The meetings of the day: the released timetable, or the draft where nothing was released, with the day's events applied. */
export function dayMeetings(facts: DayFacts, events: readonly DayEvent[] = facts.events): DayMeeting[] {
  return withDay(facts.release ? facts.released : draftOf(facts, events), events);
}

/** The draft's rows of the day, including those that a substitute replaced: their people were to meet then. */
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
