import type { Role } from '#codegen/model.ts';
import { administrator } from '#rules/accounts/actor.ts';

/** P02: some screens show only to administrators; the server asks again. */
export function isAdministrator(roles: readonly Role[]): boolean {
  return roles.includes(administrator);
}
