/** What is done to the plan of the search where time for a proof is given: a bound and better plans, then the calmest of that worth. */
import { boardOf } from '#domain/pairing/explain.ts';
import type { Instance } from '#domain/pairing/instance.ts';
import { calmed, type Plan, type PlanOptions, planOf } from '#domain/pairing/make-plan.ts';
import { type Proof, prove } from './exact.ts';
import { quieten } from './quieten.ts';

/** s that calming may take at most, where a timetable is kept to too, and as a share of the time for the proof. */
const calmest = 10;
const calmestKept = 3;
const calmShare = 0.25;

/** At most about so many `seconds`, and a quarter of them for calm. `onStep` hears of every better plan or bound. */
export async function finish(instance: Instance, first: Plan, options: PlanOptions, seconds: number, onStep: (proof: Proof) => void): Promise<Plan> {
  let plan = first;
  if (first.score < first.bound) {
    const proof = await prove(instance, first, seconds, onStep, options.kept);
    plan = proof.meetings !== first.meetings ? calmed(instance, proof.meetings, proof.bound, options) : { ...first, bound: proof.bound };
  }
  if (plan.breaks === 0 && !options.kept) return plan;
  const meetings = await quieten(instance, plan.meetings, Math.min(options.kept ? calmestKept : calmest, seconds * calmShare), options.kept);
  return meetings === plan.meetings ? plan : planOf(boardOf(instance, meetings, options.kept), plan.bound);
}
