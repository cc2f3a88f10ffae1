/** Decisions on enrolments: pending until they are released all at once; nobody is told the same twice. Pure. */
import type { Row } from '#codegen/model.ts';
import type { Problem, ProblemCode } from '#rules/problem.ts';

export const decisionWords = ['select', 'decline'] as const;
export type DecisionWord = (typeof decisionWords)[number];

/** How 'nothing' lies in a select. */
export const undecided = '-';

/** The pending decision, '' for none. */
export function pendingOf(row: Row): DecisionWord | '' {
  return wordIn(row.decision);
}

/** What the applicant was told last, '' for nothing yet. */
export function toldOf(row: Row): DecisionWord | '' {
  return wordIn(row.told);
}

/**
 * Why this decision cannot be laid down for the enrolment; undefined where it can. Only what was verified is decided. Somebody who was declined can be
 * selected later (a place came free), and the other way round after the selection was taken back.
 */
export function decisionFault(row: Row, decision: DecisionWord): ProblemCode | undefined {
  if (row.status !== 'verified') return 'rule.unverified';
  return toldOf(row) === decision ? 'rule.told' : undefined;
}

/** A decision laid down by any door, the form and an import among them; one that stands already is looked at again when it is released. */
export function decisionProblems(next: Row, previous?: Row): Problem[] {
  const decision = pendingOf(next);
  if (!decision || (previous && pendingOf(previous) === decision)) return [];
  const code = decisionFault(next, decision);
  return code ? [{ path: 'decision', code }] : [];
}

/** What a release does to the row: selected ones move on, declined ones stay verified, and both are marked as told. `at` 'YYYY-MM-DD hh:mm:ss' UTC. */
export function releasedPatch(row: Row, at: string): Row {
  const decision = pendingOf(row);
  return { ...(decision === 'select' && { status: 'selected' }), decision: undecided, told: decision || undecided, toldAt: at };
}

export interface ReleasePlan {
  select: Row[];
  decline: Row[];
  /** pending, and not to be released: no longer verified, or told the same before */
  held: { row: Row; code: ProblemCode }[];
}

export function planRelease(rows: readonly Row[]): ReleasePlan {
  const plan: ReleasePlan = { select: [], decline: [], held: [] };
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
