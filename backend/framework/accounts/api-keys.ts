/** API keys: made, listed and ended by administrators, in a session and never by a key (decision 074). */
import { noteKeyHistory } from '#framework/data/system/accounts/api-keys.ts';
import { instant, isDay, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import type { KeyScope } from '#rules/accounts/key-scope.ts';
import { visitorRealms } from '#rules/accounts/realm.ts';
import { rolesOf } from '#rules/accounts/roles.ts';
import { isObject } from '#rules/records/record.ts';
import { type Problem, type ProblemCode, Refusal } from '#rules/words/problem.ts';
import type { ApiKeys, MadeKey } from './wire.ts';

export const longestKeyName = 40;
const day = 86_400_000;

/** All keys, newest first, with the roles and objects that another can be made for. @throws Refusal msg.admin */
export async function listKeys(tools: Tools, actor: Actor): Promise<ApiKeys> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  const stamp = (at: number | undefined) => (at === undefined ? '' : stampOf(at));
  const keys = (await tools.keys.list()).map(({ id, name, roles, scope, madeBy, madeAt, endsAt, usedAt, revokedAt }) => ({
    ...{ id, name, prefix: `rb_${id}`, roles, scope, madeBy, madeAt: stampOf(madeAt) },
    ...{ endsAt: stamp(endsAt), usedAt: stamp(usedAt), revokedAt: stamp(revokedAt) },
    isOpen: revokedAt === undefined && (endsAt === undefined || tools.now().getTime() < endsAt),
  }));
  return { keys, roles: rolesToGive(tools), objects: objectsToGive(tools) };
}

/**
 * Makes a key; its token is in this answer and nowhere else.
 * @param given name, roles, scope ('all', 'read', or objects with 'read' or 'write') and the last day, 'YYYY-MM-DD' UTC, or none
 * @throws Refusal msg.admin, msg.invalid with `name`, `roles`, `scope`, `ends`
 */
export async function makeKey(tools: Tools, actor: Actor, given: unknown): Promise<MadeKey> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  const { name, roles, scope, ends, ...more } = isObject(given) ? given : {};
  const now = tools.now().getTime();
  const problems: Problem[] = Object.keys(more).map((path) => ({ path, code: 'field.unknown', values: { field: path } }));
  const refuse = (path: string, code: ProblemCode) => void problems.push({ path, code });
  const called = typeof name === 'string' ? name.trim() : '';
  if (!called) refuse('name', 'field.required');
  else if (called.length > longestKeyName) refuse('name', 'field.invalid');
  const known = rolesToGive(tools);
  const held = Array.isArray(roles) ? [...new Set(roles.map(String))] : [];
  if (!held.length) refuse('roles', 'field.required');
  else if (!held.every((role) => known.includes(role))) refuse('roles', 'field.option');
  const wanted = scopeOf(scope, objectsToGive(tools));
  if (wanted === undefined) refuse('scope', 'field.invalid');
  const endsAt = ends === undefined || ends === '' ? undefined : endOf(ends);
  if (endsAt !== undefined && !(endsAt > now)) refuse('ends', 'field.date');
  if (problems.length || wanted === undefined) throw new Refusal('msg.invalid', { fields: problems });
  const key = { name: called, roles: held, scope: wanted, madeBy: actor.id, madeAt: now, ...(endsAt !== undefined && { endsAt }) };
  const made = await tools.db.transaction(async (tx) => {
    const made = await tools.keys.create(tx, key);
    await noteKeyHistory(tx, now, actor.id, 'create', { ...key, id: made.id });
    return made;
  });
  tools.log.info({ by: actor.id, key: made.id, roles: held, scope: wanted }, 'an API key was made');
  return made;
}

/** Ends a key for good, from the next call on. @throws Refusal msg.admin, msg.notfound */
export async function revokeKey(tools: Tools, actor: Actor, id: string): Promise<void> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  const now = tools.now().getTime();
  await tools.db.transaction(async (tx) => {
    const key = await tools.keys.revoke(tx, id, actor.id, now);
    if (!key) throw new Refusal('msg.notfound');
    await noteKeyHistory(tx, now, actor.id, 'revoke', key);
  });
  tools.keys.forget();
  tools.log.info({ by: actor.id, key: id }, 'an API key was revoked');
}

/** Administrators have every right, so each role of staff is theirs to hand out; those of other realms are no staff's. */
function rolesToGive({ registry }: Tools): string[] {
  const visitors = visitorRealms().map(([, { role }]) => role);
  const all = [...rolesOf(registry.objects().map(({ model }) => model)), ...registry.ownRoles().map(({ code }) => code)];
  return [...new Set(all)].filter((role) => !visitors.includes(role));
}

function objectsToGive({ registry }: Tools): string[] {
  return registry.objects().flatMap(({ model }) => (model.entity.virtual ? [] : [model.name]));
}

function scopeOf(given: unknown, objects: readonly string[]): KeyScope | undefined {
  if (given === 'all' || given === 'read') return given;
  if (!isObject(given)) return undefined;
  const entries = Object.entries(given);
  const isRight = entries.length > 0 && entries.every(([object, access]) => objects.includes(object) && (access === 'read' || access === 'write'));
  return isRight ? (given as KeyScope) : undefined; // looked at just now
}

/** The end of the day, UTC, in ms; NaN for what is no day. */
function endOf(given: unknown): number {
  return typeof given === 'string' && isDay(given) ? instant(`${given} 00:00:00`) + day : Number.NaN;
}
