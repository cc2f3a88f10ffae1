/** Who began work that goes on without them, with the rights that they have by then. */
import { accountById } from '#framework/data/system/accounts/accounts.ts';
import { isKey } from '#framework/data/system/accounts/api-keys.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { staff } from '#rules/accounts/realm.ts';
import { Refusal } from '#rules/words/problem.ts';

/**
 * @param by how the work names who began it: an account of the staff, or an API key
 * @returns without a role where the account is closed
 * @throws Refusal msg.admin where there is no such account, or the key has ended
 */
export async function workActor({ db, keys, now }: Pick<Tools, 'db' | 'keys' | 'now'>, by: string): Promise<Actor> {
  if (isKey(by)) {
    const actor = await keys.actorNamed(by, now().getTime());
    if (!actor) throw new Refusal('msg.admin');
    return actor;
  }
  const account = await accountById(db, staff, by);
  if (!account) throw new Refusal('msg.admin');
  return { id: by, name: account.name, roles: account.enabled ? account.roles : [], realm: staff };
}
