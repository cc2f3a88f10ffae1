/**
 * From the problem to a timetable: choose pairs, give them slots, improve, reduce breaks (specification section 4, S06). The same seed and input give
 * the same plan. Pure.
 */
import { seededRandom } from '#rules/values/random.ts';
import { Board, meetingsOn } from './board.ts';
import { allBreaks, calmDown } from './breaks.ts';
import { boardOf } from './explain.ts';
import { bestSet } from './flow.ts';
import { baselineSlots, type Edges, edgesOf, type Instance } from './instance.ts';
import { fill, improve, restore } from './search.ts';
import type { Meeting } from './verify.ts';

export interface PlanOptions {
  seed: number;
  /** steps of the search; a limit in steps, not in time, so that a run can be repeated */
  iterations: number;
  /** steps of reducing breaks */
  calming: number;
  /** meetings of the released plan: they keep their slot where they can */
  baseline?: readonly Meeting[];
}

export interface Progress {
  stage: 'pairs' | 'slots' | 'search' | 'calm' | 'done';
  score: number;
  bound: number;
  /** share of the work done, 0-1 */
  share: number;
  /** the plan so far, where it can be used if the run is stopped now */
  plan?: Plan;
}

export interface Plan {
  meetings: Meeting[];
  score: number;
  /** no plan has a higher value */
  bound: number;
  breaks: number;
  /** meetings that keep the slot of the released plan */
  stayed: number;
}

/** Makes the plan. Each step of the generator reports its progress; to cancel, the caller stops iterating. */
export function* makePlan(instance: Instance, options: PlanOptions): Generator<Progress, Plan, void> {
  const random = seededRandom(options.seed);
  const edges = edgesOf(instance);
  const { chosen, bound } = bestSet(instance, edges);
  yield { stage: 'pairs', score: 0, bound, share: 0.1 };
  const board = new Board(instance, edges, options.baseline && baselineSlots(edges, options.baseline));
  takeUp(board);
  // Meetings of the old timetable that lost their time come first, then those of the best set.
  fill(
    board,
    edgeList(edges).filter((edge) => board.keep && board.keep[edge]! >= 0),
    random,
  );
  fill(board, chosen, random);
  fill(board, edgeList(edges), random);
  yield { stage: 'slots', score: board.score, bound, share: 0.3, plan: planOf(board, bound) };
  for (const { iteration, best } of improve(board, random, options.iterations, bound))
    yield { stage: 'search', score: best, bound, share: 0.3 + (0.5 * iteration) / options.iterations };
  const before = board.slotOf.slice();
  yield { stage: 'calm', score: board.score, bound, share: 0.8, plan: planOf(board, bound) };
  for (const _ of calmDown(board, random, options.calming)) yield { stage: 'calm', score: board.score, bound, share: 0.9 };
  if (board.slotOf.filter((slot) => slot >= 0).length !== before.filter((slot) => slot >= 0).length) restore(board, before);
  const plan = planOf(board, bound);
  yield { stage: 'done', score: plan.score, bound, share: 1 };
  return plan;
}

/** Gives slots to the pairs of another solver, starting from its own slots, and reduces breaks. */
export function calmed(instance: Instance, meetings: readonly Meeting[], bound: number, options: PlanOptions): Plan {
  const board = boardOf(instance, meetings, options.baseline);
  for (const _ of calmDown(board, seededRandom(options.seed), options.calming));
  return planOf(board, bound);
}

/** The whole plan at once. */
export function planAtOnce(instance: Instance, options: PlanOptions): Plan {
  const steps = makePlan(instance, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The meetings of a board, as a plan. */
export function planOf(board: Board, bound: number): Plan {
  return { meetings: meetingsOn(board), score: board.score, bound, breaks: allBreaks(board), stayed: board.stayed };
}

function edgeList(edges: Edges): number[] {
  return Array.from({ length: edges.count }, (_, edge) => edge);
}

/** Places the meetings of the released plan that are still possible, each in its old slot. */
function takeUp(board: Board): void {
  for (const [edge, slot] of board.keep?.entries() ?? []) {
    if (slot >= 0 && board.hasRoom(edge) && board.edges.common[edge]!.includes(slot) && board.fits(edge, slot)) board.place(edge, slot);
  }
}
