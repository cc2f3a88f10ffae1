/** What the solver's worker is given, and what it tells. */
import type { Instance } from '../rules/instance.ts';
import type { Plan, PlanOptions, Progress } from '../rules/make-plan.ts';

export interface SolveOrder {
  instance: Instance;
  options: PlanOptions;
  /** seconds that the proof may take; 0 leaves it out */
  proving: number;
}

export type SolverMessage =
  | { kind: 'progress'; stage: Progress['stage'] | 'proof'; score: number; bound: number; share: number }
  /** the best so far: what counts if no later message comes */
  | { kind: 'plan'; plan: Plan; isLast: boolean };
