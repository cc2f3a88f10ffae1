/**
 * Realms: kinds of people who sign in, each with accounts, a session and a cookie of its own (safety section 8), so that one browser may hold one of
 * each. Staff are the framework's; the application declares the others. Pure.
 */
import type { Role } from '#codegen/model.ts';
import { applicationRules, type Realm } from '#rules/application.ts';

export const staff = 'staff';

/** The realms beside staff, by name. */
export function visitorRealms(): [name: string, realm: Realm][] {
  return Object.entries(applicationRules().realms);
}

/** The object whose rows are a realm's accounts. @throws Error for a realm that nobody declared */
export function accountObject(realm: string): string {
  return realm === staff ? 'user' : declared(realm).object;
}

/** The role that a realm gives; undefined where the account's own row says its roles. */
export function realmRole(realm: string): Role | undefined {
  return realm === staff ? undefined : declared(realm).role;
}

/** The realm whose accounts are rows of the object. */
export function realmOf(object: string): string | undefined {
  return realmNames().find((name) => accountObject(name) === object);
}

export function realmNames(): string[] {
  return [staff, ...visitorRealms().map(([name]) => name)];
}

function declared(name: string): Realm {
  const { realms } = applicationRules();
  const realm = Object.hasOwn(realms, name) ? realms[name] : undefined;
  if (!realm) throw new Error(`no realm ${name}`);
  return realm;
}
