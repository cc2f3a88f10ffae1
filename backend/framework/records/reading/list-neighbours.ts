import { cursorAt, readCursor } from '#framework/data/queries/cursor.ts';
import { narrowReader, readerFor, readRow } from '#framework/data/rows/reader.ts';
import { loadRawPage } from '#framework/data/rows/records.ts';
import type { Neighbours } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { modelFor, type RecordTools } from '../record-tools.ts';
import { type ListParameters, readQuestion } from './list-records.ts';
import { readRecord } from './read-record.ts';

/**
 * The records before and after one in a list of this filter and order, by the list's cursors: three statements. The record itself need not be in the list.
 * @throws Refusal msg.notfound, and what the list refuses
 */
export async function listNeighbours(tools: RecordTools, actor: Actor, object: string, id: string, parameters: ListParameters): Promise<Neighbours> {
  const model = modelFor(tools, actor, object, 'list');
  const { filter, sort } = readQuestion({ filter: parameters.filter, sort: parameters.sort }, model, actor, tools.now());
  const { key } = model.entity;
  const reader = narrowReader(readerFor(model, actor.roles, tools.db.kind, 'list'), new Set([key, sort.field]));
  const at = readCursor(cursorAt(await readRecord(tools, actor, object, id), model, sort), sort);
  if (!at) return {};
  const neighbour = async (backwards: boolean): Promise<string | undefined> => {
    const [raw] = await loadRawPage(tools.db, reader, { filter, sort, limit: 1, offset: 0, cursor: { at, backwards } });
    return raw && String(readRow(reader, raw)[key]);
  };
  const [previous, next] = [await neighbour(true), await neighbour(false)];
  return { ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) };
}
