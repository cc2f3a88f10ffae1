/** What the calls of a campaign's board carry: /api/pairing/{campaign} (S06, E06, E07). Types only, and no more than the browser needs. */

import type { Side } from '#application/release/rules/release.ts';
import type { ProblemCode, Values } from '#rules/words/problem.ts';
import type { Slot } from './grid.ts';

/** Everything that the board shows; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
export interface BoardFacts {
  /** rises with every change of the campaign, its people or its meetings, however it was made: `changes?since=` */
  version: number;
  /** `programs` are those of its pitches */
  campaign: { id: string; title: string; etitle: string; zone: string; programs: string[] };
  /** the grid, in order of time */
  slots: Slot[];
  /** most meetings in a row of a decision maker, 0 for no limit */
  maxInRow: number;
  dms: BoardDm[];
  pitches: BoardPitch[];
  pairings: BoardPairing[];
  release: { number: number; at: string } | null;
  /** number of meetings that are new, removed or moved since the last release; all of them where nothing was released */
  changedSince: number;
  /** wishes of enabled decision makers without a meeting, highest priority first */
  unmet: BoardWish[];
  /** those of them that no timetable can meet */
  impossible: (BoardWish & { reason: ImpossibleReason })[];
  undo: StepFacts;
  redo: StepFacts;
  /** the ten newest, newest first */
  runs: BoardRun[];
}

/** Reasons: never free at the same time; the decision maker has not entered times yet; the campaign has no forum days. */
export type ImpossibleReason = 'nocommon' | 'notimes' | 'nodays';

/** People who take part and have no meeting at all. */
export interface Without {
  /** decision makers that are enabled */
  dms: string[];
  pitches: string[];
}

export interface BoardDm {
  id: string;
  name: string;
  ename: string;
  org: string;
  country: string;
  enabled: boolean;
  /** pitches, highest priority first */
  priority: string[];
  /** true once they, or staff for them, have entered when they can come */
  hasTimes: boolean;
  /** a '1' for each slot of the grid in which they may meet, ignoring existing meetings */
  free: string;
}

export interface BoardPitch {
  id: string;
  number: string;
  title: string;
  etitle: string;
  program: string;
  free: string;
}

export interface BoardPairing {
  id: string;
  ver: number;
  dm: string;
  pitch: string;
  start: string;
  end: string;
  /** '' where it needs no table */
  room: string;
  /** somebody chose the table, so a plan does not change it */
  tableChosen: boolean;
  mode: 'auto' | 'manual';
  locked: boolean;
  note: string;
}

export interface BoardWish {
  dm: string;
  pitch: string;
  /** 1 is the highest priority */
  rank: number;
}

/** What a press of undo or redo would do. */
export interface StepFacts {
  can: boolean;
  label: StepLabel | null;
}

export interface StepLabel {
  /** 'take' is an applied plan; 'clear' all or the automatic meetings removed; 'mixed' several actions in one call */
  do: Move['do'] | 'take' | 'clear' | 'mixed';
  /** number of meetings that it changed */
  count: number;
  by: string;
  at: string;
  /** the people of the meeting, where it was only one */
  dm: string;
  pitch: string;
}

/** The fields of a pairing_run that staff need to choose one. */
export interface BoardRun {
  id: string;
  aim: string;
  state: string;
  seed: number;
  /** value of the aim itself, which for the fair plan includes everybody's first meetings: bound and proof are about this value */
  score: number;
  bound: number;
  /** value of the wishes that it meets, comparable between plans; 0 in runs from before this was stored */
  worth: number;
  isCut: boolean;
  meetings: number;
  wishes: number;
  topWishes: number;
  topMet: number;
  alone: number;
  /** people who have no meeting in it; [] in runs from before this was stored */
  without: Without;
  breaks: number;
  moved: number;
  ms: number;
  at: string;
  by: string;
  /** computed for the present state of the forum, so it can be applied */
  isFresh: boolean;
  /** the absences of a repair, [] for any other run */
  away: { side: Side; id: string; start: string; end: string }[];
}

/** One move; `ver` is the version of the meeting that it was based on. */
export type Move =
  | { do: 'place'; dm: string; pitch: string; start: string; room?: string }
  | { do: 'move'; pairing: string; start: string; room?: string; ver: number }
  | { do: 'swap'; a: string; b: string; verA: number; verB: number }
  | { do: 'lock' | 'unlock' | 'remove'; pairing: string; ver: number };

/**
 * Answer of `changes?since=`, and of moves, undo and redo. With the `version` that the call named, it also has what others did since; without one it
 * has only the call's own changes, and its version cannot be used as `since`. Meetings come in their present state, so that receiving one twice does
 * no harm.
 */
export interface BoardChanges {
  version: number;
  pairings: BoardPairing[];
  removed: string[];
  /** the grid, the people or the release changed, or too many meetings did: fetch the whole board again */
  isStale: boolean;
  /** who did what, oldest first */
  who: { by: string; at: string; action: string; pairing: string }[];
  undo: StepFacts;
  redo: StepFacts;
}

/** Answer of `may`: one entry for each slot of the grid, in order. */
export interface MayAnswer {
  slots: { start: string; rule: MayRule | null /** values of the rule's message */; values?: Values }[];
}

/** Rules that forbid a cell of the board. */
export type MayRule = Extract<
  ProblemCode,
  | 'msg.notfound'
  | 'rule.locked'
  | 'rule.slot'
  | 'rule.disabled'
  | 'rule.paired'
  | 'rule.notwished'
  | 'rule.notfree'
  | 'rule.pitchaway'
  | 'rule.overlap'
  | 'rule.room'
  | 'rule.inrow'
  | 'rule.full'
>;

/** Answer of `why`: why a wish has no meeting. */
export interface WhyFacts {
  /** 'met' where it has one */
  reason: 'met' | 'notwished' | 'notimes' | 'nocommon' | 'dmquota' | 'pitchquota' | 'tables' | 'inrow' | 'displaced' | 'open';
  /** the fewest meetings that would have to be removed for it */
  displacedBy: (BoardWish & { pairing: string; start: string })[];
  /** in the language of the visitor */
  text: string;
}

/** One entry of `one-more`: what one more free slot of somebody would make possible, best first. */
export interface OneMore {
  side: 'dm' | 'pitch';
  who: string;
  start: string;
  end: string;
  /** the meeting that it would make possible, and the value of that */
  dm: string;
  pitch: string;
  rank: number;
  gain: number;
}

/** One meeting before and after a plan: in a repair's job as `result.moves`, for any run as GET …/runs/{run}/moves. */
export interface PlanMove {
  dm: string;
  pitch: string;
  /** null where it did not exist, or will not */
  before: { start: string; room: string } | null;
  after: { start: string; room: string } | null;
}
