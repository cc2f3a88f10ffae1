/** The last step for the plan of the search, where there is time for a proof: a bound and better plans, then the one with the fewest breaks of that value. */
import { boardOf } from '../rules/explain.ts';
import type { Instance } from '../rules/instance.ts';
import { calmed, type Plan, type PlanOptions, planOf } from '../rules/make-plan.ts';
import { closeIn, type Proof, prove } from './exact.ts';
import { quieten } from './quieten.ts';

/** Longest time for reducing breaks, s, with a baseline too, and as a share of the time for the proof. */
const calmest = 10;
const calmestBaseline = 3;
const calmShare = 0.25;
/** Share of the time for the last points of a plan that keeps to a timetable. */
const closing = 1 / 3;

/** Takes at most about `seconds`, and a quarter of them for reducing breaks. `onStep` gets every better plan or bound. */
export async function finish(instance: Instance, first: Plan, options: PlanOptions, seconds: number, onStep: (proof: Proof) => void): Promise<Plan> {
  let plan = first;
  if (first.score < first.bound) {
    const proof = await prove(instance, first, seconds, onStep, options.baseline);
    plan = proof.meetings !== first.meetings ? calmed(instance, proof.meetings, proof.bound, options) : { ...first, bound: proof.bound };
    onStep(plan);
  }
  if (plan.breaks === 0 && !options.baseline) return plan;
  const { baseline } = options;
  const meetings = await quieten(instance, plan.meetings, Math.min(baseline ? calmestBaseline : calmest, seconds * calmShare), baseline);
  if (meetings !== plan.meetings) plan = planOf(boardOf(instance, meetings, baseline), plan.bound);
  if (!baseline || plan.score >= plan.bound) return plan;
  const closed = await closeIn(instance, { ...plan, meetings: [...plan.meetings] }, seconds * closing, onStep, baseline);
  return closed.score > plan.score ? planOf(boardOf(instance, closed.meetings, baseline), plan.bound) : plan;
}
