/** The messages to and from the solver's worker. */
import type { Instance } from '../rules/instance.ts';
import type { Plan, PlanOptions, Progress } from '../rules/make-plan.ts';

export interface SolveOrder {
  instance: Instance;
  options: PlanOptions;
  /** time for the proof, s; 0 for no proof */
  proving: number;
}

export type SolverMessage =
  | { kind: 'progress'; stage: Progress['stage'] | 'proof'; score: number; bound: number; share: number }
  /** the best so far: the result, if no later message arrives */
  | { kind: 'plan'; plan: Plan; isLast: boolean };
