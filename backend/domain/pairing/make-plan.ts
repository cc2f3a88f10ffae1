/** From the problem to a timetable: choose pairs, slot them, improve, calm (specification section 4, S06). Seeded: the same seed and input give the same plan. */
import { seededRandom } from '#domain/random.ts';
import { Board } from './board.ts';
import { allBreaks, calmDown } from './breaks.ts';
import { boardOf } from './explain.ts';
import { bestSet } from './flow.ts';
import { type Edges, edgesOf, type Instance } from './instance.ts';
import { fill, improve, restore } from './search.ts';
import type { Meeting } from './verify.ts';

export interface PlanOptions {
  seed: number;
  /** steps of the search; a budget in steps, not in time, so that a run can be repeated */
  iterations: number;
  /** steps of calming */
  calming: number;
  /** meetings of the plan that was released: they keep their slot where they can */
  kept?: readonly Meeting[];
}

export interface Progress {
  stage: 'pairs' | 'slots' | 'search' | 'calm' | 'done';
  score: number;
  bound: number;
  /** share of the work done, 0-1 */
  share: number;
}

export interface Plan {
  meetings: Meeting[];
  score: number;
  /** no plan is worth more */
  bound: number;
  breaks: number;
  /** meetings that keep the slot of the released plan */
  stayed: number;
}

/** Makes the plan; each step of the generator tells how far it is, and the caller may stop asking: that is the cancel. */
export function* makePlan(instance: Instance, options: PlanOptions): Generator<Progress, Plan, void> {
  const random = seededRandom(options.seed);
  const edges = edgesOf(instance);
  const { chosen, bound } = bestSet(instance, edges);
  yield { stage: 'pairs', score: 0, bound, share: 0.1 };
  const board = new Board(instance, edges);
  const keep = options.kept && keptSlots(edges, options.kept);
  if (keep) takeUp(board, keep);
  fill(board, chosen, random);
  fill(board, edgeList(edges), random);
  yield { stage: 'slots', score: board.score, bound, share: 0.3 };
  for (const { iteration, best } of improve(board, random, options.iterations, bound))
    yield { stage: 'search', score: best, bound, share: 0.3 + (0.5 * iteration) / options.iterations };
  const before = board.slotOf.slice();
  for (const _ of calmDown(board, random, options.calming, keep, keep ? 1 : 0)) yield { stage: 'calm', score: board.score, bound, share: 0.9 };
  if (board.slotOf.filter((slot) => slot >= 0).length !== before.filter((slot) => slot >= 0).length) restore(board, before);
  const plan = planOf(board, bound, keep);
  yield { stage: 'done', score: plan.score, bound, share: 1 };
  return plan;
}

/** A plan whose pairs another way of solving chose, slotted as it says and then calmed. */
export function calmed(instance: Instance, meetings: readonly Meeting[], bound: number, options: PlanOptions): Plan {
  const board = boardOf(instance, meetings);
  const keep = options.kept && keptSlots(board.edges, options.kept);
  for (const _ of calmDown(board, seededRandom(options.seed), options.calming, keep, keep ? 1 : 0));
  return planOf(board, bound, keep);
}

/** The whole at once. */
export function planAtOnce(instance: Instance, options: PlanOptions): Plan {
  const steps = makePlan(instance, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function planOf(board: Board, bound: number, keep: Int32Array | undefined): Plan {
  const meetings: Meeting[] = [];
  let stayed = 0;
  for (const [edge, slot] of board.slotOf.entries()) {
    if (slot < 0) continue;
    meetings.push({ dm: board.edges.dm[edge]!, pitch: board.edges.pitch[edge]!, slot });
    if (keep && keep[edge] === slot) stayed += 1;
  }
  return { meetings, score: board.score, bound, breaks: allBreaks(board), stayed };
}

function edgeList(edges: Edges): number[] {
  return Array.from({ length: edges.count }, (_, edge) => edge);
}

/** By wish the slot that it had, -1 where it had none. */
function keptSlots(edges: Edges, kept: readonly Meeting[]): Int32Array {
  const by = new Map(kept.map(({ dm, pitch, slot }) => [`${dm} ${pitch}`, slot]));
  return Int32Array.from({ length: edges.count }, (_, edge) => by.get(`${edges.dm[edge]} ${edges.pitch[edge]}`) ?? -1);
}

/** What of the released plan can still stand, stands. */
function takeUp(board: Board, keep: Int32Array): void {
  for (const [edge, slot] of keep.entries()) {
    if (slot < 0 || !board.hasRoom(edge) || !board.hasTable(slot)) continue;
    if (!board.edges.common[edge]!.includes(slot)) continue;
    if (board.atDm(board.edges.dm[edge]!, slot) < 0 && board.atPitch(board.edges.pitch[edge]!, slot) < 0) board.place(edge, slot);
  }
}
