/** Decisions on enrolments: pending until they are released all at once; nobody is informed of the same twice. Pure. */
import type { Enrolment, EnrolmentRead } from '#generated/objects.ts';
import type { Problem, ProblemCode } from '#rules/words/problem.ts';

export const decisionWords = ['select', 'decline'] as const;
export type DecisionWord = (typeof decisionWords)[number];

/** How 'nothing' lies in a select. */
export const undecided = '-';

/** What of an enrolment a decision is about. */
export type Undecided = Pick<EnrolmentRead, 'status' | 'decision' | 'told'>;

/** The pending decision, '' for none. */
export function pendingOf(row: Pick<EnrolmentRead, 'decision'>): DecisionWord | '' {
  return wordIn(row.decision);
}

/** The decision that the applicant was informed of last, '' for none yet. */
export function announcedOf(row: Pick<EnrolmentRead, 'told'>): DecisionWord | '' {
  return wordIn(row.told);
}

/**
 * Why this decision cannot be laid down for the enrolment; undefined where it can. Only what was verified is decided. Somebody who was declined can be
 * selected later (a place came free), and the other way round after the selection was taken back.
 */
export function decisionFault(row: Pick<EnrolmentRead, 'status' | 'told'>, decision: DecisionWord): ProblemCode | undefined {
  if (row.status !== 'verified') return 'rule.unverified';
  return announcedOf(row) === decision ? 'rule.told' : undefined;
}

/** A decision recorded in any way, by the form or an import; an existing one is checked again when it is released. */
export function decisionProblems(next: Undecided, previous?: Undecided): Problem[] {
  const decision = pendingOf(next);
  if (!decision || (previous && pendingOf(previous) === decision)) return [];
  const code = decisionFault(next, decision);
  return code ? [{ path: 'decision', code }] : [];
}

/** What a release does to the row: selected ones move on, declined ones stay verified, and both are marked as released. `at` 'YYYY-MM-DD hh:mm:ss' UTC. */
export function releasedPatch(row: Pick<EnrolmentRead, 'decision'>, at: string): Partial<Enrolment> {
  const decision = pendingOf(row);
  return { ...(decision === 'select' && { status: 'selected' as const }), decision: undecided, told: decision || undecided, toldAt: at };
}

export interface ReleasePlan<T = Undecided> {
  select: T[];
  decline: T[];
  /** pending, and not to be released: no longer verified, or informed of the same before */
  held: { row: T; code: ProblemCode }[];
}

export function planRelease<T extends Undecided>(rows: readonly T[]): ReleasePlan<T> {
  const plan: ReleasePlan<T> = { select: [], decline: [], held: [] };
  for (const row of rows) {
    const decision = pendingOf(row);
    if (!decision) continue;
    const code = decisionFault(row, decision);
    if (code) plan.held.push({ row, code });
    else plan[decision].push(row);
  }
  return plan;
}

function wordIn(value: unknown): DecisionWord | '' {
  return decisionWords.find((word) => word === value) ?? '';
}
