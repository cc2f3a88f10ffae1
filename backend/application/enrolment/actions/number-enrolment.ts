import type { Verb } from '#framework/records/verb.ts';
import { giveNumbers, takenNumbers } from './numbering.ts';

/** Gives one verified enrolment the next number of its program. */
export const numberEnrolment: Verb<'enrolment'> = async (work, row) => {
  const { cid } = row;
  await work.lock('campaign', cid);
  await giveNumbers(work, [row], await takenNumbers(work, cid));
};
