import type { Role, Text, Verb } from '#codegen/model.ts';
import type { Tools } from '#framework/tools.ts';
import { mayReadField, mayWriteField } from '#rules/permission.ts';
import { rolesOf } from '#rules/roles.ts';

export interface ObjectPermissions {
  name: string;
  label: Text;
  verbs: { verb: Verb; roles: Role[] }[];
  /** actions and transitions */
  actions: { name: string; label: Text; roles: Role[] }[];
  /** roles that reach some rows only */
  limited: Role[];
  fields: { name: string; label: Text; read: Role[]; write: Role[] }[];
}

export interface Permissions {
  roles: Role[];
  objects: ObjectPermissions[];
}

/** Role × object × action × field, as it is enforced: asked of the same functions that every request asks. */
export function readPermissions(tools: Pick<Tools, 'registry'>): Permissions {
  const models = tools.registry.objects().map(({ model }) => model);
  const roles = rolesOf(models);
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
    };
  });
  return { roles, objects };
}
