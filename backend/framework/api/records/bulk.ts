/** Many rows at once: an order read from what was sent, looked at or carried out as a job. */
import type { RequestHandler } from 'express';
import type { Lang, Row } from '#codegen/model.ts';
import { startBulk } from '#framework/bulk/start-bulk.ts';
import type { BulkOrder, OperationOrder, Selection } from '#framework/bulk/wire.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { operationsOf, rolesOf } from '#framework/records/run-action.ts';
import type { Tools } from '#framework/tools.ts';
import { may } from '#rules/accounts/permission.ts';
import type { CellEdit, FieldChange, FieldChanges } from '#rules/records/bulk.ts';
import { isObject } from '#rules/records/record.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Messages, sentence } from '#rules/words/wording.ts';
import { identify, onStaffHost, requireTable, staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { bodyInTime } from '../files/files.ts';
import { jsonReader } from '../safety.ts';
import { noting } from './changeset.ts';

/** Ten thousand pasted lines of ten cells. */
const largestOrder = 8 << 20;

/** Mounted at /api/pb before the usual, smaller body is read. */
export function bulkRouter(tools: Tools & { messages: Record<Lang, Messages> }): RequestHandler {
  const router = answering<'/api/pb'>();
  const gates: RequestHandler[] = [onStaffHost, identify(tools), staffOnly, requireTable(tools), mayChange(tools), bodyInTime, jsonReader(largestOrder)];
  router.post('/:object/bulk', ...gates, async (req, res) => {
    const { object } = req.params;
    const order = orderOf(req.body);
    const lang = languageOf(req.headers.cookie);
    const noted = noting(tools, req, object, 'remove' in order ? 'delete' : 'act' in order ? order.act : 'update');
    const word = (problem: Parameters<typeof sentence>[0], model: Parameters<typeof sentence>[3]) => sentence(problem, tools.messages[lang], lang, model);
    done(res, await startBulk(noted, req.actor!, object, order, { lang, word })); // the gates let only the signed-in through
  });
  return router;
}

/** Asked before megabytes are read: whoever may neither change nor delete rows, nor carry out anything on them, has nothing to order. */
function mayChange(tools: Tools): RequestHandler {
  return (req, _res, next) => {
    const object = String(req.params.object);
    const { roles } = req.actor!; // the gate before lets only the signed-in through
    const model = tools.registry.get(object)?.model;
    const mayOperate = model && may(model, roles, 'read') && operationsOf(model).some((operation) => rolesOf(operation).some((role) => roles.includes(role)));
    if (!mayOperate && !(model && may(model, roles, 'update'))) modelFor(tools, req.actor!, object, 'delete');
    next();
  };
}

function orderOf(body: unknown): BulkOrder {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const { mode, seen } = body;
  if (mode !== 'check' && mode !== 'write') throw bad('mode');
  if (seen !== undefined && typeof seen !== 'string') throw bad('seen');
  const how = { mode, ...(seen !== undefined && { seen }) } as const;
  if (body.rows !== undefined) return { ...how, rows: editsOf(body.rows) };
  const selection = selectionOf(body);
  if (body.remove === true) return { ...how, ...selection, remove: true };
  if (body.act !== undefined) return { ...how, ...selection, ...operationOrderOf(body) };
  return { ...how, ...selection, changes: changesOf(body.changes) };
}

function operationOrderOf({ act, input, confirm }: Record<string, unknown>): OperationOrder {
  if (typeof act !== 'string') throw bad('act');
  if (input !== undefined && !isObject(input)) throw bad('input');
  if (confirm !== undefined && typeof confirm !== 'string') throw bad('confirm');
  return { act, ...(input && { input: input as Row }), ...(confirm !== undefined && { confirm }) }; // JSON
}

function selectionOf({ ids, filter, sort, first }: Record<string, unknown>): Selection {
  if (ids !== undefined) {
    if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) throw bad('ids');
    return { ids };
  }
  if (!isObject(filter)) throw bad('filter');
  if (sort !== undefined && !(Array.isArray(sort) && sort.length === 2 && sort.every((part) => typeof part === 'string'))) throw bad('sort');
  if (first !== undefined && !(Number.isSafeInteger(first) && Number(first) > 0)) throw bad('first');
  return { filter, ...(sort !== undefined && { sort: sort as [string, string] }), ...(first !== undefined && { first: Number(first) }) }; // looked at above
}

function changesOf(given: unknown): FieldChanges {
  if (!isObject(given) || !Object.keys(given).length) throw bad('changes');
  return Object.fromEntries(Object.entries(given).map(([name, change]) => [name, changeOf(name, change)]));
}

function changeOf(name: string, change: unknown): FieldChange {
  if (!isObject(change)) throw bad(name);
  if (change.do === 'empty') return { do: 'empty' };
  if (change.do === 'set' && change.value !== undefined) return { do: 'set', value: change.value };
  if ((change.do === 'add' || change.do === 'remove') && Array.isArray(change.values)) return { do: change.do, values: change.values };
  throw bad(name);
}

function editsOf(given: unknown): CellEdit[] {
  if (!Array.isArray(given)) throw bad('rows');
  return given.map((edit) => {
    if (!isObject(edit) || typeof edit.id !== 'string' || !isObject(edit.cells)) throw bad('rows');
    const { id, ver, cells } = edit;
    if (ver !== undefined && typeof ver !== 'number') throw bad('rows');
    const isCell = (cell: unknown) => cell === null || ['string', 'number', 'boolean'].includes(typeof cell);
    if (!Object.values(cells).every(isCell)) throw bad('rows');
    return { id, cells: cells as CellEdit['cells'], ...(ver !== undefined && { ver }) }; // looked at above
  });
}

function bad(field: string): Refusal {
  return new Refusal('msg.badrequest', { values: { field } });
}
