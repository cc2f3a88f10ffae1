import { readerFor } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import type { OpenAction } from '#framework/records/wire.ts';
import type { Actor } from '#rules/actor.ts';
import { rulesOf } from '#rules/application.ts';
import { Refusal } from '#rules/problem.ts';
import { loadWith } from './decide-standing.ts';
import { modelFor, type RecordTools } from './record-tools.ts';
import { deedsOf, isOpen, nameOf, rolesOf } from './run-action.ts';

/** Transitions and operations that the row's state has open, and the fields that other rows lock (S05). @throws Refusal msg.notfound */
export async function listActions(tools: RecordTools, actor: Actor, object: string, id: string): Promise<{ actions: OpenAction[]; locked: readonly string[] }> {
  const model = modelFor(tools, actor, object, 'read');
  const row = await loadRow(tools.db, readerFor(model, actor.roles, tools.db.kind), id);
  if (!row) throw new Refusal('msg.notfound', { values: { object, id } });
  const actions: OpenAction[] = [];
  for (const deed of deedsOf(model)) {
    if (deed.kind === 'action' && !deed.action.row) continue;
    if (!(await isOpen(tools, model, row, deed))) continue;
    const roles = rolesOf(deed);
    const { label, confirm } = deed.kind === 'transition' ? deed.step : deed.action;
    actions.push({
      name: nameOf(deed),
      kind: deed.kind,
      label,
      ...(confirm && { confirm }),
      destructive: deed.kind === 'action' && deed.action.destructive,
      asks: deed.kind === 'transition' ? (deed.step.asks ?? []) : [],
      ...(deed.kind === 'transition' && { to: deed.step.to }),
      roles,
      allowed: roles.some((role) => actor.roles.includes(role)),
    });
  }
  const locked = (await rulesOf(object).locked?.(loadWith(tools.db, tools.registry), row)) ?? [];
  return { actions, locked };
}
