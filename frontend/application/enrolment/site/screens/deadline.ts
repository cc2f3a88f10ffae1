/** What an applicant has to know about the end of a draft. */
import type { CampaignFacts, EnrolmentPulse } from '#application/site/wire.ts';
import { instant } from '#framework/time.ts';
import { serverNow } from '#screens/site/facts.ts';
import { graceEnd, inBothZones } from '../engine/times.ts';
import { type EnrolTexts, fill } from '../texts.ts';

export interface Deadline {
  text: string;
  /** the end has passed, and the draft can be finished in the grace alone */
  isOver: boolean;
}

/** Their own deadline where staff put it off, or the grace that runs after the end; undefined where the page's countdown says enough. */
export function deadlineOf({ mayEdit, until }: Pick<EnrolmentPulse, 'mayEdit' | 'until'>, { enrol, zone }: CampaignFacts, t: EnrolTexts): Deadline | undefined {
  const end = until || enrol.end;
  if (!mayEdit || end === '') return undefined;
  if (serverNow() >= instant(end)) return { text: fill(t.form.grace, { time: graceEnd(end, zone) }), isOver: true };
  if (until === '') return undefined;
  return { text: fill(t.form.ownDeadline, { time: timesOf(until, zone) }), isOver: false };
}

/** Staff let them begin after the end, until then. */
export function lateStartIn(until: string, { zone }: CampaignFacts, t: EnrolTexts): string {
  return fill(t.list.lateStart, { time: timesOf(until, zone) });
}

function timesOf(stamp: string, zone: string): string {
  const { there, own } = inBothZones(stamp, zone);
  return own ? `${there} = ${own}` : there;
}
