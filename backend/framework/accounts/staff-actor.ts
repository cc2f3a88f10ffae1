import type { Executor } from '#framework/data/engine/connect.ts';
import { accountById } from '#framework/data/system/accounts/accounts.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { staff } from '#rules/accounts/realm.ts';
import { Refusal } from '#rules/words/problem.ts';

/** Whoever began work that goes on without them, with the roles that they have now: none where the account is closed. @throws Refusal msg.admin where there is no such account */
export async function staffActor(db: Executor, id: string): Promise<Actor> {
  const account = await accountById(db, staff, id);
  if (!account) throw new Refusal('msg.admin');
  return { id, name: account.name, roles: account.enabled ? account.roles : [], realm: staff };
}
