import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { AppliedPlan, RefusedPlan } from './wire.ts';

/**
 * Takes the steps that an object's table waits for, and lets the changed object take effect. Destructive steps need its name typed.
 * Throws Refusal msg.admin (P02), msg.notfound where nothing waits, msg.needsmigration with the rows that stand in the way (`data.refused`).
 */
export async function applyPending(tools: Tools, actor: Actor, request: { object: unknown; typed: unknown }): Promise<AppliedPlan> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  const { object, typed } = request;
  if (typeof object !== 'string' || !tools.tables.pending().some((report) => report.object === object)) throw new Refusal('msg.notfound');
  const applied = await tools.tables.apply(object, typeof typed === 'string' ? typed : undefined);
  if (!applied) throw new Refusal('msg.notfound');
  tools.log.info({ object, user: actor.id, done: applied.done.map((step) => step.description) }, 'table changed');
  await tools.registry.reload();
  const done = applied.done.map((step) => step.description);
  const pending = applied.pending.map((step) => step.description);
  if (applied.refused.length || applied.failed.length || (pending.length && !done.length)) {
    const refused = applied.refused.map(({ step, count, failures }) => ({
      step: step.description,
      kind: step.kind,
      fields: step.fields,
      count,
      rows: failures,
    }));
    const failed = applied.failed.map(({ step: { description, kind, table, fields }, message }) => ({ step: description, kind, table, fields, message }));
    throw new Refusal('msg.needsmigration', { data: { object, done, pending, refused, failed } satisfies RefusedPlan });
  }
  return { object, done, pending };
}
