/** Which roles there are: those that the objects name, the specification's three first (section 6; P01). Pure. */
import type { ObjectModel, Role } from '#codegen/model.ts';
import { administrator } from './actor.ts';
import { visitorRealms } from './realm.ts';

/** The specification's roles, mightiest first; a schema may name others. */
const known: readonly Role[] = [administrator, '[op]', '[gs]'];

/** Staff's roles only: those of other realms come with the realm and are given to nobody. */
export function rolesOf(models: readonly ObjectModel[]): Role[] {
  const named = new Set<Role>();
  for (const { access, workflow, actions } of models) {
    for (const roles of [...Object.values(access.verbs), ...Object.values(access.actions)]) for (const role of roles) named.add(role);
    for (const { roles } of [...(workflow?.transitions ?? []), ...actions]) for (const role of roles) named.add(role);
  }
  const visitors = visitorRealms().map(([, { role }]) => role);
  return [...known, ...[...named].filter((role) => !known.includes(role) && !visitors.includes(role)).sort()];
}
