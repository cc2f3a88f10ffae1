import type { Lang } from '#codegen/model.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import type { Problem } from '#rules/words/problem.ts';
import { Refusal } from '#rules/words/problem.ts';
import { deleteRecord } from './delete-record.ts';
import { modelFor, type RecordTools } from './record-tools.ts';

export interface BulkResult {
  deleted: string[];
  failed: { id: string; problem: Problem; data: unknown }[];
}

/** Rows that one request may name. */
export const bulkLimit = 1_000;

/**
 * Deletes each row by itself: one that may not be deleted does not stop the others, and is reported with its reason.
 * @throws Refusal msg.noselect (K07)
 */
export async function deleteRecords(tools: RecordTools, actor: Actor, object: string, ids: readonly string[], lang?: Lang): Promise<BulkResult> {
  modelFor(tools, actor, object, 'delete');
  if (!ids.length) throw new Refusal('msg.noselect');
  if (ids.length > bulkLimit) throw new Refusal('param.filter', { values: { field: 'filter' } });
  const result: BulkResult = { deleted: [], failed: [] };
  for (const id of new Set(ids)) {
    try {
      await deleteRecord(tools, actor, object, id, undefined, lang);
      result.deleted.push(id);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      result.failed.push({ id, problem: { path: '', code: error.code, values: error.values }, data: error.data });
    }
  }
  return result;
}
