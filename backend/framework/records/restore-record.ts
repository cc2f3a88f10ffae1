import type { Row } from '#codegen/model.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { save } from '#framework/save/save.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { modelFor, type RecordTools } from './record-tools.ts';

/**
 * Restores a row of an object with x-trash from the trash; the permission to delete includes this.
 * @throws Refusal msg.notfound
 */
export async function restoreRecord(tools: RecordTools, actor: Actor, object: string, id: string): Promise<Row> {
  const model = modelFor(tools, actor, object, 'delete');
  const missing = new Refusal('msg.notfound', { values: { object, id } });
  const reader = readerFor(model, actor.roles, tools.db.kind);
  if (!model.trash || (await loadRow(tools.db, reader, id))) throw missing;
  const { after } = await tools.db.transaction((tx) => save(tools, tx, model, { restore: id, reader }, { by: actor.id }));
  if (!after) throw missing;
  return after;
}
