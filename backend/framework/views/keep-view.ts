import { randomBytes } from 'node:crypto';
import { countViews, findView, putView, removeView, type StoredView } from '#framework/data/system/views.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { readSettings, viewLimits } from '#rules/queries/view.ts';
import { Refusal } from '#rules/words/problem.ts';
import { mayChange } from './list-views.ts';

type Tools = Pick<RecordTools, 'db' | 'registry' | 'now'>;

/** Of one object, for one person, one role, or all. */
const mostViews = 100;

/** ms: as long as a deleted view can come back. */
export const restorable = 86_400_000;

/** Makes a view, or saves the one of this id: name, whom it is for, settings. @throws Refusal */
export async function keepView(tools: Tools, actor: Actor, body: unknown, id?: string): Promise<string> {
  const view = readView(body, actor, id ?? randomBytes(6).toString('hex'));
  modelFor(tools, actor, view.object, 'list');
  if (!mayChange(actor, view)) throw new Refusal('msg.forbidden');
  await tools.db.transaction(async (tx) => {
    const before = id === undefined ? undefined : await demandView(tx, actor, id, false);
    if (before && before.object !== view.object) throw badField('object');
    if (!before && (await countViews(tx, view)) >= mostViews) throw new Refusal('param.filter', { values: { field: 'views' } });
    await putView(tx, { ...view, by: before?.by ?? actor.id }, tools.now().getTime());
  });
  return view.id;
}

/** @throws Refusal */
export async function deleteView(tools: Tools, actor: Actor, id: string): Promise<void> {
  const now = tools.now().getTime();
  await tools.db.transaction(async (tx) => {
    await demandView(tx, actor, id, false);
    await removeView(tx, id, now, now - restorable);
  });
}

/** Brings a deleted one back. @throws Refusal */
export async function restoreView(tools: Tools, actor: Actor, id: string): Promise<void> {
  await tools.db.transaction(async (tx) => putView(tx, await demandView(tx, actor, id, true), tools.now().getTime()));
}

async function demandView(tx: Parameters<typeof findView>[0], actor: Actor, id: string, isGone: boolean): Promise<StoredView> {
  const view = await findView(tx, id, isGone);
  // Of somebody else's own view nobody hears.
  if (!view || (view.scope === 'me' && view.who !== actor.id)) throw new Refusal('msg.notfound');
  if (!mayChange(actor, view)) throw new Refusal('msg.forbidden');
  return view;
}

function readView(body: unknown, actor: Actor, id: string): StoredView {
  const { object, name, scope, role, isDefault, settings }: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  if (typeof object !== 'string') throw badField('object');
  const title = typeof name === 'string' ? name.trim() : '';
  if (!title || title.length > viewLimits.name || title.includes('\0')) throw badField('name');
  if (scope !== 'me' && scope !== 'role' && scope !== 'all') throw badField('scope');
  if (scope === 'role' && (typeof role !== 'string' || !role || role.length > 64)) throw badField('role');
  const who = { me: actor.id, role: String(role), all: '' }[scope];
  return { id, object, name: title, scope, who, isDefault: isDefault === true, settings: JSON.stringify(readSettings(settings)), by: actor.id };
}

function badField(field: string): Refusal {
  return new Refusal('msg.badrequest', { values: { field } });
}
