import type { RowFailure } from '#backend/data/plan.ts';
import { type Actor, isAdministrator } from '#domain/actor.ts';
import { Refusal } from '#domain/problem.ts';
import type { Tools } from './tools.ts';

export interface AppliedPlan {
  object: string;
  /** descriptions of the steps that were taken, and of those that still wait */
  done: string[];
  pending: string[];
}

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
    const refused = applied.refused.map(({ step, count, failures }) => ({ step: step.description, count, rows: failures satisfies RowFailure[] }));
    const failed = applied.failed.map(({ step }) => ({ step: step.description }));
    throw new Refusal('msg.needsmigration', { data: { object, done, pending, refused, failed } });
  }
  return { object, done, pending };
}
