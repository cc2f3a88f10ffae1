import { idIn } from '#domain/facts.ts';
import { giveNumbers, takenNumbers } from './numbering.ts';
import type { Verb } from './work.ts';

/** Gives one verified enrolment the next number of its program. */
export const numberEnrolment: Verb = async (work, row) => {
  const cid = idIn(row, 'cid');
  await work.lock('campaign', cid);
  await giveNumbers(work, [row], await takenNumbers(work, cid));
};
