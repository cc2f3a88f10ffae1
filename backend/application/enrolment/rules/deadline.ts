/** The end of the enrolment window for one enrolment: staff may put it off for its applicant alone (decision 121). Pure. */
import type { Row } from '#codegen/model.ts';
import type { Load } from '#rules/records/facts.ts';
import { idIn, where } from '#rules/records/facts.ts';
import type { Problem } from '#rules/words/problem.ts';

/** The enrolment's own deadline, 'YYYY-MM-DD hh:mm:ss' UTC; '' where the campaign's end holds. It never makes the window shorter. */
export function ownEnd(enrolment: Row, campaign: Row): string {
  const [own, end] = [textIn(enrolment.extendedUntil), textIn(campaign.cEnd)];
  return end !== '' && own > end ? own : '';
}

/** The campaign with the end that holds for this enrolment; the rules of the window are asked about it as about any campaign. */
export function campaignOf<C extends Row>(enrolment: Row, campaign: C): C {
  const own = ownEnd(enrolment, campaign);
  return own === '' ? campaign : { ...campaign, cEnd: own };
}

/** A deadline that staff put off to before the campaign's own end would help nobody. One that the campaign's end overtakes later stays. */
export async function deadlineRule(load: Load, next: Row, previous: Row | undefined): Promise<Problem[]> {
  const own = textIn(next.extendedUntil);
  if (own === '' || own === previous?.extendedUntil) return [];
  const campaign = await load.row('campaign', idIn(next, 'cid'));
  return campaign && ownEnd(next, campaign) === '' ? [{ path: 'extendedUntil', code: 'rule.extension' }] : [];
}

/**
 * Somebody who has not begun may begin until then. A draft that exists would not follow, so it is given its own deadline instead. Withdrawn and
 * submitted ones are no drafts.
 */
export async function lateStartRule(load: Load, next: Row, previous: Row | undefined): Promise<Problem[]> {
  if (next.until === previous?.until) return [];
  const [cid, applicant] = [idIn(next, 'cid'), idIn(next, 'applicant')];
  const campaign = await load.row('campaign', cid);
  if (campaign && ownEnd({ extendedUntil: textIn(next.until) }, campaign) === '') return [{ path: 'until', code: 'rule.extension' }];
  const drafts = await load.rows('enrolment', where({ cid, applicant, status: 'draft' }));
  return drafts.length ? [{ path: 'applicant', code: 'rule.begun' }] : [];
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
