/** Makes pitches from enrolments: one for each program, never twice. The caller has locked the campaign's row. */

import { sortableId } from '#framework/records/create-record.ts';
import type { Work } from '#framework/records/verb.ts';
import type { Enrolment, Pitch, ProgramCode } from '#generated/objects.ts';
import { where } from '#rules/records/facts.ts';
import { completeRow, defaultsOf, stamps } from '#rules/records/record.ts';
import { nextNumber, programs } from '../rules/numbers.ts';

/** Fields that a pitch does not copy from its enrolment, though both have them. */
const own = new Set(['id', 'attProgram', 'enrollid', 'comment', ...stamps]);

/** Makes the missing pitches; `taken` are the campaign's numbers. */
export async function convert(work: Work, enrolment: Enrolment, taken: Set<string>): Promise<void> {
  const made = await work.rows('pitch', where({ enrolment: enrolment.id }));
  for (const program of programs) {
    if (!enrolment.attProgram.includes(program) || made.some((pitch) => pitch.attProgram === program)) continue;
    const number = enrolment.enrollid;
    const enrollid = number.startsWith(program) ? number : nextNumber(program, taken);
    taken.add(enrollid);
    await work.add('pitch', pitchOf(work, enrolment, program, enrollid));
  }
}

function pitchOf(work: Work, enrolment: Enrolment, attProgram: ProgramCode, enrollid: string): Partial<Pitch> {
  const model = work.model('pitch');
  const theirs = new Set(work.model('enrolment').fields.map(({ name }) => name));
  const shared = model.fields
    .filter(({ name }) => theirs.has(name) && !own.has(name))
    .map(({ name }) => [name, enrolment[name as keyof Enrolment] ?? null] as const); // theirs has it
  const row = completeRow({ ...defaultsOf(model), ...Object.fromEntries(shared), attProgram, enrollid }, model.fields);
  return { ...row, id: sortableId(work.now), enrolment: enrolment.id, dataSource: 'enrolment', ver: 1, create_at: work.at };
}
