import type { Role } from '#codegen/model.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, administrator } from '#rules/accounts/actor.ts';
import { rolesOf } from '#rules/accounts/roles.ts';
import { Refusal } from '#rules/words/problem.ts';

/**
 * The session goes on with one role's rights instead of the administrator's, until it is ended: what this role sees, and what it is refused, is the server's answer.
 * @throws Refusal msg.admin, msg.invalid with `role`
 */
export async function viewAs(tools: Tools, actor: Actor, token: string, role: unknown): Promise<void> {
  if (!actor.roles.includes(administrator)) throw new Refusal('msg.admin');
  const models = tools.registry.objects().map(({ model }) => model);
  if (typeof role !== 'string' || role === administrator || !rolesOf(models).includes(role)) {
    throw new Refusal('msg.invalid', { fields: [{ path: 'role', code: 'field.option' }] });
  }
  await tools.sessions.setView(token, role as Role);
  tools.log.info({ user: actor.id, role }, 'views as');
}

/** Back to one's own rights. */
export async function endView(tools: Tools, actor: Actor, token: string): Promise<void> {
  if (actor.viewAs !== undefined) await tools.sessions.setView(token, undefined);
}
