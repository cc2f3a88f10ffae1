import type { Row } from '#codegen/model.ts';
import { noteHistory } from '#framework/data/rows/history.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { trashRow } from '#framework/data/rows/write.ts';
import type { Actor } from '#rules/actor.ts';
import { Refusal } from '#rules/problem.ts';
import { modelFor, type RecordTools, totalsOf } from './record-tools.ts';

/** Takes a row of an object with x-trash back out of the trash; whoever may delete may restore. @throws Refusal msg.notfound */
export async function restoreRecord(tools: RecordTools, actor: Actor, object: string, id: string): Promise<Row> {
  const model = modelFor(tools, actor, object, 'delete');
  const missing = new Refusal('msg.notfound', { values: { object, id } });
  const reader = readerFor(model, actor.roles, tools.db.kind);
  if (!model.trash || (await loadRow(tools.db, reader, id))) throw missing;
  const row = await tools.db.transaction(async (tx) => {
    if (!(await trashRow(tx, model, id, null))) throw missing;
    // A row that these roles could not have seen before stays where it is.
    const restored = await loadRow(tx, reader, id);
    if (!restored) throw missing;
    await noteHistory(tx, { model, id, ver: Number(restored.ver), at: tools.now(), by: actor.id, action: 'restore', changes: {} });
    return restored;
  });
  totalsOf(tools.db).changed(object, 1);
  tools.onSaved?.({ object, id, action: 'restore', before: undefined, after: row });
  return row;
}
