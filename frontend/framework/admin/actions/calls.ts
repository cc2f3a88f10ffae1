/** Transitions and operations of rows, as the API has them. */

import { reply } from '#client/http/ask.ts';
import { call, request } from '#client/http-client.ts';
import { noted } from '#client/notices/changeset.ts';
import type { ObjectModel } from '#codegen/model.ts';
import type { BodyOf } from '#framework/api/wire.ts';
import type { ActionOrder, ActionPreview, ActionResult, BulkOutcome, OpenAction } from '#framework/records/wire.ts';

/** What the dialog needs to know of a transition or an operation. */
export type Operation = Pick<OpenAction, 'name' | 'kind' | 'label' | 'confirm' | 'destructive' | 'asks' | 'to'>;

/** What came of it, to one row or to many. */
export type Outcome = ActionPreview &
  Partial<Omit<ActionResult & BulkOutcome, keyof ActionPreview>> & {
    /** by which it can be taken back */
    changeset?: string;
  };

export function fetchActions(object: string, id: string): Promise<{ actions: OpenAction[]; locked: readonly string[] }> {
  return call('GET /api/pb/:object/:id/actions', { at: { object, id } });
}

/** What it would do, to one row or to all of many. */
export async function previewOperation(object: string, ids: string[], name: string): Promise<ActionPreview> {
  const [id] = ids;
  if (ids.length === 1 && id !== undefined) return call('GET /api/pb/:object/:id/actions/:name', { at: { object, id, name } });
  return ofMany(object, name, { ids, preview: true });
}

/** With the id that it can be taken back by, where it can. */
export async function runOperation(object: string, id: string, name: string, order: ActionOrder, key: string, changeset: string): Promise<Outcome> {
  const headers = { 'Idempotency-Key': key, ...noted(changeset) };
  const answer = await reply(request, 'POST /api/pb/:object/:id/actions/:name', { at: { object, id, name }, body: order, headers });
  return { ...answer.data.data, ...undoable(answer, changeset) };
}

/** Every row by itself; what could not be done is in `failed`, which is an answer and no failure of the call. */
export function runOperations(object: string, ids: string[], name: string, order: ActionOrder, key: string, changeset: string): Promise<Outcome> {
  return ofMany(object, name, { ...order, ids }, { 'Idempotency-Key': key, ...noted(changeset) }, changeset);
}

/** `done` is false where a single row was left as it was. */
async function ofMany(
  object: string,
  name: string,
  body: BodyOf<'POST /api/pb/:object/actions/:name'>,
  headers: Record<string, string> = {},
  changeset = '',
): Promise<Outcome> {
  const answer = await reply(request, 'POST /api/pb/:object/actions/:name', { at: { object, name }, body, headers });
  return { ...answer.data.data, ...undoable(answer, changeset) };
}

function undoable({ headers }: { headers: Headers }, changeset: string): Pick<Outcome, 'changeset'> {
  return headers.get('X-Undoable') ? { changeset } : {};
}

/** What these roles may do to rows of a list, in any state. */
export function bulkOperations(model: ObjectModel, roles: readonly string[]): Operation[] {
  const mine = (list: readonly string[]) => list.some((role) => roles.includes(role));
  const steps = (model.workflow?.transitions ?? []).filter((step) => mine(step.roles));
  const actions = model.actions.filter((action) => action.bulk && mine(action.roles));
  return [...steps.map(ofStep), ...actions.map(ofAction)];
}

export function ofStep({ name, label, confirm, asks, to }: NonNullable<ObjectModel['workflow']>['transitions'][number]): Operation {
  return { name, kind: 'transition', label, ...(confirm && { confirm }), destructive: false, asks: asks ?? [], to };
}

export function ofAction({ name, label, confirm, destructive }: ObjectModel['actions'][number]): Operation {
  return { name, kind: 'action', label, ...(confirm && { confirm }), destructive, asks: [] };
}
