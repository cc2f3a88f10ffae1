/** An order over many rows, as a job: looked at whole before it begins, rehearsed or written row by row. */
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import { deleteIn } from '#framework/records/delete-record.ts';
import { modelFor, type RecordTools, refuseProblems } from '#framework/records/record-tools.ts';
import { operationOf, runAction } from '#framework/records/run-action.ts';
import { changeRow, stale } from '#framework/records/update-record.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { type CellEdit, changedBy, changeProblems, pastedInto } from '#rules/records/bulk.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { eachRow, type Task } from './each-row.ts';
import { nameOfKeys, selectedKeys } from './selection.ts';
import type { BulkMode, BulkOrder, OperationOrder } from './wire.ts';

export interface Saying {
  lang: Lang;
  word(problem: Problem, model: ObjectModel): string;
}

/**
 * Starts the work; answers the job's id and how many rows it is about. Its result is a BulkReport.
 * @throws Refusal msg.forbidden, msg.noselect, msg.manyrows, msg.invalid with the fields that may not be changed so, msg.selection where the rows are not those
 * that were looked at, msg.confirm where a destructive operation wants the object's name typed
 */
export async function startBulk(tools: Tools, actor: Actor, object: string, order: BulkOrder, saying: Saying): Promise<{ job: string; count: number }> {
  const model = modelFor(tools, actor, object, 'remove' in order ? 'delete' : 'act' in order ? 'read' : 'update');
  const { verb, act, keys, isNotedAtOnce = false } = await workOf(tools, actor, model, order, saying.lang);
  const seen = nameOfKeys(keys);
  if (order.seen !== undefined && order.seen !== seen) throw new Refusal('msg.selection', { values: { count: keys.length } });
  const task: Task = { model, verb, act, isNotedAtOnce, keys, seen, mode: order.mode, ...saying };
  return { job: await tools.jobs.start('bulk', actor.id, (job) => eachRow(tools, actor, task, job)), count: keys.length };
}

async function workOf(
  tools: Tools,
  actor: Actor,
  model: ObjectModel,
  order: BulkOrder,
  lang: Lang,
): Promise<Pick<Task, 'verb' | 'act' | 'keys'> & Partial<Task>> {
  if ('rows' in order) {
    const edits = new Map(order.rows.map((edit) => [edit.id, edit]));
    const act = (own: RecordTools, row: Row) => paste(own, actor, model, row, edits.get(String(row[model.entity.key])));
    return { verb: 'update', act, keys: await selectedKeys(tools, actor, model, { ids: [...edits.keys()] }) };
  }
  const keys = () => selectedKeys(tools, actor, model, order);
  if ('remove' in order) {
    const act = async (own: RecordTools, row: Row) => {
      await own.db.transaction((tx) => deleteIn(own, tx, actor, model, String(row[model.entity.key]), { lang }));
      if (model.trash) noteUndo(own);
      return [];
    };
    return { verb: 'delete', act, keys: await keys() };
  }
  if ('act' in order) {
    const act = operation(actor, model, order);
    return { verb: 'read', act, isNotedAtOnce: true, keys: await keys() };
  }
  const { changes } = order;
  refuseProblems(changeProblems(changes, model, actor.roles));
  return { verb: 'update', act: (own, row) => change(own, actor, model, row, changedBy(changes, row, model)), keys: await keys() };
}

/** The transition or operation of that name, on each row as it is then. */
function operation(actor: Actor, model: ObjectModel, { act: name, input, confirm, mode }: OperationOrder & { mode: BulkMode }): Task['act'] {
  const found = operationOf(model, actor, name);
  if (found.kind === 'action' && !found.action.bulk) throw new Refusal('msg.badrequest', { values: { field: 'act' } });
  const isDestructive = found.kind === 'action' && found.action.destructive;
  if (isDestructive && mode === 'write' && confirm !== model.name)
    throw new Refusal('msg.confirm', { values: { typed: model.name }, data: { typed: model.name } });
  const request = { ...(input && { input }), ...(isDestructive && { isConfirmed: true }) };
  return async (own, row) => (await runAction(own, actor, model.name, String(row[model.entity.key]), name, request)).effects;
}

async function change(tools: RecordTools, actor: Actor, model: ObjectModel, row: Row, patch: Row): Promise<[]> {
  await changeRow(tools, actor, model, row, patch);
  noteUndo(tools);
  return [];
}

/** What was written can be taken back. */
function noteUndo({ changeset }: RecordTools): void {
  if (changeset) changeset.isNoted = true;
}

async function paste(tools: RecordTools, actor: Actor, model: ObjectModel, row: Row, edit: CellEdit | undefined): Promise<[]> {
  const { patch, problems } = pastedInto(edit?.cells ?? {}, model, actor.roles);
  if (edit?.ver !== undefined && edit.ver !== row.ver) throw stale(tools, actor, model, row);
  refuseProblems(problems);
  return change(tools, actor, model, row, patch);
}
