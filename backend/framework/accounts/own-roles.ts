/** Roles of the house's own making: made, changed and deleted by administrators, never with more than they have themselves (decision 059). */
import { takeRoleFromKeys } from '#framework/data/system/accounts/api-keys.ts';
import { isHeld, loadRoleHistory, lockOwnRole, noteRoleHistory, putOwnRole, removeOwnRole } from '#framework/data/system/accounts/own-roles.ts';
import type { HistoryEntry } from '#framework/records/wire.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { grantable, type OwnRole } from '#rules/accounts/own-roles.ts';
import { visitorRealms } from '#rules/accounts/realm.ts';
import { rolesOf } from '#rules/accounts/roles.ts';
import { isObject } from '#rules/records/record.ts';
import { languages } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';

const longestTitle = 60;
const mostRoles = 50;

/**
 * Makes the role, or takes what is given in its place; it holds from the next request on. A grant that the role had and nobody can give any more, of an
 * object whose file is gone, may stay.
 * @param name its code without the brackets
 * @throws Refusal msg.admin, msg.invalid with `code`, `title.*` or `grants`, msg.datamodi where somebody else was first
 */
export async function saveOwnRole(tools: Tools, actor: Actor, name: string, given: unknown): Promise<void> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  const body = isObject(given) ? given : {};
  const code = codeOf(tools, name);
  const title = titleOf(body.title);
  const grants = Array.isArray(body.grants) ? [...new Set(body.grants.map(String))].sort() : invalid('grants');
  const own = new Set(tools.registry.objects().flatMap(({ model }) => grantable(model, actor.roles)));
  await tools.db.transaction(async (tx) => {
    const before = await lockOwnRole(tx, code);
    if ((before?.ver ?? 0) !== Number(body.ver ?? 0)) throw new Refusal('msg.datamodi');
    if (!before && tools.registry.ownRoles().length >= mostRoles) invalid('code');
    if (!grants.every((grant) => own.has(grant) || before?.grants.includes(grant))) invalid('grants');
    const after: OwnRole = { code, title, grants, ver: (before?.ver ?? 0) + 1 };
    await putOwnRole(tx, after);
    await noteRoleHistory(tx, tools.now(), actor.id, before ? 'update' : 'create', before, after);
  });
  await tools.registry.reload();
  tools.log.info({ by: actor.id, role: code, grants: grants.length }, 'a role was saved');
}

/** @throws Refusal msg.admin, msg.notfound, msg.roleheld where an account has it */
export async function deleteOwnRole(tools: Tools, actor: Actor, name: string): Promise<void> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  const code = `[${name}]`;
  await tools.db.transaction(async (tx) => {
    const before = await lockOwnRole(tx, code);
    if (!before) throw new Refusal('msg.notfound', { values: { object: 'role', id: code } });
    if (await isHeld(tx, code)) throw new Refusal('msg.roleheld');
    await removeOwnRole(tx, code);
    await takeRoleFromKeys(tx, code);
    await noteRoleHistory(tx, tools.now(), actor.id, 'delete', before, undefined);
  });
  tools.keys.forget();
  await tools.registry.reload();
  tools.log.info({ by: actor.id, role: code }, 'a role was deleted');
}

/** Who gave and took what, newest first; of a deleted role too. */
export function readRoleHistory(tools: Tools, name: string): Promise<HistoryEntry[]> {
  return loadRoleHistory(tools.db, `[${name}]`);
}

/** One that no schema and no realm has. */
function codeOf(tools: Tools, name: string): string {
  const code = `[${name}]`;
  const own = tools.registry.ownRoles().map((role) => role.code);
  const models = tools.registry.objects().map(({ model }) => model);
  const taken = [...rolesOf(models), ...visitorRealms().map(([, { role }]) => role)].filter((role) => !own.includes(role));
  return /^[a-z][a-z0-9]{0,19}$/.test(name) && !taken.includes(code) ? code : invalid('code');
}

function titleOf(given: unknown): OwnRole['title'] {
  const texts = isObject(given) ? given : {};
  const of = (lang: string) => {
    const text = typeof texts[lang] === 'string' ? texts[lang].trim() : '';
    return text !== '' && text.length <= longestTitle ? text : invalid(`title.${lang}`);
  };
  return Object.fromEntries(languages.map((lang) => [lang, of(lang)])) as OwnRole['title']; // each language has one
}

function invalid(path: string): never {
  throw new Refusal('msg.invalid', { fields: [{ path, code: 'field.invalid' }] });
}
