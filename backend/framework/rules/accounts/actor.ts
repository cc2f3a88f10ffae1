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
  /** signed in by the provider of OpenID Connect, whose matter a second factor is then */
  via?: 'oidc';
  /** nothing but this is open to them: another password than the one-time one, the second factor that their role demands */
  must?: 'password' | 'factor';
}

/** P02: the administrator's role code is the string '[]'; an empty role list gives no rights at all. */
export const administrator: Role = '[]';

export function isAdministrator(actor: Actor | undefined): boolean {
  return actor?.roles.includes(administrator) ?? false;
}
