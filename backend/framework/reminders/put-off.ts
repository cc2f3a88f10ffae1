import { readerFor } from '#framework/data/rows/reader.ts';
import { loadRawRows } from '#framework/data/rows/records.ts';
import { putPutOff } from '#framework/data/system/put-offs.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { today } from '#rules/queries/relative-day.ts';
import { putOffs, showsAgain } from '#rules/records/reminder.ts';
import { Refusal } from '#rules/words/problem.ts';

/**
 * Puts one reminder about one row off for oneself, says that it is dealt with, or takes that back.
 * @throws Refusal msg.badrequest, msg.notfound, msg.forbidden
 */
export async function putOff(tools: Pick<RecordTools, 'db' | 'registry' | 'now'>, actor: Actor, body: unknown): Promise<string | null> {
  const given: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const text = (field: 'object' | 'id' | 'name' | 'at', length: number): string => {
    const value = given[field];
    if (typeof value !== 'string' || !value || value.length > length || value.includes('\0')) throw badField(field);
    return value;
  };
  const one = { object: text('object', 64), id: text('id', 64), name: text('name', 64), at: text('at', 32) };
  const until = putOffs.find((word) => word === given.until);
  if (!until) throw badField('until');
  const model = modelFor(tools, actor, one.object, 'list');
  if (!model.reminders?.some(({ name }) => name === one.name)) throw badField('name');
  const [row] = await loadRawRows(tools.db, readerFor(model, actor.roles, tools.db.kind, 'list'), [one.id]);
  if (!row) throw new Refusal('msg.notfound', { values: { object: one.object } });
  const day = today(tools.now());
  const again = until === 'none' ? undefined : showsAgain(until, day);
  await tools.db.transaction((tx) => putPutOff(tx, actor.id, one, again, day));
  return again ?? null;
}

function badField(field: string): Refusal {
  return new Refusal('msg.badrequest', { values: { field } });
}
