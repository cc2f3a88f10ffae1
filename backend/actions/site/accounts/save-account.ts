import { type Account, accountObjects } from '#backend/data/accounts.ts';
import { findSiteAccount } from '#backend/data/site-accounts.ts';
import type { Row } from '#codegen/model.ts';
import type { Actor, SiteRealm } from '#domain/actor.ts';
import { Refusal } from '#domain/problem.ts';
import type { Tools } from '../../tools.ts';
import { type Step, updateRecord } from '../../update-record.ts';

/** Who writes a visitor's account for what the visitor has proven: by a code or a password. Never handed out to a request. */
export function registrar(realm: SiteRealm, id: string): Actor {
  return { id, name: '', roles: ['[op]'], realm };
}

/** A save that meets another one is done again on top of it, so often. */
const mostTimes = 4;

/**
 * Writes fields of the account that no payload may set: password, address, verified. `step.also` is done in the same transaction.
 * @throws Refusal as a record's update does; msg.session where the account is gone
 */
export async function saveAccount(tools: Tools, realm: SiteRealm, id: string, changes: Row, step: Step = {}): Promise<Account> {
  for (let time = 1; ; time += 1) {
    const account = await findSiteAccount(tools.db, realm, id);
    if (!account) throw new Refusal('msg.session');
    try {
      await updateRecord(tools, registrar(realm, id), accountObjects[realm], id, { ...changes, ver: account.ver }, undefined, step);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'msg.datamodi' && time < mostTimes) continue;
      throw error;
    }
    const saved = await findSiteAccount(tools.db, realm, id);
    if (!saved) throw new Refusal('msg.session');
    return saved;
  }
}
