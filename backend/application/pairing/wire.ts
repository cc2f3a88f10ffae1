/** What the calls under /api/pairing answer; the board itself is in rules/board-facts.ts. Types only. */
import type { BoardChanges, BoardFacts, MayAnswer, OneMore, PlanMove, WhyFacts } from './rules/board-facts.ts';

export interface Taken {
  /** meetings that stayed as they were, came, went, and changed time or table */
  stayed: number;
  made: number;
  removed: number;
  moved: number;
}

/** What the job of a run or a repair has come to; `moves` is what the last of the runs would change. */
export interface RunResult {
  runs: string[];
  moves: PlanMove[];
}

export interface PairingCalls {
  'GET /api/pairing/:campaign': BoardFacts;
  'GET /api/pairing/:campaign/may': MayAnswer;
  'GET /api/pairing/:campaign/changes': BoardChanges;
  'GET /api/pairing/:campaign/why': WhyFacts;
  'GET /api/pairing/:campaign/one-more': OneMore[];
  'GET /api/pairing/:campaign/runs/:run/moves': PlanMove[];
  'POST /api/pairing/:campaign/moves': BoardChanges;
  'POST /api/pairing/:campaign/undo': BoardChanges;
  'POST /api/pairing/:campaign/redo': BoardChanges;
  'POST /api/pairing/:campaign/clear': BoardChanges;
  /** the job's result is a RunResult */
  'POST /api/pairing/:campaign/repair': { job: string };
  'POST /api/pairing/:campaign/run': { job: string };
  'POST /api/pairing/:campaign/take': Taken;
}
