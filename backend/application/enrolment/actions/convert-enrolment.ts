import type { Verb } from '#framework/records/verb.ts';
import { idIn } from '#rules/facts.ts';
import { convert } from './convert.ts';
import { takenNumbers } from './numbering.ts';

/** Makes the pitches of one selected enrolment. */
export const convertEnrolment: Verb = async (work, row) => {
  const cid = idIn(row, 'cid');
  await work.lock('campaign', cid);
  await convert(work, row, await takenNumbers(work, cid));
};
