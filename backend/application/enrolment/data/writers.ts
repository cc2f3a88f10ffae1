/** Rows of enrolment_writer: who may write an enrolment beside its applicant (decision 132). */
import type { Executor } from '#framework/data/engine/connect.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import type { EnrolmentWriter } from '#generated/objects.ts';
import type { Scalar } from '#kinds/kind.ts';
import { where } from '#rules/records/facts.ts';

type WriterTools = Pick<RecordTools, 'registry'>;

/** More rows than one person or one enrolment has. */
const mostRows = 200;

/** Oldest first; none where the schemas have no co-writers. */
export async function writersWhere(tools: WriterTools, db: Executor, values: Partial<Record<keyof EnrolmentWriter, Scalar>>): Promise<EnrolmentWriter[]> {
  const model = tools.registry.get('enrolment_writer')?.model;
  if (!model) return [];
  return loadPage(db, wholeReader(model, db.kind), { filter: where(values), sort: { field: 'id', order: 'ASC' }, limit: mostRows, offset: 0 });
}

export async function isCoWriter(tools: WriterTools, db: Executor, applicant: string, enrolment: string): Promise<boolean> {
  return (await writersWhere(tools, db, { enrolment, applicant })).length > 0;
}

/** Ids of the enrolments that somebody was invited to and writes. */
export async function coWritten(tools: WriterTools, db: Executor, applicant: string): Promise<string[]> {
  return (await writersWhere(tools, db, { applicant })).map(({ enrolment }) => enrolment);
}
