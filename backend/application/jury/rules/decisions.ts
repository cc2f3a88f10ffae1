/** Decisions on enrolments. They are pending until all are released at once; nobody is informed of the same decision twice. Pure. */
import type { Enrolment, EnrolmentRead } from '#generated/objects.ts';
import type { Problem, ProblemCode } from '#rules/words/problem.ts';

export const decisionWords = ['select', 'decline'] as const;
export type DecisionWord = (typeof decisionWords)[number];

/** The value that a select stores for 'nothing'. */
export const undecided = '-';

/** The fields of an enrolment that a decision needs. */
export type Undecided = Pick<EnrolmentRead, 'status' | 'decision' | 'told'>;

/** The pending decision, '' for none. */
export function pendingOf(row: Pick<EnrolmentRead, 'decision'>): DecisionWord | '' {
  return wordIn(row.decision);
}

/** The decision of which the applicant was informed last, '' for none yet. */
export function announcedOf(row: Pick<EnrolmentRead, 'told'>): DecisionWord | '' {
  return wordIn(row.told);
}

/**
 * Why this decision cannot be recorded for the enrolment; undefined where it can. Only verified enrolments are decided. A declined one can be
 * selected later (a place became free), and the other way round after the selection was taken back.
 */
export function decisionFault(row: Pick<EnrolmentRead, 'status' | 'told'>, decision: DecisionWord): ProblemCode | undefined {
  if (row.status !== 'verified') return 'rule.unverified';
  return announcedOf(row) === decision ? 'rule.told' : undefined;
}

/** Checks a decision however it is recorded, by the form or an import. An existing one is checked again when it is released. */
export function decisionProblems(next: Undecided, previous?: Undecided): Problem[] {
  const decision = pendingOf(next);
  if (!decision || (previous && pendingOf(previous) === decision)) return [];
  const code = decisionFault(next, decision);
  return code ? [{ path: 'decision', code }] : [];
}

/**
 * The changes that a release makes to the row: a selected one changes its state, a declined one stays verified, both are marked as released. `at`
 * 'YYYY-MM-DD hh:mm:ss' UTC.
 */
export function releasedPatch(row: Pick<EnrolmentRead, 'decision'>, at: string): Partial<Enrolment> {
  const decision = pendingOf(row);
  return { ...(decision === 'select' && { status: 'selected' as const }), decision: undecided, told: decision || undecided, toldAt: at };
}

export interface ReleasePlan<T = Undecided> {
  select: T[];
  decline: T[];
  /** pending, but will not be released: no longer verified, or informed of the same decision before */
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
