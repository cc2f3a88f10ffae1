/** What was erased before a restore, erased again as it was then (decision 165). */
import type { erasers } from '#framework/backup/erasures.ts';
import { eraseApplicant, eraseJuror } from './erase-visitor.ts';
import { expireEnrolment, isExpiring } from './retention.ts';

export const erasersAgain: typeof erasers.value = {
  async applicant(work, id) {
    const row = await work.lock('applicant', id);
    if (row.erasedAt === '') await eraseApplicant(work, row, 'again');
    return row.erasedAt === '';
  },
  async jury(work, id) {
    const row = await work.lock('jury', id);
    if (row.erasedAt === '') await eraseJuror(work, row, 'again');
    return row.erasedAt === '';
  },
  async enrolment(work, id) {
    const row = await work.lock('enrolment', id);
    if (!isExpiring(work, row)) return false;
    await expireEnrolment(work, row);
    return true;
  },
};
