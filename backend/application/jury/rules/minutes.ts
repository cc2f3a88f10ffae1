/** What the minutes of a jury's decision record of each pitch, sorted by what became of it. Pure. */
import type { CountedVote, Measure } from './ranking.ts';

/** 'selectpending' and 'declinepending': decided and not released yet; 'open': nothing decided. */
export const outcomes = ['selected', 'selectpending', 'declined', 'declinepending', 'open'] as const;
export type Outcome = (typeof outcomes)[number];

export interface Decided {
  status: string;
  /** the pending decision: 'select', 'decline', '' */
  decision: string;
  /** the decision of which the applicant was informed last */
  told: string;
}

export function outcomeOf({ status, decision, told }: Decided): Outcome {
  if (decision === 'select') return 'selectpending';
  if (decision === 'decline') return 'declinepending';
  if (status === 'selected') return 'selected';
  return told === 'decline' ? 'declined' : 'open';
}

/** Outcome → its pitches in their order; outcomes without a pitch are left out. */
export function byOutcome<T extends Decided>(lines: readonly T[]): [Outcome, T[]][] {
  return outcomes.map((outcome): [Outcome, T[]] => [outcome, lines.filter((line) => outcomeOf(line) === outcome)]).filter(([, own]) => own.length > 0);
}

/** The jurors who have a part in the figures or stood aside, those who have left the jury since too. */
export function tookPart({ by, lines }: { by: Measure; lines: readonly { votes: readonly CountedVote[] }[] }): Set<string> {
  const isPart = ({ conflict, counts, result }: CountedVote) => conflict || (by === 'criteria' ? typeof result === 'number' : counts);
  return new Set(lines.flatMap(({ votes }) => votes.filter(isPart).map(({ juror }) => juror)));
}

/** Minutes are a draft until the selection has ended and nothing that was decided waits for its release. */
export function isDraft(lines: readonly Decided[], state: string): boolean {
  return state !== 'ended' || lines.some(({ decision }) => decision !== '');
}
