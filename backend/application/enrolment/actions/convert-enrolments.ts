import type { Verb } from '#framework/records/verb.ts';
import { where } from '#rules/records/facts.ts';
import { convert } from './convert.ts';
import { takenNumbers } from './numbering.ts';

/** Makes the pitches of all selected enrolments of a campaign. */
export const convertEnrolments: Verb<'campaign'> = async (work, campaign) => {
  const cid = campaign.id;
  const taken = await takenNumbers(work, cid);
  for (const enrolment of await work.rows('enrolment', where({ cid, status: 'selected' }))) await convert(work, enrolment, taken);
};
