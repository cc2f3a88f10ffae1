import { besideOf } from '#framework/data/engine/connect.ts';
import { sumRows } from '#framework/data/queries/sums.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import type { Sum } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { mayReadField } from '#rules/accounts/permission.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { parseFilter } from '#rules/queries/parse-filter.ts';
import { modelFor, type RecordTools } from '../record-tools.ts';
import { readQuestion } from './list-records.ts';

/**
 * What x-list's `sums` declares, over the rows that the list would show: same filter, same rows, same fields as the actor may read.
 * @throws Refusal param.filter, field.filter, field.operator (400), msg.forbidden
 */
export async function sumRecords(tools: RecordTools, actor: Actor, object: string, filter: string | undefined): Promise<Sum[]> {
  const model = modelFor(tools, actor, object, 'list');
  const reader = readerFor(model, actor.roles, tools.db.kind, 'list');
  const question = readQuestion({ filter }, model, actor, tools.now());
  const db = besideOf(tools.db, 'figures');
  const sums: Sum[] = [];
  for (const { field: name, by: group, filter: counted } of model.list.sums ?? []) {
    const [field, by] = [name, group].map((wanted) => reader.fields.find((candidate) => candidate.name === wanted && mayReadField(candidate, actor.roles)));
    if (!field?.column || (group !== undefined && !by)) continue;
    const narrowed = counted && parseFilter(counted, model, actor, tools.now());
    // Who may not read what sets the counted rows apart gets no figure rather than another one.
    if (narrowed?.problems.length) continue;
    const asked: Filter = narrowed ? { kind: 'and', of: [question.filter, narrowed.value] } : question.filter;
    const groups = await sumRows(db, reader, asked, field, by);
    const sum: Sum = { field: name, by: group ?? null, groups };
    if (counted) {
      const [all] = await sumRows(db, reader, question.filter, field, undefined);
      sum.counts = { filter: counted, left: (all?.count ?? 0) - groups.reduce((count, one) => count + one.count, 0) };
    }
    sums.push(sum);
  }
  return sums;
}
