/** Who acts: the signed-in person as actions and rules see them. Pure. */
import type { Lang, Role } from '#codegen/model.ts';

export interface Actor {
  id: string;
  name: string;
  roles: Role[];
  /** 'staff', or one of the application's (realm.ts) */
  realm: string;
  lang?: Lang;
  /** an administrator who looks at the system with this role's rights: `roles` holds it alone */
  viewAs?: Role;
  /** signed in with a one-time password: nothing but a new one is open to them */
  mustChange?: boolean;
}

/** P02: the administrator's role code is the string '[]'; an empty role list gives no rights at all. */
export const administrator: Role = '[]';

export function isAdministrator(actor: Actor | undefined): boolean {
  return actor?.roles.includes(administrator) ?? false;
}
