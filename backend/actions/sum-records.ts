import { readerFor } from '#backend/data/reader.ts';
import { type Group, sumRows } from '#backend/data/sums.ts';
import type { Actor } from '#domain/actor.ts';
import { mayReadField } from '#domain/permission.ts';
import { readQuestion } from './list-records.ts';
import { modelFor, type RecordTools } from './record-tools.ts';

export interface Sum {
  field: string;
  by: string | null;
  groups: Group[];
}

/**
 * What x-list's `sums` declares, over the rows that the list would show: same filter, same rows, same fields as the actor may read.
 * @throws Refusal param.filter, field.filter, field.operator (400), msg.forbidden
 */
export async function sumRecords(tools: RecordTools, actor: Actor, object: string, filter: string | undefined): Promise<Sum[]> {
  const model = modelFor(tools, actor, object, 'list');
  const reader = readerFor(model, actor.roles, tools.db.kind, 'list');
  const question = readQuestion({ filter }, model, actor);
  const sums: Sum[] = [];
  for (const { field: name, by: group } of model.list.sums ?? []) {
    const [field, by] = [name, group].map((wanted) => reader.fields.find((candidate) => candidate.name === wanted && mayReadField(candidate, actor.roles)));
    if (!field?.column || (group !== undefined && !by)) continue;
    sums.push({ field: name, by: group ?? null, groups: await sumRows(tools.db, reader, question.filter, field, by) });
  }
  return sums;
}
