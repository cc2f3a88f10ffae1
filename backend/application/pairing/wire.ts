/** The answers of the calls under /api/pairing; the board itself is in rules/board-facts.ts. Types only. */

import type { BoardChanges, BoardFacts, MayAnswer, Move, OneMore, PlanMove, WhyFacts } from './rules/board-facts.ts';
import type { ClearRequest, ClearWhat } from './rules/clear.ts';

export interface Taken {
  /** numbers of meetings that are unchanged, new, removed, and at another time or table */
  stayed: number;
  made: number;
  removed: number;
  moved: number;
}

/** The result of a run's or a repair's job; `moves` are the changes of the last run. */
export interface RunResult {
  runs: string[];
  moves: PlanMove[];
}

/**
 * @group pairing
 * @may list pairing
 */
export interface PairingCalls {
  'GET /api/pairing/:campaign': BoardFacts;
  /** @query pairing=an-id dm!=an-id pitch!=an-id */
  'GET /api/pairing/:campaign/may': MayAnswer;
  /** @query since!=0 wait!=0 */
  'GET /api/pairing/:campaign/changes': BoardChanges;
  /** @query dm!=an-id pitch!=an-id */
  'GET /api/pairing/:campaign/why': WhyFacts;
  'GET /api/pairing/:campaign/one-more': OneMore[];
  'GET /api/pairing/:campaign/runs/:run/moves': PlanMove[];
  /** @may update pairing */
  'POST /api/pairing/:campaign/moves': BoardChanges;
  /** @may update pairing */
  'POST /api/pairing/:campaign/undo': BoardChanges;
  /** @may update pairing */
  'POST /api/pairing/:campaign/redo': BoardChanges;
  /** @may update pairing */
  'POST /api/pairing/:campaign/clear': BoardChanges;
  /**
   * the job's result is a RunResult
   * @may update pairing
   */
  'POST /api/pairing/:campaign/repair': { job: string };
  /** @may update pairing */
  'POST /api/pairing/:campaign/run': { job: string };
  /** @may update pairing */
  'POST /api/pairing/:campaign/take': Taken;
}

/** The times that one person loses. */
export type Loss = ({ dm: string } | { pitch: string }) & { away: { start: string; end: string }[] };

/** What the calls are sent. */
export interface PairingBodies {
  'POST /api/pairing/:campaign/moves': { moves: Move[]; version?: number | undefined };
  'POST /api/pairing/:campaign/undo': { version?: number | undefined };
  'POST /api/pairing/:campaign/redo': { version?: number | undefined };
  'POST /api/pairing/:campaign/clear': ClearRequest;
  'POST /api/pairing/:campaign/repair': { what: Loss | Loss[] | 'none' };
  'POST /api/pairing/:campaign/run': {
    programs: string[];
    clear?: ClearWhat;
    aims?: string[];
    dmQuota?: number;
    pitchQuota?: number;
    seed?: number;
    stay?: boolean;
  };
  'POST /api/pairing/:campaign/take': { run: string };
}
