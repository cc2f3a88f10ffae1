import type { Row } from '#codegen/model.ts';
import { type Account, accountById } from '#framework/data/system/accounts/accounts.ts';
import { type Step, updateRecord } from '#framework/records/update-record.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, administrator } from '#rules/accounts/actor.ts';
import { accountObject, staff } from '#rules/accounts/realm.ts';
import { Refusal } from '#rules/words/problem.ts';

/** Who writes an account for what its owner has proven: by a code or a password. On their own row everybody is their own administrator; never handed out to a request. */
export function registrar(realm: string, id: string): Actor {
  return { id, name: '', roles: [administrator], realm };
}

/** A save that meets another one is done again on top of it, so often. */
const mostTimes = 4;

/**
 * Writes fields of the account that no payload of its owner may set: password, address, verified. `step.also` is done in the same transaction.
 * @throws Refusal as a record's update does; msg.session where the account is gone
 */
export async function saveAccount(tools: Tools, realm: string, id: string, changes: Row, step: Step = {}): Promise<Account> {
  for (let time = 1; ; time += 1) {
    const account = await accountById(tools.db, realm, id);
    if (!account) throw new Refusal('msg.session');
    try {
      await updateRecord(tools, registrar(realm, id), accountObject(realm), id, { ...changes, ver: account.ver }, undefined, step);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'msg.datamodi' && time < mostTimes) continue;
      throw error;
    }
    const saved = await accountById(tools.db, realm, id);
    if (!saved) throw new Refusal('msg.session');
    return saved;
  }
}

/**
 * From now on staff have a password of their own, so a temporary one for a single sign-in no longer counts.
 * @throws as saveAccount does
 */
export function saveStaffPassword(tools: Tools, id: string, pw: string, step: Step): Promise<Account> {
  const hasOnce = tools.registry.get(accountObject(staff))?.model.fields.some(({ name }) => name === 'pwOnce');
  return saveAccount(tools, 'staff', id, { pw, ...(hasOnce ? { pwOnce: false } : {}) }, step);
}
