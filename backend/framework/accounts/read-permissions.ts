import type { Role, Verb } from '#codegen/model.ts';
import type { ObjectPermissions, Permissions } from '#framework/accounts/wire.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { grantable } from '#rules/accounts/own-roles.ts';
import { mayReadField, mayWriteField } from '#rules/accounts/permission.ts';
import { rolesOf } from '#rules/accounts/roles.ts';

/** Role × object × action × field, as it is enforced: asked of the same functions that every request asks. */
export function readPermissions(tools: Pick<Tools, 'registry'>, actor: Actor): Permissions {
  const models = tools.registry.objects().map(({ model }) => model);
  const own = tools.registry.ownRoles();
  const roles = [...new Set([...rolesOf(models), ...own.map(({ code }) => code)])];
  const objects = models.map((model): ObjectPermissions => {
    const verbs = Object.entries(model.access.verbs) as [Verb, Role[]][]; // its keys are the verbs
    const reading = roles.filter((role) => model.access.verbs.read.includes(role) || model.access.verbs.list.includes(role));
    const writing = roles.filter((role) => model.access.verbs.create.includes(role) || model.access.verbs.update.includes(role));
    const steps = (model.workflow?.transitions ?? []).map(({ name, label, roles: own }) => ({ name, label, roles: own }));
    const acts = model.actions.map(({ name, label, roles: own }) => ({ name, label, roles: [...new Set([...own, ...(model.access.actions[name] ?? [])])] }));
    return {
      name: model.name,
      label: model.label,
      verbs: verbs.map(([verb, own]) => ({ verb, roles: own })),
      actions: [...steps, ...acts],
      limited: roles.filter((role) => model.access.rows[role] !== undefined),
      fields: model.fields.map((field) => ({
        name: field.name,
        label: field.label,
        read: reading.filter((role) => mayReadField(field, [role])),
        write: writing.filter((role) => mayWriteField(field, [role])),
      })),
      grantable: grantable(model, actor.roles),
    };
  });
  return { roles, own, objects };
}
