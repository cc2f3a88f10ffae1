/**
 * Roles that a house makes itself in the browser, laid over the access that the schemas say (decision 059). A grant is one line: `film:update` a verb,
 * `film!approve` an action or transition, `film.budget:read` a field, `film.*:write` every field without an access of its own. What is not granted is
 * closed, fields that a schema gets later too. Pure.
 */
import type { FieldModel, ObjectModel, Role, Text, Verb } from '#codegen/model.ts';
import { administrator } from './actor.ts';
import { may, mayAct, mayReadField, mayWriteField } from './permission.ts';
import { accountObject, staff, visitorRealms } from './realm.ts';

export interface OwnRole {
  code: Role;
  title: Text;
  grants: string[];
  ver: number;
}

export type FieldVerb = 'read' | 'write';

export const verbGrant = (object: string, verb: Verb) => `${object}:${verb}`;
export const actionGrant = (object: string, action: string) => `${object}!${action}`;
export const fieldGrant = (object: string, field: string, how: FieldVerb) => `${object}.${field}:${how}`;
/** In the place of a field's name: every one without an access of its own. */
export const everyField = '*';

/** Whoever may write staff's accounts has all rights that anybody has: that is given to nobody. */
const onAccounts: readonly Verb[] = ['list', 'read', 'export'];

/** The grant after an object, or fields of one, got other names; of fields only those of the row itself have grants. */
export function renamedGrant(grant: string, from: string, to: string, fieldOf: (field: string) => string = (field) => field): string {
  if (!grant.startsWith(from)) return grant;
  const rest = grant.slice(from.length);
  if (rest.startsWith(':') || rest.startsWith('!')) return to + rest;
  const end = rest.lastIndexOf(':');
  return rest.startsWith('.') && end > 0 ? `${to}.${fieldOf(rest.slice(1, end))}${rest.slice(end)}` : grant;
}

/** What people with these roles can hand out of the object: what they have themselves, and of that no secret. */
export function grantable(model: ObjectModel, roles: readonly Role[]): string[] {
  const { name } = model;
  const isAccounts = name === accountObject(staff);
  const verbs = (Object.keys(model.access.verbs) as Verb[]).filter((verb) => (!isAccounts || onAccounts.includes(verb)) && may(model, roles, verb)); // its keys are the verbs
  if (!verbs.length) return [];
  const actions = isAccounts ? [] : actionsOf(model).filter(([action, own]) => mayAct(model, roles, action) || own.some((role) => roles.includes(role)));
  const fields = model.fields.flatMap((field) => [
    ...(mayReadField(field, roles) ? [fieldGrant(name, field.name, 'read')] : []),
    ...(!isAccounts && !field.writeOnly && mayWriteField(field, roles) ? [fieldGrant(name, field.name, 'write')] : []),
  ]);
  const every = [fieldGrant(name, everyField, 'read'), ...(isAccounts ? [] : [fieldGrant(name, everyField, 'write')])];
  return [...verbs.map((verb) => verbGrant(name, verb)), ...actions.map(([action]) => actionGrant(name, action)), ...every, ...fields];
}

/**
 * The model with the house's roles in its access. Administrators made them, so a grant is worth what an administrator has: their verbs, fields and rows.
 */
export function withOwnRoles(model: ObjectModel, own: readonly OwnRole[]): ObjectModel {
  const open = new Set(grantable(model, [administrator]));
  const given = own.map(({ code, grants }) => ({ code, grants: new Set(grants.filter((grant) => open.has(grant))) })).filter(({ grants }) => grants.size > 0);
  if (!given.length) return model;
  const to = (...grants: string[]) => given.filter((one) => grants.some((grant) => one.grants.has(grant))).map(({ code }) => code);
  const { name, access } = model;
  const verbs = Object.entries(access.verbs).map(([verb, list]) => [verb, [...list, ...to(verbGrant(name, verb as Verb))]]); // its keys are the verbs
  const actions = Object.entries(access.actions).map(([action, list]) => [action, [...list, ...to(actionGrant(name, action))]]);
  const limit = access.rows[administrator];
  const withRoles = <T extends { name: string; roles: Role[] }>(one: T): T => ({ ...one, roles: [...one.roles, ...to(actionGrant(name, one.name))] });
  return {
    ...model,
    fields: model.fields.map((field) => withHolders(field, model, { to, holders: given.map(({ code }) => code) })),
    ...(model.workflow && { workflow: { ...model.workflow, transitions: model.workflow.transitions.map(withRoles) } }),
    actions: model.actions.map(withRoles),
    access: {
      verbs: Object.fromEntries(verbs) as ObjectModel['access']['verbs'], // the same keys
      actions: Object.fromEntries(actions) as ObjectModel['access']['actions'], // the same keys
      rows: limit ? { ...access.rows, ...Object.fromEntries(given.map(({ code }) => [code, limit])) } : access.rows,
    },
  };
}

interface Holders {
  to: (...grants: string[]) => Role[];
  holders: Role[];
}

function withHolders(field: FieldModel, model: ObjectModel, { to, holders }: Holders): FieldModel {
  const { name, entity } = model;
  const { access } = field;
  const isName = field.name === entity.key || field.name === 'ver'; // without them a row cannot be asked for
  const of = (how: FieldVerb) => to(fieldGrant(name, field.name, how), ...(access ? [] : [fieldGrant(name, everyField, how)]));
  const readers = isName ? holders : of('read');
  const writers = of('write');
  if (!access && readers.length === holders.length && writers.length === holders.length) return field;
  const read = [...(access?.read ?? rolesWith(model, ['list', 'read', 'export'])), ...readers];
  return { ...field, access: { read, write: [...(access?.write ?? access?.read ?? rolesWith(model, ['create', 'update', 'import'])), ...writers] } };
}

/**
 * To whom a field without an access of its own stays open: who reads, or writes, the object by a verb or an action. Nobody else, for somebody with two roles
 * would get the field by one that has nothing here. People of other realms have one role, and what is open to them is the application's.
 */
function rolesWith(model: ObjectModel, verbs: readonly Verb[]): Role[] {
  const acting = actionsOf(model).flatMap(([, roles]) => roles);
  return [...new Set([...verbs.flatMap((verb) => model.access.verbs[verb]), ...acting, ...visitorRealms().map(([, { role }]) => role)])];
}

function actionsOf(model: ObjectModel): [string, Role[]][] {
  const named = [...(model.workflow?.transitions ?? []), ...model.actions].map(({ name, roles }): [string, Role[]] => [name, roles]);
  return [...new Map([...Object.entries(model.access.actions), ...named])];
}
