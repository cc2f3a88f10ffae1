import { readerFor } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import type { OpenAction } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { rulesOf } from '#rules/application.ts';
import { Refusal } from '#rules/words/problem.ts';
import { loadWith } from '../check-related.ts';
import { modelFor, type RecordTools } from '../record-tools.ts';
import { isOpen, nameOf, operationsOf, rolesOf } from '../run-action.ts';

/** Transitions and operations that the row's state has open, and the fields that other rows lock (S05). @throws Refusal msg.notfound */
export async function listActions(tools: RecordTools, actor: Actor, object: string, id: string): Promise<{ actions: OpenAction[]; locked: readonly string[] }> {
  const model = modelFor(tools, actor, object, 'read');
  const row = await loadRow(tools.db, readerFor(model, actor.roles, tools.db.kind), id);
  if (!row) throw new Refusal('msg.notfound', { values: { object, id } });
  const actions: OpenAction[] = [];
  for (const operation of operationsOf(model)) {
    if (operation.kind === 'action' && !operation.action.row) continue;
    if (!(await isOpen(tools, model, row, operation))) continue;
    const roles = rolesOf(operation);
    const { label, confirm } = operation.kind === 'transition' ? operation.step : operation.action;
    actions.push({
      name: nameOf(operation),
      kind: operation.kind,
      label,
      ...(confirm && { confirm }),
      destructive: operation.kind === 'action' && operation.action.destructive,
      asks: operation.kind === 'transition' ? (operation.step.asks ?? []) : [],
      ...(operation.kind === 'transition' && { to: operation.step.to }),
      roles,
      allowed: roles.some((role) => actor.roles.includes(role)),
    });
  }
  const locked = (await rulesOf(object).locked?.(loadWith(tools.db, tools.registry), row)) ?? [];
  return { actions, locked };
}
