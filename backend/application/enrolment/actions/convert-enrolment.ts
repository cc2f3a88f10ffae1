import type { Verb } from '#framework/records/verb.ts';
import { convert } from './convert.ts';
import { takenNumbers } from './numbering.ts';

/** Makes the pitches of one selected enrolment. */
export const convertEnrolment: Verb<'enrolment'> = async (work, row) => {
  const { cid } = row;
  await work.lock('campaign', cid);
  await convert(work, row, await takenNumbers(work, cid));
};
