/** Which rows an applicant or a juror may read: the role allows the object, this allows the row (safety section 10). */

import { isCoWriter } from '#application/enrolment/data/writers.ts';
import { mayJurorRead } from '#application/jury/actions/juror-context.ts';
import { readByJurors } from '#application/jury/rules/selection.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import type { MayRead, RowPlace } from '#framework/files/may-read-file.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { realmOf } from '#rules/accounts/realm.ts';

/**
 * An applicant may read their account and the enrolments they wrote or were invited to write; a juror their account and the enrolments on their list now, in the fields that
 * jurors read, as long as they declared no conflict, without the names of files where the campaign hides
 * who made them. All other rows are forbidden.
 */
export async function isVisitorsRow(tools: RecordTools, actor: Actor, { object, rowId, field }: RowPlace): Promise<MayRead> {
  if (realmOf(object) === actor.realm) return rowId === actor.id;
  if (object !== 'enrolment') return false;
  if (actor.realm === 'applicant') return (await applicantOf(tools, rowId)) === actor.id || isCoWriter(tools, tools.db, actor.id, rowId);
  if (actor.realm !== 'jury') return false;
  const [name = ''] = field.split('.');
  return readByJurors.some((known) => known === name) ? mayJurorRead(tools, actor, rowId, name) : false;
}

async function applicantOf(tools: RecordTools, id: string): Promise<string | undefined> {
  const model = tools.registry.get('enrolment')?.model;
  const row = model && (await loadRow(tools.db, wholeReader(model, tools.db.kind), id));
  return typeof row?.applicant === 'string' && row.applicant !== '' ? row.applicant : undefined;
}
