/** What an enrolment is asked together with its campaign: its own deadline, and, where staff submit it for somebody, what the campaign demands. Pure. */
import type { Row } from '#codegen/model.ts';
import type { Load } from '#rules/records/facts.ts';
import { idIn } from '#rules/records/facts.ts';
import type { Problem } from '#rules/words/problem.ts';
import { deadlineRule } from './deadline.ts';
import { demandsOf } from './demands.ts';
import { missingOf, termsOf } from './enrolment.ts';

export async function enrolmentRule(load: Load, next: Row, previous: Row | undefined): Promise<Problem[]> {
  return [...(await submissionRule(load, next, previous)), ...(await deadlineRule(load, next, previous))];
}

/** Of campaigns that demand nothing of their own the schema decides, as ever. */
export async function submissionRule(load: Load, next: Row, previous: Row | undefined): Promise<Problem[]> {
  if (next.status !== 'submitted' || previous?.status !== 'draft') return [];
  const campaign = await load.row('campaign', idIn(next, 'cid'));
  if (!campaign || !demandsOf(campaign).length) return [];
  // Both ticks are the applicant's own.
  return missingOf({ ...next, rights: true, agree: true }, termsOf(campaign), undefined, idIn(next, 'submitAt') || undefined);
}
