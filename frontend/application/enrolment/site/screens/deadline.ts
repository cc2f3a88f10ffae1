/** What an applicant has to know about the end of a draft. */
import { type Ending, endingOf, timesOf } from '#application/enrolment/rules/times.ts';
import type { CampaignFacts, EnrolmentPulse } from '#application/site/wire.ts';
import { serverNow } from '#screens/site/facts.ts';
import { type EnrolTexts, fill } from '../texts.ts';

/** undefined where the page's countdown says enough */
export function deadlineOf({ mayEdit, until }: Pick<EnrolmentPulse, 'mayEdit' | 'until'>, campaign: CampaignFacts, t: EnrolTexts): Ending | undefined {
  return mayEdit ? endingOf(until, campaign, t.form, serverNow()) : undefined;
}

/** Staff let them begin after the end, until then. */
export function lateStartIn(until: string, { zone }: CampaignFacts, t: EnrolTexts): string {
  return fill(t.list.lateStart, { time: timesOf(until, zone) });
}
