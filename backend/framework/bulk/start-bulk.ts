/** An order over many rows, as a job: looked at whole before it begins, rehearsed or written row by row. */
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import { deleteIn } from '#framework/records/delete-record.ts';
import { modelFor, type RecordTools, refuseProblems } from '#framework/records/record-tools.ts';
import { changeRow, stale } from '#framework/records/update-record.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { type CellEdit, changedBy, changeProblems, pastedInto } from '#rules/records/bulk.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { eachRow, type Task } from './each-row.ts';
import { nameOfKeys, selectedKeys } from './selection.ts';
import type { BulkOrder } from './wire.ts';

export interface Saying {
  lang: Lang;
  word(problem: Problem, model: ObjectModel): string;
}

/**
 * Starts the work; answers the job's id and how many rows it is about. Its result is a BulkReport.
 * @throws Refusal msg.forbidden, msg.noselect, msg.manyrows, msg.invalid with the fields that may not be changed so, msg.selection where the rows are not those
 * that were looked at
 */
export async function startBulk(tools: Tools, actor: Actor, object: string, order: BulkOrder, saying: Saying): Promise<{ job: string; count: number }> {
  const model = modelFor(tools, actor, object, 'remove' in order ? 'delete' : 'update');
  const { verb, act, keys } = await workOf(tools, actor, model, order, saying.lang);
  const seen = nameOfKeys(keys);
  if (order.seen !== undefined && order.seen !== seen) throw new Refusal('msg.selection', { values: { count: keys.length } });
  const task: Task = { model, verb, act, keys, seen, mode: order.mode, ...saying };
  return { job: await tools.jobs.start('bulk', actor.id, (job) => eachRow(tools, actor, task, job)), count: keys.length };
}

async function workOf(tools: Tools, actor: Actor, model: ObjectModel, order: BulkOrder, lang: Lang): Promise<Pick<Task, 'verb' | 'act' | 'keys'>> {
  if ('rows' in order) {
    const edits = new Map(order.rows.map((edit) => [edit.id, edit]));
    const act = (own: RecordTools, row: Row) => paste(own, actor, model, row, edits.get(String(row[model.entity.key])));
    return { verb: 'update', act, keys: await selectedKeys(tools, actor, model, { ids: [...edits.keys()] }) };
  }
  const keys = () => selectedKeys(tools, actor, model, order);
  if ('remove' in order) {
    const act = (own: RecordTools, row: Row) => own.db.transaction((tx) => deleteIn(own, tx, actor, model, String(row[model.entity.key]), { lang }));
    return { verb: 'delete', act, keys: await keys() };
  }
  const { changes } = order;
  refuseProblems(changeProblems(changes, model, actor.roles));
  return { verb: 'update', act: (own, row) => changeRow(own, actor, model, row, changedBy(changes, row, model)), keys: await keys() };
}

async function paste(tools: RecordTools, actor: Actor, model: ObjectModel, row: Row, edit: CellEdit | undefined): Promise<void> {
  const { patch, problems } = pastedInto(edit?.cells ?? {}, model, actor.roles);
  if (edit?.ver !== undefined && edit.ver !== row.ver) throw stale(tools, actor, model, row);
  refuseProblems(problems);
  await changeRow(tools, actor, model, row, patch);
}
