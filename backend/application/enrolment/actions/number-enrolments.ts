import type { Verb } from '#framework/records/verb.ts';
import { where } from '#rules/records/facts.ts';
import { giveNumbers, takenNumbers } from './numbering.ts';

/** Numbers every verified enrolment of a campaign that has no number yet. */
export const numberEnrolments: Verb<'campaign'> = async (work, campaign) => {
  const cid = campaign.id;
  await giveNumbers(work, await work.rows('enrolment', where({ cid })), await takenNumbers(work, cid));
};
