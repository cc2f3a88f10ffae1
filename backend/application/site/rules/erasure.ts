/** What becomes of an enrolment when its applicant's data are erased, and how long a campaign has to keep what takes part in it (decision 125). Pure. */
import { isAnswerField } from '#application/campaign/rules/questions.ts';
import type { ObjectModel } from '#codegen/model.ts';
import { momentIn } from '#framework/time.ts';
import type { Campaign, Enrolment } from '#generated/objects.ts';

export type Span = Pick<Campaign, 'cEnd' | 'sEnd' | 'days' | 'zone'>;

/**
 * removed: nobody but its applicant has dealt with it. emptied: only what is counted stays (program, length, country). contacts: it was selected, so title
 * and names are part of the forum's history, and what reaches people goes. needed: it takes part in a campaign that is not over.
 */
export type Fate = 'removed' | 'emptied' | 'contacts' | 'needed';

/** The last instant of a campaign, 'YYYY-MM-DD hh:mm:ss' UTC: of its windows and its forum's days. '' where it has no end. */
export function endOfCampaign({ cEnd, sEnd, days, zone }: Span): string {
  const ends = [cEnd, sEnd, ...days.map(({ date, end }) => momentIn(`${date}T${end}`, zone) ?? '')];
  return ends.sort().at(-1) ?? '';
}

export function isOver(campaign: Span, now: string): boolean {
  const end = endOfCampaign(campaign);
  return end !== '' && end <= now;
}

export function fateOf({ status, submitAt, enrollid }: Pick<Enrolment, 'status' | 'submitAt' | 'enrollid'>, isCampaignOver: boolean): Fate {
  // One that was sent back may have been read and counted.
  if (status === 'draft') return submitAt === '' && enrollid === '' ? 'removed' : 'emptied';
  if (status === 'withdrawn') return 'emptied';
  if (!isCampaignOver) return 'needed';
  return status === 'selected' ? 'contacts' : 'emptied';
}

/** Fields of an enrolment that no emptying touches: its number, and which accounts moved it on. */
export const countedFields = ['enrollid', 'submitBy', 'verifyBy', 'selectBy'];

/** Fields of a selected enrolment or its pitch by which people are reached, and the campaign's own questions, which may ask anything. The producer is dealt with apart. */
export function contactFields(model: ObjectModel): string[] {
  const named = ['roughCut', 'roughCutPw', 'trailerPw', 'returnMsg', 'withdrawMsg', 'extendedWhy', 'comment', 'receipt'];
  return model.fields.map(({ name }) => name).filter((name) => named.includes(name) || isAnswerField(name));
}
