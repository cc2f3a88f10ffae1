/** What goes over the wire between the board of a campaign's pairing and its server: /api/pairing/{campaign} (S06, E06, E07). Types only, and no more than the browser needs. */

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
  /** meetings that are new, gone or elsewhere since the last release; all of them where nothing was released */
  changedSince: number;
  /** wishes of enabled decision makers without a meeting, wanted most first */
  unmet: BoardWish[];
  /** of those, the ones that no timetable can meet */
  impossible: (BoardWish & { reason: ImpossibleReason })[];
  undo: StepFacts;
  redo: StepFacts;
  /** the last ten, newest first */
  runs: BoardRun[];
}

/** Never free at one time; the decision maker has not entered times yet; the campaign has no forum days. */
export type ImpossibleReason = 'nocommon' | 'notimes' | 'nodays';

/** Who takes part and has no meeting at all. */
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
  /** pitches, wanted most first */
  priority: string[];
  /** they, or staff for them, have entered when they can come */
  hasTimes: boolean;
  /** a '1' for each slot of the grid in which they may meet, meetings that stand left aside */
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
  /** somebody chose the table: a plan leaves the meeting there */
  tableChosen: boolean;
  mode: 'auto' | 'manual';
  locked: boolean;
  note: string;
}

export interface BoardWish {
  dm: string;
  pitch: string;
  /** 1 is wanted most */
  rank: number;
}

/** What a press of undo or redo would do. */
export interface StepFacts {
  can: boolean;
  label: StepLabel | null;
}

export interface StepLabel {
  /** 'take' is a plan taken over; 'clear' all or the automatic ones cleared; 'mixed' several things in one call */
  do: Move['do'] | 'take' | 'clear' | 'mixed';
  /** meetings that it touched */
  count: number;
  by: string;
  at: string;
  /** of the one meeting, where it was one */
  dm: string;
  pitch: string;
}

/** Of a pairing_run, what a choice between them asks for. */
export interface BoardRun {
  id: string;
  aim: string;
  state: string;
  seed: number;
  /** of the aim itself, in which the fair plan counts everybody's first meetings too: what bound and proof are about */
  score: number;
  bound: number;
  /** of the wishes it meets, on one scale for every plan; 0 in runs from before this was stored */
  worth: number;
  isCut: boolean;
  meetings: number;
  wishes: number;
  topWishes: number;
  topMet: number;
  alone: number;
  /** people whom it leaves without any meeting; [] in runs from before this was stored */
  without: Without;
  breaks: number;
  moved: number;
  ms: number;
  at: string;
  by: string;
  /** worked out for the forum as it is now: it can be taken over */
  isFresh: boolean;
  /** the times that people lose by a repair, [] for any other run */
  away: { side: Side; id: string; start: string; end: string }[];
}

/** One move; `ver` is the version of the meeting that it was based on. */
export type Move =
  | { do: 'place'; dm: string; pitch: string; start: string; room?: string }
  | { do: 'move'; pairing: string; start: string; room?: string; ver: number }
  | { do: 'swap'; a: string; b: string; verA: number; verB: number }
  | { do: 'lock' | 'unlock' | 'remove'; pairing: string; ver: number };

/**
 * Answer of `changes?since=`, and of moves, undo and redo, where it holds what others did since the `version` that the call named too; without one, its
 * own changes only, and then its version is no `since`. Meetings come as they stand now, so that hearing of one twice does no harm.
 */
export interface BoardChanges {
  version: number;
  pairings: BoardPairing[];
  removed: string[];
  /** the grid, the people or the release changed, or too much did: ask for the whole board again */
  isStale: boolean;
  /** who did what, oldest first */
  who: { by: string; at: string; action: string; pairing: string }[];
  undo: StepFacts;
  redo: StepFacts;
}

/** Answer of `may`: one entry a slot of the grid, in its order. */
export interface MayAnswer {
  slots: { start: string; rule: MayRule | null /** of the rule's message */; values?: Values }[];
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
  /** the fewest meetings that would have to go for it */
  displacedBy: (BoardWish & { pairing: string; start: string })[];
  /** in the language of the visitor */
  text: string;
}

/** One entry of `one-more`: what one more free slot of somebody would win, the most first. */
export interface OneMore {
  side: 'dm' | 'pitch';
  who: string;
  start: string;
  end: string;
  /** the meeting that it would win, and what that is worth */
  dm: string;
  pitch: string;
  rank: number;
  gain: number;
}

/** One meeting before and after a plan: of a repair's job as `result.moves`, of any run as GET …/runs/{run}/moves. */
export interface PlanMove {
  dm: string;
  pitch: string;
  /** null where it did not stand, or will not */
  before: { start: string; room: string } | null;
  after: { start: string; room: string } | null;
}
