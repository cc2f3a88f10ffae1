/** Gives numbers to enrolments of a campaign. The caller has locked the campaign's row. */

import type { Work } from '#framework/records/verb.ts';
import type { Enrolment } from '#generated/objects.ts';
import { where } from '#rules/records/facts.ts';
import { nextNumber, numberingProgram } from '../rules/numbers.ts';

/** All numbers that the campaign has given to enrolments and pitches. */
export async function takenNumbers(work: Work, cid: string): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const object of ['enrolment', 'pitch'] as const) for (const row of await work.rows(object, where({ cid }))) if (row.enrollid) taken.add(row.enrollid);
  return taken;
}

/** True where staff have verified it. */
export function isVerified(enrolment: Pick<Enrolment, 'status'>): boolean {
  return enrolment.status === 'verified' || enrolment.status === 'selected';
}

/** Gives numbers to the verified enrolments without one, in the order of submission; adds them to `taken`. */
export async function giveNumbers(work: Work, enrolments: readonly Enrolment[], taken: Set<string>): Promise<void> {
  const waiting = enrolments.filter((row) => isVerified(row) && !row.enrollid && numberingProgram(row));
  waiting.sort((a, b) => order(a.submitAt, b.submitAt) || order(a.id, b.id));
  for (const row of waiting) {
    const number = nextNumber(numberingProgram(row) ?? '', taken);
    taken.add(number);
    await work.change('enrolment', row, { enrollid: number });
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
