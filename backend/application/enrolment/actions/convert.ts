/** Enrolments become pitches: one a program, made once. The campaign's row is locked by the caller. */
import type { Row } from '#codegen/model.ts';
import { sortableId } from '#framework/records/create-record.ts';
import type { Work } from '#framework/records/verb.ts';
import { idIn, where } from '#rules/facts.ts';
import { completeRow, defaultsOf, stamps } from '#rules/record.ts';
import { nextNumber, programs } from '../rules/numbers.ts';

/** What a pitch does not take over from its enrolment, though both have it. */
const own = new Set(['id', 'attProgram', 'enrollid', 'comment', ...stamps]);

/** Makes the pitches that are missing; `taken` are the campaign's numbers. */
export async function convert(work: Work, enrolment: Row, taken: Set<string>): Promise<void> {
  const made = await work.rows('pitch', where({ enrolment: idIn(enrolment, 'id') }));
  const chosen = Array.isArray(enrolment.attProgram) ? enrolment.attProgram : [];
  for (const program of programs) {
    if (!chosen.includes(program) || made.some((pitch) => pitch.attProgram === program)) continue;
    const number = idIn(enrolment, 'enrollid');
    const enrollid = number.startsWith(program) ? number : nextNumber(program, taken);
    taken.add(enrollid);
    await work.add('pitch', pitchOf(work, enrolment, program, enrollid));
  }
}

function pitchOf(work: Work, enrolment: Row, program: string, enrollid: string): Row {
  const model = work.model('pitch');
  const theirs = new Set(work.model('enrolment').fields.map(({ name }) => name));
  const shared = model.fields.filter(({ name }) => theirs.has(name) && !own.has(name)).map(({ name }) => [name, enrolment[name] ?? null] as const);
  const row = completeRow({ ...defaultsOf(model), ...Object.fromEntries(shared), attProgram: program, enrollid }, model.fields);
  const from: Row = { id: sortableId(work.now), enrolment: idIn(enrolment, 'id'), dataSource: 'enrolment' };
  return { ...row, ...from, ver: 1, create_at: work.at, update_at: work.at, update_by: work.actor.id };
}
