/** Who acts: the signed-in person as actions and rules see them. Pure. */
import type { Lang, Role } from '#codegen/model.ts';

/** Staff, applicants, jury and decision makers are separate realms with a session and a cookie each (safety section 8). */
export type Realm = 'staff' | 'applicant' | 'jury';

/** The realms of the public site. */
export type SiteRealm = Exclude<Realm, 'staff'>;

/** Roles that people of the public site have by their realm; nobody else is ever given them. */
export const applicantRole: Role = '[ap]';
export const juryRole: Role = '[ju]';

export interface Actor {
  id: string;
  name: string;
  roles: Role[];
  realm: Realm;
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
