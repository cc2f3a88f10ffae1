import { randomInt } from 'node:crypto';
import { forgetNotes } from '#application/jury/data/notes.ts';
import { forgetReadings } from '#application/jury/data/readings.ts';
import { keepUndo } from '#framework/data/rows/undo.ts';
import type { Verb } from '#framework/records/verb.ts';
import type { Enrolment, Selection } from '#generated/objects.ts';
import { among, where } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import { nextNumber, numberingProgram, programs, shuffled } from '../rules/numbers.ts';
import { isVerified, takenNumbers } from './numbering.ts';

/** What an undo needs: numbers by row, and the deleted selections. */
export interface Reshuffle {
  enrolment: Record<string, [before: string, after: string]>;
  pitch: Record<string, [before: string, after: string]>;
  selections: Selection[];
}

/**
 * S08: gives all verified enrolments of a campaign new random numbers, within each program and out of the numbers in use; their pitches follow. The
 * jury's selections and reading marks are deleted. The map from old to new is stored, so that it can be undone.
 */
export const reshuffleEnrolments: Verb<'campaign'> = async (work, campaign) => {
  const cid = campaign.id;
  // It has a way back of its own.
  work.isFinal = true;
  const enrolments = (await work.rows('enrolment', where({ cid }))).filter((row) => isVerified(row) && programOf(row));
  if (!enrolments.length) throw new Refusal('msg.nothing');
  const pitches = await work.rows('pitch', where({ cid }));
  const taken = await takenNumbers(work, cid);
  const saved: Reshuffle = { enrolment: {}, pitch: {}, selections: [] };
  const ids = enrolments.map((row) => row.id);
  for (const selection of await work.rows('selection', among('enrolment', ids))) {
    saved.selections.push(selection);
    await work.remove('selection', selection);
  }
  await forgetReadings(work.tx, ids);
  await forgetNotes(work.tx, ids);
  // They have everything to choose again.
  for (const juror of await work.rows('jury', where({ cid }))) await work.change('jury', juror, { doneAt: '' });
  for (const program of programs) {
    const mine = enrolments.filter((row) => programOf(row) === program);
    const numbers = mine.map((row) => row.enrollid || fresh(program, taken));
    for (const [index, number] of shuffled(numbers, (below) => randomInt(below)).entries()) {
      const row = mine[index]!; // as many as there are numbers
      const before = row.enrollid;
      saved.enrolment[row.id] = [before, number];
      await work.change('enrolment', row, { enrollid: number });
      for (const pitch of pitches.filter((candidate) => before && candidate.enrolment === row.id && candidate.enrollid === before)) {
        saved.pitch[pitch.id] = [before, number];
        await work.change('pitch', pitch, { enrollid: number });
      }
    }
  }
  await keepUndo(work.tx, { object: 'campaign', id: cid, action: work.action, at: work.now, by: work.actor.id, data: JSON.stringify(saved) });
  await work.mark('campaign', campaign);
};

/** An enrolment with a number keeps its letter. */
function programOf(row: Pick<Enrolment, 'enrollid' | 'attProgram'>): string | undefined {
  return row.enrollid.slice(0, 1) || numberingProgram(row);
}

function fresh(program: string, taken: Set<string>): string {
  const number = nextNumber(program, taken);
  taken.add(number);
  return number;
}
